"""ptxcheck in CUDA Python: each program is checked when NVRTC has compiled it, by cuda.core or by cuda.bindings.nvrtc.

    import ptxcheck.cuda
    ptxcheck.cuda.enable()

What is compiled does not change: NVRTC has the PTX beside the cubin. Only where there is a finding the program is compiled
once more, with line numbers. From cuda.core 0.6 on `Program` is not of Python; a class that is made of it takes its place
in all modules that have it.
"""

import dataclasses
import types
from typing import Any, Dict, Optional

from ptxcheck._hooks import Inspector, On, Patch, foreign, ptx_text, unknown_version
from ptxcheck._nvrtc import ptx_of, unwatch, watch
from ptxcheck._sources import kernel_name, with_lines

_patch = Patch()


def enable(on: On = "error", **options: Any) -> None:
    """Has kernels checked that are compiled from now on; the arguments are those of `ptxcheck.triton.enable`.

    Raises:
        ImportError: there is no cuda.bindings.
        ValueError: `on` is none of these.
    """
    inspector = Inspector(on, options)
    disable()
    watch("cuda", lambda ptx, lines: inspector.examine(ptx, kernel_name(ptx), lines=lines))
    program = _program()
    if program is None or isinstance(getattr(program, "compile", None), types.FunctionType):
        return  # what is of Python calls the functions of nvrtc that we watch
    if not (hasattr(program, "compile") and hasattr(program, "handle")):
        unknown_version("cuda.core", foreign("cuda.core").__version__)
        return
    ours = _checking(program, foreign("cuda.bindings.nvrtc"), inspector)
    _patch.put_everywhere("Program", program, ours)


def disable() -> None:
    """Takes back what `enable` did."""
    unwatch("cuda")
    _patch.restore()


def _program() -> Any:
    """Returns the class of cuda.core that compiles; None where there is no cuda.core."""
    for name in ("cuda.core", "cuda.core.experimental"):
        try:
            found = getattr(foreign(name), "Program", None)
        except ImportError:
            found = None
        if found is not None:
            return found
    return None


def _checking(program: Any, nvrtc: Any, inspector: Inspector) -> Any:
    """Returns a class that is `program`, and checks what it has compiled."""

    def __init__(self: Any, code: Any, code_type: Any, options: Any = None) -> None:
        program.__init__(self, code, code_type, options)
        self._given = code, code_type, options

    def compile_(self: Any, target_type: Any, name_expressions: Any = (), *more: Any, **named: Any) -> Any:
        result = program.compile(self, target_type, name_expressions, *more, **named)
        code, code_type, options = self._given
        if _program() is not ours:
            return result
        kind = str(code_type).lower()
        ptx: Optional[str] = None
        if kind == "c++":
            ptx = ptx_of(nvrtc, self.handle)
        elif kind == "ptx":
            ptx = code
        elif str(target_type).lower() == "ptx":
            ptx = ptx_text(bytes(result.code))
        name = kernel_name(ptx or "")

        def lines() -> Optional[str]:
            if kind != "c++":
                return None
            again = program(with_lines(code, f"{name}.cu"), code_type, _with_line_numbers(options))
            again.compile(target_type, name_expressions)
            return ptx_of(nvrtc, again.handle)

        if ptx:
            inspector.examine(ptx, name, lines=lines)
        return result

    ours = type(program.__name__, (program,), {"__init__": __init__, "compile": compile_, "__module__": program.__module__,
                                               "__doc__": program.__doc__})
    return ours


def _with_line_numbers(options: Any) -> Any:
    """Returns options, as cuda.core takes them, with line numbers."""
    if not options or hasattr(options, "items"):
        given: Dict[str, Any] = dict(options or {})
        return {**given, "lineinfo": True}
    return dataclasses.replace(options, lineinfo=True)
