#!/bin/sh
# install.sh BUILD: installs a build into an empty prefix, moves the prefix, and builds a program against it the two
# ways that users have: find_package and pkg-config. The headers there compile alone and the command runs.
set -eu
build=$(cd "$1" && pwd)
api=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$api/../../.." && pwd)
program=$top/docs/examples/build_load.c
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
cmake --install "$build" --prefix "$directory/first" >log || { cat log; exit 1; }
mv first prefix

# Every header, nothing else.
ls "$top/include/ptxcheck" >expected
ls prefix/include/ptxcheck >installed
diff expected installed
sh "$api/headers.sh" "$directory/prefix/include"

fail() {
    cat log
    echo "$1"
    exit 1
}

run() {
    LD_LIBRARY_PATH=$libraries "$1" >output || fail "$1 failed"
    sed '$d' "$top/docs/examples/build_load.out" | diff - output
}

config=$(find prefix -name ptxcheck-config.cmake)
libraries=$directory/$(dirname "$(find prefix -name 'libptxcheck.[as]*' | head -n 1)")
cmake -S "$api/consumer" -B consumer -DCMAKE_PREFIX_PATH="$directory/prefix" -DPROGRAM="$program" \
    -DCPP_PROGRAM="$api/cpp/test_cpp.cpp" >log 2>&1 || fail "find_package does not find ${config:-what is not there}"
cmake --build consumer >log 2>&1 || fail "the program does not build with find_package"
run consumer/consumer
if [ -e consumer/consumer_cpp ]; then
    LD_LIBRARY_PATH=$libraries consumer/consumer_cpp || fail "the program in C++ fails"
fi
# The manual pages and the completions, where the shells and man look for them.
for file in man/man1/ptxcheck.1 man/man1/ptxcheck-check.1 man/man3/libptxcheck.3 bash-completion/completions/ptxcheck \
    zsh/site-functions/_ptxcheck fish/vendor_completions.d/ptxcheck.fish; do
    [ -s "prefix/share/$file" ] || fail "share/$file is not installed"
done
if command -v pkg-config >/dev/null; then
    PKG_CONFIG_PATH=$libraries/pkgconfig
    export PKG_CONFIG_PATH
    [ "$(pkg-config --modversion ptxcheck)" = "$(prefix/bin/ptxcheck --version | sed 's/ptxcheck \([^,]*\),.*/\1/')" ]
    # shellcheck disable=SC2046  # words
    ${CC:-cc} -o packaged "$program" $(pkg-config --cflags --libs ptxcheck) >log 2>&1 ||
        fail "the program does not build with pkg-config"
    run ./packaged
else
    echo "pkg-config is not here: find_package alone was tried"
fi
prefix/bin/ptxcheck --quiet --no-flow "$top/docs/examples/kernel.ptx"
