"""ptxcheck in CuPy: each kernel is checked when it is compiled, from RawKernel, RawModule and CuPy's own arrays.

    import ptxcheck.cupy
    ptxcheck.cupy.enable()

What is compiled does not change: NVRTC has the PTX beside the cubin. Only where there is a finding the kernel is compiled
once more, with line numbers. A kernel in CuPy's cache is compiled, and checked, once more; with "warn" and functions in
each process, where CuPy's cache of files is not used.
"""

from typing import Any, Optional

from ptxcheck import _nvcc
from ptxcheck._core import lib
from ptxcheck._hooks import Inspector, On, Patch, foreign, ptx_text, unknown_version
from ptxcheck._library import string
from ptxcheck._sources import kernel_name, with_lines

_patch = Patch()


def enable(on: On = "error", **options: Any) -> None:
    """Has kernels checked that are compiled from now on; the arguments are those of `ptxcheck.triton.enable`.

    Raises:
        ImportError: there is no CuPy.
        ValueError: `on` is none of these.
    """
    compiler = foreign("cupy.cuda.compiler")
    inspector = Inspector(on, options)
    program = getattr(compiler, "_NVRTCProgram", None)
    known = hasattr(program, "compile") and hasattr(compiler, "compile_using_nvcc") and hasattr(compiler, "_preprocess")
    if not known or compiler.runtime.is_hip:
        unknown_version("CuPy", foreign("cupy").__version__)
        return
    disable()
    _patch.put(program, "compile", _with_nvrtc(compiler, inspector))
    _patch.put(compiler, "compile_using_nvcc", _with_nvcc(compiler, inspector))
    cuda = foreign("cupy.cuda")
    path = cuda.get_nvcc_path
    _patch.put(cuda, "get_nvcc_path", lambda: " ".join([path(), *_nvcc.options()]))  # it is split at its spaces
    # What an empty file gives is in the key of each cached kernel.
    preprocess = compiler._preprocess
    ours = f"\n// ptxcheck {string(lib.ptxc_version())}"

    def with_version(*given: Any) -> Any:
        return preprocess(*given) + ours

    _patch.put(compiler, "_preprocess", with_version)
    _patch.put(compiler, "_empty_file_preprocess_cache", {})
    if on != "error":
        _patch.put_variable("CUPY_CACHE_IN_MEMORY", "1")


def disable() -> None:
    """Takes back what `enable` did."""
    _patch.restore()


def _with_nvrtc(compiler: Any, inspector: Inspector) -> Any:
    """Returns the method that compiles with NVRTC, and checks."""
    program = compiler._NVRTCProgram
    compile_ = program.compile

    def compile_and_check(self: Any, options: Any = (), log_stream: Any = None) -> Any:
        result = compile_(self, options, log_stream)
        if self.method not in ("ptx", "cubin"):
            return result
        ptx = ptx_text(compiler.nvrtc.getPTX(self.ptr))
        name = kernel_name(ptx)

        def lines() -> Optional[str]:
            again = program(with_lines(self.src, f"{name}.cu"), self.name, name_expressions=self.name_expressions)
            try:
                return ptx_text(compile_(again, (*options, "-lineinfo"))[0])
            except compiler.CompileException:
                return None

        inspector.examine(ptx, name, lines=lines)
        return result

    return compile_and_check


def _with_nvcc(compiler: Any, inspector: Inspector) -> Any:
    """Returns the function that compiles with nvcc, and checks what nvcc keeps."""
    compile_ = compiler.compile_using_nvcc

    def compile_and_check(source: str, options: Any = (), arch: Any = None, *more: Any, **named: Any) -> Any:
        with _nvcc.collected() as made:
            result = compile_(source, options, arch, *more, **named)
        for ptx in made:
            name = kernel_name(ptx)

            def lines(name: str = name) -> str:
                ours = (*compiler._remove_rdc_option(options), "-lineinfo")
                return ptx_text(compile_(with_lines(source, f"{name}.cu"), ours, arch, code_type="ptx"))

            inspector.examine(ptx, name, lines=lines)
        return result

    return compile_and_check
