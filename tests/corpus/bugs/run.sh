#!/bin/sh
# run.sh COMMAND [live]: kernels that had a bug, as their makers told, before and after the fix. Each is NAME.before.ptx
# and NAME.after.ptx, made by kernels/make.sh from kernels/NAME.cu or NAME.py; bugs.txt says which rule finds the bug.
# ptxcheck must find it before the fix and nothing else, and nothing after it; rules that are separated by a comma find
# it together. NAME.works.ptx, from kernels/works, are kernels next to those that work. Bugs that are known to be missed
# stand in missed.txt, perhaps with the rules that speak instead. With `live` ptxas 13.0 ($PTXAS, or the one on the
# path) must accept all these modules instead.
set -u
command=$1 live=${2:-}
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$(dirname "$0")" || exit 2

assembles() { # FILE
    "$assembler" -arch=sm_90a -o /dev/null "$1" >"$work/output" 2>&1
    verdict $? "$1: ptxas rejects it"
}

found() { # OPTION FILE: the rules that it raises, each once, with commas between
    options=$1
    [ "$options" != - ] || options=
    # shellcheck disable=SC2086  # one word or none
    timeout 60 "$command" check --only=hazard --format=json $options "$2" >"$work/output" 2>"$work/messages"
    [ $? -lt 2 ] || echo failed
    sed -n 's/^{"rule": "\([^"]*\)".*/\1/p' "$work/output" | sort -u | paste -sd, -
}

check() { # NAME RULE OPTION
    wanted=$2
    ! grep -qE "^$1( |\$)" missed.txt || wanted=$(sed -nE "s/^$1( +|\$)//p" missed.txt)
    rules=$(found "$3" "$1.before.ptx")
    [ "$rules" = "$wanted" ]
    verdict $? "$1.before.ptx: expected '$wanted', got '$rules'"
    rules=$(found "$3" "$1.after.ptx")
    [ -z "$rules" ]
    verdict $? "$1.after.ptx: expected nothing, got '$rules'"
}

works() { # FILE: nothing is found in it
    rules=$(found -Wlikely "$1")
    [ "$rules" = "$(sed -nE "s/^$1( +|\$)//p" missed.txt)" ]
    verdict $? "$1: expected nothing, got '$rules'"
}

bugs=0
[ -z "$live" ] || needs_ptxas
while read -r name rule option _; do
    case $name in '#'*) continue ;; esac
    bugs=$((bugs + 1))
    if [ -n "$live" ]; then
        assembles "$name.before.ptx"
        assembles "$name.after.ptx"
    else
        check "$name" "$rule" "$option"
    fi
done <bugs.txt
for file in *.works.ptx; do
    if [ -n "$live" ]; then assembles "$file"; else works "$file"; fi
done
for file in *.before.ptx *.after.ptx; do
    name=${file%.*.ptx}
    ok "$file: bugs.txt has no row for it" grep -q "^$name " bugs.txt
done
ok "there are too few bugs, $bugs" [ "$bugs" -ge 25 ]
finish
