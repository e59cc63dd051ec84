#!/bin/sh
# live.sh COMMAND: what check --fix makes of the kinds of mistakes that it mends, ptxas 13.0 ($PTXAS, or the one on the
# path) takes, and it takes none of them before. Skipped (77) without it.
set -u
command=$1
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$(dirname "$0")" || exit 2
needs_ptxas
cp kinds.ptx "$work/kinds.ptx"
"$command" check --quiet --fix "$work/kinds.ptx" >/dev/null
"$assembler" -arch=sm_90 -o /dev/null "$work/kinds.ptx" >"$work/output" 2>&1
verdict $? 'ptxas takes what --fix leaves'

# Each line that changed, alone among those that were mended.
diff --unchanged-line-format= --old-line-format='%dn
' --new-line-format= kinds.ptx "$work/kinds.ptx" >"$work/lines"
while read -r line; do
    awk -v line="$line" 'FNR == NR { old[FNR] = $0; next } { print FNR == line ? old[FNR] : $0 }' \
        kinds.ptx "$work/kinds.ptx" >"$work/one.ptx"
    ok "ptxas refuses line $line" sh -c '! "$1" -arch=sm_90 -o /dev/null "$2" >/dev/null 2>&1' sh "$assembler" \
        "$work/one.ptx"
done <"$work/lines"
ok 'there are many kinds' [ "$passed" -gt 20 ]
finish
