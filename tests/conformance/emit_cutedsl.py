"""CuTe DSL: the functions of cute.arch and the operations of cute.nvgpu that copy asynchronously; see emitting.py.

A call stands in the kernel below, with shared memory, an mbarrier and tensors at hand. What comes before "KERNEL:"
stands in the function on the host, for instance to make the atom of a copy."""

import glob
import importlib.util
import inspect
import os
import re
import tempfile

import emitting

DUMP = tempfile.mkdtemp()
os.environ.update(CUTE_DSL_KEEP="ptx", CUTE_DSL_DUMP_DIR=DUMP, CUTE_DSL_DISABLE_FILE_CACHING="1", CUTE_DSL_NO_CACHE="1",
                  CUTE_DSL_ARCH="sm_100a")
try:
    import cutlass
except ImportError:
    emitting.absent("nvidia-cutlass-dsl is not here")

# The modules, and which of their functions and classes count by their names; of nvvm_wrappers also by what they call.
MODULES = {"arch.elect": "", "arch.mbar": "", "arch.clc": "", "arch.smem": "", "arch.tmem": "",
           "arch.nvvm_wrappers": "async|mbarrier|cluster_(arrive|wait)|fence_proxy|griddep|tcgen05|wgmma|tensormap",
           "nvgpu.cpasync.copy": "Op$", "nvgpu.cpasync.helpers": "", "nvgpu.tcgen05.copy": "^Cp.*Op$",
           "nvgpu.tcgen05.helpers": "^commit", "nvgpu.warpgroup.helpers": "^(fence|commit|wait)"}
SOURCE = """import cutlass
import cutlass.cute as cute
from cutlass.cute import arch
from cutlass.cute.nvgpu import cpasync, tcgen05, warpgroup


@cute.kernel
def kernel(tensor: cute.Tensor, other: cute.Tensor, atom: ATOM, mapped: MAPPED, count: cutlass.Int32):
    bar = arch.alloc_smem(cutlass.Int64, 2)
    shared = arch.alloc_smem(cutlass.Float16, 64 * 64, alignment=1024)
    tile = cute.make_tensor(shared, cute.make_layout((64, 64), stride=(64, 1)))
    DEVICE


@cute.jit
def launch(tensor: cute.Tensor, other: cute.Tensor, count: cutlass.Int32):
    layout = cute.make_layout((64, 64), stride=(64, 1))
    HOST
    kernel(tensor, other, atom, mapped, count).launch(grid=(2, 1, 1), block=(128, 1, 1), cluster=(2, 1, 1))


tensor = cute.runtime.make_fake_compact_tensor(cutlass.Float16, (256, 256), stride_order=(1, 0), assumed_align=128)
cute.compile[cute.GPUArch("TARGET")](launch, tensor, tensor, cutlass.Int32(1))
"""


def listed():
    """Returns what of the modules is public and counts."""
    names = set()
    for short, pattern in MODULES.items():
        module = importlib.import_module("cutlass.cute." + short)
        for name, value in vars(module).items():
            function = inspect.unwrap(value) if callable(value) else None
            if name.startswith("_") or getattr(function, "__module__", "") != module.__name__:
                continue
            called = " ".join(re.findall(r"nvvm\.(\w+)", inspect.getsource(function))) if "nvvm" in short else ""
            if re.search(pattern, name) or (called and re.search(pattern, called)):
                names.add(f"{short}.{name}")
    return names


def emit(name, call, path):
    """Returns the PTX of a kernel with this call."""
    host, device = call.split(" KERNEL: ") if " KERNEL: " in call else ("", call)
    text = SOURCE.replace("DEVICE", device.replace("; ", "\n    "))
    text = text.replace("HOST", host.replace("; ", "\n    ") or "atom = mapped = None")
    text = text.replace("ATOM", "cute.CopyAtom" if host else "cutlass.Constexpr")
    text = text.replace("MAPPED", "cute.Tensor" if "mapped" in host else "cutlass.Constexpr")
    if "mapped" not in host:
        text = text.replace("    kernel(", "    mapped = None\n    kernel(")
    text = text.replace("TARGET", "sm_90a" if "warpgroup" in name else "sm_100a")
    emitting.write(path, text)
    spec = importlib.util.spec_from_file_location("kernel", path)
    spec.loader.exec_module(importlib.util.module_from_spec(spec))
    files = glob.glob(os.path.join(DUMP, "*.ptx"))
    texts = []
    for file in sorted(files, key=os.path.getmtime):
        with open(file, encoding="utf-8") as ptx:
            texts.append(ptx.read().rstrip("\0"))
        os.remove(file)
    return texts


if __name__ == "__main__":
    emitting.main(cutlass.__version__, listed, emit)
