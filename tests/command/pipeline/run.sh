#!/bin/sh
# run.sh COMMAND: what `ptxcheck pipeline` prints of the kernels in docs/examples, and of NAME.ptx next to this script,
# is what NAME.out holds: the output, then the exit status. With UPDATE=1 the outputs are written anew. What cannot be
# shown is said.
set -u
command=$1
always='pipeline --color=never'
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
here=$(cd "$(dirname "$0")" && pwd)
examples=$here/../../../docs/examples
cd "$here" || exit 2

# shows DIRECTORY NAME: what is printed of NAME.ptx.
shows() {
    (cd "$1" && "$command" pipeline --color=never "$2.ptx") >"$work/output" 2>&1
    echo "exit status $?" >>"$work/output"
    golden "$2.out" "$work/output"
    ok "$2: a line has more than 100 columns" sh -c "! grep -q '.\{101\}' '$work/output'"
    ok "$2: a line ends with blanks" sh -c "! grep -q ' \$' '$work/output'"
}
for file in *.ptx; do
    shows . "${file%.ptx}"
done
for name in ampere-gemm hopper-ring store-epilogue; do
    shows "$examples" "$name"
done
# The last warp ends the mbarriers, and the first ones are the first to read what all read: they are one role.
shows "$here/../../corpus/rings" block_pipeline-plain-3.none
# Nobody frees the slots, and so nobody can go on; a store does not wait for the one before.
sed '/@%p mbarrier.arrive/d' "$examples/hopper-ring.ptx" >"$work/stuck.ptx"
shows "$work" stuck
sed '/wait_group.read 1/d' "$examples/store-epilogue.ptx" >"$work/unread.ptx"
shows "$work" unread

# ---- a kernel by its name; what cannot be shown ----

two=early.ptx
expect 1 'kernel late' --kernel=late "$two"
ok 'one kernel alone is shown' [ "$(grep -c '^kernel ' "$work/output")" -eq 1 ]
expect 2 "there is no kernel 'lat'; those with copies are: early, late" --kernel=lat "$two"
expect 2 "there is nothing to show of kernel 'idle': it has no asynchronous copies" --kernel=idle "$two"
expect 2 "there is nothing to show of kernel 'helper': it is a function, not a kernel" --kernel=helper "$two"
printf '.version 8.0\n.target sm_80\n.visible .entry k() { ret; }\n' >"$work/none.ptx"
expect 2 'no kernel of it has asynchronous copies' "$work/none.ptx"
printf '.version 8.0\n.target sm_80\n.visible .entry k() { cp.async.wait_all;' >"$work/broken.ptx"
expect 2 "there is nothing to show of kernel 'k': parts of it cannot be read" --kernel=k "$work/broken.ptx"
printf 'asm("cp.async.wait_all;");\n' >"$work/host.cu"
expect 2 "pipeline reads PTX modules, but $work/host.cu is not one; compile it first: with nvcc -ptx" "$work/host.cu"
expect 2 'no-such.ptx: cannot open' "$work/no-such.ptx"
expect 2 'no input file'
expect 2 '--html writes a page and --json does not' --json --html "$work/page" "$two"
expect 2 '--format takes' --format=sarif "$two"
expect 2 '--assume takes' --assume=threads "$two"
expect 2 'cannot write' --html "$work/no/such" "$two"
cp "$work/none.ptx" "$work/same.ptx"
expect 2 "--html names a file that is not read, and $work/same.ptx is" --html "$work/same.ptx" "$two" "$work/same.ptx"
# What can be shown is shown, whatever cannot.
"$command" pipeline "$work/none.ptx" "$two" >"$work/output" 2>"$work/messages"
[ $? -eq 2 ] && grep -q '^kernel early' "$work/output" && grep -q 'no kernel of it' "$work/messages"
verdict $? 'one file of two'
"$command" pipeline --stdin-filename=x.ptx - <"$two" >"$work/output" 2>&1
[ $? -eq 1 ] && grep -q '^kernel early (x.ptx:' "$work/output"
verdict $? 'standard input'
"$command" pipeline "$two" >/dev/full 2>"$work/messages"
[ $? -eq 2 ] && grep -q 'cannot write standard output' "$work/messages"
verdict $? 'a full disk'

# ---- colors ----

"$command" pipeline --color=always "$two" | sed "s/$(printf '\033')\[[0-9;]*m//g" >"$work/colored"
"$command" pipeline --color=never "$two" >"$work/output"
cmp -s "$work/colored" "$work/output"
verdict $? 'colors change nothing else'
ok 'there are colors' sh -c "'$command' pipeline --color=always '$two' | grep -q '$(printf '\033')\[1;31m'"

# ---- the page ----

expect 1 '' --html "$work/page" "$two"
ok 'the page has both kernels' [ "$(grep -c '^<section' "$work/page")" -eq 2 ]
ok 'the page marks what is wrong' grep -q 'class="c read s0 bad"' "$work/page"
ok 'the page needs something else' sh -c "! grep -E '(src|href)=\"|url\([^#]|@import|fetch\(' '$work/page'"
"$command" pipeline --html - "$two" | cmp -s - "$work/page"
verdict $? 'the page on standard output'
# Nothing is said to be right that is not known.
expect 0 '' --html "$work/unknown" unknown.ptx
ok 'the page says what is not known' grep -q 'verdict open.*nothing goes wrong in what is known of it' "$work/unknown"
expect 0 'executed: 96 threads (assumed); 12 iterations; to the end' --assume=threads=96 unknown.ptx
# A file keeps its content where there is nothing to show.
expect 2 'no kernel of it' --html "$work/page" "$work/none.ptx"
ok 'the page is as it was' grep -q '^<section' "$work/page"
# What HTML takes for its own is text, in names and in comments.
odd="$work/<b>&\"x\".ptx"
sed 's|^\.version.*|&|; s|ret;|ret; // <script>alert(1)</script> \&amp; '"$(printf '\033\377')"'|' "$two" >"$odd"
"$command" pipeline --html "$work/odd" "$odd" >/dev/null 2>&1
[ $? -eq 1 ] && ! grep -qF '<script>alert' "$work/odd" && ! grep -qF '<b>&' "$work/odd" &&
    grep -qF '&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp;' "$work/odd" && ! grep -q "$(printf '\033')" "$work/odd"
verdict $? 'a page of odd text'
finish
