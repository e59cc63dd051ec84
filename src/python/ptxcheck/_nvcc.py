"""nvcc, started from Python: it keeps the PTX that it makes on its way where a thread asks for it."""

import contextlib
import pathlib
import subprocess
import tempfile
import threading
import types
from typing import Any, Generator, List, Optional


class _Thread(threading.local):
    folder: Optional[str] = None  # where nvcc is to keep what it makes


_thread = _Thread()


def options() -> List[str]:
    """Returns what nvcc is to be asked beside what it is asked."""
    return ["--keep", "--keep-dir", _thread.folder] if _thread.folder else []


@contextlib.contextmanager
def collected() -> Generator[List[str], None, None]:
    """Gives, at its end, the PTX that nvcc has made for this thread in the meantime."""
    made: List[str] = []
    before = _thread.folder
    with tempfile.TemporaryDirectory() as folder:
        _thread.folder = folder
        try:
            yield made
        finally:
            _thread.folder = before
        made.extend(path.read_text(encoding="utf-8") for path in sorted(pathlib.Path(folder).glob("*.ptx")))


def starting() -> Any:
    """Returns what stands for the module subprocess, and asks nvcc for its PTX."""

    def start(command: List[str], *given: Any, **named: Any) -> Any:
        asked = options() if pathlib.Path(command[0]).stem == "nvcc" else []
        return subprocess.Popen([command[0], *asked, *command[1:]], *given, **named)

    return types.SimpleNamespace(**{**vars(subprocess), "Popen": start})
