#!/bin/sh
# pretended.sh PYTHON: run.py says so when a checker misses what is there, and when it finds what is not; the same seed
# makes the same rings.
set -u
python=$1
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=../support/expect.sh
. "$here/../support/expect.sh"
pretend() { # STATUS KIND WORDS: the status, and what must be printed
    status=$1 kind=$2 words=$3
    "$python" "$here/run.py" --seed 1 --count 10 --pretend "$kind" >"$work/said" 2>&1
    [ $? -eq "$status" ] && grep -q "$words" "$work/said"
    verdict $? "run.py --pretend $kind"
}
pretend 0 perfect ': 0 of 10 correct rings get a finding; .*(100.0 %'
pretend 1 blind ' 0 are found (0.0 %'
pretend 1 blind '^  roles no-release  *0  *0  *1  roles-002.no-release.ptx$'
pretend 1 loud ': 10 of 10 correct rings get a finding'
pretend 1 loud '^groups-000.ptx is correct and gets read-before-wait: stages='
pretend 1 astray '^  roles no-release  *0  *1  *1  superfluous-fence roles-002'
pretend 1 sloppy ': 0 of 10 correct rings get a finding; '
for run in first second; do
    "$python" "$here/rings.py" --seed 7 --count 10 --out "$work/$run"
done
diff -r "$work/first" "$work/second" && [ "$(find "$work/first" -name '*.ptx' | wc -l)" -gt 150 ]
verdict $? "rings.py --seed"
"$python" "$here/rings.py" --seed 7 --count 10 --runnable --delay producer --out "$work/late"
grep -lq nanosleep "$work"/late/roles-002.ptx && ! grep -lq nanosleep "$work"/first/*.ptx
verdict $? "rings.py --delay"
finish
