#!/bin/sh
# Checks a small tree with a file of every sort. Each case must print what NAME.out next to this script holds, whatever
# the number of jobs: the output, then the exit status. `UPDATE=1 run.sh COMMAND` writes the outputs anew.
set -u
command=$1
expected=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
trap 'chmod -R u+rwx "$work"; rm -rf "$work"' EXIT
cd "$work" || exit 2
as=

# asm SIZE: prints a statement that is wrong unless the size is 16.
asm() {
    printf 'asm volatile("cp.async.cg.shared.global [%%0], [%%1], %s;" :: "r"(a), "l"(b) : "memory");\n' "$1"
}

# check NAME ARGUMENTS...: fails unless the command prints what NAME.out holds.
check() {
    name=$1
    shift
    for jobs in 1 4; do
        # shellcheck disable=SC2086  # a command of several words, or none
        printf 'cp.async.cg.shared.global [a], [b], 8;\n' |
            $as "$command" check --color=never --jobs=$jobs "$@" >output 2>&1
        echo "exit status $?" >>output
        golden "$expected/$name.out" output
    done
}

mkdir -p project/.hidden project/build project/include/deep outside
asm 1 >project/a.cu
printf 'cp.async.cg.shared.global [a], [b], 2;\n' >project/B.PTX
asm 3 | tr '\n' '\000' >project/binary.h
asm 16 >project/clean.cpp
: >project/empty.h
: >project/empty.ptx
asm 4 >project/include.h # after include/
asm 5 >project/include/drop.inl
asm 6 >project/include/keep.inl
asm 7 >project/include/deep/x.hpp
asm 8 >project/.hidden/a.cu
asm 9 >project/.hidden.cu
asm 10 >project/build/made.cu
printf 'cp.async.cg.shared.global [a], [b], 11;\n' >project/notes.txt
asm 12 >outside/a.cu
asm 13 >"project/two words.cc"
asm 14 >"project/$(printf 'two\nlines\033[31m.cc')"
printf 'text = "cp.async.cg.shared.global [a], [b], 15;"\n' >project/script.py
printf '# made\nbuild/\n' >project/.gitignore
printf '*.inl\n!keep.inl\n' >project/include/.gitignore
mkfifo project/pipe.cu
ln -s include project/link
ln -s . project/loop
ln -s ../outside/a.cu project/link.cu
mkdir other folder
ln -s missing other/dangling.cu
asm 1 >other/a.cu
asm 2 >other/z.cu

check tree project
check no-ignore --quiet --no-ignore project/include project/build/
check exclude --exclude=include/ --exclude='/t*' --exclude='*.py' --exclude='!loop' project
check exclude-deep --quiet --exclude='include/**' --exclude='[a-l]*.[ch]*' --exclude='**/*.ptx' project
check exclude-keep --quiet --exclude='*' --exclude='!build/' --exclude='!made.*' project
check named project/notes.txt project/binary.h project/.hidden project/empty.h project/empty.ptx missing.cu - \
    project/link
check dangling other
check limit --max-diagnostics=2 project
check target --quiet --target=sm_70 project/clean.cpp project/include/deep
check unknown-target --target=sm_1 project
check nothing folder
check nothing-left --exclude='*' project
check input-twice - -
check jobs-none --jobs=0 project
check exclude-empty --exclude=/ project

# What cannot be read is said, to a user who is not root.
mkdir closed closed/folder
asm 1 >closed/a.cu
asm 2 >closed/b.cu
asm 3 >closed/folder/c.cu
asm 4 >closed/z.cu
printf 'z.cu\n' >closed/.gitignore
chmod 000 closed/b.cu closed/folder closed/.gitignore
if [ "$(id -u)" -eq 0 ]; then
    as='setpriv --reuid=65534 --regid=65534 --clear-groups'
    chmod 755 .
fi
if $as "$command" --version >output 2>&1; then
    check closed closed
else
    echo 'skipped: unreadable files (no user to try them as)'
fi
finish
