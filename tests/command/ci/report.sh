#!/bin/sh
# report.sh COMMAND: --report prints what holds for a file, the finding of a line or the gravest, and the least of the text
# that still has it; the rest is there where nothing is found.
set -u
command=$1 always='explain --report'
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$(dirname "$0")" || exit 2
reports() { # NAME ARGUMENTS...: what is printed is that of NAME.report
    name=$1
    shift
    "$command" $always "$@" >"$work/output" 2>"$work/messages"
    echo "exit status $?" | cat "$work/messages" - >>"$work/output"
    sed 's/^ptxcheck 0[0-9.]*$/ptxcheck VERSION/; /# the default$/d' "$work/output" >"$work/actual"
    golden "$name.report" "$work/actual"
}
reports first report.ptx
reports second report.ptx:49:5 --target=sm_100a
reports third report.ptx:57
reports host allow.cu:7 --only=syntax,legality
"$command" check --report report.ptx:13 >"$work/checked" 2>&1
"$command" explain --report report.ptx:13 | cmp -s - "$work/checked"
verdict $? 'the same of check'

# What is printed is what the text has.
sed -n '/^````ptx$/,/^````$/p' second.report | sed '1d;$d' >"$work/again.ptx"
"$command" check --quiet "$work/again.ptx" 2>&1 | grep -qF "$(sed -n 's/.*error: //p' second.report)"
verdict $? 'the text has the finding'
"$command" check --quiet --format=gcc "$work/again.ptx" | grep -c 'error:' >"$work/output"
ok 'and no other' [ "$(cat "$work/output")" -eq 1 ]

cp report.ptx "$work/a:5.ptx" && cp report.ptx "$work/b:5"
expect 0 'a:5.ptx:13:47: error' "$work/a:5.ptx"
expect 0 'b:5:13:47: error' "$work/b:5:13"
expect 2 'nowhere.ptx' nowhere.ptx:3
expect 2 '--report takes one file' report.ptx allow.cu
expect 2 '--report takes one file'
finish
