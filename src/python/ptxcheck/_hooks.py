"""What the doors into compilers have in common: what becomes of PTX that one of them has made."""

import atexit
import functools
import importlib
import os
import re
import shutil
import sys
import tempfile
import warnings
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Set, Union

from ptxcheck.report import Report, check

On = Union[str, Callable[[Report], Any]]
"""What happens with findings: "error" raises CheckError where there is an error, and warns of the rest; "warn" warns; a
function is called with each report that has findings."""


COMPILERS = {"triton": "triton", "numba": "numba", "tilelang": "tilelang", "cutlass": "cutlass", "cupy": "cupy",
             "cuda": "cuda.bindings.nvrtc", "tvm": "tvm", "jax": "jax"}
"""Doors, each a module here with `enable` and `disable`, and the module that is there when a program uses the package."""


class PtxcheckWarning(UserWarning):
    """Findings in PTX that a compiler has made."""


class Inspector:
    """Checks the PTX of one compiler. What was said of a kernel is not said again.

    Args:
        on: what happens with findings.
        options: keyword arguments of ptxcheck.check.
    """

    def __init__(self, on: On, options: Mapping[str, Any]) -> None:
        if not callable(on) and on not in ("error", "warn"):
            raise ValueError(f"on is 'error', 'warn' or a function, not {on!r}")
        self.on = on
        self.options: Dict[str, Any] = dict(options)
        self.said: Set[str] = set()

    def examine(self, ptx: Union[str, bytes], name: str, assume: Optional[Mapping[str, int]] = None,
                lines: Optional[Callable[[], Union[str, bytes, None]]] = None) -> Report:
        """Checks PTX that was compiled from what is called `name`, with what the compiler knows beside the text. Where there
        are findings, `lines` gives the same PTX with the lines of its source, if it can.

        Raises:
            CheckError: there is an error, and `on` is "error".
        """
        options: Dict[str, Any] = {**self.options}
        options["assume"] = {**(assume or {}), **(self.options.get("assume") or {})}
        name = name if name.endswith(".ptx") else f"{name}.ptx"
        report = check(ptx, name=name, **options)
        if len(report) == 0:
            return report
        again = lines() if lines else None
        if again:
            report = check(again, name=name, **options)
        text = report.render()
        new = text not in self.said
        self.said.add(text)
        if callable(self.on):
            if new:
                self.on(report)
            return report
        if self.on == "error":
            report.raise_for_errors()
        if new:
            first = report[0]
            file, line = (first.places[0].file, first.places[0].line) if first.places else (report.name, first.line)
            warnings.warn_explicit(text.rstrip("\n"), PtxcheckWarning, file, line)
        return report


class Patch:
    """What a door has changed in a compiler, so that it can be taken back."""

    def __init__(self) -> None:
        self._undo: List[Callable[[], Any]] = []

    def put(self, owner: Any, name: str, value: Any) -> None:
        """Puts a value in the place of an attribute."""
        self._undo.append(functools.partial(setattr, owner, name, getattr(owner, name)))
        setattr(owner, name, value)

    def put_everywhere(self, name: str, value: Any, ours: Any) -> None:
        """Puts ours in the place of a value in all modules that have it by this name."""
        for module in list(sys.modules.values()):
            if getattr(module, "__dict__", {}).get(name) is value:
                self.put(module, name, ours)

    def put_variable(self, name: str, value: str) -> None:
        """Sets a variable of the environment."""
        before = os.environ.get(name)
        self._undo.append(functools.partial(os.environ.pop, name, None) if before is None else
                          functools.partial(os.environ.__setitem__, name, before))
        os.environ[name] = value

    def restore(self) -> None:
        """Takes all of it back, the last change first."""
        while self._undo:
            self._undo.pop()()


def foreign(name: str) -> Any:
    """Returns a module of a package that is not ours, whatever is in it.

    Raises:
        ImportError: it is not here.
    """
    return importlib.import_module(name)


def lasting_folder() -> str:
    """Makes a folder for the time of the program."""
    folder = tempfile.mkdtemp(prefix="ptxcheck-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def ptx_text(ptx: Any) -> str:
    """Returns PTX as a compiler gives it, as text without the NUL that closes it."""
    return (ptx.decode() if hasattr(ptx, "decode") else str(ptx)).rstrip("\0")


def unknown_version(package: str, version: str) -> None:
    """Says that a package is not as it is known here; it works as before."""
    print(f"ptxcheck: {package} {version} is not known, and its kernels are not checked", file=sys.stderr)


# Directives by which a text says itself with how many threads and CTAs a kernel is launched.
_THREADS = re.compile(r"\.(?:req|max)ntid\b")
_CLUSTER = re.compile(r"\.reqnctapercluster\b")
_MAPS = re.compile(r"\.param\s+\.align\s+64\s+\.b8\s+([\w$]+)\[128\]")


def assumptions(ptx: str, threads: Optional[int] = None, cluster: Optional[int] = None,
                boxes: Optional[Sequence[int]] = None) -> Dict[str, int]:
    """Returns what a compiler knows and the text does not say: threads of a CTA, CTAs of a cluster, and the bytes of a copy
    with each tensor map among the parameters, in their order."""
    found: Dict[str, int] = {}
    if threads and not _THREADS.search(ptx):
        found["threads"] = threads
    if cluster and cluster > 1 and not _CLUSTER.search(ptx):
        found["cluster"] = cluster
    maps = _MAPS.findall(ptx)
    if boxes and len(maps) == len(boxes):
        found.update({f"box({name})": size for name, size in zip(maps, boxes) if size})
    return found
