#!/bin/sh
# headers.sh COMMAND: a file whose extension says nothing is read as C++ where its text begins as a header does, and
# otherwise in the language that its lines speak for, by every subcommand; where they speak for none it is refused. From
# directories only headers without any extension are taken.
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
    "$command" fmt "$2" >output 2>messages
    [ $? -eq 2 ] && grep -qF "fmt reads PTX modules, but $2 is not one" messages
    verdict $? "fmt $2"
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
file tree/commented '/*/\n#include <a>\n#include <b>\n#include <c>\n*/\n.version 8.0\n.target sm_90\n'
file tree/remark '# include what is needed\n'
file tree/module.ptx '#pragma once\n'
for name in pragma deep/guard comment block mark words remark text.txt; do
    reads C++ tree/$name
done
for name in module snippet mnemonic commented module.ptx; do
    reads PTX tree/$name
done

# Other languages are told from their lines, under any name and on standard input; all lines count.
bad='cp.async.cg.shared.global [$0], [$1], 8;'
printf '# include what is needed\nimport torch\nfrom x import y\n\ndef f():\n    return """%s"""\n' "$bad" >python.txt
printf '// one\nuse core::arch::asm;\npub fn f() {\n    unsafe { asm!("%s"); }\n}\n' "$bad" >rust.txt
printf 'using CUDA\nfunction f(a)\n    @asmcall("%s", "r,l", true)\nend\n' "$bad" >julia.txt
printf '; ModuleID = "x"\ndefine void @f() {\n  call void asm sideeffect "%s", "r,l"()\n}\n' "$bad" >llvm.txt
printf '/* %s\n */\n__global__ void k(int a, long b) {\n  asm volatile("%s" :: "r"(a), "l"(b));\n}\n' x "$bad" >cuda.txt
printf '\t.reg .b32 %%r<3>;\n%s\n' "$bad" >ptx.txt
# Python with a string of many lines in another language, and with little of its own.
text="extern \"C\" __global__ void f(int a, long b) {\n  int x = 0;\n  int y = 0;\n  asm volatile(\"$bad\");\n  return;\n}"
printf '%b' "import cupy\nf = cupy.RawKernel(r'''\n$text\n''', 'f')\n" >python-cuda.txt
printf '#!/usr/bin/env python3\nptx = """\n.version 8.0\n.target sm_90\n.entry k()\n{\n%s\nret;\n}\n"""\n' "$bad" >python-ptx.txt
printf 'PTX = "%s"\n' "$bad" >python-line.txt
printf '# k.py\nimport torch\n\nasm = ("%s"\n       "")\nprint(asm)\n' "$bad" >python-import.txt
printf '\357\273\277import torch\nasm = f"%s"\n' "$bad" >python-mark.txt
for name in python rust julia llvm cuda ptx python-cuda python-ptx python-line python-import python-mark; do
    for input in "$name.txt" -; do
        "$command" check --color=never $input <$name.txt >output 2>messages
        [ $? -eq 1 ] && grep -q 'cp-size-cg\|syntax-error\|operand' output && grep -q ' in 1 instruction of 1 file' messages
        verdict $? "$input is $name"
    done
done
grep -q 'asm' cuda.txt && "$command" - <cuda.txt | grep -q '^<stdin>:4:'
verdict $? 'the place on standard input'

# What cannot be told is refused, and what is known is said.
refused() { # WORDS ARGUMENTS...
    words=$1
    shift
    for name in check fmt dump; do
        "$command" $name "$@" <prose.txt >output 2>messages
        [ $? -eq 2 ] && grep -qF -- "$words" messages
        verdict $? "$name $*: $words"
    done
}
printf 'Some words about nothing.\n' >prose.txt
printf 'x\n' >x.unknown
refused 'prose.txt: its name and text do not say which language it is; ptxcheck knows .ptx .cu ' prose.txt
refused 'x.unknown: its name and text' x.unknown
refused '<stdin>: its text does not say which language it is; --stdin-filename=NAME can' -
refused 'a/b.txt: its name and text' --stdin-filename=a/b.txt -

# --stdin-filename gives standard input a language and a name.
"$command" check --color=never --stdin-filename=src/k.py - <python.txt | grep -q '^src/k.py:6:'
verdict $? '--stdin-filename in messages'
"$command" check --stdin-filename=k.ptx - <cuda.txt | grep -q 'k.ptx:.*syntax-error'
verdict $? '--stdin-filename decides'
printf '.version 8.0\n.target sm_90\n' | "$command" dump --stdin-filename=k.ptx - | grep -q '"name": "k.ptx"'
verdict $? '--stdin-filename of dump'
"$command" fmt --stdin-filename=k.cu - <ptx.txt 2>&1 | grep -q 'fmt reads PTX modules, but k.cu is not one'
verdict $? '--stdin-filename of fmt'
"$command" fmt --check --stdin-filename=k.ptx - <ptx.txt >output 2>&1
grep -q '^k.ptx' output || [ ! -s output ]
verdict $? '--stdin-filename of fmt --check'

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
