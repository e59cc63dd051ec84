#!/bin/sh
# progress.sh COMMAND: on a terminal a run over many files shows how far it has come, and takes that away; elsewhere it does
# not. Findings stand on lines of their own.
set -u
command=$1 always=check
script -qec true /dev/null >/dev/null 2>&1 || exit 77
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$work" || exit 2
escape=$(printf '\033')
mkdir many few
for i in $(seq 120); do
    echo 'cp.async.wait_all;' >many/$i.ptx
    [ "$i" -gt 90 ] || cp many/$i.ptx few
done
echo 'cp.async.ca.shared.global [%r1], [%rd1], 12;' >many/5.ptx
shows() { # STATUS WHAT COMMAND: 0, it shows progress on a terminal; 1, it does not
    env TERM=xterm script -qec "$3" /dev/null </dev/null >output 2>&1
    grep -q ' of 120 files$\| of 120 files[^;]' output
    [ $? -eq "$1" ]
    verdict $? "$2"
}
shows 0 'a terminal' "'$command' --color=never many"
tr '\r' '\n' <output | sed "s/^$escape\[K//" | grep -v '^ptxcheck: [0-9]* of 120 files$\|^$' >lines
"$command" --color=never many 2>&1 | cmp -s - lines
verdict $? 'nothing else is said'
[ "$(tr '\r' '\n' <output | grep -c ' of 120 files$')" -lt 60 ]
verdict $? 'not for each file'
shows 0 'findings elsewhere' "'$command' many >found"
shows 0 'JSON elsewhere' "'$command' --format=json many >found"
shows 1 'JSON on the terminal' "'$command' --format=json many"
shows 1 'few files' "'$command' few"
shows 1 'a pipe' "'$command' many 2>&1 | cat"
shows 1 '--quiet' "'$command' --quiet many"
shows 1 '--progress=never' "'$command' --progress=never many"
shows 1 'a dumb terminal' "TERM=dumb '$command' many"
finish
