#!/bin/sh
# run.sh COMMAND [live]: every instruction of docs/divergences.md gets from ptxcheck exactly the rules that its row
# names, and as to legality the verdict that the row gives ptxas: that of the oldest ptxas from 13.0 on that knows the
# PTX version. A row that tells of several assemblers is also held against each with --assembler. In the tables under
# "Known differences" it gets the other verdict, and internal errors are no verdicts. With `live` ptxas of release 13
# ($PTXAS, or the one on the path) is asked instead, and the test skipped (77) where there is none.
set -u
command=$1 live=${2:-}
assembler=${PTXAS:-ptxas}
root=$(cd "$(dirname "$0")/../../.." && pwd)
document=$root/docs/divergences.md
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$work" || exit 2
rows=0
minor=$("$assembler" --version 2>/dev/null | sed -n 's/.*release 13\.\([0-9]*\).*/\1/p')
if [ -n "$live" ] && [ -z "$minor" ]; then
    echo 'no ptxas of release 13 is here'
    exit 77
fi

# Writes a module for each row, and a line that lists it: line number, version, target, known, rules, verdicts.
awk '
    /^```ptx/ { copying = 1; next }
    /^```/ { copying = 0 }
    copying { module[++lines] = $0; next }
    /^## / || /^### / { known = /Internal errors/ ? "internal" : known }
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

# Each assembler with the newest PTX version that it knows: "12.6 8.5".
sed -n 's/^MEASURED( PTXAS(\([0-9]*\), \([0-9]*\)), PTX(\([0-9]*\), \([0-9]*\)) )$/\1.\2 \3.\4/p' \
    "$root/grammar/versions.def" >assemblers

# number VERSION: prints 8.5 as 805.
number() {
    echo $((${1%.*} * 100 + ${1#*.}))
}

# recorded RELEASE CELL...: prints what that ptxas says, 1300 for 13.0: "ok", or "ok error from 13.3".
recorded() {
    at=$1 said=$2
    shift 2
    while [ $# -ge 3 ]; do
        [ "$at" -lt "$(number "$3")" ] || said=$1
        shift 3
    done
    echo "$said"
}

# Fails unless the row gets from ptxcheck its verdict and its rules.
check() {
    # shellcheck disable=SC2086  # words
    expected=$(recorded $((1300 + since)) $cell)
    [ "$known" != known ] || expected=$([ "$expected" = ok ] && echo error || echo ok)
    [ "$known" != internal ] || expected=ok
    "$command" check --only=syntax,legality --quiet "$row.ptx" >/dev/null 2>&1
    case $?:$expected in 0:ok | 1:error) true ;; *) false ;; esac
    count $? "divergences.md:$row: ptxcheck does not say $expected"
    found=$("$command" check --no-flow --quiet --color=never -W qualifier-order=note "$row.ptx" 2>&1 |
        sed -n 's/^[0-9]*\.ptx:[0-9].* \[\([a-z0-9-]*\)\]$/\1/p' | sort -u | paste -sd, -)
    ok "divergences.md:$row: ptxcheck raises ${found:-none}, not $rules" [ "${found:-none}" = "$rules" ]
}

# Fails unless each assembler that knows the version gets the verdict that the row has for it.
check_assemblers() {
    while read -r release newest; do
        [ "$(number "$version")" -le "$(number "$newest")" ] || continue
        # shellcheck disable=SC2086  # words
        expected=$(recorded "$(number "$release")" $cell)
        "$command" check --only=syntax,legality --quiet --assembler="$release" "$row.ptx" >/dev/null 2>&1
        case $?:$expected in 0:ok | 1:error) true ;; *) false ;; esac
        count $? "divergences.md:$row: ptxcheck --assembler=$release does not say $expected"
    done <assemblers
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
    if [ -z "$live" ]; then
        check
        case $known:$cell in agreed:*from*) check_assemblers ;; esac
    elif [ "$since" -le "$minor" ]; then
        # shellcheck disable=SC2086  # words
        expected=$(recorded $((1300 + minor)) $cell)
        ok "divergences.md:$row: ptxas 13.$minor does not say $expected" [ "$(ask)" = "$expected" ]
    fi
done <list
ok "there are too few rows, $rows" [ "$rows" -gt 100 ]
finish
