"""pytest --ptxcheck: a test fails if a kernel that is compiled in it has findings.

It turns on ptxcheck's doors into the compilers that tests have imported when they are collected. Findings that the file of
--ptxcheck-baseline holds do not count; --ptxcheck-update-baseline writes that file with all that there are.
"""

import importlib
import json
import pathlib
import sys
from typing import Any, Dict, Generator, List, Optional, Set

import pytest

from ptxcheck._hooks import COMPILERS
from ptxcheck.report import Diagnostic, Report


def pytest_addoption(parser: Any) -> None:
    group = parser.getgroup("ptxcheck")
    group.addoption("--ptxcheck", action="store_true", help="fail the test whose kernel has findings")
    group.addoption("--ptxcheck-likely", action="store_true", help="report likely hazards, too")
    group.addoption("--ptxcheck-baseline", metavar="FILE", help="leave out the findings that FILE holds")
    group.addoption("--ptxcheck-update-baseline", action="store_true", help="write that file, with all findings that there are")


def pytest_configure(config: Any) -> None:
    if config.getoption("--ptxcheck") or config.getoption("--ptxcheck-update-baseline"):
        config.pluginmanager.register(_Plugin(config), "ptxcheck-kernels")


class KernelFindings(Exception):
    """Findings in kernels that a test has compiled, as ptxcheck prints them."""


def _key(report: Report, found: Diagnostic) -> str:
    """Returns what tells a finding from others, wherever its lines have moved."""
    file = pathlib.PurePath(found.places[0].file if found.places else report.name).name
    return f"{file}: {found.rule}: {found.message}"


class _Plugin:
    def __init__(self, config: Any) -> None:
        self.baseline: Optional[str] = config.getoption("--ptxcheck-baseline")
        self.update = bool(config.getoption("--ptxcheck-update-baseline"))
        if self.update and not self.baseline:
            raise pytest.UsageError("--ptxcheck-update-baseline needs --ptxcheck-baseline")
        self.known: Set[str] = set()
        if self.baseline and not self.update:
            try:
                self.known = set(json.loads(pathlib.Path(self.baseline).read_text(encoding="utf-8"))["findings"])
            except (OSError, ValueError, KeyError, TypeError) as problem:
                raise pytest.UsageError(f"{self.baseline} is no baseline of ptxcheck: {problem}") from None
        self.all: Set[str] = set()
        self.new: List[str] = []
        self.options: Dict[str, Any] = {"likely": bool(config.getoption("--ptxcheck-likely"))}

    def pytest_collection_finish(self) -> None:
        for name in self.compilers():
            importlib.import_module(f"ptxcheck.{name}").enable(on=self.take, **self.options)

    def pytest_report_collectionfinish(self) -> str:
        names = ", ".join(self.compilers())
        return f"ptxcheck: checks kernels of {names}" if names else "ptxcheck: no test imports a compiler that it knows"

    @staticmethod
    def compilers() -> List[str]:
        """Returns the compilers that tests have imported."""
        return [name for name, module in COMPILERS.items() if module in sys.modules]

    def take(self, report: Report) -> None:
        keys = {_key(report, found) for found in report if found.severity.value in ("error", "warning")}
        self.all |= keys
        if keys - self.known and not self.update:
            self.new.append(report.render())

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item: Any) -> Generator[None, Any, None]:
        self.new.clear()
        outcome = yield
        if self.new and outcome.excinfo is None:
            outcome.force_exception(KernelFindings("".join(self.new)))

    def pytest_sessionfinish(self) -> None:
        if self.update and self.baseline:
            text = json.dumps({"findings": sorted(self.all)}, indent=1)
            pathlib.Path(self.baseline).write_text(text + "\n", encoding="utf-8")
