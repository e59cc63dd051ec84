"""ptxcheck in tilelang: each kernel is checked when nvcc or NVRTC has compiled it.

    import ptxcheck.tilelang
    ptxcheck.tilelang.enable()

What is compiled does not change: nvcc keeps the PTX that it makes on its way, and NVRTC has it beside the cubin. Only where
there is a finding the kernel is compiled once more: its line is that of the CUDA source that tilelang has made.
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
        ImportError: there is no tilelang.
        ValueError: `on` is none of these.
    """
    nvcc = foreign("tilelang.contrib").nvcc
    inspector = Inspector(on, options)
    if not (hasattr(nvcc, "compile_cuda") and hasattr(nvcc, "subprocess")):
        unknown_version("tilelang", foreign("tilelang").__version__)
        return
    disable()
    _patch.put(nvcc, "subprocess", _nvcc.starting())
    _patch.put(nvcc, "compile_cuda", checking(nvcc.compile_cuda, inspector))
    try:
        compile_cuda = foreign("tilelang.contrib.nvrtc").compile_cuda
        watch_nvrtc("tilelang")
    except ImportError:
        return  # there is no cuda.bindings, and nvcc compiles all
    _patch.put_everywhere("compile_cuda", compile_cuda, checking(compile_cuda, inspector))


def disable() -> None:
    """Takes back what `enable` did."""
    unwatch("tilelang")
    _patch.restore()
