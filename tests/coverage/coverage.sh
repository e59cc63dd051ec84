#!/bin/sh
# coverage.sh TOP BUILD [ARGUMENT...]: builds in BUILD with gcc --coverage, runs the tests there, and prints how many of
# the lines and branches of src/ were reached. Arguments are for ctest, in place of those that choose the tests below.
set -eu
top=$1 build=$2
shift 2
umask 0 # some tests run the command as a user who may do less, and who writes counts too
unset GCOV_PREFIX

mkdir -p "$build"
if ! { CC=gcc cmake -S "$top" -B "$build" -DCMAKE_BUILD_TYPE=Debug -DBUILD_TESTING=ON \
    -DCMAKE_C_FLAGS='--coverage -O0 -fprofile-abs-path -fprofile-update=atomic' &&
    cmake --build "$build" -j "$(nproc)"; } >"$build/build.log" 2>&1; then
    cat "$build/build.log" >&2
    exit 2
fi

# The counts begin anew, but for those of the program that makes the indices, which ran when it was built.
find "$build" -name '*.gcda' -delete
"$build/src/ptxcheck-index" "$build/index.c" "$build/rule_index.c"

# Not those that ask an assembler, that build ptxcheck themselves or look into what was built, that measure, and the few
# that would take most of the time and reach nothing that others do not.
cd "$build"
[ $# -gt 0 ] || set -- -LE live -E \
    '^(packages-.*|tables-(promises|limits)|rooms.*|api-(install|manual|symbols)|bench-small|growth|.*-pretended|rings-judged|instruction-where-.*|host-hostile|host-hidden|roundtrip-variants|where-oracle|oracle)$'
status=0
ctest --output-on-failure --no-tests=error --timeout 1800 -j "$(nproc)" "$@" || status=$?
cd "$top"
gcovr -r . --object-directory "$build" -f src/ -f "$build/src/" -j "$(nproc)" --json "$build/coverage.json" "$build/src"
python3 -B tests/coverage/summary.py "$build/coverage.json"
exit $status
