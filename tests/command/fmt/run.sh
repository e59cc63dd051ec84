#!/bin/sh
# Tests ptxcheck fmt. Each NAME.ptx next to this script must become NAME.after, with the messages and the exit status of
# NAME.messages (`UPDATE=1 run.sh …` writes both anew); of every module that the tests know, nothing but spelling
# inside instructions may change; and every option does what it says.
set -u
command=$(realpath "$1") outside=$(realpath "$2")
always=fmt
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$(dirname "$0")" || exit 2
here=$PWD

# ---- before and after ----

for file in *.ptx; do
    name=${file%.ptx}
    "$command" fmt "$file" >"$work/after" 2>"$work/messages"
    echo "exit status $?" >>"$work/messages"
    golden "$name.after" "$work/after"
    golden "$name.messages" "$work/messages"
done

# ---- what may not change, in every module ----

changed=0
for file in "$here"/*.ptx "$here"/../../corpus/modules/*.ptx "$here"/../golden/*.ptx; do
    cp "$file" "$work/module.ptx"
    "$command" fmt "$file" >"$work/once" 2>/dev/null
    "$command" fmt "$work/once" >"$work/twice" 2>/dev/null
    ok "$file: nothing else changes" "$outside" "$file" "$work/once"
    ok "$file: fmt of fmt changes nothing" cmp "$work/once" "$work/twice"
    (cd "$work" && "$command" fmt --diff module.ptx) >"$work/patch" 2>/dev/null
    "$command" fmt --check "$work/module.ptx" >"$work/names" 2>/dev/null
    if cmp -s "$file" "$work/once"; then
        ok "$file: no diff" [ ! -s "$work/patch" ]
        ok "$file: --check names nothing" [ ! -s "$work/names" ]
    else
        changed=$((changed + 1))
        ok "$file: --check names it" [ "$(cat "$work/names")" = "$work/module.ptx" ]
        (cd "$work" && git apply --whitespace=nowarn -p0 patch)
        ok "$file: git apply gives the result" cmp "$work/module.ptx" "$work/once"
        if command -v patch >/dev/null; then
            cp "$file" "$work/module.ptx"
            (cd "$work" && patch --binary -s -p0 <./patch)
            ok "$file: patch gives the result" cmp "$work/module.ptx" "$work/once"
        fi
    fi
    cp "$file" "$work/module.ptx"
    "$command" fmt -i "$work/module.ptx" 2>/dev/null
    ok "$file: -i gives the result" cmp "$work/module.ptx" "$work/once"
done
ok "there were changes in many files, not in $changed" [ "$changed" -ge 12 ]

# ---- the layout that compilers print ----

# What nvcc prints is left as it is; of what was written by hand in asm statements, the order may be another one.
for file in "$here"/../../corpus/modules/*.ptx; do
    "$command" fmt --check --keep-layout "$file" >"$work/names" 2>/dev/null
    case $file in
    */tma_asm_sm100.sm_100a.ptx) ok "$file: the order is another one" [ -s "$work/names" ] ;;
    *) ok "$file: --keep-layout finds nothing" [ ! -s "$work/names" ] ;;
    esac
    "$command" fmt --keep-layout "$file" >"$work/kept" 2>/dev/null
    ok "$file: with its layout kept nothing else changes" "$outside" "$file" "$work/kept"
    "$command" fmt "$file" >"$work/once" 2>/dev/null
    "$command" fmt "$work/kept" >"$work/twice" 2>/dev/null
    ok "$file: and the canonical form stays" cmp "$work/once" "$work/twice"
done

# The judge of "nothing else changes" sees a blank, a comment, a constant's name, a qualifier and an instruction more.
judge() { # SED-COMMAND
    sed "$1" canonical.ptx >"$work/spoiled"
    ok "outside sees $1" sh -c '! cmp -s "$2" "$3" && ! "$1" "$2" "$3" 2>/dev/null' sh \
        "$outside" canonical.ptx "$work/spoiled"
}
judge 's/ret;/ret ;/'
judge 's|// after it|// after  it|'
judge 's/ ;/;/'
judge 's/\[%rd1\]/[%rd2]/'
judge 's/shared\.cg/shared.ca/'
judge 's/cp.async.wait_all;//'

# ---- options, files, exit status ----

cd "$work" || exit 2
cp "$here/canonical.ptx" a.ptx
cp "$here/unchanged.ptx" b.ptx
expect 0 '' --check b.ptx
expect 0 '' --diff b.ptx
expect 0 '' -i b.ptx
expect 1 'a.ptx' --check b.ptx a.ptx
expect 1 '+++ a.ptx' --diff b.ptx a.ptx
cat "$here/canonical.after" b.ptx >both
"$command" fmt a.ptx b.ptx >output
ok 'results one after another' cmp output both
"$command" fmt - <a.ptx >output
ok 'standard input' cmp output "$here/canonical.after"
"$command" fmt --diff - <a.ptx >output
ok '--diff of standard input' grep -q '^+++ <stdin>' output

# A source of another language is refused with every option; the files beside it are done.
printf 'asm("cp.async.wait_all  ;");\n' >host.cu
cp host.cu host.py
cp a.ptx c.ptx
expect 2 'fmt reads PTX modules, but host.py is not one' --check host.py
expect 2 'fmt reads PTX modules, but host.cu is not one' --diff host.cu
expect 2 'fmt reads PTX modules, but host.cu is not one' host.cu
expect 2 'fmt reads PTX modules, but host.py is not one' -i host.py c.ptx
ok 'a source of another language stays as it is' cmp host.py host.cu
ok 'the file after it is done' cmp c.ptx "$here/canonical.after"

