#!/bin/sh
# run.sh COMMAND [live]: the modules next to this script are accepted by ptxas 13.0. ptxcheck must find no error in them
# either, and must see the instructions that are there. With `live` ptxas 13.0 ($PTXAS, or the one on the path) is asked
# again instead, and the test skipped (77) where there is none.
set -u
command=$1 live=${2:-}
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$(dirname "$0")" || exit 2
[ -z "$live" ] || needs_ptxas

check() { # FILE
    "$command" check --only=syntax,legality --color=never "$1" >"$work/output" 2>&1
    verdict $? "$1"
    copies=$(sed 's|//.*||' "$1" | grep -cE '(^|[ {;])cp\.(reduce\.)?async')
    [ "$copies" -eq 0 ] || ok "$1: no instruction was seen" \
        sh -c '! grep -q " in 0 instructions" "$1"' sh "$work/output"
}

ask() { # FILE: accepted as it is, or as a part that is linked later
    target=$(sed 's,/[*/].*,,' "$1" | grep -o '\.target[[:space:]]*sm_[0-9]*[af]*' | head -1 | sed 's/.*sm_/sm_/')
    "$assembler" -arch="$target" -o /dev/null "$1" >/dev/null 2>&1 ||
        "$assembler" -c -arch="$target" -o /dev/null "$1" >/dev/null 2>&1
    count $? "$1: ptxas rejects it"
}

modules=0
for file in *.ptx; do
    modules=$((modules + 1))
    if [ -z "$live" ]; then check "$file"; else ask "$file"; fi
done
ok "there are too few modules, $modules" [ "$modules" -ge 15 ]
finish
