#!/bin/sh
# found.sh COMMAND: the table of errors in a checkout, with the words of the assembler. Skipped (77) without ptxas 13.0,
# python3 or git.
set -u
command=$1
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=../support/expect.sh
. "$here/../support/expect.sh"
needs_ptxas
command -v python3 >/dev/null && command -v git >/dev/null || exit 77
mkdir "$work/them+theirs" "$work/none"
cp "$here/sources/defects.cu" "$work/them+theirs"
echo "int x;" >"$work/none/clean.cu"
cat >"$work/them+theirs/old.ptx" <<'END'
.version 8.5
.target sm_100a
.entry f() { cp.async.wait_all; ret; }
END
for checkout in "$work/them+theirs" "$work/none"; do
    git -C "$checkout" init -q
    git -C "$checkout" -c user.name=a -c user.email=a@b commit -q --allow-empty -m a
done
python3 -B "$here/found.py" "$command" "$work/none" "$work/them+theirs" >"$work/output" 2>"$work/messages"
ok 'status 0' [ $? -eq 0 ]
has() { # WORDS: they stand in the table
    grep -qF -- "$1" "$work/output"
    verdict $? "no '$1'"
}
has '| them/theirs '
has "Unknown modifier '.multicast_cluster'"
has "Not a name of any known instruction: 'mbarrier.arrive.expect_copy'"
has "PTX .version 8.5 does not support .target sm_100a"
has 'in 1 of 2 repositories; none in: none '
ok 'the assembler takes none' [ "$(grep -c '| accepted |' "$work/output")" -eq 0 ]
python3 -B "$here/found.py" "$command" >"$work/output" 2>"$work/messages"
ok 'status 2 without a checkout' [ $? -eq 2 ]
finish
