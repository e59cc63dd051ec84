#!/bin/sh
# Tests ptxcheck check --fix and --diff. Each NAME.ptx, NAME.cu or NAME.py next to this script must become NAME.after,
# with the findings that are left, the summary and the exit status of NAME.messages (`UPDATE=1 run.sh …` writes both
# anew). Nothing is changed that --diff does not show, and a second run finds nothing more to fix.
set -u
command=$(realpath "$1")
always='check --color=never --no-flow' # the copies are there to be mended, not to work
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$(dirname "$0")" || exit 2
here=$PWD

# ---- before and after ----

for file in *.ptx *.cu *.py; do
    name=${file%.*} extension=${file##*.}
    cp "$file" "$work/$file"
    cd "$work" || exit 2
    "$command" check --no-flow --diff "$file" >patch 2>diff.messages
    cmp -s "$file" "$here/$file"
    ok "$file: --diff changes nothing" [ $? -eq 0 ]
    cp "$file" patched
    "$command" check --color=never --no-flow --fix "$file" >messages 2>&1
    echo "exit status $?" >>messages
    golden "$here/$name.$extension.after" "$file"
    golden "$here/$name.$extension.messages" messages
    git init -q patching 2>/dev/null
    mv patched "patching/$file"
    [ ! -s patch ] || (cd patching && git apply --whitespace=nowarn -p0 ../patch)
    ok "$file: the diff gives the result" cmp "patching/$file" "$file"
    cp "$file" once
    "$command" check --color=never --no-flow --fix "$file" >again 2>&1
    ok "$file: a second run changes nothing" cmp "$file" once
    sed 's/; [0-9]* fixed//; /^exit status/d' messages >wanted
    ok "$file: and finds what was left" cmp again wanted
    "$command" check --no-flow --diff "$file" >none 2>/dev/null
    ok "$file: there is nothing more to show" [ ! -s none ]
    cd "$here" || exit 2
done

# ---- options ----

cd "$work" || exit 2
cp "$here/kinds.ptx" a.ptx
"$command" check --no-flow --fix - <a.ptx >output 2>messages
ok 'standard input: the text is printed' cmp output "$here/kinds.ptx.after"
ok 'standard input: the summary says how many' grep -q '; 28 fixed$' messages
"$command" check --no-flow --fix - <"$here/left.ptx" >output 2>messages
ok 'standard input: the status' [ $? -eq 1 ]
ok 'standard input: the text is printed as it is' cmp output "$here/left.ptx"
ok 'standard input: what is left goes to stderr' grep -q '^<stdin>:15:5: error' messages
"$command" check --no-flow --diff - <a.ptx >output 2>messages
ok '--diff of standard input' grep -q '^+++ <stdin>' output
ok '--diff says what would be' grep -q 'would be fixed' messages
expect 2 'standard input alone' --fix - a.ptx
expect 1 'unknown-qualifier' -W unknown-qualifier=note a.ptx

# A rule that is off is not fixed, one that is on is.
printf 'cp.async.ca.shared.Global [a], [b], 8;\n' >b.ptx
expect 0 '' --quiet --fix -W unknown-qualifier=off b.ptx
ok 'a rule that is off changes nothing' grep -q '\.Global' b.ptx
expect 0 '1 fixed' --fix -W unknown-qualifier=warning b.ptx
ok 'a rule that is on does' grep -q '\.global' b.ptx
printf 'cp.async.L2::128B/* a */.cg.shared.global  [ a ],[b], 16;\n' >c.ptx
expect 0 '' --quiet --fix c.ptx
expect 0 '1 fixed' --fix -W qualifier-order=error c.ptx
ok 'the order, and nothing else' grep -qxF 'cp.async.cg/* a */.shared.global.L2::128B  [ a ],[b], 16;' c.ptx

# What is only likely is shown, and not applied.
printf 'cp.async.bulk.commit_group.b8x16;\n' >d.ptx
cp d.ptx d.before
expect 1 'leave it out' d.ptx
"$command" check --no-flow --quiet --fix d.ptx >/dev/null 2>&1
ok 'a suggestion is not applied' cmp d.ptx d.before
for offer in 'cp.async.ca.global.shared [d], [r], 16;' 'cp.async.cg.shared.global [r], [d], 8;'; do
    printf '.reg .b32 r;\n.reg .b64 d;\n%s\n' "$offer" >d.ptx
    cp d.ptx d.before
    expect 1 'note: perhaps write' d.ptx
    expect 1 '0 notes in 1 instruction of 1 file' --fix d.ptx
    ok 'an offer is not applied' cmp d.ptx d.before
    "$command" check --no-flow --format=json d.ptx >offer.json 2>/dev/null
    ok 'and says so' grep -q '"fixes_certain": *false' offer.json
done

# Files: mode, links, others beside it.
cp "$here/kinds.ptx" a.ptx
chmod 640 a.ptx
ln -s a.ptx link.ptx
expect 0 '28 fixed' --fix link.ptx
ok 'a link is followed' cmp a.ptx "$here/kinds.ptx.after"
ok 'and stays' [ -h link.ptx ]
ok 'the mode stays' [ "$(stat -c %a a.ptx)" = 640 ]
ok 'nothing is left beside the file' [ "$(echo a.ptx*)" = a.ptx ]
touch -d '2001-01-01' a.ptx
expect 0 '' --quiet --fix a.ptx
ok 'what needs no fix is not written' [ "$(stat -c %Y a.ptx)" = "$(date -d '2001-01-01' +%s)" ]
mkdir folder
cp "$here/kinds.ptx" folder/one.ptx
cp "$here/host.cu" folder/two.cu
expect 1 '33 fixed' --fix --jobs=2 folder
ok 'files in directories' cmp folder/two.cu "$here/host.cu.after"
cp "$here/kinds.ptx" e.ptx
(
    trap '' XFSZ
    limit_writes 0
    "$command" check --no-flow --fix e.ptx
) 2>&1 | cat >output
ok 'no room: said' grep -q 'e.ptx: cannot write' output
ok 'no room: the file is as it was' cmp e.ptx "$here/kinds.ptx"
ok 'a full device is noticed' sh -c \
    '"$1" check --fix - <e.ptx >/dev/full 2>output; [ $? -eq 2 ] && grep -q "cannot write" output' sh "$command"
chmod 755 "$work"
chmod 444 e.ptx
as=
[ "$(id -u)" -ne 0 ] || as='setpriv --reuid=65534 --clear-groups'
# shellcheck disable=SC2086  # words
if [ -z "$as" ] || $as "$command" --version >/dev/null 2>&1; then
    $as "$command" check --no-flow --fix e.ptx >output 2>&1
    ok 'read-only: exit status' [ $? -eq 2 ]
    ok 'read-only: said' grep -q 'e.ptx: cannot write: Permission denied' output
    ok 'read-only: the file is as it was' cmp e.ptx "$here/kinds.ptx"
fi

# Ends of lines, a byte order mark, several edits on a line.
mark=$(printf '\357\273\277')
wrong='cp.async.ca.shared.Global [a], [b], 8;' right='cp.async.ca.shared.global [a], [b], 8;'
printf '%s%s\r\nCp.Async.Ca.shared.global [a], [b], 4; %s %s\r\n' "$mark" "$wrong" "$wrong" "$wrong" >crlf.ptx
printf '%s%s\r\ncp.async.ca.shared.global [a], [b], 4; %s %s\r\n' "$mark" "$right" "$right" "$right" >crlf.after
expect 1 '5 fixed' --fix crlf.ptx
ok 'CRLF and a byte order mark stay' cmp crlf.ptx crlf.after
asm='asm("%s" :: "r"(a), "l"(b) : "memory"); asm("%s" :: "r"(a), "l"(b) : "memory");'
# shellcheck disable=SC2059  # the format has the signs
{
    printf "$mark$asm\r\n" 'cp.async.ca.shared.Global [%0], [%1], 8;' 'Cp.async.ca.shared.global [%0], [%1], 8;' >crlf.cu
    printf "$mark$asm\r\n" 'cp.async.ca.shared.global [%0], [%1], 8;' 'cp.async.ca.shared.global [%0], [%1], 8;' >crlf.after
}
expect 0 '2 fixed' --fix crlf.cu
ok 'in other languages, too' cmp crlf.cu crlf.after

# What is left, in the formats for machines and in a file.
for format in json jsonl sarif github gitlab junit gcc; do
    cp "$here/left.ptx" f.ptx
    echo "$wrong" >>f.ptx
    cp f.ptx g.ptx
    "$command" check --no-flow --fix --format=$format --output=left.out f.ptx >output 2>messages
    ok "$format: the status" [ $? -eq 1 ]
    ok "$format: nothing else is printed" [ ! -s output ]
    "$command" check --no-flow --format=$format f.ptx >wanted 2>/dev/null
    ok "$format: what is left goes to the file" cmp left.out wanted
    "$command" check --no-flow --fix --format=$format - <g.ptx >output 2>messages
    ok "$format: standard output has the text" cmp output f.ptx
    ok "$format: what is left goes to stderr" grep -q 'missing-qualifier' messages
done

# What a configuration asks of a file holds for its fixes.
mkdir -p project/other
for file in project/a.ptx project/other/a.ptx; do
    echo "$wrong" >$file
done
printf '#if STAGES > 2\nasm("%s" :: "r"(a), "l"(b) : "memory");\n#endif\n' 'cp.async.ca.shared.Global [%0], [%1], 8;' |
    tee project/a.cu >project/other/a.cu
printf 'define: [STAGES=2]\nrules: {unknown-qualifier: off}\noverrides: [{files: [other/], define: [STAGES=4], %s}]\n' \
    'rules: {unknown-qualifier: warning}' >project/.ptxcheck.yaml
expect 0 '; 2 fixed' --fix project
ok 'a rule that is off there is not fixed there' grep -q '\.Global' project/a.ptx
ok 'a branch that is not taken there is not fixed there' grep -q '\.Global' project/a.cu
ok 'a section says otherwise' grep -q '\.global' project/other/a.ptx
ok 'a macro of a section says otherwise' grep -q '\.global' project/other/a.cu
expect 0 '; 2 fixed' --fix --no-config project

# What a comment allows is not fixed, nor what a baseline knows; others beside it are.
printf '// ptxcheck: allow(unknown-qualifier) as it came\n%s\n%s\n' "$wrong" "$wrong" >h.ptx
expect 0 '; 1 fixed; 1 allowed' --fix h.ptx
ok 'what is allowed stays' [ "$(grep -c '\.Global' h.ptx)" -eq 1 ]
expect 0 '; 1 fixed' --fix --ignore-allow h.ptx
printf '%s\n%s\n' "$wrong" 'cp.async.ca.shared.Global [c], [d], 8; Cp.async.ca.shared.global [c], [d], 4;' >i.ptx
expect 0 'wrote 3 findings' --baseline=known.json --update-baseline i.ptx
printf '%s\n%s\n' "$wrong" 'cp.async.ca.shared.Global [e], [f], 8;' >>i.ptx
cp i.ptx i.before
expect 1 '; 2 would be fixed; 3 known' --diff --baseline=known.json i.ptx
ok '--diff changes nothing' cmp i.ptx i.before
expect 0 '; 2 fixed; 3 known' --fix --baseline=known.json i.ptx
sed '3,$s/\.Global/.global/' i.before >i.after
ok 'what is known stays' cmp i.ptx i.after
expect 0 '; 3 known' --fix --baseline=known.json i.ptx
expect 1 'unknown-qualifier' --baseline=known.json i.before
printf '%s Cp.async.ca.shared.global [c], [d], 4;\n' "$wrong" >k.ptx
printf '%s\n' '{"schema": "ptxcheck-baseline", "version": 1, "findings": [' \
    '{"path": "k.ptx", "rule": "unknown-qualifier", "message": "cp.async has no qualifier .Global: it is spelt .global", "count": 1,' \
    "\"text\": \"$(cat k.ptx)\"}]}" >line.json
cp k.ptx k.before
expect 1 '; 1 known' --fix --baseline=line.json k.ptx
ok 'a line by which something is known stays' cmp k.ptx k.before
cp i.before i.ptx
expect 2 'check takes only one of --update-baseline' --diff --update-baseline --baseline=known.json i.ptx
expect 2 'there is no such baseline' --diff --baseline=none.json i.ptx
ok 'none is written' [ ! -e none.json ]
expect 0 'wrote 0 findings' --fix --update-baseline --baseline=known.json i.ptx
ok 'with --update-baseline all are fixed first' sh -c '! grep -q "Global" i.ptx'

# Many findings, in no more than a few passes.
awk 'BEGIN { for (i = 0; i < 20000; i++) print "Cp.Async.Ca.shared.Global [a], [b], 8;" }' >many.ptx
expect 0 '60000 fixed' --fix many.ptx

finish
