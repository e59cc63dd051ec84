"""Triton: the functions of gluon for NVIDIA's GPUs, which are the operations that it lowers; see emitting.py. A call
stands in the kernel below, with shared memory, an mbarrier and descriptors at hand."""

import glob
import importlib.util
import os
import pkgutil
import tempfile

import emitting

os.environ.setdefault("TRITON_CACHE_DIR", tempfile.mkdtemp())
try:
    import triton
    from triton.backends.compiler import GPUTarget
    from triton.experimental.gluon._runtime import GluonASTSource
    from triton.experimental.gluon.language import nvidia
except ImportError:
    emitting.absent("triton is not here")

TARGETS = {"ampere": 80, "hopper": 90, "blackwell": 100, "rubin": 107}
SHARED = "NVMMASharedLayout(swizzle_byte_width=128, element_bitwidth=16, rank={rank}, cga_layout=CGA)"
ARGUMENTS = {"pointer": "*fp16", "count": "i32",
             "desc": "tensordesc<fp16[64, 64]," + SHARED.format(rank=2) + ">",
             "row": "tensordesc<fp16[1, 64]," + SHARED.format(rank=2) + ">",
             "integers": "tensordesc<u32[64, 32]," + SHARED.format(rank=2).replace("=16", "=32") + ">",
             "im2col": "tensordesc_im2col<fp16[64, 64]," + SHARED.format(rank=4) + ">"}
SOURCE = """from triton.experimental import gluon
from triton.experimental.gluon import language as gl
from triton.experimental.gluon.language.nvidia import ampere, blackwell, hopper, rubin
from triton.experimental.gluon.language.nvidia.blackwell import clc
from triton.experimental.gluon.language.nvidia.ampere import mbarrier


@gluon.jit
def kernel(pointer, count, desc, row, integers, im2col):
    blocked: gl.constexpr = gl.BlockedLayout([1, 8], [4, 8], [4, 1], [1, 0], cga_layout=CGA)
    tiled: gl.constexpr = gl.NVMMASharedLayout(swizzle_byte_width=128, element_bitwidth=16, rank=2,
                                                cga_layout=CGA)
    words: gl.constexpr = gl.NVMMASharedLayout(swizzle_byte_width=128, element_bitwidth=32, rank=2,
                                                cga_layout=CGA)
    plain: gl.constexpr = gl.SwizzledSharedLayout(1, 1, 1, order=[0])
    bar = mbarrier.allocate_mbarrier()
    smem = gl.allocate_shared_memory(gl.float16, [64, 64], tiled)
    smem2 = gl.allocate_shared_memory(gl.float16, [128, 64], tiled)
    CALL
"""


def modules():
    """Yields the modules of gluon for NVIDIA's GPUs."""
    for each in pkgutil.walk_packages(nvidia.__path__, nvidia.__name__ + "."):
        yield importlib.import_module(each.name)


def listed():
    """Returns the functions that a kernel can call, by the modules that define them."""
    names = set()
    for module in modules():
        for name, value in vars(module).items():
            function = getattr(value, "fn", value)
            called = isinstance(value, triton.runtime.JITFunction) or getattr(value, "__triton_builtin__", False)
            if called and not name.startswith("_") and function.__module__ == module.__name__:
                names.add(module.__name__[len(nvidia.__name__) + 1:] + "." + name)
    return names


def emit(name, call, path):
    """Returns the PTX of a kernel with this call, for the target that the module of the function is for. "CLUSTER: "
    before the call makes it one of a cluster of two CTAs."""
    alone = call.removeprefix("CLUSTER: ")
    ctas, layout = (1, "[]") if alone == call else (2, "[[1, 0]]")
    emitting.write(path, SOURCE.replace("CALL", alone.replace("; ", "\n    ")).replace("CGA", layout))
    spec = importlib.util.spec_from_file_location("kernel", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    signature = {key: x.replace("CGA", layout.replace("0]]", "0" + ", 0" * ("rank=4" in x) * 2 + "]]"))
                 for key, x in ARGUMENTS.items()}
    source = GluonASTSource(fn=module.kernel, signature=signature, attrs={(0,): [["tt.divisibility", 16]]})
    target = GPUTarget("cuda", TARGETS[name.split(".", maxsplit=1)[0]], 32)
    return [triton.compile(source, target=target, options={"num_ctas": ctas}).asm["ptx"]]


if __name__ == "__main__":
    emitting.main(triton.__version__, listed, emit, sorted(glob.glob(os.path.join(
        os.path.dirname(triton.__file__), "backends", "nvidia", "bin", "ptxas*"))))
