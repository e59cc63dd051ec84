"""ptxcheck in TVM: each kernel, of TIRx or of a schedule, is checked when NVRTC or nvcc has compiled it.

    import ptxcheck.tvm
    ptxcheck.tvm.enable()

What is compiled does not change: NVRTC has the PTX beside the cubin, and nvcc keeps it. Only where there is a finding the
kernel is compiled once more, with line numbers: those of the CUDA source that TVM has made.
"""

import pathlib
import subprocess
import tempfile
import types
from typing import Any, Callable, List, Optional, Tuple

from ptxcheck._hooks import Inspector, On, Patch, foreign, unknown_version
from ptxcheck._nvrtc import watch
from ptxcheck._sources import kernel_name

_patch = Patch()


def enable(on: On = "error", **options: Any) -> None:
    """Has kernels checked that are compiled from now on; the arguments are those of `ptxcheck.triton.enable`.

    Raises:
        ImportError: there is no TVM.
        ValueError: `on` is none of these.
    """
    tvm = foreign("tvm")
    inspector = Inspector(on, options)
    nvcc = _nvcc()
    if not (hasattr(nvcc, "compile_cuda") and hasattr(nvcc, "subprocess")):
        unknown_version("TVM", tvm.__version__)
        return
    disable()
    compile_cuda = nvcc.compile_cuda

    def compile_and_check(code: str, target_format: Any = None, arch: Any = None, options: Any = None, *more: Any,
                          **named: Any) -> Any:
        result, made = _run(nvcc, lambda: compile_cuda(code, target_format, arch, options, *more, **named))
        for number, ptx in enumerate(made):
            name = kernel_name(ptx)

            def lines(name: str = name, number: int = number) -> Optional[str]:
                ours = [*([options] if isinstance(options, str) else options or []), "-lineinfo"]
                source = _numbered(code, f"{name}.cu")
                try:
                    again = _run(nvcc, lambda: compile_cuda(source, target_format, arch, ours, *more, **named))[1]
                except RuntimeError:
                    return None
                return again[number] if len(again) == len(made) else None

            inspector.examine(ptx, name, lines=lines)
        return result

    _patch.put(nvcc, "compile_cuda", compile_and_check)


def disable() -> None:
    """Takes back what `enable` did."""
    _patch.restore()


def _nvcc() -> Any:
    """Returns the module that compiles CUDA; None where this TVM has none."""
    for name in ("tvm.support.nvcc", "tvm.contrib.nvcc"):
        try:
            return foreign(name)
        except ImportError:
            continue
    return None


def _run(nvcc: Any, call: Callable[[], Any]) -> Tuple[Any, List[str]]:
    """Returns what a function returns, and the PTX that is made in it by NVRTC and nvcc."""
    made: List[str] = []
    patch = Patch()
    try:
        watch(patch, foreign("cuda.bindings.nvrtc"), lambda ptx, lines: made.append(ptx))
    except ImportError:
        pass  # then only nvcc can be used
    with tempfile.TemporaryDirectory() as folder:

        def start(command: List[str], *given: Any, **named: Any) -> Any:
            keeping = ["--keep", "--keep-dir", folder] if command[0] == "nvcc" else []
            return subprocess.Popen([command[0], *keeping, *command[1:]], *given, **named)

        patch.put(nvcc, "subprocess", types.SimpleNamespace(**{**vars(subprocess), "Popen": start}))
        try:
            result = call()
        finally:
            patch.restore()
        made.extend(path.read_text(encoding="utf-8") for path in sorted(pathlib.Path(folder).glob("*.ptx")))
    return result, made


def _numbered(code: str, name: str) -> str:
    """Returns CUDA source in which each line keeps its number, though TVM takes out a line for NVRTC."""
    taken_out = "#include <cuda.h>"
    lines = (f'{line}\n#line {number + 1} "{name}"' if line.strip() == taken_out else line
             for number, line in enumerate(code.split("\n"), 1))
    return f'#line 1 "{name}"\n' + "\n".join(lines)
