"""Checks, and what they find."""

import dataclasses
import os
import pathlib
import tempfile
from typing import Any, Dict, Iterator, Mapping, Optional, Sequence, Tuple, Union, overload

from ptxcheck._core import ffi, lib
from ptxcheck._library import PtxError, Version, ensure, member, run_command, string, text_of
from ptxcheck.names import Certainty, FixUse, RuleClass, Severity
from ptxcheck.options import Options, arguments_of, native_of, options_of

Source = Union[str, bytes, "os.PathLike[str]"]
"""A str or bytes are text, never a path; a pathlib.Path is that of a file."""


@dataclasses.dataclass(frozen=True)
class Span:
    """A piece of a source: offset and length in bytes of its UTF-8."""

    offset: int
    length: int


@dataclasses.dataclass(frozen=True)
class Place:
    """A place in the source that PTX was compiled from, as .loc says it (ISA 11.5). Lines and columns count from 1."""

    file: str
    line: int
    column: int
    function: Optional[str]


@dataclasses.dataclass(frozen=True)
class Note:
    """What is allowed there, or why. Without a span it is about the whole finding."""

    text: str
    span: Optional[Span]


@dataclasses.dataclass(frozen=True)
class Fix:
    """An edit: `text` should stand in place of what is at `span`."""

    text: str
    span: Span


@dataclasses.dataclass(frozen=True)
class Diagnostic:
    """A finding.

    Attributes:
        rule: the id of its rule, "cp-size".
        rule_class: on whose word the rule rests.
        severity: how grave it is.
        certainty: how sure it is that what it says happens.
        message: one line without a full stop.
        section: of the PTX ISA, or "".
        span: what is wrong, in bytes of the source.
        line, column: where that begins, from 1; the column in bytes, as the command prints it.
        notes: what to know beside it.
        fixes: edits that together mend it; () where none is known.
        fix_use: whether they may be applied unseen.
        places: where it stands in the source that the PTX was compiled from; calls that were inlined follow.
    """

    rule: str
    rule_class: RuleClass
    severity: Severity
    certainty: Certainty
    message: str
    section: str
    span: Span
    line: int
    column: int
    notes: Tuple[Note, ...]
    fixes: Tuple[Fix, ...]
    fix_use: FixUse
    places: Tuple[Place, ...]

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.severity.value}: {self.message} [{self.rule}]"


@dataclasses.dataclass(frozen=True)
class Kernel:
    """A kernel that was executed to find hazards.

    Attributes:
        name: of the kernel.
        threads: of a CTA along x, y and z, in the execution that came furthest.
        cluster: CTAs of the cluster in that execution.
        executions: launch configurations that were tried.
        incomplete: why silence about it says less; None where all that it does was followed to the end.
    """

    name: str
    threads: Tuple[int, int, int]
    cluster: int
    executions: int
    incomplete: Optional[str]


class CheckError(PtxError):
    """What `Report.raise_for_errors` raises. `report` is the report."""

    def __init__(self, report: "Report") -> None:
        super().__init__(report.render().rstrip("\n"))
        self.report = report


