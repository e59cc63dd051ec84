"""A kernel of TIRx: TVM makes CUDA source of it, and compiles this when the module is loaded on a GPU, or as here."""

import pathlib
import shutil

import tvm
import tvm_ffi
from tvm.script import tirx as T
from tvm.support import nvcc

COPY = """
__forceinline__ __device__ void copy(void *slot, const void *source) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4; cp.async.commit_group;"
                 :: "r"((unsigned)__cvta_generic_to_shared(slot)), "l"(source) : "memory");
}
"""


@T.prim_func
def kernel(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    T.func_attr({"global_symbol": "kernel"})
    T.device_entry()
    T.cta_id([1])
    i = T.thread_id([128])
    S = T.alloc_buffer((512,), "float32", scope="shared")
    T.evaluate(T.cuda.func_call("copy", T.address_of(S[i * 4]), T.address_of(A[i]), source_code=COPY))
    B[i] = S[i * 4]


def build(racing):
    target = tvm.target.Target({"kind": "cuda", "arch": "sm_90"}, host="llvm")
    with target:
        made = tvm.compile(tvm.IRModule({"kernel": kernel}), target=target, tir_pipeline="tirx")
        source = getattr(made, "mod", made).imports[0].inspect_source()
        pathlib.Path("kernel_kernel.cu").write_text(source, encoding="utf-8")
        if not racing:
            source = source.replace("commit_group;", "commit_group; cp.async.wait_group 0;")
        yield bytes(tvm_ffi.get_global_func("tvm_callback_cuda_compile")(source)), "kernel_kernel.cu", "B_ptr["
        if shutil.which("nvcc"):
            yield bytes(nvcc.compile_cuda(source, "cubin", compiler="nvcc")), "kernel_kernel.cu", "B_ptr["