# With --keep-layout only qualifiers change places.
printf 'cp.async.L2::128B .cg/**/.shared.global  [ a ],[b],0x10;\n' >kept.ptx
expect 1 'kept.ptx' --check --keep-layout kept.ptx
expect 0 'cp.async.cg .shared/**/.global.L2::128B  [ a ],[b],0x10;' --keep-layout kept.ptx
expect 1 '+cp.async.cg .shared/**/.global.L2::128B  [ a ],[b],0x10;' --diff --keep-layout kept.ptx
expect 0 '' -i --keep-layout kept.ptx
expect 0 '' --check --keep-layout kept.ptx
printf 'fence.proxy .tensormap::generic.acquire.gpu [a], 128;\n' >words.ptx
expect 0 'words.ptx:1:1: note: left as it is: blanks stand' --check --keep-layout words.ptx

# What cannot be read does not keep -i from writing the rest; a comment inside is no finding.
cp "$here/broken.ptx" d.ptx
expect 2 'd.ptx:6:1: error: expected' -i d.ptx
ok '-i writes what could be read' cmp d.ptx "$here/broken.after"
printf 'cp.async.wait_group /* all */  0;\n' >e.ptx
expect 0 'e.ptx:1:1: note: left as it is: it contains a comment' --check e.ptx
ln a.ptx hard.ptx
expect 0 '' -i a.ptx
ok '-i leaves another hard link as it was' cmp hard.ptx "$here/canonical.ptx"
cp "$here/canonical.ptx" a.ptx

chmod 640 a.ptx
ln -s a.ptx link.ptx
expect 0 '' -i link.ptx
ok '-i writes through a link' cmp a.ptx "$here/canonical.after"
ok '-i leaves the link' [ -h link.ptx ]
ok '-i keeps the mode' [ "$(stat -c %a a.ptx)" = 640 ]
ok '-i leaves nothing beside the file' [ "$(echo a.ptx*)" = a.ptx ]
touch -d '2001-01-01' a.ptx
expect 0 '' -i a.ptx
ok '-i does not touch what is canonical' [ "$(stat -c %Y a.ptx)" = "$(date -d '2001-01-01' +%s)" ]

cp "$here/canonical.ptx" a.ptx
cp "$here/canonical.ptx" 'with blank.ptx'
"$command" fmt --diff 'with blank.ptx' >./patch
git apply --whitespace=nowarn -p0 patch
ok 'a name with a blank' cmp 'with blank.ptx' "$here/canonical.after"
name=$(printf 'a"b\\c\nd.ptx')
cp a.ptx "$name"
"$command" fmt --diff "$name" >./patch
git apply --whitespace=nowarn -p0 patch
ok 'a name that needs quotes' cmp "$name" "$here/canonical.after"

mkdir folder
printf '.version 9.0\n\000\001' >binary
: >empty
expect 2 'cannot open' missing
expect 2 'cannot read' folder
expect 2 'cannot read' -i folder
expect 2 'a binary file' -i binary
expect 2 'empty' empty
expect 2 'no input file' --check
expect 2 'one of -i, --check and --diff' --check --diff a.ptx
expect 2 'one of -i, --check and --diff' -i --check a.ptx
expect 2 'not standard input' -i -
expect 2 "unrecognized option '--frobnicate'" --frobnicate a.ptx
expect 0 'usage' --help
expect 2 'missing: cannot open' --check missing a.ptx
ok 'the file after a missing one is named' grep -qx a.ptx output
printf 'cp.async.wait_all  ;\n' >small.ptx
expect 0 'cp.async.wait_all  ;' small.ptx
mkfifo pipe
timeout 60 sh -c 'printf "cp.async.wait_group  1;\n" >pipe' &
expect 2 'not a regular file' -i pipe
wait
ok 'a full device is noticed' \
    sh -c '"$1" fmt a.ptx >/dev/full 2>output; [ $? -eq 2 ] && grep -q "cannot write" output' sh "$command"

# Where there is no room for the new content, the old content stays, and nothing is left beside it.
(
    trap '' XFSZ
    limit_writes 0
    "$command" fmt -i a.ptx
) 2>&1 | cat >output
ok 'no room: said' grep -q 'a.ptx: cannot write' output
ok 'no room: the file is as it was' cmp a.ptx "$here/canonical.ptx"
ok 'no room: nothing beside the file' [ "$(echo a.ptx*)" = a.ptx ]

# A file that may not be written stays as it is. (Nothing stops root: then as another user, where that can be had.)
as=
[ "$(id -u)" -ne 0 ] || as='setpriv --reuid=65534 --clear-groups'
chmod 755 "$work"
chmod 444 a.ptx
# shellcheck disable=SC2086  # words
if [ -z "$as" ] || $as "$command" --version >/dev/null 2>&1; then
    $as "$command" fmt -i a.ptx >output 2>&1
    ok 'read-only: exit status' [ $? -eq 2 ]
    ok 'read-only: said' grep -q 'a.ptx: cannot write: Permission denied' output
    ok 'read-only: the file is as it was' cmp a.ptx "$here/canonical.ptx"
fi

# Size does not matter: 100,000 instructions are done, on as many lines and on one.
awk 'BEGIN { for (i = 0; i < 100000; i++) print "cp.async.shared.cg.global [a],[b],16;" }' >lines.ptx
tr -d '\n' <lines.ptx >line.ptx
expect 1 '+cp.async.cg.shared.global [a], [b], 16;' --diff lines.ptx
expect 1 '+cp.async.cg.shared.global [a], [b], 16;' --diff line.ptx

finish
