#!/bin/sh
# run.sh COMMAND [live]: rings as nvcc compiles them, made by tests/rings/cuda/make.sh. rings.txt has a row for each,
# and its file is SOURCE-STYLE-STAGES.MISTAKE.ptx. Where the mistake is none, ptxcheck must find nothing, not even what
# is likely; else at least one of the rules that mistakes.txt has for it, and nothing else. What is known to be missed
# is in missed.txt, perhaps with the rules that speak instead. With `live` ptxas 13.0 ($PTXAS, or the one on the path)
# must accept them instead.
set -u
command=$1 live=${2:-}
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$(dirname "$0")" || exit 2

assembles() { # FILE
    "$assembler" -arch=sm_90a -o /dev/null "$1" >"$work/output" 2>&1
    verdict $? "$1: ptxas rejects it"
}

found() { # FILE OPTION...: the rules that it raises, each once, with commas between
    file=$1
    shift
    timeout 60 "$command" check --only=hazard --format=json "$@" "$file" >"$work/output" 2>"$work/messages"
    [ $? -lt 2 ] || echo failed
    sed -n 's/^{"rule": "\([^"]*\)".*/\1/p' "$work/output" | sort -u | paste -sd, -
}

works() { # FILE: nothing is found in it
    rules=$(found "$1" -Wlikely)
    [ "$rules" = "$(sed -nE "s/^$1( +|\$)//p" missed.txt)" ]
    verdict $? "$1: expected nothing, got '$rules'"
}

wrong() { # FILE RULES: some of these and no others are found in it
    rules=$(found "$1")
    if grep -qE "^$1( |\$)" missed.txt; then
        [ "$rules" = "$(sed -nE "s/^$1( +|\$)//p" missed.txt)" ]
        verdict $? "$1: it is no longer as missed.txt says, got '$rules'"
        return
    fi
    [ -n "$rules" ] && ! echo "$rules" | tr , '\n' | grep -qvxF "$(echo "$2" | tr , '\n')"
    verdict $? "$1: expected some of '$2', got '$rules'"
}

rings=0
[ -z "$live" ] || needs_ptxas
while read -r source style stages mistake; do
    case $source in '#'*) continue ;; esac
    rings=$((rings + 1))
    file=$source-$style-$stages.$mistake.ptx
    if [ -n "$live" ]; then
        assembles "$file"
    elif [ "$mistake" = none ]; then
        works "$file"
    else
        wrong "$file" "$(sed -nE "s/^$mistake +//p" mistakes.txt | paste -sd, -)"
    fi
done <rings.txt
for file in *.ptx; do
    name=${file%.ptx}
    row=$(echo "$name" | sed 's/-/ /g; s/\./ /')
    ok "$file: rings.txt has no row for it" sh -c "tr -s ' ' <rings.txt | grep -qE '^$row( |\$)'"
done
ok "there are too few rings, $rings" [ "$rings" -ge 100 ]
finish
