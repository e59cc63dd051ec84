#!/bin/sh
# forms.sh COMMAND: what `ptxcheck forms` prints of a mnemonic, of qualifiers, of a target and of a version, and how wide.
set -u
command=$1
always=forms
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
output=$work/output

# forms LINES ARGUMENTS...: there are so many lines, two for each form.
forms() {
    lines=$1
    shift
    "$command" forms "$@" >"$output" 2>"$work/messages"
    status=$?
    found=$(wc -l <"$output")
    [ "$status" -eq 0 ] && [ "$found" -eq "$lines" ]
    verdict $? "forms $*: expected $lines lines, got $found and status $status"
}

# widest: how wide the widest line of the output is.
widest() {
    awk '{gsub(/\r/, "")} length > most {most = length} END {print most}' "$output"
}

# Qualifiers: the forms that have all of them, in any order; of state spaces the first is the destination.
forms 2 cp.async.wait_group
forms 6 cp.async.cg
grep -q '^cp.async.cg' "$output" && ! grep -q '^cp.async.ca' "$output"
verdict $? 'the form of .cg'
forms 6 cp.async.cg.shared.global.L2::128B
forms 2 cp.async.bulk.tensor.global.shared::cta.tile
forms 2 cp.async.bulk.tensor.tile::scatter4
forms 2 cp.async.bulk.tensor.tile::scatter4.global.2d
expect 1 'there is no form of cp.async.bulk.tensor with .1d.im2col' cp.async.bulk.tensor.1d.im2col
expect 1 'there is no form of cp.async.bulk.tensor with .2d.3d' cp.async.bulk.tensor.2d.3d
expect 1 'there is no form of cp.async with .global.shared' cp.async.global.shared
expect 1 'there is no form of cp.async with .ca.cg' cp.async.ca.cg

# A target and a version: what is legal there, with the qualifiers.
forms 6 --target=sm_80 cp.async.ca.L2::128B
forms 2 --target=sm_100a --ptx=8.6 cp.async.bulk.tensor.tile::scatter4
expect 1 'there is no form of cp.async.bulk on sm_89' --target=sm_89 cp.async.bulk
expect 1 'there is no form of cp.async.bulk in PTX 7.8' --ptx=7.8 cp.async.bulk
expect 1 'with .tile::scatter4 on sm_100a in PTX 8.5' --target=sm_100a --ptx=8.5 cp.async.bulk.tensor.tile::scatter4
expect 1 'there is no form of cp.async on sm_70' --target=sm_70 cp.async
expect 1 'there is no form in PTX 1.0' --ptx=1.0
"$command" forms >"$work/all"
"$command" forms --target=sm_121f --ptx=9.5 >"$output"
[ -s "$output" ] && [ "$(wc -l <"$output")" -lt "$(wc -l <"$work/all")" ] && ! grep -vxFf "$work/all" "$output" | grep -q .
verdict $? 'the forms of one target are some of all'

# What begins several mnemonics stands for all of them, where it ends with one of their words.
for beginning in mbarrier cp wgmma tcgen05 cp.async.mbarrier fence.proxy fence.proxy.tensormap multimem; do
    forms "$(grep -A 1 "^$beginning[.:]" "$work/all" | grep -vc '^--')" $beginning
    forms "$(grep -A 1 "^$beginning[.:]" "$work/all" | grep -vc '^--')" $beginning.
done
forms "$(($(grep -c '^cp[.]async' "$work/all") * 2))" cp.async.
"$command" forms --target=sm_80 --ptx=7.0 >"$output"
forms "$(($(grep -c '^cp[.]async' "$output") * 2))" --target=sm_80 --ptx=7.0 cp.async.
expect 1 'there is no form of mbarrier on sm_70' --target=sm_70 mbarrier

# What was meant.
expect 2 "there is no mnemonic 'cp.asinc.bulk.tensor.2d'; did you mean cp.async.bulk.tensor.2d?" cp.asinc.bulk.tensor.2d
expect 2 "there is no mnemonic 'mbarrier.inti'; did you mean mbarrier.init?" mbarrier.inti
expect 2 "there is no mnemonic 'add.s32'" add.s32
expect 2 "there is no mnemonic '.2d'" .2d
expect 2 "there is no mnemonic ''" ''
expect 2 'cp.async.bulk.tensor has no qualifier .im2coll; did you mean .im2col?' cp.async.bulk.tensor.2d.im2coll
expect 2 'cp.async has no qualifier .2d' cp.async.2d
expect 2 "there is no mnemonic 'cp.asyn'; did you mean cp.async?" cp.asyn
expect 2 "there is no mnemonic 'cp.asyn.bulk'; did you mean cp.async.bulk?" cp.asyn.bulk
expect 2 "there is no mnemonic 'CP.ASYNC'; did you mean cp.async?" CP.ASYNC
expect 2 "there is no mnemonic 'wgmm'; did you mean wgmma?" wgmm
expect 2 "there is no mnemonic 'mbarier'; did you mean mbarrier?" mbarier
expect 2 "there is no mnemonic 'mbarrier.tr'; did you mean mbarrier.try_wait?" mbarrier.tr
expect 2 'cp.async has no qualifier .bul; did you mean .bulk?' cp.async.bul
expect 2 'cp.async.bulk has no qualifier .commit; did you mean .commit_group?' cp.async.bulk.commit
expect 2 "there is no mnemonic '.'" .
expect 2 'cp.async.bulk.tensor has no qualifier .reduce' cp.async.bulk.tensor.im2col.reduce
expect 2 "there is no target 'sm_9'; did you mean" --target=sm_9
expect 2 'forms takes at most one mnemonic' cp.async cp.async.bulk
long=cp.async$(printf '.%0100d' 0)
expect 2 'cp.async has no qualifier .000' "$long"

# The width. A pipe has none, whatever COLUMNS says; a line breaks where the syntax has a part.
COLUMNS=40 "$command" forms >"$output"
cmp -s "$output" "$work/all"
verdict $? 'no lines are wrapped in a pipe'
for width in 80 132; do
    "$command" forms --width=$width >"$output"
    [ "$(widest)" -le $width ] && [ "$(widest)" -gt $((width - 10)) ]
    verdict $? "lines of $width columns"
    [ "$(tr -d ' \n' <"$output")" = "$(tr -d ' \n' <"$work/all")" ]
    verdict $? "what is in lines of $width columns"
done
forms 2 --width=0 cp.async.wait_group
expect 2 '--width takes 0 or a number from 20 to 10000, not' --width=x
expect 2 '--width takes 0 or a number from 20 to 10000, not' --width=19
expect 2 '--width takes 0 or a number from 20 to 10000, not' --width=99999999999999999999
if command -v script >/dev/null && script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    script -qec "stty cols 64; $command forms cp.async.bulk" /dev/null >"$output" </dev/null
    [ "$(widest)" -le 64 ] && [ "$(widest)" -gt 50 ]
    verdict $? 'lines as wide as the terminal'
    script -qec "stty cols 64; $command forms --width=0 cp.async.bulk" /dev/null >"$output" </dev/null
    [ "$(widest)" -gt 100 ]
    verdict $? 'lines without end on a terminal'
fi
finish
