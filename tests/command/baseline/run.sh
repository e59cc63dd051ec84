#!/bin/sh
# run.sh COMMAND: --baseline. Only --update-baseline writes it; then it knows findings by what they say, wherever their
# lines move, counts equal ones, and says what is gone.
set -u
command=$1 always='check --color=never'
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
mkdir -p "$work/tree/sub" "$work/tree/other"
cd "$work/tree" || exit 2
small='cp.async.ca.shared.global [%r1], [%rd1], 12;'
printf '%s\n%s\n%s\n' "$small" "$small" 'cp.async.ca.shared.global [%r1], [%rd1], 5;' >sub/a.ptx
printf 'void f(int a, long b) {\n  asm volatile("%s" :: "r"(a), "l"(b) : "memory");\n}\n' \
    'cp.async.ca.shared.global [%0], [%1], 7;' >b.cu

# One that is missing is mistyped, whatever there is to be found.
for path in nowhere.json other/nowhere.json nowhere/known.json; do
    expect 2 "$path: there is no such baseline; --update-baseline writes it" --baseline="$path" .
    ok 'nothing is printed' [ ! -s "$work/output" ]
done
: >other/clean.ptx
expect 2 'nowhere.json: there is no such baseline' --baseline=nowhere.json other/clean.ptx
rm other/clean.ptx
ok 'nothing is written' [ "$(find . | wc -l)" -eq 5 ]

expect 0 'known.json: wrote 4 findings' --baseline=known.json --update-baseline .
ok 'one finding a line' [ "$(grep -c '^{"path"' known.json)" -eq 3 ]
ok 'equal findings are counted' grep -q '"sub/a.ptx".*12;", "count": 2}' known.json
ok 'nothing is left beside it' [ "$(ls)" = "$(printf 'b.cu\nknown.json\nother\nsub')" ]
cp known.json first.json
expect 0 '0 errors, 0 warnings, 0 notes in 4 instructions of 2 files; 4 known' --baseline=known.json .
ok 'it is only read then' cmp -s first.json known.json

# From another directory, by another path, with several threads.
cd sub || exit 2
expect 0 '; 3 known' --baseline=../known.json a.ptx
expect 0 '; 4 known' --baseline="$work/tree/known.json" --jobs=4 "$work/tree"
cd ../other || exit 2
expect 0 '; 4 known' --baseline=../known.json ../b.cu ../sub
cd ..

# Lines move, and are indented otherwise.
printf '// more\n\n\t%s\n  %s  \r\n%s\n' "$small" "$small" 'cp.async.ca.shared.global   [%r1],	[%rd1], 5;' >sub/a.ptx
expect 0 '; 3 known' --baseline=known.json sub

# One more of an equal finding, or one on another line, is new, in every format.
printf '%s\n' "$small" >>sub/a.ptx
expect 1 'a.ptx:6:42: error' --baseline=known.json sub
ok 'only that one' [ "$(grep -c 'error:' "$work/output")" -eq 1 ]
expect 1 'a.ptx:6:42: error' --format=gcc --baseline=known.json sub
ok 'only that one in another format' [ "$(grep -c 'error:' "$work/output")" -eq 1 ]
printf '%s\n%s\n' "$small" 'cp.async.ca.shared.global [%r2], [%rd1], 12;' >sub/a.ptx
expect 1 'a.ptx:2:42: error' --baseline=known.json sub

# The limit is that of what is printed; what is known does not count.
for _ in 1 2 3 4; do
    printf '%s\n' "$small"
done >>sub/a.ptx
printf '%s\n' "$small" >sub/c.ptx
for jobs in 1 4; do
    expect 1 '5 errors, 0 warnings, 0 notes in 7 instructions of 2 files; 2 known; 1 in the baseline gone' \
        --jobs=$jobs --max-diagnostics=2 --baseline=known.json sub
    ok "a limit, with $jobs threads" [ "$(grep -c 'error:' "$work/output")" -eq 2 ]
    ok 'the rest is said' grep -q '; 3 not shown' "$work/messages"
done
for format in json jsonl sarif github gitlab junit gcc; do
    "$command" check --format=$format --max-diagnostics=2 --baseline=known.json sub >"$work/output" 2>/dev/null
    ok "$format: a limit" [ "$(grep -c 'not 12' "$work/output")" -eq 2 ]
