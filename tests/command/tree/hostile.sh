#!/bin/sh
# Tests trees that nobody has: thousands of files, deep ones, loops, huge files, files that keep the others waiting.
set -u
command=$1
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$work" || exit 2
wrong='cp.async.cg.shared.global [a], [b], 8;'

# run STATUS ARGUMENTS...: leaves what is printed in `output`.
run() {
    wanted=$1
    shift
    timeout 60 "$command" check --color=never "$@" >output 2>&1
    status=$?
    [ "$status" -eq "$wanted" ] || echo "exit status $status, not $wanted" >>output
    [ "$status" -eq "$wanted" ]
}

# Two thousand files have findings, and different lengths, so that the threads end out of order.
mkdir many
awk -v wrong="$wrong" 'BEGIN {
    for (i = 0; i < 2000; i++) {
        name = sprintf("many/%04d.ptx", i)
        for (k = i * 7919 % 300; k > 0; k--)
            print "// padding" >name
        print wrong >name
        close(name)
    }
}'
run 1 --jobs=1 --max-diagnostics=0 many && cp output one && grep -q '^ptxcheck: 2000 errors.* of 2000 files;' one
verdict $? 'two thousand files'
for jobs in 2 4 128; do
    run 1 --jobs=$jobs --max-diagnostics=0 many && cmp one output
    verdict $? "the same with $jobs jobs"
done
grep -o '^many/[0-9]*' one | LC_ALL=C sort -c
verdict $? 'the order of the files'
run 1 --jobs=4 --max-diagnostics=7 many && [ "$(grep -c 'error:' output)" -eq 7 ] && grep -q '1993 not shown' output
verdict $? 'a limit over all files'

# A tree is deeper than directories may be open at a time, then longer than a path can be.
deep() { # ROOT NAME COUNT
    mkdir "$1"
    (
        cd "$1" || exit 1
        for _ in $(seq "$3"); do
            mkdir "$2" && cd -P "$2" || exit 1
        done 2>/dev/null
        echo "$wrong" >bottom.ptx
    )
}
deep nested n 200
# shellcheck disable=SC3045  # every sh that we know has -n
ulimit -n 20
run 1 nested && grep -q 'n/n/bottom.ptx:1:37: error' output
verdict $? 'two hundred levels'
long=$(printf '%0200d' 0)
deep far "$long" 30
echo "$wrong" >far/top.ptx
run 2 far && grep -q 'File name too long' output && grep -q '^far/top.ptx:1:37: error' output
verdict $? 'a path that is too long'

# Links may lead back.
mkdir -p loops/a/b
ln -s .. loops/a/up
ln -s . loops/a/b/here
ln -s ../../.. loops/a/b/top
ln -s self.ptx loops/self.ptx
echo "$wrong" >loops/a/b/c.ptx
run 2 loops && [ "$(grep -c 'error:' output)" -eq 1 ] && grep -q 'loops/self.ptx: cannot open' output
verdict $? 'links that lead back'

# A name with a line break must not look like another line of output.
mkdir names
echo "$wrong" >"names/a
b.ptx:9:9: error: c.ptx"
echo "$wrong" >"names/ -rf d.ptx"
run 1 names && [ "$(grep -c 'names/' output)" -eq 2 ] && ! grep -q '^b.ptx' output
verdict $? 'names with blanks and line breaks'
run 1 -- "names/ -rf d.ptx"
verdict $? 'a name after --'

# A source may be huge.
yes 'static int answer(void) { return "a string"[0] + 42; } // asm' | head -c 100000000 >huge.cpp
printf '\nasm volatile("%s");\n' "$wrong" >>huge.cpp
run 1 huge.cpp && grep -q '^huge.cpp:[0-9]*:51: error' output
verdict $? 'a hundred megabytes of C++'

# The first file comes last: the others wait with more text than may be held.
mkdir large
{ echo "$wrong"; head -c 5000000 huge.cpp | sed 's/^/# /'; } >large/00.jl
printf 'begin = "%s"\n' "$wrong" | cat - large/00.jl >large/01.jl
mv large/01.jl large/00.jl
for i in $(seq 10 39); do
    ln large/00.jl "large/$i.jl"
done
rm huge.cpp
mkfifo slow.ptx
{ sleep 1.3; echo "$wrong"; } >slow.ptx &
run 1 --jobs=4 slow.ptx large && grep -q '^ptxcheck: 32 errors.* of 32 files;' output &&
    head -1 output | grep -q '^slow.ptx:1:37'
verdict $? 'a slow file before large ones'
finish