class Report(Sequence[Diagnostic]):
    """What a check has found, in the order of the source. It may be read by any number of threads.

    Attributes:
        name: what the source is called in messages.
        source: its text, in bytes.
        options: what was asked.
    """

    def __init__(self, native: Any, source: bytes, name: str, options: Options,
                 kept: Tuple[Any, ...] = ()) -> None:
        self._native = ffi.gc(native, lib.ptxc_report_free)
        self._kept = kept  # what the report needs as long as it lives
        self._diagnostics: Optional[Tuple[Diagnostic, ...]] = None
        self.name = name
        self.source = source
        self.options = options

    # ---- findings ----

    def __len__(self) -> int:
        return int(lib.ptxc_report_count(self._native))

    @overload
    def __getitem__(self, index: int) -> Diagnostic: ...

    @overload
    def __getitem__(self, index: slice) -> Tuple[Diagnostic, ...]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Diagnostic, Tuple[Diagnostic, ...]]:
        return self._all()[index]

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self._all())

    def __repr__(self) -> str:
        return f"<Report of {self.name}: {len(self.errors)} errors, {len(self.warnings)} warnings, {len(self)} findings>"

    def _all(self) -> Tuple[Diagnostic, ...]:
        if self._diagnostics is None:
            lines = self._lines()
            self._diagnostics = tuple(self._diagnostic(lib.ptxc_report_get(self._native, index), lines)
                                      for index in range(len(self)))
        return self._diagnostics

    def _lines(self) -> Tuple[Any, Any]:
        """Returns a map of the text that spans are places in; it is the source, or that of an instruction alone."""
        own = lib.ptxc_report_text(self._native)
        text = own if own else ffi.from_buffer(self.source)
        lines = ffi.new("struct ptxc_lines *")
        lib.ptxc_lines_init(lines, text, len(ffi.string(own)) if own else len(self.source))
        return lines, text

    def _diagnostic(self, native: Any, lines: Any) -> Diagnostic:
        lib.ptxc_lines_seek(lines[0], native.span.offset)
        return Diagnostic(
            string(native.rule), member(RuleClass, native.rule_class), member(Severity, native.severity),
            member(Certainty, native.level),
            string(native.message), string(native.section), Span(native.span.offset, native.span.length), lines[0].line,
            lines[0].column,
            tuple(Note(string(note.text), Span(note.span.offset, note.span.length) if note.span.length else None)
                  for note in native.notes[0:native.note_count]),
            tuple(Fix(string(fix.text), Span(fix.span.offset, fix.span.length))
                  for fix in native.fixes[0:native.fix_count]),
            member(FixUse, native.fix_use), self._places(native.span.offset))

    def _places(self, offset: int) -> Tuple[Place, ...]:
        count = lib.ptxc_report_locate(self._native, offset, ffi.NULL, 0)
        if not count:
            return ()
        places = ffi.new("struct ptxc_location[]", count)
        lib.ptxc_report_locate(self._native, offset, places, count)
        return tuple(Place(string(place.file), place.line, place.column, string(place.function) or None)
                     for place in places)

    @property
    def errors(self) -> Tuple[Diagnostic, ...]:
        """The findings that are errors."""
        return tuple(each for each in self if each.severity is Severity.ERROR)

    @property
    def warnings(self) -> Tuple[Diagnostic, ...]:
        """The findings that are warnings."""
        return tuple(each for each in self if each.severity is Severity.WARNING)

    @property
    def instructions(self) -> int:
        """How many instructions of the family the source has."""
        return int(lib.ptxc_report_instructions(self._native))

    @property
    def suppressed(self) -> int:
        """How many findings comments in the source allow."""
        return int(lib.ptxc_report_suppressed(self._native))

    @property
    def kernels(self) -> Tuple[Kernel, ...]:
        """The kernels that were executed to find hazards."""
        natives = (lib.ptxc_report_kernel(self._native, i) for i in range(lib.ptxc_report_kernels(self._native)))
        return tuple(Kernel(string(native.name), (native.threads[0], native.threads[1], native.threads[2]), native.cluster,
                            native.executions, string(native.incomplete) or None) for native in natives)

    def raise_for_errors(self) -> "Report":
        """Returns the report.

        Raises:
            CheckError: it has an error; the message is what `render` gives.
        """
        if lib.ptxc_report_total(self._native, lib.PTXC_SEVERITY_ERROR):
            raise CheckError(self)
        return self

    # ---- words ----

    def render(self, color: bool = False) -> str:
        """Returns the findings as the command prints them, with the line of the source and a mark below what is wrong."""
        lines, _text = self._lines()  # which the map points into
        flags = lib.PTXC_RENDER_COLOR if color else 0
        name = self.name.encode()
        return "".join(text_of(lib.ptxc_report_render, self._native, lib.ptxc_report_get(self._native, index),
                               lib.PTXC_SEVERITY_OFF, name, lines, flags) for index in range(len(self)))

    def _repr_html_(self) -> str:
        import html
        return f"<pre>{html.escape(self.render()) or 'nothing found'}</pre>"

    def to_json(self) -> str:
        """Returns what `ptxcheck check --format=json` prints for the source (docs/json.md)."""
        return self._command("--format=json")

    def to_sarif(self) -> str:
        """Returns the findings as SARIF 2.1.0, as the command prints them."""
        return self._command("--format=sarif")

    def fix(self) -> str:
        """Returns the source with all fixes that are certain (`fix_use` is "applied"), and with those of what is found then, as
        `ptxcheck check --fix`. What is only shown is left as it is: see `apply`."""
        if not any(each.fixes and each.fix_use is FixUse.APPLIED for each in self):
            return self.source.decode("utf-8", "surrogateescape")
        return self._command("--fix")

    def apply(self, *findings: Diagnostic) -> str:
        """Returns the source with the edits of these findings, certain or not.

        Raises:
            ValueError: two of them change the same bytes.
        """
        pointer, buffer = ffi.new("struct ptxc_edits **"), ffi.from_buffer(self.source)
        ensure(lib.ptxc_edits_make(buffer, len(self.source), ffi.NULL, pointer))
        edits = ffi.gc(pointer[0], lib.ptxc_edits_free)
        for found in findings:
            ensure(lib.ptxc_edits_fix(edits, lib.ptxc_report_get(self._native, self._all().index(found))),
                   "two of these findings change the same bytes")
        return apply_edits(edits).decode("utf-8", "surrogateescape")

    def _command(self, how: str) -> str:
        """Returns what `ptxcheck check` prints for the source."""
        with tempfile.TemporaryDirectory() as folder:
            arguments = arguments_of(self.options, pathlib.Path(folder))
            return run_command(["check", *arguments, how, f"--stdin-filename={self.name}", "-"], self.source)


def report_of_own_text(native: Any, name: str, options: Options) -> Report:
    """Returns a report whose spans are places in a text of its own."""
    return Report(native, bytes(ffi.string(lib.ptxc_report_text(native))), name, options)