done
rm sub/c.ptx
printf '%s\n' "$small" >sub/a.ptx
expect 0 '; 2 known; 2 in the baseline gone' --baseline=known.json sub/a.ptx ./sub/../sub/a.ptx
printf '%s\n%s\n' "$small" 'cp.async.ca.shared.global [%r2], [%rd1], 12;' >sub/a.ptx
expect 1 'a.ptx:2:42: warning' --baseline=known.json -W cp-size=warning sub
printf 'rules: {cp-size: off}\n' >.ptxcheck.yaml
expect 0 '0 errors, 0 warnings, 0 notes in 2 instructions of 1 file' --baseline=known.json sub
ok 'rules that a configuration turns off are not gone' sh -c '! grep gone "$1"' sh "$work/messages"
rm .ptxcheck.yaml

# What is gone is said: of files that were checked, by their rules, and of files that are no more.
echo "$small" >sub/a.ptx
expect 0 '; 1 known; 2 in the baseline gone (--update-baseline)' --baseline=known.json sub
expect 0 '0 errors, 0 warnings, 0 notes in 1 instruction of 1 file' --only=advice --baseline=known.json sub
ok 'rules that were not applied are not gone' sh -c '! grep gone "$1"' sh "$work/messages"
mv b.cu b.txt
expect 0 '; 1 known; 3 in the baseline gone' --baseline=known.json sub
mv b.txt b.cu

# Written anew it forgets that, and keeps what this run did not look at.
expect 0 'known.json: wrote 2 findings' --baseline=known.json --update-baseline sub
ok 'other files stay' grep -q '"b.cu"' known.json
expect 0 '; 2 known' --baseline=known.json .
expect 0 'known.json: wrote 2 findings' --baseline=known.json --update-baseline --only=advice .
expect 2 'not/known.json: there is no such directory' --baseline=not/known.json --update-baseline .
cp known.json before.json
expect 2 'missing.ptx: cannot open' --baseline=known.json --update-baseline sub missing.ptx
ok 'it is not written where a file was not checked' cmp -s known.json before.json

# Bytes that are no UTF-8, and lines that are very long.
{
    printf '/* \377 */ '
    head -c 100000 /dev/zero | tr '\0' ' '
    printf '/* '
    head -c 30000 /dev/zero | tr '\0' '-'
    printf ' */ %s' "$small"
} >sub/long.ptx
expect 0 'wrote' --baseline=long.json --update-baseline sub/long.ptx
expect 0 ' known' --baseline=long.json sub/long.ptx
ok 'a long line is cut' [ "$(wc -c <long.json)" -lt 1500 ]

# Files that are no baseline.
bad() { # TEXT WORDS
    printf '%s' "$1" >bad.json
    expect 2 "$2" --baseline=bad.json sub
    ok 'it stays as it is' [ "$(cat bad.json)" = "$1" ]
}
bad '' 'bad.json:1:0: not a baseline'
bad '{"schema": "ptxcheck-baseline",
  "version": }' 'bad.json:2:1'
bad '[1]' 'bad.json:1:1: not a baseline: its "schema" must be "ptxcheck-baseline"'
bad '{"schema": "ptxcheck-baseline", "version": 2, "findings": []}' '"version" must be 1'
bad '{"schema": "ptxcheck-baseline", "version": 1}' '"findings" must be an array'
bad '{"schema": "ptxcheck-baseline", "version": 1, "findings": [7]}' 'finding 1 must be an object'
entry='"path": "a", "rule": "r", "message": "m", "text": "t"'
bad "{\"schema\": \"ptxcheck-baseline\", \"version\": 1, \"findings\": [{$entry, \"count\": -1}]}" 'a count above 0'
bad '{"schema": "ptxcheck-baseline", "version": 1, "findings": [{"path": "a"}]}' 'must have the strings'
expect 2 'cannot read: Is a directory' --baseline=sub b.cu
expect 2 '--output names a file that is not read, and known.json is' --output=./known.json --baseline=known.json b.cu
expect 2 '--update-baseline needs --baseline=FILE' --update-baseline b.cu
finish
