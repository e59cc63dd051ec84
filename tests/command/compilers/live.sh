#!/bin/sh
# live.sh COMMAND: ptxcheck before the real ptxas 13.0 ($PTXAS, or the one on the path), clang and nvcc: the same machine
# code, messages and statuses as without it. What needs clang, nvcc, ccache or cmake is passed over where they are not
# here.
set -u
command=$1
modules=$(cd "$(dirname "$0")/../../corpus/modules" && pwd)
# shellcheck source=../../support/expect.sh
. "$(dirname "$0")/../../support/expect.sh"
needs_ptxas
assembler=$(command -v "$assembler")
cd "$work" || exit 2
unset PTXCHECK_MODE PTXCHECK_DEPTH PTXCHECK_INSIDE NVCC_PREPEND_FLAGS NVCC_APPEND_FLAGS
export PTXCHECK_PTXAS="$assembler"
ln -s "$command" ptxas
ln -s "$command" ptxcheck-launch

# ---- ptxas ----

same() { # ARGUMENTS...: both write the same, say the same at the end, and end alike
    rm -f x.cubin
    "$assembler" "$@" -o x.cubin >output-1 2>messages-1
    status=$?
    [ ! -e x.cubin ] || mv x.cubin y.cubin
    ./ptxas "$@" -o x.cubin >output 2>messages
    [ $? -eq "$status" ] && cmp -s output-1 output && tail -n "$(wc -l <messages-1)" messages >last &&
        sed '/Compile time/d' messages-1 >expected && sed '/Compile time/d' last | cmp -s - expected &&
        { [ ! -e y.cubin ] || cmp x.cubin y.cubin; }
    verdict $? "ptxas $*"
    rm -f y.cubin
}

for file in "$modules"/*.ptx; do
    target=$(sed 's,/[*/].*,,' "$file" | grep -o '\.target[[:space:]]*sm_[0-9]*[af]*' | head -1 | sed 's/.*sm_/sm_/')
    cp "$file" module.ptx
    same -arch="$target" module.ptx
    same -c -O1 --verbose --gpu-name "$target" module.ptx
    same module.ptx
done
echo '-v -lineinfo "module.ptx"' >some.rsp
same -arch=sm_90 -optf some.rsp
same --version
same --help
same nowhere.ptx
same -frobnicate module.ptx
same module.ptx module.ptx

# ---- clang ----

cat >clang.cu <<'END'
__attribute__((global)) void copies(float *from, float *to) {
    __attribute__((shared)) static float tile[512];
    unsigned address = (unsigned)(unsigned long long)(__attribute__((address_space(3))) float *)tile;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(address), "l"(from) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
#if HAZARD == 0
    asm volatile("cp.async.wait_group 0;" ::: "memory");
#endif
    to[0] = tile[0];
}
END
for clang in clang++ clang++-14 clang++-16 clang++-19; do
    for hazard in 0 1; do
        command -v $clang >messages || continue
        set -- -x cuda -nocudainc -nocudalib --cuda-path="$work" -Wno-unknown-cuda-version --cuda-gpu-arch=sm_80 \
            --ptxas-path="$assembler" --cuda-device-only -O2 -DHAZARD=$hazard -MD -MF x.d -c clang.cu
        $clang "$@" -o x.cubin >output-1 2>messages-1
        status=$?
        mv x.cubin y.cubin && mv x.d y.d
        "$command" launch $clang "$@" -o x.cubin >output 2>messages
        [ $? -eq $status ] && cmp x.cubin y.cubin && cmp x.d y.d && cmp output output-1 && [ ! -s messages-1 ] &&
            [ "$(grep -c '^clang\.sm_80\.ptx:.*read-before-wait' messages)" -eq $hazard ]
        verdict $? "$clang with HAZARD=$hazard"
    done
done

# ---- nvcc ----

