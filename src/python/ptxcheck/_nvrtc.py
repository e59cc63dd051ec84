"""NVRTC as the package cuda-bindings has it: doors put a check around its functions, which all of its users share."""

import contextlib
import functools
import threading
from typing import Any, Callable, Dict, Generator, List, Optional

from ptxcheck._hooks import Patch, foreign, ptx_text
from ptxcheck._sources import kernel_name, with_lines

Lines = Callable[[], Optional[str]]
"""Gives PTX once more, with the lines of its source."""

_patch = Patch()
_doors: Dict[str, Callable[[str, Lines], Any]] = {}  # what each door that is on does with PTX


class _Thread(threading.local):
    made: Optional[List[str]] = None  # takes PTX in the place of the doors


_thread = _Thread()


def ptx_of(nvrtc: Any, program: Any) -> Optional[str]:
    """Returns the PTX of a program that was compiled, to a cubin too; None where there is none."""
    error, size = nvrtc.nvrtcGetPTXSize(program)
    if error or size <= 1:
        return None
    text = bytearray(size)
    (error,) = nvrtc.nvrtcGetPTX(program, text)
    return None if error else ptx_text(text)


def watch(door: str, take: Callable[[str, Lines], Any]) -> None:
    """Has a function called with the PTX of each program that is compiled from now on.

    Raises:
        ImportError: there is no cuda.bindings.
    """
    nvrtc = foreign("cuda.bindings.nvrtc")
    if not _doors:
        _put(nvrtc)
    _doors[door] = take


def unwatch(door: str) -> None:
    """Takes back what `watch` did."""
    if _doors.pop(door, None) and not _doors:
        _patch.restore()


@contextlib.contextmanager
def collected() -> Generator[List[str], None, None]:
    """Gives the PTX of the programs that this thread compiles in the meantime, of which the doors hear nothing."""
    before, _thread.made = _thread.made, []
    try:
        yield _thread.made
    finally:
        _thread.made = before


def _put(nvrtc: Any) -> None:
    create, compile_, destroy = nvrtc.nvrtcCreateProgram, nvrtc.nvrtcCompileProgram, nvrtc.nvrtcDestroyProgram
    given_of: Dict[int, Any] = {}  # what each program was made of

    @functools.wraps(create)
    def create_and_keep(*given: Any) -> Any:
        error, program = create(*given)
        if not error:
            given_of[int(program)] = given
        return error, program

    @functools.wraps(compile_)
    def compile_and_check(program: Any, count: int, options: Any) -> Any:
        (error,) = compile_(program, count, options)
        ptx = None if error else ptx_of(nvrtc, program)
        if ptx and _thread.made is not None:
            _thread.made.append(ptx)
        elif ptx:
            for take in list(_doors.values()):
                take(ptx, functools.partial(again, program, kernel_name(ptx), options))
        return (error,)

    @functools.wraps(destroy)
    def destroy_and_forget(program: Any) -> Any:
        given_of.pop(int(program), None)
        return destroy(program)

    def again(program: Any, name: str, options: Any) -> Optional[str]:
        """Compiles a program once more, with line numbers."""
        given = given_of.get(int(program))
        if given is None:
            return None
        error, program = create(with_lines(given[0].decode(), f"{name}.cu").encode(), *given[1:])
        if error:
            return None
        (error,) = compile_(program, len(options) + 1, [*options, b"-lineinfo"])
        ptx = None if error else ptx_of(nvrtc, program)
        destroy(program)
        return ptx

    _patch.put(nvrtc, "nvrtcCreateProgram", create_and_keep)
    _patch.put(nvrtc, "nvrtcCompileProgram", compile_and_check)
    _patch.put(nvrtc, "nvrtcDestroyProgram", destroy_and_forget)
