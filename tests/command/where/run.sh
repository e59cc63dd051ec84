#!/bin/sh
# Each NAME.ptx next to this script holds one instruction; `ptxcheck where` must print of it what NAME.out holds: the
# output, then the exit status. A first line "// options: …" gives options. `UPDATE=1 run.sh COMMAND` writes the outputs
# anew. What is wrong with a question is said, too.
set -u
command=$1
always='where --color=never'
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$(dirname "$0")" || exit 2
actual=$work/output
for file in *.ptx; do
    options=$(sed -n '1s|^// options: ||p' "$file")
    # shellcheck disable=SC2086  # options are words
    sed '1{/^\/\/ options: /d;}' "$file" | "$command" where --color=never $options - >"$actual" 2>&1
    echo "exit status $?" >>"$actual"
    golden "${file%.ptx}.out" "$actual"
done

expect 2 'takes one instruction'
expect 2 'takes one instruction' 'cp.async.wait_all' ';'
expect 2 "no target 'sm_1'" --target=sm_1 'cp.async.wait_all'
expect 2 'ptxas 12.6 does not know sm_100' --assembler=12.6 --target=sm_100 'cp.async.wait_all'
expect 2 '12.0, 12.1' --assembler=help 'cp.async.wait_all'
expect 2 'unrecognized option' --frobnicate 'cp.async.wait_all'
expect 2 '--color takes' --color=red 'cp.async.wait_all'
expect 2 'empty' -
expect 2 'but found none' ''
expect 2 'but found none' ' ;'
# What is no instruction of the family has no answer; what is one, and wrong, is legal nowhere.
none='1:1: expected an instruction of the asynchronous-copy family, found'
for form in '' --json; do
    expect 2 "<instruction>:$none 'add.s32'" $form 'add.s32 %0, %1, %2;'
    expect 2 "<instruction>:$none 'hello'" $form 'hello'
    expect 2 "<instruction>:$none 'fence.sc.cta'" $form 'fence.sc.cta'
    expect 2 'did you mean cp.async.wait_all?' $form 'cp.asinc.wait_all'
    ok 'nothing is printed' [ ! -s "$work/output" ]
done
expect 2 "<instruction>:2:3: there is no instruction mbarrier.inti.b64; did you mean mbarrier.init?" '// comment
  mbarrier.inti.b64 [a], 1;'
expect 2 '<instruction>:1:1: expected an instruction' '@%p1'
expect 1 "expected ']' after the address" 'cp.async.ca.shared.global [a'
expect 1 'has no qualifier .frob' 'cp.async.ca.frob [a], [b], 16;'
printf 'hello\n' >"$work/question"
"$command" where - <"$work/question" >"$actual" 2>&1
[ $? -eq 2 ] && grep -qF "<stdin>:$none 'hello'" "$actual"
verdict $? 'no instruction on standard input'
expect 1 'unexpected text after' 'cp.async.wait_all; cp.async.wait_all;'
expect 0 'from PTX 7.0' 'cp.async.wait_all // all of them'
expect 0 'from PTX 7.0' '@$0 cp.async.wait_all'

# A change is proposed even where its text cannot be written, and then without it.
unwritable='cp.async.ca.shared.global.L2::128B [%r1], [%rd1], 16, a[%r2];'
"$command" where --color=never "$unwritable" >"$actual"
tail -n 1 "$actual" | grep -q '^  without .L2::128B: PTX 7.0 and sm_80 '
verdict $? 'a change that cannot be written'
"$command" where --json "$unwritable" >"$actual"
[ "$(grep -c '"instruction": null' "$actual")" -eq 2 ]
verdict $? 'a change that cannot be written, as JSON'
# Nothing that a terminal obeys is printed, and JSON is UTF-8 whatever was asked.
odd=$(printf 'cp.async.\033[31mRED\302\233\377')
"$command" where --color=never "$odd" >"$actual" 2>&1
grep -qF 'cp.async.?[31mRED' "$actual" && ! grep -q "$(printf '\033\|\302\|\377')" "$actual"
verdict $? 'an escape in the question'
"$command" where --json "$odd" >"$actual" 2>&1
[ $? -eq 1 ] && grep -q '"legal": false' "$actual"
verdict $? 'bytes that are no UTF-8, as JSON'
finish
