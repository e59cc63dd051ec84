#!/bin/sh
# Every instruction of docs/divergences.md gets from ptxcheck exactly the rules that its row names, and as to legality the
# verdict that the row gives ptxas: that of the oldest ptxas from 13.0 on that knows the PTX version. In the tables under
# "Known differences" it gets the other verdict. Where ptxas of release 13 is found ($PTXAS, or the one on the path), it
# is asked too.
set -u
command=$1
assembler=${PTXAS:-ptxas}
document=$(cd "$(dirname "$0")/../../../docs" && pwd)/divergences.md
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory" || exit 2
rows=0 asked=0 failed=0
minor=$("$assembler" --version 2>/dev/null | sed -n 's/.*release 13\.\([0-9]*\).*/\1/p')

# A module for each row, and a line that lists it: line number, version, target, known, rules, verdicts.
awk '
    /^```ptx/ { copying = 1; next }
    /^```/ { copying = 0 }
    copying { module[++lines] = $0; next }
    /^## / { known = /Known differences/ ? "known" : "agreed" }
    !/^\| `/ { next }
    {
        text = $0
        gsub(/\\\|/, "\001", text)
        split(text, cell, / *\| */)
        instruction = cell[2]
        gsub(/\001/, "|", instruction)
        instruction = substr(instruction, 2, length(instruction) - 2)
        version = "9.0"; target = "sm_100a"
        if (match(instruction, /^\[[0-9.]+ [A-Za-z0-9_,]+\] /)) {
            header = substr(instruction, 2, RLENGTH - 3)
            instruction = substr(instruction, RLENGTH + 1)
            version = header; sub(/ .*/, "", version)
            target = header; sub(/.* /, "", target)
        }
        file = NR ".ptx"
        for (i = 1; i <= lines; i++) {
            line = module[i]
            sub(/<version>/, version, line)
            sub(/<target>/, target, line)
            print line == "    <the instruction>" ? instruction : line >file
        }
        close(file)
        rules = cell[5]
        gsub(/[` ]/, "", rules)
        gsub(/,/, " ", cell[3])
        print NR, version, target, known, rules == "" ? "none" : rules, cell[3]
    }' "$document" >list

# verdict MINOR CELL...: what ptxas 13.MINOR says: "ok", or "ok error from 13.3".
verdict() {
    at=$1 said=$2
    shift 2
    while [ $# -ge 3 ]; do
        [ "$at" -lt "${3#13.}" ] || said=$1
        shift 3
    done
    echo "$said"
}

complain() {
    failed=$((failed + 1))
    echo "divergences.md:$row: $1"
}

# The assembler wants an architecture that can run the target; some targets do not exist.
ask() {
    case $target in
    sm_101*) architecture=sm_110${target#sm_101} ;;
    sm_[5-7]*) architecture=sm_75 ;;
    compute_*) architecture=sm_${target#compute_} ;;
    sm_[0-9]*[af] | sm_[0-9]*[0-9]) architecture=$target ;;
    *) architecture=sm_$(echo "$target" | tr -cd 0-9 | cut -c1-3 | sed 's/^\(9.\).*/\1/') ;;
    esac
    timeout 60 "$assembler" -arch="$architecture" -o /dev/null "$row.ptx" >output 2>&1 && echo ok && return
    if grep -q 'is not defined for option' output; then
        timeout 60 "$assembler" -arch=sm_90 -o /dev/null "$row.ptx" >output 2>&1 && echo ok && return
    fi
    echo error
}

while read -r row version target known rules cell; do
    rows=$((rows + 1))
    case $version in 9.[1-9]) since=${version#9.} ;; *) since=0 ;; esac
    # shellcheck disable=SC2086  # words
    expected=$(verdict "$since" $cell)
    [ "$known" = agreed ] || expected=$([ "$expected" = ok ] && echo error || echo ok)
    "$command" check --only=syntax,legality --quiet "$row.ptx" >/dev/null 2>&1
    case $?:$expected in 0:ok | 1:error) ;; *) complain "ptxcheck does not say $expected" ;; esac
    found=$("$command" check --quiet --color=never -W qualifier-order=note "$row.ptx" 2>&1 |
        sed -n 's/^[0-9]*\.ptx:[0-9].* \[\([a-z0-9-]*\)\]$/\1/p' | sort -u | paste -sd, -)
    [ "${found:-none}" = "$rules" ] || complain "ptxcheck raises ${found:-none}, not $rules"
    [ "$since" -le "${minor:--1}" ] || continue
    asked=$((asked + 1))
    # shellcheck disable=SC2086
    expected=$(verdict "$minor" $cell)
    [ "$(ask)" = "$expected" ] || complain "ptxas 13.$minor does not say $expected"
done <list
echo "$rows rows, $asked asked of ptxas, $failed wrong"
[ "$failed" -eq 0 ] && [ "$rows" -gt 100 ]
