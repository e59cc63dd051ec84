#!/bin/sh
# headers.sh COMMAND: a file whose extension says nothing is read as C++ where its text begins as a header does, and as
# PTX otherwise, by every subcommand; from directories only headers without any extension are taken.
set -u
command=$1
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
cd "$work" || exit 2

# file NAME TEXT: makes a file with the text and a statement that is wrong; PTX has no statement there.
file() {
    # shellcheck disable=SC2059  # a format
    printf "$2" >"$1"
    printf 'asm volatile("cp.async.cg.shared.global [%%0], [%%1], 8;" :: "r"(a), "l"(b) : "memory");\n' >>"$1"
}

# reads LANGUAGE FILE: the file is read as this.
reads() {
    "$command" check --color=never "$2" >output 2>messages
    found=PTX
    grep -q 'asm volatile("cp' output && grep -q 'cp-size-cg' output && found=C++
    [ "$1" = $found ]
    verdict $? "$2 is $1"
    [ "$1" = C++ ] || return
    for name in fmt dump; do
        "$command" $name "$2" >output 2>messages
        [ $? -eq 2 ] && grep -qF "$name reads PTX modules, but $2 is not one" messages
        verdict $? "$name $2"
    done
}

mkdir -p tree/deep
file tree/pragma '#pragma once\n'
file tree/deep/guard '#ifndef GUARD\n'
file tree/comment '// Copyright\n\nnamespace x {\n'
file tree/block '/* Copyright\n * of somebody */\n\n# 1 "x.h"\n#include <x>\n'
file tree/mark '\357\273\277#if X\n'
file tree/words 'namespace x {\n'
file tree/text.txt '#pragma once\n'
file tree/module '// a module\n.version 8.0\n.target sm_90\n'
file tree/snippet '// a snippet\nL1: @%%p1 bra L1;\n'
file tree/mnemonic '/* one */ cp.async.wait_all;\n'
file tree/shell '#!/bin/sh\n# include what is needed\n'
file tree/remark '# include what is needed\n'
file tree/module.ptx '#pragma once\n'
for name in pragma deep/guard comment block mark words text.txt; do
    reads C++ tree/$name
done
for name in module snippet mnemonic shell remark module.ptx; do
    reads PTX tree/$name
done
printf '#pragma once\n\000' >tree/binary
: >tree/empty

# Of a directory: what may be a header, by a comment or a preprocessor line.
rm tree/module.ptx
"$command" check --color=never tree 2>messages | grep -o '^tree/[a-z/.]*:[0-9]*:[0-9]*: error' >output
printf 'tree/%s: error\n' block:6:53 comment:4:53 deep/guard:2:53 mark:2:53 pragma:2:53 >wanted
cmp -s wanted output
verdict $? 'a directory'
grep -q ' of 5 files;' messages
verdict $? 'the files of a directory'

# On standard input only a preprocessor line counts: a line of PTX may have slips of all sorts.
for text in '#pragma once' '// one\n#ifndef X'; do
    file input "$text\n"
    "$command" check - <input >output 2>messages
    grep -q cp-size-cg output
    verdict $? "standard input: $text"
done
printf 'cp async.cg.shared.global [a], [b], 8;\n' | "$command" check - >output 2>messages
[ $? -eq 1 ]
verdict $? 'a slip on standard input'
finish