nvcc=$(command -v nvcc) || nvcc=
cat >kernel.cu <<'END'
__global__ void copies(float4 *from, float4 *to) {
    __shared__ float4 tile[128];
    unsigned address = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(address), "l"(from + threadIdx.x) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
#ifndef HAZARD
    asm volatile("cp.async.wait_group 0;" ::: "memory");
#endif
#ifdef REFUSED
    asm volatile("cp.async.ca.shared.global [%0], [%1], 12;" :: "r"(address), "l"(from) : "memory");
#endif
    to[threadIdx.x] = tile[threadIdx.x];
}
END
if [ -n "$nvcc" ] && "$nvcc" --version | grep -q 'release 13\.0' && "$nvcc" -arch=sm_90 -c kernel.cu -o kernel.o 2>messages; then
    mkdir tmp
    export TMPDIR="$work/tmp"
    compile() { # STATUS WORDS ARGUMENTS...: likewise, of nvcc; nothing is left
        wanted=$1 words=$2
        shift 2
        "$command" launch "$nvcc" "$@" >output 2>messages
        [ $? -eq "$wanted" ] && case $words in '') [ ! -s messages ] ;; *) grep -qF -- "$words" messages ;; esac &&
            [ -z "$(ls tmp)" ]
        verdict $? "nvcc $*: expected status $wanted and '$words'"
    }
    compile 0 '' -cubin -arch=sm_90 kernel.cu -o a.cubin
    "$nvcc" -cubin -arch=sm_90 kernel.cu -o b.cubin
    ok 'the same machine code' cmp a.cubin b.cubin
    compile 0 '' -rdc=true -MD -MF kernel.d -x cu -c kernel.cu -o kernel.o -gencode arch=compute_80,code=sm_80 \
        -gencode arch=compute_90a,code='[sm_90a,compute_90a]'
    ok 'dependencies are written' grep -q kernel.cu kernel.d
    both='-gencode arch=compute_80,code=sm_80 -gencode arch=compute_90a,code=sm_90a'
    # shellcheck disable=SC2086  # words
    compile 0 'kernel.compute_80.ptx' -DHAZARD -c kernel.cu -o kernel.o $both
    ok 'the hazard is said once' [ "$(grep -c error: messages)" -eq 1 ]
    compile 0 'kernel.ptx' -DHAZARD -cubin -arch=sm_80 kernel.cu -o kernel.cubin --threads 2
    compile 0 'kernel.ptx' -DHAZARD -ptx -arch=sm_90 kernel.cu
    compile 255 'kernel.cu:10:' -DREFUSED -cubin -arch=sm_90 kernel.cu -o kernel.cubin
    compile 1 'Unknown option' --frobnicate kernel.cu
    compile 0 'as nvcc has made none' -dc -gencode arch=compute_90,code=lto_90 kernel.cu -o kernel.o
    echo 'int main() {}' >main.cu
    compile 0 '' main.cu kernel.cu -arch=sm_90 -o app
    compile 0 '' -DHAZARD -E kernel.cu -o kernel.ii
    if command -v ccache >/dev/null; then
        export CCACHE_DIR="$work/cache" CCACHE_PREFIX="$work/ptxcheck-launch"
        for count in 0 1; do
            ccache "$nvcc" -DHAZARD -arch=sm_90 -c kernel.cu -o kernel.o >output 2>messages
            ok 'ccache tells what was found' grep -q 'read-before-wait' messages
            ok "with $count hits" [ "$(ccache --print-stats | awk '/^(direct|preprocessed)_cache_hit/ {n += $2} END {print n}')" -eq "$count" ]
        done
        unset CCACHE_PREFIX
    fi
    if command -v cmake >/dev/null && command -v make >/dev/null; then
        cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.18)
project(copies LANGUAGES CUDA)
add_library(copies STATIC kernel.cu)
target_compile_definitions(copies PRIVATE HAZARD)
END
        cmake -S . -B build -DCMAKE_CUDA_COMPILER="$nvcc" -DCMAKE_CUDA_ARCHITECTURES=90a \
            -DCMAKE_CUDA_COMPILER_LAUNCHER="$command;launch" >output 2>messages && cmake --build build >output 2>messages
        verdict $? 'a project of CMake'
        ok 'what is found there' grep -q "kernel.*ptx.*read-before-wait\\|read-before-wait" messages
        ok 'its output' [ -e build/libcopies.a ]
        # shellcheck disable=SC2016  # for make
        printf 'kernel.o: kernel.cu\n\t$(NVCC) -arch=sm_90 -DHAZARD -c $< -o $@\n' >Makefile
        rm -f kernel.o
        PTXCHECK_MODE=error make NVCC="$command launch $nvcc" kernel.o >output 2>messages
        [ $? -eq 2 ] && [ ! -e kernel.o ] && grep -q read-before-wait messages
        verdict $? 'a makefile'
    fi
    if command -v cuobjdump >/dev/null; then
        "$nvcc" -DHAZARD -arch=sm_90 -c kernel.cu -o kernel.o
        "$command" kernel.o >output 2>messages
        ok 'the PTX of an object' grep -qF 'kernel.o(kernel.1.sm_90.ptx):' output
        "$nvcc" -DHAZARD -arch=sm_90 -rdc=true main.cu kernel.cu -o app
        "$command" app >output 2>messages
        ok 'the PTX of a program that nvlink has linked' grep -q 'app(app.*sm_90\.ptx):.*read-before-wait' output
        "$nvcc" -DHAZARD -arch=sm_90 -lib kernel.cu -o libkernel.a
        "$command" libkernel.a >output 2>messages
        ok 'the PTX of an archive' grep -q 'libkernel\.a(.*sm_90\.ptx):.*read-before-wait' output
    fi
    ok 'nothing is left' [ -z "$(ls tmp)" ]
fi
finish
