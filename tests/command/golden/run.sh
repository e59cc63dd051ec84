#!/bin/sh
# run.sh COMMAND [DIRECTORY]: each source in the directory (that of this script if none is given) is checked and must
# print what NAME.out holds: the output, then the exit status. A first line "// options: …", behind whatever begins a
# comment in the language, gives options. `UPDATE=1 run.sh …` writes the outputs anew.
set -u
command=$1
cd "${2:-$(dirname "$0")}" || exit 2
passed=0 failed=0
actual=$(mktemp)
trap 'rm -f "$actual"' EXIT
for file in *.*; do
    case $file in *.out | *.sh | *.gz | instructions.c) continue ;; esac
    options=$(sed -n '1s|^[^ ]* options: ||p' "$file")
    # shellcheck disable=SC2086  # options are words
    "$command" check --color=never $options "$file" >"$actual" 2>&1
    echo "exit status $?" >>"$actual"
    [ -z "${UPDATE:-}" ] || cp "$actual" "${file%.*}.out"
    if diff -u "${file%.*}.out" "$actual"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
