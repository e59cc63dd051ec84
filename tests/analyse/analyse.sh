#!/bin/sh
# analyse.sh TOP BUILD: cppcheck and gcc -fanalyzer over the sources of the library and of the command, those that re2c
# makes among them, but not what cffi makes; any finding is one too many. A finding of cppcheck that is false stands in
# cppcheck.txt with the reason. gcc loses sight of what is kept in an array that grows, and calls it lost: leaks are for
# the sanitizers.
set -u
top=$1 build=$2
cd "$top" || exit 2
failed=0
files=$(find src "$build/src" -name '*.c' ! -path '*/CMakeFiles/*' ! -path "$build/src/python/*" | sort)
set -- -std=c11 -Iinclude -Isrc -Igrammar -I"$build/src/cli/texts" -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE \
    -DPTXC_DATE='"2000-01-01"'

# What a compiler defines is given, so that cppcheck looks at each source as it is compiled: it would take the macros of
# the tables for options else, and look at sources without them.
# shellcheck disable=SC2086  # words
cppcheck --quiet -j "$(nproc)" --error-exitcode=1 --inline-suppr --suppressions-list=tests/analyse/cppcheck.txt \
    --max-configs=1 --platform=unix64 --enable=warning,performance,portability -D__x86_64__ -D__GNUC__=12 \
    "--std=c11" "-DPTXC_DATE=\"\"" -Iinclude -Isrc -Igrammar -I"$build/src/cli/texts" $files || failed=1

# shellcheck disable=SC2086  # words
printf '%s\n' $files | xargs -P "$(nproc)" -I '{}' gcc "$@" -Og -fanalyzer -Wno-analyzer-malloc-leak -Werror \
    -fdiagnostics-plain-output -S -o /dev/null '{}' || failed=1

[ $failed -ne 0 ] || echo "$(echo "$files" | wc -l) sources: no findings"
exit $failed
