#!/bin/sh
# golden.sh COMMAND DIRECTORY: each source in the directory is checked and must print what NAME.out holds: the output,
# then the exit status. A first line "// options: …", after whatever begins a comment in the language, gives options.
# With UPDATE=1 the outputs are written anew.
set -u
command=$1
# shellcheck source=expect.sh
. "$(dirname "$0")/expect.sh"
cd "$2" || exit 2
for file in *.*; do
    case $file in *.out | *.sh | *.gz | *.json | instructions.c) continue ;; esac
    options=$(sed -n '1s|^[^ ]* options: ||p' "$file")
    # shellcheck disable=SC2086  # options are words
    "$command" check --color=never $options "$file" >"$work/actual" 2>&1
    echo "exit status $?" >>"$work/actual"
    golden "${file%.*}.out" "$work/actual"
done
finish
