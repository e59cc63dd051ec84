#!/bin/sh
# llvm.sh BUILD: with each LLVM that is here with its headers, opt and llc ($LLVM_DIRS: those of these directories of
# LLVMConfig.cmake), the pass of docs/examples/llvm builds against an installed ptxcheck and says what asm.out and
# module.out have; and what llc makes of each intrinsic of the family is legal. What no intrinsic gives is named.
# UPDATE=1 writes these files.
set -u
build=$(cd "$1" && pwd)
llvm=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=../../support/expect.sh
. "$llvm/../../support/expect.sh"
cd "$work" || exit 2
cmake --install "$build" --prefix "$work/prefix" >log || { cat log; exit 1; }
command=$work/prefix/bin/ptxcheck
mnemonics=$(sed -n '/^enum ptxc_opcode/,/^}/s/.*\/\* \([a-z][a-z0-9_.:]*\) \*\/$/\1/p' prefix/include/ptxcheck/names.h)

# says NAME PASS: the pass says of NAME.ll what NAME.out has, and ends at the first error.
says() {
    "$bin/opt" -load-pass-plugin=pass/pass/ptxcheck-pass.so "-passes=$2<warn>" -disable-output "$llvm/$1.ll" \
        >said 2>&1
    count $? "$2 in LLVM $version"
    golden "$llvm/$1.out" said
    ! "$bin/opt" -load-pass-plugin=pass/pass/ptxcheck-pass.so "-passes=$2" -disable-output "$llvm/$1.ll" >said 2>&1
    count $? "$2 in LLVM $version reports errors as errors"
    [ "$(grep -c ^error: said)" -eq 1 ]
    count $? "$2 in LLVM $version ends at the first error"
}

# emit NAME: has llc compile NAME.ll for the newest target that it knows and that has the intrinsic.
emit() {
    for target in sm_100a:+ptx86 sm_90a:+ptx80 sm_90:+ptx78 sm_86:+ptx75; do
        "$bin/llc" -mtriple=nvptx64 "-mcpu=${target%:*}" "-mattr=${target#*:}" -o /dev/null </dev/null 2>messages
        [ ! -s messages ] || continue # it knows no such target
        "$bin/llc" "-mcpu=${target%:*}" "-mattr=${target#*:}" -o "$1.ptx" "$1.ll" 2>messages && return 0
    done
    return 1
}

# emits_legal: all intrinsics give instructions of the family, which are legal.
emits_legal() {
    rm -rf modules
    mkdir modules
    pass/intrinsics modules
    count $? "the list of intrinsics of LLVM $version"
    for file in modules/*.ll; do
        file=${file%.ll}
        emit "$file" && "$command" check --no-flow "$file.ptx" >output 2>messages && ! grep -q 'in 0 inst' messages
        verdict $? "${file#*/} in LLVM $version"
    done
    "$command" dump modules/*.ptx | grep -o '"opcode": "[^"]*' | sed 's/.*"//' | sort -u >emitted
    echo "LLVM $version: $(find modules -name "*.0.ll" | wc -l) intrinsics, which give $(wc -l <emitted) mnemonics"
    echo "LLVM $version has no intrinsic for $(echo "$mnemonics" | grep -vxFf emitted | tr '\n' ' ')"
}

for config in ${LLVM_DIRS:-/usr/lib/llvm-*/lib/cmake/llvm}; do
    bin=$config/../../../bin
    [ -e "$config/LLVMConfig.cmake" ] && [ -x "$bin/opt" ] && [ -x "$bin/llc" ] || continue
    version=$("$bin/llvm-config" --version)
    rm -rf pass
    cmake -S "$llvm" -B pass -DLLVM_DIR="$config" -DCMAKE_PREFIX_PATH="$work/prefix" >log 2>&1 &&
        cmake --build pass >>log 2>&1
    count $? "the pass with LLVM $version"
    [ -e pass/intrinsics ] || { cat log; continue; }
    says asm ptxcheck-asm
    says module ptxcheck-module
    emits_legal
done
[ $((passed + failed)) -gt 0 ] || { echo "no LLVM with its headers is here"; exit 77; }
finish
