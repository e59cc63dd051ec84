#!/bin/sh
# cpp.sh LIBRARY [COMPILER FLAGS]: ptxcheck.hpp compiles without a warning, as C++17 and C++20, with and without exceptions and
# RTTI, with every compiler that is here; the program that uses it works, linked with the library; a status that is
# thrown away is a warning; and the code in docs/api.md compiles. The library
# was built with these FLAGS, which only the COMPILER of the same name, GNU or Clang, can link.
set -eu
library=$1 flags=${3:-}
case $flags:${2:-} in
*-*:GNU) links=g++ ;;
*-*:Clang) links=clang++ ;;
*) links="g++ clang++" ;;
esac
cpp=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$cpp/../../../.." && pwd)
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -Wundef -Werror"

fail() {
    echo "$1"
    exit 1
}

awk '/^```cpp$/ {file = "block" ++count ".cpp"; inside = 1; next}
    /^```/ {inside = 0}
    inside {print > file}' "$top/docs/api.md"
[ -e block1.cpp ] || fail "docs/api.md has no code in C++"
printf '#include <ptxcheck/ptxcheck.hpp>\nvoid lose();\nvoid lose() { ptxcheck::check(""); }\n' >lose.cpp

# shellcheck disable=SC2086  # words
# try COMPILER STANDARD FEATURES: the code of the page compiles; where both are plain or neither is, the program runs.
try() {
    set -- "$1" "$2:$3" "$1 -std=c++$2 $3 $warnings -I $top/include"
    for block in block*.cpp; do
        $3 -fsyntax-only "$block"
    done
    case " $links :$2" in
    *" $1 "*:17:)
        ! $3 -fsyntax-only lose.cpp 2>messages || fail "a result may be thrown away"
        grep -q nodiscard messages || fail "$(cat messages)"
        ;;
    *" $1 "*:20:-*) ;;
    *) return 0 ;;
    esac
    $3 $flags -o program "$cpp/test_cpp.cpp" "$library" -Wl,-rpath,"$(dirname "$library")"
    ./program || fail "the program fails with $1 $2"
}

tried=0
for compiler in g++ clang++; do
    command -v $compiler >/dev/null || continue
    for standard in 17 20; do
        try $compiler $standard ""
        try $compiler $standard "-fno-exceptions -fno-rtti"
        tried=$((tried + 1))
    done
done
[ "$tried" -gt 0 ] || { echo "no compiler for C++ is here"; exit 77; }
