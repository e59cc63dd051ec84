"""A kernel of tilelang, compiled by nvcc and by NVRTC."""

import pathlib
import struct

import tilelang
import tilelang.language as T
from tilelang.contrib import nvcc, nvrtc
from tilelang.env import CUDA_HOME
from tvm.target import Target


@T.prim_func
def kernel(A: T.Tensor((512,), "float32"), B: T.Tensor((512,), "float32")):
    with T.Kernel(1, threads=128):
        i = T.get_thread_binding()
        S = T.alloc_shared((512,), "float32")
        T.call_extern("handle", "tl::cp_async_gs<16>", T.address_of(S[i * 4]), T.address_of(A[i * 4]))
        T.call_extern("handle", "tl::cp_async_commit")
        B[i] = S[i * 4]


def code(cubin):
    """Returns the code in a cubin: beside it there are the names of temporary files."""
    sections, = struct.unpack_from("<Q", cubin, 40)
    size, count, names = struct.unpack_from("<3H", cubin, 58)
    rows = [struct.unpack_from("<IIQQQQ", cubin, sections + size * number) for number in range(count)]
    begin = rows[names][4]
    return b"".join(bytes(cubin[row[4]:row[4] + row[5]]) for row in rows if cubin[begin + row[0]:].startswith(b".text."))


def build(racing):
    target = Target({"kind": "cuda", "arch": "sm_90a"})
    with target:
        source = "#include <tl_templates/cuda/copy.h>\n" + tilelang.lower(kernel, target=target).kernel_source
        pathlib.Path("kernel_kernel.cu").write_text(source, encoding="utf-8")
        if not racing:
            source = source.replace("tl::cp_async_commit();", "tl::cp_async_commit(); tl::cp_async_wait<0>();")
        options = nvcc.default_compile_options()
        yield code(nvcc.compile_cuda(source, "cubin", ["-arch=sm_90a"], options)), "kernel_kernel.cu", "B[((int)"
        headers = pathlib.Path(CUDA_HOME, "include")
        options = [option for option in options if option.startswith("-I")] + [f"-I{headers}/cccl", "-D__CUDACC_VER_MAJOR__=13"]
        yield code(nvrtc.compile_cuda(source, "cubin", 90, options)), "kernel_kernel.cu", "B[((int)"
