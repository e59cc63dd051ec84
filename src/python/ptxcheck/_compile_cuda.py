"""What TVM and tilelang have in common: a module whose function compile_cuda has NVRTC or nvcc compile CUDA source."""

import inspect
import re
from typing import Any, Callable, List, Optional, Tuple

from ptxcheck import _nvcc, _nvrtc
from ptxcheck._hooks import Inspector, ptx_text
from ptxcheck._sources import kernel_name


def checking(compile_cuda: Callable[..., Any], inspector: Inspector) -> Callable[..., Any]:
    """Returns a function compile_cuda with a check of what it compiles. Where there is a finding, the source is compiled once
    more, with line numbers."""
    signature = inspect.signature(compile_cuda)

    def compile_and_check(*given: Any, **named: Any) -> Any:
        result, made = _collected(lambda: compile_cuda(*given, **named))
        for number, ptx in enumerate(made):
            name = kernel_name(ptx)

            def lines(name: str = name, number: int = number) -> Optional[str]:
                asked = signature.bind(*given, **named)
                options: Any = asked.arguments.get("options") or []
                asked.arguments["options"] = [*([options] if isinstance(options, str) else options), "-lineinfo"]
                asked.arguments["code"] = _numbered(asked.arguments["code"], f"{name}.cu")
                try:
                    again = _collected(lambda: compile_cuda(*asked.args, **asked.kwargs))[1]
                except (RuntimeError, AssertionError):
                    return None
                return again[number] if len(again) == len(made) else None

            inspector.examine(ptx, name, lines=lines)
        return result

    return compile_and_check


def watch_nvrtc(door: str) -> None:
    """Has NVRTC give its PTX to what this door compiles.

    Raises:
        ImportError: there is no cuda.bindings.
    """
    _nvrtc.watch(door, lambda ptx, lines: None)


def _collected(call: Callable[[], Any]) -> Tuple[Any, List[str]]:
    """Returns what a function returns, and the PTX that NVRTC and nvcc make in it."""
    with _nvrtc.collected() as of_nvrtc, _nvcc.collected() as of_nvcc:
        result = call()
    made = of_nvrtc + of_nvcc
    if not made and b"\n.version " in bytes(result):
        made.append(ptx_text(bytes(result)))
    return result, made


def _numbered(code: str, name: str) -> str:
    """Returns CUDA source in which each line keeps its number, though TVM takes a line out for NVRTC: it is numbered anew
    behind what is compiled on a condition, and behind such a line."""
    lines, depth = [f'#line 1 "{name}"'], 0
    for number, line in enumerate(code.split("\n"), 1):
        lines.append(line)
        word = re.match(r"\s*#\s*(if|endif)", line)
        if word:
            depth += 1 if word[1] == "if" else -1
        if depth == 0 and (word or line.strip() == "#include <cuda.h>"):
            lines.append(f'#line {number + 1} "{name}"')
    return "\n".join(lines)
