#!/bin/sh
# parents.sh CMAKE: projects of someone else's which take ptxcheck by find_package, add_subdirectory and FetchContent,
# in C11 and C++20, with gcc and clang where they are here. What they must not notice: tests, warnings as errors, rules for
# installing, options in the cache. Then a plugin that hides the library, and the library built with a C compiler alone.
cmake=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=../support/expect.sh
. "$root/tests/support/expect.sh"
here=$root/tests/packages/parent
cd "$work" || exit 2
unset DESTDIR

# build SOURCES BUILD OPTIONS...: configures and builds; what it printed is in BUILD.log.
build() {
    sources=$1 into=$2
    shift 2
    "$cmake" -S "$sources" -B "$into" "$@" >"$into.log" 2>&1 &&
        "$cmake" --build "$into" -j 2 >>"$into.log" 2>&1 && return
    tail -n 30 "$into.log"
    return 1
}

# parent NAME LANGUAGE LINES...: a project of five lines, of which LINES bring ptxcheck::ptxcheck.
parent() {
    name=$1 language=$2
    shift 2
    mkdir -p "$name"
    case $language in C) source=program.c ;; CXX) source=program.cpp ;; esac
    cp "$here/$source" "$name/"
    {
        echo 'cmake_minimum_required(VERSION 3.18)'
        echo "project(parent LANGUAGES $language)"
        printf '%s\n' "$@"
        echo "add_executable(parent $source)"
        echo 'target_link_libraries(parent PRIVATE ptxcheck::ptxcheck)'
    } >"$name/CMakeLists.txt"
}

# runs BUILD: its program says what is wrong with an instruction.
runs() {
    [ "$("$1/parent")" = 'cp-size must be 16 with .cg, not 8' ]
}

# quiet BUILD: ptxcheck left nothing in a project but its target: no option in the cache but programs that were looked
# for, no test, nothing to install, no command.
quiet() {
    ! grep -E '^(BUILD_|PTXCHECK_[A-Z]*:BOOL|CMOCKA)' "$1/CMakeCache.txt" &&
        [ ! -e "$1/ptxcheck/ptxcheck" ] && [ ! -e "$1/_deps/ptxcheck-build/ptxcheck" ] &&
        [ ! -e "$1/DartConfiguration.tcl" ] &&
        "$cmake" --install "$1" --prefix "$work/nothing" >/dev/null &&
        ! find "$work/nothing" -type f 2>/dev/null | grep .
}

compilers='gcc:g++ clang:clang++'
for pair in $compilers; do
    if ! command -v "${pair%:*}" >/dev/null || ! command -v "${pair#*:}" >/dev/null; then
        echo "not tried: $pair is not here"
        compilers=$(echo "$compilers" | sed "s/ *$pair//")
    fi
done
[ -n "$compilers" ] || { echo 'skipped: neither gcc and g++ nor clang and clang++ are here'; exit 77; }

ln -s "$root" tree
strict='-std=c11 -Wall -Wextra -Werror'
for pair in $compilers; do
    cc=${pair%:*} cxx=${pair#*:}
    for language in C CXX; do
        parent "added-$language" "$language" 'add_subdirectory(ptxcheck)'
        [ -e "added-$language/ptxcheck" ] || ln -s "$root" "added-$language/ptxcheck"
        parent "fetched-$language" "$language" \
            "include(FetchContent)
FetchContent_Declare(ptxcheck SOURCE_DIR $root)
FetchContent_MakeAvailable(ptxcheck)"
        parent "found-$language" "$language" 'find_package(ptxcheck REQUIRED)'
    done
    # Each language and each way goes with each compiler; not each of all three, which tells no more.
    case $cc in gcc) one=C other=CXX ;; *) one=CXX other=C ;; esac
    set -- -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_CXX_STANDARD=20 "-DCMAKE_C_FLAGS=$strict" \
        -DCMAKE_CXX_FLAGS='-Wall -Wextra -Wpedantic -Werror'
    ok "add_subdirectory, $one, $cc" build "added-$one" "added-$cc" "$@"
    ok "add_subdirectory, $cc: it runs" runs "added-$cc"
    ok "add_subdirectory, $cc: nothing else comes along" quiet "added-$cc"
    ok "FetchContent, $other, $cc" build "fetched-$other" "fetched-$cc" "$@" -DCMAKE_UNITY_BUILD=ON
    ok "FetchContent, $cc: it runs" runs "fetched-$cc"
    ok "FetchContent, $cc: nothing else comes along" quiet "fetched-$cc"
    if [ ! -e prefix ]; then
        ok 'the library alone' build "$root" library -DPTXCHECK_COMMAND=OFF -DBUILD_TESTING=OFF \
            -DCMAKE_C_COMPILER="$cc" -DCMAKE_C_FLAGS=-O0
        "$cmake" --install library --prefix "$work/prefix" >/dev/null
        ok 'the library alone: no command' [ ! -e prefix/bin ]
    fi
    for language in C CXX; do
        ok "find_package, $language, $cc" build "found-$language" "found-$language-$cc" "$@" -DCMAKE_PREFIX_PATH="$work/prefix"
        ok "find_package, $language, $cc: it runs" runs "found-$language-$cc"
    done
done

# A plugin: what it exports is its own function, and without PTXCHECK_HIDDEN the library's too.
exported() { # BUILD
    nm -D --defined-only "$(find "$1" -name 'libplugin.so' | head -n 1)" | awk '{print $3}' | sort
}
mkdir plugin
cp "$here/plugin.c" plugin/
ln -s "$root" plugin/ptxcheck
cat >plugin/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.18)
project(plugin LANGUAGES C)
add_subdirectory(ptxcheck)
add_library(plugin SHARED plugin.c)
target_link_libraries(plugin PRIVATE ptxcheck::ptxcheck)
END
ok 'a plugin' build plugin hidden -DPTXCHECK_HIDDEN=ON -DCMAKE_C_FLAGS=-O0
ok 'a plugin exports its own function alone' [ "$(exported hidden)" = plugin_check ]
ok 'a plugin that does not hide the library' build plugin shown -DCMAKE_C_FLAGS=-O0
ok 'a plugin that does not hide the library exports it' [ "$(exported shown | grep -c '^ptxc_')" -gt 3 ]
ok 'a shared library is not hidden' [ "$("$cmake" -S "$root" -B refused -DPTXCHECK_HIDDEN=ON -DBUILD_SHARED_LIBS=ON 2>&1 |
    grep -c 'PTXCHECK_HIDDEN is for a static library')" = 1 ]

# Without re2c: from the sources it cannot be built, and the message says so; with the lexers that a release carries it can.
ok 'without re2c it says what is needed' [ "$("$cmake" -S "$root" -B refused-re2c -DPTXCHECK_RE2C=OFF 2>&1 |
    grep -c 're2c is needed to make')" = 1 ]
mkdir release
cp -r "$root/CMakeLists.txt" "$root/README.md" "$root/LICENSE" "$root/docs" "$root/include" "$root/src" "$root/grammar" release/
(cd library/src && find . -name '*.c' ! -path './CMakeFiles/*' -exec cp {} "$work/release/src/{}" \;)
ok 'a release without re2c' build release made -DPTXCHECK_RE2C=OFF -DPTXCHECK_COMMAND=OFF -DCMAKE_C_FLAGS=-O0
ok 'a release without re2c gives the library' [ -e made/libptxcheck.a ]
finish
