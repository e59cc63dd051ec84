#!/bin/sh
# pretended.sh PYTHON: hazards.py says so when a checker misses what is there, and when it finds what is not.
set -u
python=$1
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=../../support/expect.sh
. "$here/../../support/expect.sh"
pretend() { # STATUS KIND WORDS: the status, and what must be printed
    status=$1 kind=$2 words=$3
    "$python" "$here/hazards.py" --seed 1 --mixtures 2 --rule read-before-wait --rule superfluous-fence \
        --pretend "$kind" none >"$work/said" 2>&1
    [ $? -eq "$status" ] && grep -q "$words" "$work/said"
    verdict $? "hazards.py --pretend $kind"
}
pretend 0 perfect ' 0 of them wrong'
pretend 1 blind '^read-before-wait  *miss  *ok  *0/[1-9]'
pretend 1 blind '^superfluous-fence  *miss'
pretend 1 blind 'line 18: read-before-wait was missed'
pretend 1 loud '^superfluous-fence  *miss  *alarm  *0/.* 0/'
pretend 1 loud 'read-before-wait must not be found'
pretend 1 astray 'read-before-wait was missed'
pretend 1 astray 'read-before-wait must not be found'
finish
