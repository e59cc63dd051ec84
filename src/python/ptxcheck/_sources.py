"""Where CUDA source was written that a Python program gives to a compiler: in a literal of one of its files."""

import ast
import functools
import inspect
import pathlib
import re
from typing import Iterator, Set, Tuple

_ENTRY = re.compile(r"\.entry\s+([\w$]+)")


def kernel_name(ptx: str) -> str:
    """Returns the name of the first kernel in PTX."""
    found = _ENTRY.search(ptx)
    return found[1] if found else "kernel"


def with_lines(source: str, name: str) -> str:
    """Returns CUDA source that says on which line of which Python file it was written; on that of a file `name` where the
    functions that are being called do not show it."""
    written = max(_written(source), default=None)
    if written is None:
        return f'#line 1 "{name}"\n{source}'
    _, at, file, line = written
    path = file.replace("\\", "\\\\")
    return f'{source[:at]}#line {line} "{path}"\n{source[at:]}'


def _written(source: str) -> Iterator[Tuple[int, int, str, int]]:
    """Gives each place in the source at which a literal begins, with the length, file and line of the literal."""
    frame = inspect.currentframe()
    files: Set[str] = set()
    while frame is not None:
        files.add(frame.f_code.co_filename)
        frame = frame.f_back
    for file in sorted(files):
        if pathlib.Path(file).parent == pathlib.Path(__file__).parent:
            continue
        for text, line in _literals(file):
            at = source.find(text)
            if at == 0 or (at > 0 and source[at - 1] == "\n"):
                yield len(text), at, file, line


@functools.lru_cache(maxsize=None)
def _literals(file: str) -> Tuple[Tuple[str, int], ...]:
    """Returns the literals of a Python file that hold a kernel, with their first lines. One that has not as many lines as it
    takes in the file is left out: its lines cannot be told."""
    try:
        text = pathlib.Path(file).read_text(encoding="utf-8")
        tree = ast.parse(text) if "__global__" in text else ast.Module([], [])
    except (OSError, SyntaxError, ValueError):
        return ()
    return tuple((node.value, node.lineno) for node in ast.walk(tree)
                 if isinstance(node, ast.Constant) and isinstance(node.value, str) and "__global__" in node.value
                 and node.value.count("\n") == (node.end_lineno or 0) - node.lineno)
