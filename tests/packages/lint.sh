#!/bin/sh
# lint.sh COMMAND CMAKE BUILD: ptxcheck_add_lint in projects of someone else's, which find ptxcheck installed or add its
# sources: what it checks of a target, when, and what it says where it cannot.
command=$1 cmake=$2 build=$3
root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=../support/expect.sh
. "$root/tests/support/expect.sh"
if ! command -v c++ >/dev/null; then
    echo 'skipped: c++ is not here'
    exit 77
fi
cd "$work" || exit 2
unset DESTDIR PTXCHECK_PROGRAM
mkdir parent
"$cmake" --install "$build" --prefix "$work/prefix" >/dev/null || exit 2

# A target with a right source, a wrong one, one that is made, a header that is not listed, and what cannot hold PTX.
statement() { # SIZE
    echo "inline void copy$1(unsigned s, const void *g) {"
    echo "    asm volatile(\"cp.async.cg.shared.global [%0], [%1], $1;\" ::\"r\"(s), \"l\"(g) : \"memory\");"
    echo '}'
}
cd parent || exit 2
mkdir include
statement 16 >right.cpp
statement 8 >wrong.cpp
statement 12 >include/header.cuh
echo 'int not_ptx;' >right.h
echo 'cp.async.cg.shared.global [a], [b], 8;' >notes.txt
project() { # LINES...: a project with the target `kernels`, of which LINES are the end
    {
        echo 'cmake_minimum_required(VERSION 3.18)'
        echo 'project(parent LANGUAGES CXX)'
        echo 'find_package(ptxcheck REQUIRED)'
        echo 'add_custom_command(OUTPUT made.cpp COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/wrong.cpp made.cpp)'
        echo 'add_library(kernels OBJECT right.cpp right.h notes.txt)'
        printf '%s\n' "$@"
    } >CMakeLists.txt
}

# lint STATUS WORDS TARGET: builds TARGET, which fails or not, and prints WORDS.
lint() {
    [ -e b/CMakeCache.txt ] && "$cmake" -S . -B b >"$work/output" 2>&1
    "$cmake" --build b --target "$3" >"$work/output" 2>&1
    [ $(($? != 0)) -eq "$1" ] && grep -qF -- "$2" "$work/output"
    verdict $? "$what: $3: status $1 and '$2'"
}
configure() { # OPTIONS...
    rm -rf b
    "$cmake" -S . -B b -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_CXX_COMPILER=c++ "$@" >"$work/output" 2>&1
}
refused() { # WORDS
    ! configure && tr -s '\n ' ' ' <"$work/output" | grep -qF -- "$1"
    verdict $? "$what: the configuration is refused with '$1'"
}

what='a right target'
project 'ptxcheck_add_lint(kernels)'
configure
lint 0 'in 1 instruction of ' kernels-ptxcheck
what='sources that are added later'
project 'ptxcheck_add_lint(kernels)' 'target_sources(kernels PRIVATE wrong.cpp)'
lint 1 'wrong.cpp:2:57: error: cp-size must be 16 with .cg, not 8' kernels-ptxcheck
lint 0 '' all
what='a source that is made'
project 'ptxcheck_add_lint(kernels)' 'target_sources(kernels PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/made.cpp)'
lint 1 'made.cpp:2:57: error: cp-size must be 16' kernels-ptxcheck
what=FILES
project 'ptxcheck_add_lint(kernels FILES include)'
lint 1 'header.cuh:2:57: error: cp-size must be 16' kernels-ptxcheck
what=ALL
project 'target_sources(kernels PRIVATE wrong.cpp)' 'ptxcheck_add_lint(kernels ALL OPTIONS --quiet -Wcp-size-cg=warning)'
lint 1 'wrong.cpp:2:57: warning: cp-size must be 16' all
project 'target_sources(kernels PRIVATE wrong.cpp)' 'ptxcheck_add_lint(kernels ALL OPTIONS -Wcp-size-cg=note)'
lint 0 'wrong.cpp:2:57: note: cp-size must be 16' all
what=TARGETS
project 'ptxcheck_add_lint(kernels TARGETS sm_90a sm_75)'
lint 1 'it needs PTX 7.0 and sm_80 or higher' kernels-ptxcheck
project 'ptxcheck_add_lint(kernels TARGETS sm_90a sm_80)'
lint 0 'in 1 instruction of ' kernels-ptxcheck

what='a word too much'
project 'ptxcheck_add_lint(kernels sm_90a)'
refused 'not: sm_90a'
what='no target'
project 'ptxcheck_add_lint(kernel)'
refused 'kernel is none'
what='another directory'
mkdir below
echo 'ptxcheck_add_lint(kernels)' >below/CMakeLists.txt
project 'add_subdirectory(below)'
refused 'must be called in the directory of kernels'
what='no command'
mv "$work/prefix/bin" "$work/kept"
project 'ptxcheck_add_lint(kernels)'
if command -v ptxcheck >/dev/null; then
    echo 'not tried: a ptxcheck of the path is found where none is installed'
else
    refused 'which is not here: install it, or name it in PTXCHECK_PROGRAM'
fi
configure -DPTXCHECK_PROGRAM="$command"
what='a command that was named'
lint 0 'in 1 instruction of ' kernels-ptxcheck
mv "$work/kept" "$work/prefix/bin"

what='CUDA'
if command -v nvcc >/dev/null; then
    statement 16 | sed 's/^inline/__global__/' >kernel.cu
    cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.18)
project(parent LANGUAGES CUDA)
find_package(ptxcheck REQUIRED)
add_library(kernels OBJECT kernel.cu)
set_target_properties(kernels PROPERTIES CUDA_PTX_COMPILATION ON CUDA_ARCHITECTURES 80)
ptxcheck_add_lint(kernels)
END
    configure
    lint 0 'in 2 instructions of 2 files' kernels-ptxcheck
else
    echo 'not tried: nvcc is not here'
fi

what='the sources of ptxcheck'
ln -s "$root" ptxcheck
project 'target_sources(kernels PRIVATE wrong.cpp)' 'ptxcheck_add_lint(kernels)'
sed -i 's/^find_package.*/add_subdirectory(ptxcheck)/' CMakeLists.txt
configure
lint 1 'wrong.cpp:2:57: error: cp-size must be 16' kernels-ptxcheck
finish
