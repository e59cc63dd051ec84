"""A program of CUDA Python, compiled by cuda.core and by cuda.bindings.nvrtc."""

from cuda.bindings import nvrtc

try:
    from cuda.core import Program, ProgramOptions
except ImportError:
    from cuda.core.experimental import Program, ProgramOptions

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


def with_bindings(source):
    _, program = nvrtc.nvrtcCreateProgram(source.encode(), b"kernel.cu", 0, [], [])
    nvrtc.nvrtcCompileProgram(program, 1, [b"-arch=sm_90"])
    _, size = nvrtc.nvrtcGetCUBINSize(program)
    cubin = bytearray(size)
    nvrtc.nvrtcGetCUBIN(program, cubin)
    nvrtc.nvrtcDestroyProgram(program)
    return bytes(cubin)


def build(racing):
    source = SOURCE if racing else SOURCE.replace("commit_group;", "commit_group; cp.async.wait_group 0;")
    yield with_bindings(source), __file__, "HERE"
    made = Program(source, "c++", ProgramOptions(arch="sm_90")).compile("cubin")
    yield bytes(getattr(made, "code", None) or made._module), __file__, "HERE"
