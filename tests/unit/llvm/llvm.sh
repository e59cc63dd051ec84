#!/bin/sh
# llvm.sh BUILD: with each LLVM that is here with its headers and opt ($LLVM_DIRS: those of these directories of
# LLVMConfig.cmake), the pass of docs/examples/llvm builds against an installed ptxcheck and says what asm.out and
# module.out have. UPDATE=1 writes these files. What llc makes of LLVM's intrinsics is in tests/conformance.
set -u
build=$(cd "$1" && pwd)
llvm=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=../../support/expect.sh
. "$llvm/../../support/expect.sh"
cd "$work" || exit 2
cmake --install "$build" --prefix "$work/prefix" >log || { cat log; exit 1; }

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

for config in ${LLVM_DIRS:-/usr/lib/llvm-*/lib/cmake/llvm}; do
    bin=$config/../../../bin
    [ -e "$config/LLVMConfig.cmake" ] && [ -x "$bin/opt" ] || continue
    version=$("$bin/llvm-config" --version)
    rm -rf pass
    cmake -S "$llvm" -B pass -DLLVM_DIR="$config" -DCMAKE_PREFIX_PATH="$work/prefix" >log 2>&1 &&
        cmake --build pass >>log 2>&1
    count $? "the pass with LLVM $version"
    [ -e pass/pass/ptxcheck-pass.so ] || { cat log; continue; }
    says asm ptxcheck-asm
    says module ptxcheck-module
done
[ $((passed + failed)) -gt 0 ] || { echo "no LLVM with its headers is here"; exit 77; }
finish
