"""ptxcheck in CuTe DSL: each kernel is checked when it is compiled.

    import ptxcheck.cutlass
    ptxcheck.cutlass.enable()

What is compiled does not change: the compiler keeps its PTX, in a folder for the time of the program if it is told of none.
"""

import os
from typing import Any

from ptxcheck._hooks import Inspector, On, Patch, foreign, lasting_folder, ptx_text, unknown_version

_patch = Patch()


def enable(on: On = "error", **options: Any) -> None:
    """Has kernels checked that are compiled from now on; the arguments are those of `ptxcheck.triton.enable`.

    Raises:
        ImportError: there is no CuTe DSL.
        ValueError: `on` is none of these.
    """
    inspector = Inspector(on, options)
    if not os.environ.get("CUTE_DSL_DUMP_DIR"):
        os.environ["CUTE_DSL_DUMP_DIR"] = lasting_folder()
    kept = {word for word in os.environ.get("CUTE_DSL_KEEP", "").split(",") if word}
    os.environ["CUTE_DSL_KEEP"] = ",".join(sorted(kept | {"ptx"}))
    os.environ.setdefault("CUTE_DSL_KEEP_PTX", "1")  # of versions before CUTE_DSL_KEEP
    artifacts = _artifacts()
    if artifacts is None:
        return
    disable()
    # A compiler that was made when cutlass was imported has read its variables.
    compilers = getattr(getattr(foreign("cutlass.base_dsl"), "dsl", None), "DSLSingletonMeta", None)
    for compiler in list(getattr(compilers, "_instances", {}).values()):
        _patch.put(compiler.envar, "keep_ptx", True)
        _patch.put(compiler.envar, "dump_dir", os.environ["CUTE_DSL_DUMP_DIR"])
    method = artifacts.__post_init__

    def read(self: Any) -> None:
        method(self)
        if isinstance(self.PTX, str) and ".version" in self.PTX:
            inspector.examine(ptx_text(self.PTX), "cute")

    _patch.put(artifacts, "__post_init__", read)


def disable() -> None:
    """Takes back what `enable` did, but the variables of the environment."""
    _patch.restore()


def _artifacts() -> Any:
    """Returns the class that has what was compiled; None after a line on stderr where this CuTe DSL has none."""
    artifacts = getattr(foreign("cutlass.base_dsl").jit_executor, "JitFunctionArtifacts", None)
    if not hasattr(artifacts, "__post_init__"):
        unknown_version("CuTe DSL", getattr(foreign("cutlass"), "__version__", "of an unknown version"))
        return None
    return artifacts
