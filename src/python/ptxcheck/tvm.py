"""ptxcheck in TVM: each kernel, of TIRx or of a schedule, is checked when NVRTC or nvcc has compiled it.

    import ptxcheck.tvm
    ptxcheck.tvm.enable()

What is compiled does not change: NVRTC has the PTX beside the cubin, and nvcc keeps it. Only where there is a finding the
kernel is compiled once more, with line numbers: those of the CUDA source that TVM has made.
"""

from typing import Any

from ptxcheck import _nvcc
from ptxcheck._compile_cuda import checking, watch_nvrtc
from ptxcheck._hooks import Inspector, On, Patch, foreign, unknown_version
from ptxcheck._nvrtc import unwatch

_patch = Patch()


def enable(on: On = "error", **options: Any) -> None:
    """Has kernels checked that are compiled from now on; the arguments are those of `ptxcheck.triton.enable`.

    Raises:
        ImportError: there is no TVM.
        ValueError: `on` is none of these.
    """
    tvm = foreign("tvm")
    inspector = Inspector(on, options)
    nvcc = _module()
    if not (hasattr(nvcc, "compile_cuda") and hasattr(nvcc, "subprocess")):
        unknown_version("TVM", tvm.__version__)
        return
    disable()
    try:
        watch_nvrtc("tvm")
    except ImportError:
        pass  # there is no cuda.bindings, and nvcc compiles all
    _patch.put(nvcc, "subprocess", _nvcc.starting())
    _patch.put(nvcc, "compile_cuda", checking(nvcc.compile_cuda, inspector))


def disable() -> None:
    """Takes back what `enable` did."""
    unwatch("tvm")
    _patch.restore()


def _module() -> Any:
    """Returns the module that compiles CUDA; None where this TVM has none."""
    for name in ("tvm.support.nvcc", "tvm.contrib.nvcc"):
        try:
            return foreign(name)
        except ImportError:
            continue
    return None
