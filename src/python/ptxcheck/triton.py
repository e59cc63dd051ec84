"""ptxcheck in Triton: each kernel is checked when it is compiled.

    import ptxcheck.triton
    ptxcheck.triton.enable()

From Triton 3.6 on the compiler calls `enable`'s hook between its stages; before, ptxcheck stands in the place of ptxas
(TRITON_PTXAS_PATH). What is compiled does not change. A kernel in Triton's cache is compiled, and checked, once more.
"""

import math
import os
import pathlib
import sys
from typing import Any, Callable, Dict, Mapping, Optional

from ptxcheck._core import lib
from ptxcheck._hooks import Inspector, On, Patch, assumptions, foreign, lasting_folder, ptx_text
from ptxcheck._library import command, string

_patch = Patch()


def enable(on: On = "error", **options: Any) -> None:
    """Has kernels checked that are compiled from now on.

    Args:
        on: "error" raises ptxcheck.CheckError where there is an error, and warns of the rest; "warn" warns; a function is
            called with each ptxcheck.Report that has findings.
        **options: what is asked, as `ptxcheck.check` takes it: likely, only, severity and so on.

    Raises:
        ImportError: there is no Triton.
        ValueError: `on` is none of these.
    """
    inspector = Inspector(on, options)
    runtime = _runtime()
    disable()
    if runtime is None:
        _stand_before_ptxas(on, options)
        return
    _patch.put(runtime, "add_stages_inspection_hook", _hook(inspector, runtime.add_stages_inspection_hook))


def disable() -> None:
    """Takes back what `enable` did."""
    _patch.restore()


def _runtime() -> Any:
    """Returns what has the hook; None in a Triton that is older."""
    knobs = getattr(foreign("triton"), "knobs", None)
    runtime = getattr(knobs, "runtime", None)
    return runtime if hasattr(runtime, "add_stages_inspection_hook") else None


def _hook(inspector: Inspector, before: Optional[Callable[..., Any]]) -> Callable[..., Any]:
    """Returns the hook: without arguments it says what the cache is to know of it, with them it changes the stages."""

    def hook(*arguments: Any) -> Any:
        key, known = before(*arguments) or ("", "") if before else ("", "")
        if not arguments:
            ours = f"ptxcheck {string(lib.ptxc_version())} {inspector.on if isinstance(inspector.on, str) else 'call'}"
            return key + ours, known + ours
        stages = arguments[1]
        if "ptx" in stages:
            stages["ptx"] = _checked(stages["ptx"], inspector)
        return None

    return hook


def _checked(stage: Callable[..., Any], inspector: Inspector) -> Callable[..., Any]:
    def make_ptx(source: Any, metadata: Any, *more: Any) -> Any:
        ptx = stage(source, metadata, *more)
        text = ptx_text(ptx)
        inspector.examine(text, str(metadata.get("name") or "kernel"), _known(text, metadata))
        return ptx

    return make_ptx


def _known(ptx: str, metadata: Mapping[str, Any]) -> Dict[str, int]:
    """Returns what Triton knows of a kernel and its text does not say."""
    boxes = [math.prod(each["block_size"]) * each["elem_size"] for each in metadata.get("tensordesc_meta") or ()
             if each and "block_size" in each and "elem_size" in each]
    cluster = metadata.get("num_ctas") or math.prod(metadata.get("cluster_dims") or (1,))
    return assumptions(ptx, 32 * int(metadata.get("num_warps") or 0), int(cluster), boxes)


def _stand_before_ptxas(on: On, options: Mapping[str, Any]) -> None:
    """Has a Triton without the hook start ptxcheck in the place of ptxas."""
    if callable(on) or options:
        print(f"ptxcheck: Triton {foreign('triton').__version__} has no hook for functions and options; they are passed over",
              file=sys.stderr)
    folder = pathlib.Path(lasting_folder())
    own = pathlib.Path(foreign("triton").__file__).parent / "backends" / "nvidia" / "bin"
    real = os.environ.get("TRITON_PTXAS_PATH") or str(own)
    _patch.put_variable("PTXCHECK_PTXAS", os.environ.get("PTXCHECK_PTXAS") or real)
    _patch.put_variable("PTXCHECK_MODE", "warn" if on == "warn" else "error")
    for name, variable in (("ptxas", "TRITON_PTXAS_PATH"), ("ptxas-blackwell", "TRITON_PTXAS_BLACKWELL_PATH")):
        if name == "ptxas" or (own / name).exists():
            (folder / name).symlink_to(command())
            _patch.put_variable(variable, str(folder / name))
