#!/bin/sh
# run.sh COMMAND: findings in modules that were compiled from a source stand there in each format, and --source=ptx has
# them in the PTX alone; baselines, fixes, limits and exit statuses are the same either way. golden.sh has the text.
set -u
command=$1 always=check
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$(dirname "$0")" || exit 2

for format in gcc github json jsonl sarif; do
    "$command" check --format=$format --quiet inlined.ptx race.ptx triton.ptx missing.ptx >"$work/output" 2>&1
    status=$?
    { grep -v '^{"id": ' "$work/output" && echo "exit status $status"; } |
        sed 's/"\(ptxcheck\|version\)": "0[0-9.]*"/"\1": "VERSION"/; s/"ruleIndex": [0-9]*/"ruleIndex": N/' >"$work/actual"
    golden "$format.out" "$work/actual"
    sed '/\.\(loc\|file\)/s/./ /g' race.ptx >"$work/race.ptx" # lines stay where they are
    (cd "$work" && "$command" check --format=$format race.ptx >bare 2>&1)
    "$command" check --format=$format --source=ptx race.ptx >"$work/actual" 2>&1
    ok "--source=ptx in $format is as without .loc" diff "$work/bare" "$work/actual"
done
expect 2 "--source takes auto or ptx, not 'code'" --source=code race.ptx
expect 1 'code/race.cu:3:5: error: ' --source=auto race.ptx

# A baseline knows findings by the PTX, whatever is said of their source.
expect 0 'wrote 2 findings' --baseline="$work/known.json" --update-baseline inlined.ptx
expect 0 '; 2 known' --baseline="$work/known.json" inlined.ptx
expect 0 '; 2 known' --source=ptx --baseline="$work/known.json" inlined.ptx

# A source is looked for from here, or else from the module; one below the directory here is named so.
mkdir -p "$work/build/code" "$work/code"
cp inlined.ptx "$work/build"
cp code/copy.cuh "$work/build/code"
(cd "$work" && "$command" check --quiet build/inlined.ptx >output)
ok 'beside the module' grep -q '^build/code/copy.cuh:5:5: error: .*' "$work/output"
ok 'which has no other' grep -q '^  note: code/kernel.cu:6:27: inlined here, in _Z5twicePKfPf' "$work/output"
sed "s|code/copy.cuh|$(cd "$work" && pwd -P)/code/copy.cuh|" inlined.ptx >"$work/inlined.ptx"
(cd "$work" && "$command" check --quiet inlined.ptx >output)
ok 'below this directory' grep -q '^code/copy.cuh:5:5: error: .*' "$work/output"
"$command" check --quiet - <inlined.ptx >"$work/output"
ok 'standard input' grep -q '^code/copy.cuh:5:5: error: ' "$work/output"

# What is no regular file, or no source, is not opened.
mkfifo "$work/code/pipe.cu"
printf 'secret\n' >"$work/code/secret.txt"
ln -s /dev/zero "$work/code/zero.cu"
mkdir "$work/code/directory.cu"
printf 'one\n\0two\n' >"$work/code/binary.cu"
for name in pipe.cu secret.txt zero.cu directory.cu binary.cu; do
    sed "s|code/race.cu|$work/code/$name|; s/\.loc.*/.loc 1 1 1/" race.ptx >"$work/race.ptx"
    expect 1 "code/$name:1:1: error: " "$work/race.ptx"
    sed -n 2p "$work/output" | grep -q '^  note: in the PTX: '
    verdict $? "$name is not shown"
done

# Comments of the source, whatever the limit; not with --ignore-allow, and none with --source=ptx.
expect 1 '2 errors, 0 warnings, 0 notes in 4 instructions of 1 file; 2 allowed' allowed.ptx
expect 1 '4 errors, 0 warnings, 0 notes in 4 instructions of 1 file; ' --ignore-allow allowed.ptx
expect 1 '4 errors, 0 warnings, 0 notes in 4 instructions of 1 file; ' --source=ptx allowed.ptx
expect 1 '2 allowed; 1 not shown' --max-diagnostics=1 allowed.ptx
expect 1 'allowed.cu:7:5: inlined here' --max-diagnostics=1 allowed.ptx

# Fixes are made in the PTX, and not where a comment of the source allows the finding.
cp fixed.ptx "$work/fixed.ptx"
mkdir -p "$work/code"
cp code/fixed.cu "$work/code"
expect 0 '1 fixed; 1 allowed' --no-flow --fix "$work/fixed.ptx"
ok 'one line was mended' [ "$(grep -c 'cg.shared.global' "$work/fixed.ptx")" -eq 1 ]
ok 'the source was not' cmp -s code/fixed.cu "$work/code/fixed.cu"
expect 0 '1 fixed' --no-flow --source=ptx --fix "$work/fixed.ptx"
ok 'so was the other line' [ "$(grep -c 'cg.shared.global' "$work/fixed.ptx")" -eq 2 ]
finish
