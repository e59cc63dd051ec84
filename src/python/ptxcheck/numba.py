"""ptxcheck in numba-cuda: each module is checked when NVVM has made its PTX.

    import ptxcheck.numba
    ptxcheck.numba.enable()

What is compiled does not change. With link-time optimization (lto=True) there is no PTX before the link, and nothing is
checked.
"""

from typing import Any

from ptxcheck._hooks import Inspector, On, Patch, foreign, unknown_version

_patch = Patch()


def enable(on: On = "error", **options: Any) -> None:
    """Has kernels checked that are compiled from now on; the arguments are those of `ptxcheck.triton.enable`.

    Raises:
        ImportError: there is no numba-cuda.
        ValueError: `on` is none of these.
    """
    inspector = Inspector(on, options)
    library = _library()
    if library is None:
        return
    disable()
    name = _method(library)
    method = getattr(library, name)

    def get_asm(self: Any, cc: Any = None) -> Any:
        known = len(self._ptx_cache)
        made = method(self, cc=cc)
        if len(self._ptx_cache) > known:  # it was compiled now
            for text in [made] if isinstance(made, str) else made:
                inspector.examine(text, str(self._name))
        return made

    _patch.put(library, name, get_asm)


def disable() -> None:
    """Takes back what `enable` did."""
    _patch.restore()


def _library() -> Any:
    """Returns the class that makes PTX; None after a line on stderr where this numba has none."""
    cuda = foreign("numba.cuda")
    codegen = getattr(cuda, "codegen", None) or foreign("numba.cuda.codegen")
    library = getattr(codegen, "CUDACodeLibrary", None)
    if not hasattr(library, _method(library)):
        unknown_version("numba-cuda", getattr(cuda, "__version__", "of an unknown version"))
        return None
    return library


def _method(library: Any) -> str:
    """Returns the name of the method that makes PTX: the second in numba-cuda before 0.23."""
    return "get_asm_strs" if hasattr(library, "get_asm_strs") else "get_asm_str"
