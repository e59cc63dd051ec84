"""What all modules here share: calls of the library in terms of Python."""

import enum
import importlib.metadata
import os
import pathlib
import shutil
import subprocess
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Type, TypeVar, Union

from ptxcheck._core import ffi, lib

Member = TypeVar("Member", bound=enum.Enum)

Version = Union[str, float]
"""A version of PTX or of ptxas, as "8.6" or 8.6."""


class PtxError(ValueError):
    """Text that is not what it should be, in the words of the library. It is a ValueError."""


def string(pointer: Any) -> str:
    """Returns a text of the library, "" for NULL."""
    return ffi.string(pointer).decode("utf-8", "replace") if pointer else ""


def text_of(write: Callable[..., int], *arguments: Any) -> str:
    """Returns what a function writes that keeps the contract of snprintf."""
    size = 512
    while True:
        buffer = ffi.new("char[]", size)
        length = write(*arguments, buffer, size)
        if length < size:
            return bytes(ffi.buffer(buffer, length)).decode("utf-8", "replace")
        size = length + 1


def plain(word: Any) -> str:
    """Returns a word, which may be a member of an enumeration."""
    return str(getattr(word, "value", word))


def ensure(status: int, why: str = "") -> None:
    """Raises an exception for a status that is not PTXC_OK. `why` is what is known of a bad argument."""
    if status == lib.PTXC_OK:
        return
    if status == lib.PTXC_OUT_OF_MEMORY:
        raise MemoryError("ptxcheck: out of memory")
    if status == lib.PTXC_TOO_LARGE:
        raise OverflowError("ptxcheck: the source has 2^31 bytes or more")
    raise ValueError(why or f"ptxcheck: {string(lib.ptxc_status_name(status))}")


def version_number(version: Optional[Version]) -> int:
    """Returns a version as the library counts, 806 for 8.6; 0 for None."""
    if version is None:
        return 0
    try:
        major, _, minor = str(version).partition(".")
        return int(major) * 100 + int(minor or 0)
    except ValueError:
        raise ValueError(f"a version is such as '8.6', not {version!r}") from None


def version_text(number: int) -> Optional[str]:
    """Returns a version in words, None for 0."""
    return f"{number // 100}.{number % 100}" if number else None


def member(kind: Type[Member], index: int) -> Member:
    """Returns the member of an enumeration that the library counts so, from 0."""
    return tuple(kind)[index]


# ---- the command ----

_command: List[str] = []


def command() -> str:
    """Returns the path of the command: that of this package, or one in PATH.

    Raises:
        FileNotFoundError: there is none.
    """
    if not _command:
        _command.append(_find_command())
    return _command[0]


def _find_command() -> str:
    try:
        for file in importlib.metadata.files("ptxcheck") or ():
            path = pathlib.Path(str(file.locate()))
            if path.name in ("ptxcheck", "ptxcheck.exe") and path.is_file():
                return str(path.resolve())
    except importlib.metadata.PackageNotFoundError:
        pass
    found = shutil.which("ptxcheck")
    if not found:
        raise FileNotFoundError("ptxcheck: the command is neither in this package nor in PATH")
    return found


def run_command(arguments: Sequence[str], data: bytes = b"", ends: Tuple[int, ...] = (0, 1)) -> str:
    """Returns what the command prints for standard input; bytes that are no UTF-8 as surrogates.

    Raises:
        PtxError: it ends with another status; the words are its own.
    """
    result = subprocess.run([command(), *arguments], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            env={**os.environ, "NO_COLOR": "1"}, check=False)
    if result.returncode not in ends:
        raise PtxError(result.stderr.decode("utf-8", "replace").strip())
    return result.stdout.decode("utf-8", "surrogateescape")


def names_of(name: Callable[[int], Any], first: int = 1) -> Dict[str, int]:
    """Returns the values of an enumeration by their names, up to the first that has none."""
    found: Dict[str, int] = {}
    index = first
    while name(index):
        found[string(name(index))] = index
        index += 1
    return found
