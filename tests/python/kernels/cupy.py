"""A kernel of CuPy, compiled by NVRTC and by nvcc for a GPU that need not be here."""

import shutil

from cupy.cuda import compiler

SOURCE = r"""
extern "C" __global__ void racing(const int *a, int *b)
{
    __shared__ __align__(16) int slots[1024];
    unsigned slot = (unsigned)__cvta_generic_to_shared(slots + 4 * threadIdx.x);
    int x;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(slot), "l"(a + threadIdx.x) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("ld.shared.b32 %0, [%1];" : "=r"(x) : "r"(slot) : "memory"); // HERE
    b[threadIdx.x] = x;
}
"""

compiler._get_arch_for_options_for_nvrtc = lambda arch=None: ("-arch=sm_90", "cubin")


def build(racing):
    source = SOURCE if racing else SOURCE.replace("commit_group;", "commit_group; cp.async.wait_group 0;")
    yield compiler.compile_using_nvrtc(source, (), "90", "kernel.cu")[0], __file__, "HERE"
    if shutil.which("nvcc"):
        yield compiler.compile_using_nvcc(source, (), "90", "kernel.cu"), __file__, "HERE"
