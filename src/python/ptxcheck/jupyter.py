"""%load_ext ptxcheck: cells of PTX in a notebook, with what is wrong in them underlined.

    %%ptx --target sm_90a --pipeline
    cp.async.cg.shared.global [%r1], [%rd1], 8;
"""

import argparse
import html
import shlex
from typing import Any, Dict, List, Optional

from ptxcheck.pipelines import pipeline
from ptxcheck.report import Diagnostic, Report, check

_COLORS = {"error": "#d33", "warning": "#c80", "note": "#36c"}


class Page:
    """A report as a notebook shows it: the text with its findings underlined, and what they say below it."""

    def __init__(self, report: Report, pictures: str = "") -> None:
        self.report = report
        self.pictures = pictures

    def _repr_html_(self) -> str:
        rows = "".join(f'<li><b style="color: {_COLORS[found.severity.value]}">{found.severity.value}</b> in line {found.line}: '
                       f"{html.escape(found.message)} <code>[{html.escape(found.rule)}]</code>{self._notes(found)}</li>"
                       for found in self.report)
        return f"<pre>{self._marked()}</pre><ul>{rows or '<li>nothing found</li>'}</ul>{self.pictures}"

    def __repr__(self) -> str:
        return self.report.render() or "nothing found"

    @staticmethod
    def _notes(found: Diagnostic) -> str:
        return "".join(f"<br>{html.escape(note.text)}" for note in found.notes)

    def _marked(self) -> str:
        """Returns the text with marks; of findings in one place the gravest, which comes first, has it."""
        parts: List[str] = []
        at, source = 0, self.report.source
        for found in sorted(self.report, key=lambda each: each.span.offset):
            begin, end = found.span.offset, found.span.offset + found.span.length
            if begin < at:
                continue
            color = _COLORS[found.severity.value]
            parts += [_text(source[at:begin]),
                      f'<span style="text-decoration: underline wavy {color}" title="{html.escape(found.message)}">'
                      f"{_text(source[begin:end]) or '&nbsp;'}</span>"]
            at = end
        return "".join(parts) + _text(source[at:])


def _text(data: bytes) -> str:
    return html.escape(data.decode("utf-8", "replace"))


def _arguments(line: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser("%%ptx", exit_on_error=False)
    parser.add_argument("--target")
    parser.add_argument("--ptx")
    parser.add_argument("--likely", action="store_true")
    parser.add_argument("--pipeline", action="store_true", help="show what the kernels do over time")
    parser.add_argument("--assume", action="append", default=[], metavar="NAME=VALUE")
    return parser.parse_args(shlex.split(line))


def ptx(line: str, cell: Optional[str] = None) -> Page:
    """Checks a cell of PTX.

    Raises:
        ValueError: an option is wrong.
    """
    try:
        given = _arguments(line)
        assume: Dict[str, int] = {name: int(value) for name, _, value in (each.partition("=") for each in given.assume)}
    except (argparse.ArgumentError, SystemExit) as problem:
        raise ValueError(f"%%ptx: {problem}") from None
    text = cell or ""
    report = check(text, name="cell.ptx", target=given.target, ptx=given.ptx, likely=given.likely, assume=assume)
    return Page(report, pipeline(text, assume=assume).frame if given.pipeline else "")


def load(shell: Any) -> None:
    """Gives a notebook the magic %%ptx."""
    shell.register_magic_function(ptx, magic_kind="cell", magic_name="ptx")
