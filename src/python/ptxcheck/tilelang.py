"""ptxcheck in tilelang: each kernel is checked when nvcc has compiled it.

    import ptxcheck.tilelang
    ptxcheck.tilelang.enable()

What is compiled does not change: nvcc keeps the PTX that it makes on its way. With the backend "nvrtc" there is no nvcc, and
nothing is checked.
"""

import pathlib
import shlex
import tempfile
from typing import Any

from ptxcheck._hooks import Inspector, On, Patch, foreign, unknown_version

_patch = Patch()


def enable(on: On = "error", **options: Any) -> None:
    """Has kernels checked that are compiled from now on; the arguments are those of `ptxcheck.triton.enable`.

    Raises:
        ImportError: there is no tilelang.
        ValueError: `on` is none of these.
    """
    nvcc = foreign("tilelang.contrib").nvcc
    inspector = Inspector(on, options)
    if not (hasattr(nvcc, "compile_cuda") and hasattr(nvcc, "get_nvcc_compiler")):
        unknown_version("tilelang", foreign("tilelang").__version__)
        return
    disable()
    compile_cuda = nvcc.compile_cuda

    def compile_and_check(*given: Any, **named: Any) -> Any:
        with tempfile.TemporaryDirectory() as folder:
            compiler = nvcc.get_nvcc_compiler
            nvcc.get_nvcc_compiler = lambda: str(_keeping(pathlib.Path(folder), compiler()))
            try:
                result = compile_cuda(*given, **named)
            finally:
                nvcc.get_nvcc_compiler = compiler
            for path in sorted(pathlib.Path(folder).glob("*.ptx")):
                inspector.examine(path.read_bytes(), "tilelang")
        return result

    _patch.put(nvcc, "compile_cuda", compile_and_check)


def disable() -> None:
    """Takes back what `enable` did."""
    _patch.restore()


def _keeping(folder: pathlib.Path, compiler: str) -> pathlib.Path:
    """Returns a program that is the compiler, and keeps in the folder what it makes on its way."""
    script = folder / "nvcc"
    script.write_text(f'#!/bin/sh\nexec {shlex.quote(compiler)} --keep --keep-dir {shlex.quote(str(folder))} "$@"\n',
                      encoding="utf-8")
    script.chmod(0o755)
    return script
