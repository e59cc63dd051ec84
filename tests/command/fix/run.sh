#!/bin/sh
# Tests ptxcheck check --fix and --diff. Each NAME.ptx, NAME.cu or NAME.py next to this script must become NAME.after,
# with the findings that are left, the summary and the exit status of NAME.messages (`UPDATE=1 run.sh …` writes both
# anew). Nothing is changed that --diff does not show, and a second run finds nothing more to fix.
set -u
command=$(realpath "$1")
always='check --color=never'
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$(dirname "$0")" || exit 2
here=$PWD

# ---- before and after ----

for file in *.ptx *.cu *.py; do
    name=${file%.*} extension=${file##*.}
    cp "$file" "$work/$file"
    cd "$work" || exit 2
    "$command" check --diff "$file" >patch 2>diff.messages
    cmp -s "$file" "$here/$file"
    ok "$file: --diff changes nothing" [ $? -eq 0 ]
    cp "$file" patched
    "$command" check --color=never --fix "$file" >messages 2>&1
    echo "exit status $?" >>messages
    golden "$here/$name.$extension.after" "$file"
    golden "$here/$name.$extension.messages" messages
    git init -q patching 2>/dev/null
    mv patched "patching/$file"
    [ ! -s patch ] || (cd patching && git apply --whitespace=nowarn -p0 ../patch)
    ok "$file: the diff gives the result" cmp "patching/$file" "$file"
    cp "$file" once
    "$command" check --color=never --fix "$file" >again 2>&1
    ok "$file: a second run changes nothing" cmp "$file" once
    sed 's/; [0-9]* fixed//; /^exit status/d' messages >wanted
    ok "$file: and finds what was left" cmp again wanted
    "$command" check --diff "$file" >none 2>/dev/null
    ok "$file: there is nothing more to show" [ ! -s none ]
    cd "$here" || exit 2
done

# ---- options ----

cd "$work" || exit 2
cp "$here/kinds.ptx" a.ptx
"$command" check --fix - <a.ptx >output 2>messages
ok 'standard input: the text is printed' cmp output "$here/kinds.ptx.after"
ok 'standard input: the summary says how many' grep -q '; 28 fixed$' messages
"$command" check --fix - <"$here/left.ptx" >output 2>messages
ok 'standard input: the status' [ $? -eq 1 ]
ok 'standard input: the text is printed as it is' cmp output "$here/left.ptx"
ok 'standard input: what is left goes to stderr' grep -q '^<stdin>:15:5: error' messages
"$command" check --diff - <a.ptx >output 2>messages
ok '--diff of standard input' grep -q '^+++ <stdin>' output
ok '--diff says what would be' grep -q 'would be fixed' messages
expect 2 'standard input alone' --fix - a.ptx
expect 1 'cp-size-cg' -W cp-size-cg=note a.ptx

# A rule that is off is not fixed, one that is on is.
printf 'cp.async.cg.shared.global [a], [b], 8;\n' >b.ptx
expect 0 '' --quiet --fix -W cp-size-cg=off b.ptx
ok 'a rule that is off changes nothing' grep -q '\.cg\.' b.ptx
expect 0 '1 fixed' --fix -W cp-size-cg=warning b.ptx
ok 'a rule that is on does' grep -q '\.ca\.' b.ptx
printf 'cp.async.L2::128B/* a */.cg.shared.global  [ a ],[b], 16;\n' >c.ptx
expect 0 '' --quiet --fix c.ptx
expect 0 '1 fixed' --fix -W qualifier-order=error c.ptx
ok 'the order, and nothing else' grep -qxF 'cp.async.cg/* a */.shared.global.L2::128B  [ a ],[b], 16;' c.ptx

# What is only likely is shown, and not applied.
printf 'cp.async.bulk.commit_group.b8x16;\n' >d.ptx
cp d.ptx d.before
expect 1 'leave it out' d.ptx
"$command" check --quiet --fix d.ptx >/dev/null 2>&1
ok 'a suggestion is not applied' cmp d.ptx d.before

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
    ulimit -f 0
    "$command" check --fix e.ptx
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
    $as "$command" check --fix e.ptx >output 2>&1
    ok 'read-only: exit status' [ $? -eq 2 ]
    ok 'read-only: said' grep -q 'e.ptx: cannot write: Permission denied' output
    ok 'read-only: the file is as it was' cmp e.ptx "$here/kinds.ptx"
fi

# Many findings, in no more than a few passes.
awk 'BEGIN { for (i = 0; i < 20000; i++) print "Cp.Async.Cg.shared.global [a], [b], 8;" }' >many.ptx
expect 0 '60000 fixed' --fix many.ptx

finish