def apply_edits(edits: Any) -> bytes:
    """Returns the source of a list of edits with all of them made."""
    length = lib.ptxc_edits_apply(edits, ffi.NULL, 0)
    result = ffi.new("char[]", length + 1)
    lib.ptxc_edits_apply(edits, result, length + 1)
    return bytes(ffi.buffer(result, length))


# ---- the sources that PTX was compiled from ----


class _Sources:
    """Finds the files that .file names, for one check. What it gives stays as long as it lives."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.texts: Dict[int, Tuple[Any, Any]] = {}  # of each file its name and its text
        self.handle = ffi.new_handle(self)
        self.pointer = ffi.new("struct ptxc_sources *", {"find": lib.ptxcheck_find, "user": self.handle})

    def find(self, number: int, location: Any) -> None:
        if number not in self.texts:
            path = os.path.join(self.folder, string(location.file))
            try:
                text = ffi.from_buffer(pathlib.Path(path).read_bytes())
                self.texts[number] = ffi.new("char[]", os.fsencode(path)), text
            except (OSError, ValueError):
                self.texts[number] = None, None
        name, text = self.texts[number]
        if name is not None:
            location.file, location.text, location.length = name, text, len(text)


@ffi.def_extern()  # type: ignore
def ptxcheck_find(user: Any, number: int, location: Any) -> None:
    ffi.from_handle(user).find(number, location)


# ---- checks ----


def read_source(source: Source, name: Optional[str]) -> Tuple[bytes, str]:
    """Returns the text of a source, and what it is called."""
    if isinstance(source, str):
        return source.encode("utf-8", "surrogateescape"), name or "<text>"
    if isinstance(source, bytes):
        return source, name or "<text>"
    path = os.fspath(source)
    return pathlib.Path(path).read_bytes(), name or path


def check_bytes(data: bytes, name: str, options: Options, host: bool) -> Report:
    """Returns what is found in a text; `host`: in one of another language, which the extension of its name says."""
    kept: Tuple[Any, ...] = (native_of(options),)
    native = kept[0].pointer
    if options.sources and not host and b".file" in data:
        sources = _Sources(os.path.dirname(name))
        copy = ffi.new("struct ptxc_options *", native[0])
        copy.sources = sources.pointer
        kept, native = (*kept, sources), copy
    pointer, buffer = ffi.new("struct ptxc_report **"), ffi.from_buffer(data)
    if host:
        status = lib.ptxc_check_host(name.encode(), buffer, len(data), native, pointer)
    else:
        status = lib.ptxc_check(buffer, len(data), native, pointer)
    ensure(status)
    return Report(pointer[0], data, name, options, kept)


def check(source: Source, *, name: Optional[str] = None, target: Optional[str] = None, ptx: Optional[Version] = None,
          assembler: Optional[Version] = None, only: Union[str, Sequence[str]] = (), hazards: bool = True,
          likely: bool = False, pedantic: bool = False, assume: Optional[Mapping[str, int]] = None, maps: Any = None,
          severity: Optional[Mapping[str, str]] = None, portable: Union[str, Sequence[str]] = (), allow: bool = True,
          sources: bool = True) -> Report:
    """Checks PTX, or a source of another language that has PTX in asm statements and strings.

    Args:
        source: text (str or bytes), or the path of a file (pathlib.Path): a str is never a path.
        name: what a text is called in messages; its extension says the language ("kernel.cu"), else it is PTX.
        target: the target ("sm_90a") in place of .target; None: as declared.
        ptx: the PTX version ("8.6") in place of .version; None: as declared.
        assembler: the ptxas whose verdicts are wanted ("12.6"); None: the oldest from 13.0 on that knows the version.
        only: classes of rules, such as "syntax,legality", which give exactly the verdict of the assembler.
        hazards: whether kernels are executed to find races, deadlocks and the like.
        likely: whether likely hazards are reported, too, as warnings.
        pedantic: whether possible ones are, too, as notes.
        assume: what the text does not say: {"threads": 128, "cluster": 2, "box(map)": 16384} (threads, CTAs, bytes).
        maps: a ptxcheck.TensorMap, JSON of one, or a list of them: copies are checked against them.
        severity: severities of rules by their ids: {"cp-size": "warning", "unknown-allow": "off"}.
        portable: targets on which every instruction must assemble, too.
        allow: whether comments such as `ptxcheck: allow(cp-size) reason` take findings away.
        sources: whether findings in compiled PTX are looked for in the source that .loc names.

    Returns:
        What is found. Wrong PTX is a normal result.

    Raises:
        ValueError: an option has a value that the library does not know; it says which.
        OSError: the file cannot be read.
        OverflowError: the source has 2^31 bytes or more.
    """
    data, called = read_source(source, name)
    options = options_of(target=target, ptx=ptx, assembler=assembler, only=only, hazards=hazards, likely=likely,
                         pedantic=pedantic, assume=assume, maps=maps, severity=severity, portable=portable, allow=allow,
                         sources=sources)
    return check_bytes(data, called, options, bool(lib.ptxc_host_known(called.encode())))
