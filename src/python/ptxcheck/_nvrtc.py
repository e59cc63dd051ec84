"""NVRTC as the package cuda-bindings has it: the doors into what compiles with it put a check around its functions."""

import functools
from typing import Any, Callable, Dict, Optional

from ptxcheck._hooks import Patch
from ptxcheck._sources import kernel_name, with_lines


def ptx_of(nvrtc: Any, program: Any) -> Optional[str]:
    """Returns the PTX of a program that was compiled, to a cubin too; None where there is none."""
    error, size = nvrtc.nvrtcGetPTXSize(program)
    if error or size <= 1:
        return None
    text = bytearray(size)
    (error,) = nvrtc.nvrtcGetPTX(program, text)
    return None if error else text.decode().rstrip("\0")


def watch(patch: Patch, nvrtc: Any, take: Callable[[str, Callable[[], Optional[str]]], Any]) -> None:
    """Has a function called with the PTX of each program that is compiled from now on, and with what gives this PTX with the
    lines of its source."""
    create, compile_, destroy = (_unwatched(nvrtc, name)
                                 for name in ("nvrtcCreateProgram", "nvrtcCompileProgram", "nvrtcDestroyProgram"))
    made: Dict[int, Any] = {}  # what each program was made of

    @functools.wraps(create)
    def create_and_keep(*given: Any) -> Any:
        error, program = create(*given)
        if not error:
            made[int(program)] = given
        return error, program

    @functools.wraps(compile_)
    def compile_and_check(program: Any, count: int, options: Any) -> Any:
        (error,) = compile_(program, count, options)
        ptx = None if error else ptx_of(nvrtc, program)
        if ptx:
            take(ptx, lambda: again(made.get(int(program)), kernel_name(ptx), options))
        return (error,)

    @functools.wraps(destroy)
    def destroy_and_forget(program: Any) -> Any:
        made.pop(int(program), None)
        return destroy(program)

    def again(given: Any, name: str, options: Any) -> Optional[str]:
        """Compiles a program once more, with line numbers."""
        if given is None:
            return None
        error, program = create(with_lines(given[0].decode(), f"{name}.cu").encode(), *given[1:])
        if error:
            return None
        (error,) = compile_(program, len(options) + 1, [*options, b"-lineinfo"])
        ptx = None if error else ptx_of(nvrtc, program)
        destroy(program)
        return ptx

    patch.put(nvrtc, "nvrtcCreateProgram", create_and_keep)
    patch.put(nvrtc, "nvrtcCompileProgram", compile_and_check)
    patch.put(nvrtc, "nvrtcDestroyProgram", destroy_and_forget)


def _unwatched(nvrtc: Any, name: str) -> Callable[..., Any]:
    """Returns a function without the check that another door has put around it."""
    function: Callable[..., Any] = getattr(nvrtc, name)
    return getattr(function, "__wrapped__", function)
