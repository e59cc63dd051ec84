"""What is asked of a check, as the library and the command take it."""

import dataclasses
import functools
import operator
import pathlib
from typing import Any, List, Mapping, Optional, Sequence, Tuple, Union

from ptxcheck._core import ffi, lib
from ptxcheck._library import Version, ensure, plain, string, text_of, version_number, version_text
from ptxcheck.names import RuleClass, Severity


@dataclasses.dataclass(frozen=True)
class Options:
    """What is asked of a check. `check` takes the same as keyword arguments.

    Attributes:
        target: the target ("sm_90a") in place of .target; None: as declared.
        ptx: the PTX version ("8.6") in place of .version; None: as declared.
        assembler: the ptxas whose verdicts are wanted ("12.6"); None: the oldest from 13.0 on that knows the version.
        only: classes of rules; () stands for all.
        hazards: whether kernels are executed to find races, deadlocks and the like.
        likely: whether likely hazards are reported, too, as warnings.
        pedantic: whether possible ones are, too, as notes.
        assume: what the text does not say: {"threads": 128, "cluster": 2, "box(map)": 16384} (threads, CTAs, bytes).
        maps: tensor maps that copies are checked against, as JSON (ptxcheck.TensorMap gives it by str).
        severity: severities of rules by their ids: {"cp-size": "warning", "unknown-allow": "off"}.
        portable: targets on which every instruction must assemble, too.
        allow: whether comments such as `ptxcheck: allow(cp-size) reason` take findings away.
        sources: whether findings in compiled PTX are looked for in the source that .loc names.
    """

    target: Optional[str] = None
    ptx: Optional[Version] = None
    assembler: Optional[Version] = None
    only: Tuple[str, ...] = ()
    hazards: bool = True
    likely: bool = False
    pedantic: bool = False
    assume: Tuple[Tuple[str, int], ...] = ()
    maps: Tuple[str, ...] = ()
    severity: Tuple[Tuple[str, str], ...] = ()
    portable: Tuple[str, ...] = ()
    allow: bool = True
    sources: bool = True


_CLASSES = {str(each.value): index for index, each in enumerate(RuleClass)}
_SEVERITIES = {str(each.value): index for index, each in enumerate(Severity)}


@functools.lru_cache(maxsize=256)
def make(**given: Any) -> Options:
    return Options(**given)


def options_of(*, target: Optional[str] = None, ptx: Optional[Version] = None, assembler: Optional[Version] = None,
               only: Union[str, Sequence[str]] = (), hazards: bool = True, likely: bool = False, pedantic: bool = False,
               assume: Optional[Mapping[str, int]] = None, maps: Any = None,
               severity: Optional[Mapping[str, str]] = None, portable: Union[str, Sequence[str]] = (), allow: bool = True,
               sources: bool = True) -> Options:
    """Returns the options that keyword arguments ask for, which may be lists, dicts and single values."""
    listed: Sequence[Any] = maps or ()
    if isinstance(maps, str) or hasattr(maps, "box_bytes"):
        listed = (maps,)
    return make(target=target and plain(target), ptx=ptx, assembler=assembler,
                only=_words(only), hazards=hazards, likely=likely, pedantic=pedantic,
                assume=tuple((assume or {}).items()), maps=tuple(map(str, listed)),
                severity=tuple((severity or {}).items()), portable=_words(portable), allow=allow, sources=sources)


def _words(given: Union[str, Sequence[str]]) -> Tuple[str, ...]:
    """Returns a list of words, which may be one text with commas, or members of an enumeration."""
    if isinstance(given, str):
        return tuple(plain(given).split(",")) if given else ()
    return tuple(map(plain, given))


def _versions(options: Options) -> Tuple[int, int]:
    """Returns the PTX version and the assembler as the library counts."""
    ptx, assembler = version_number(options.ptx), version_number(options.assembler)
    if ptx and not lib.ptxc_ptx_from_text(str(options.ptx).encode()):
        raise ValueError(f"there is no PTX version {options.ptx}; the last one is {version_text(lib.ptxc_newest_ptx())}")
    known: List[int] = []
    while lib.ptxc_assembler(len(known)):
        known.append(lib.ptxc_assembler(len(known)))
    if assembler and assembler not in known:
        raise ValueError(f"the verdicts of ptxas {options.assembler} are not known, but those of "
                         f"{', '.join(str(version_text(each)) for each in known)}")
    return ptx, assembler


def _whole(name: str, value: Any) -> int:
    """Returns the value of an assumption."""
    try:
        return operator.index(value)
    except TypeError:
        raise ValueError(f"{name} is a whole number, not {value!r}") from None


class Native:
    """Options as the library takes them, with all that they point to. They are made once for equal options."""

    def __init__(self, options: Options) -> None:
        self.kept: List[Any] = []
        self.pointer = ffi.new("struct ptxc_options *")
        native = self.pointer
        native.size = ffi.sizeof("struct ptxc_options")
        native.target = self._text(options.target)
        native.ptx, native.assembler = _versions(options)
        native.classes = sum({1 << self._number(_CLASSES, each, "class of rules") for each in options.only})
        native.flags = (lib.PTXC_CHECK_ALLOW * options.allow | lib.PTXC_CHECK_FLOW * options.hazards |
                        lib.PTXC_CHECK_LIKELY * options.likely | lib.PTXC_CHECK_PEDANTIC * options.pedantic)
        native.portable, native.portable_count = self._array("char *[]", list(map(self._text, options.portable)))
        native.assumptions, native.assumption_count = self._array(
            "struct ptxc_assumption[]", [{"name": self._text(name), "value": _whole(name, value)}
                                         for name, value in options.assume])
        native.overrides, native.override_count = self._array(
            "struct ptxc_override[]", [{"rule": self._text(rule), "severity": self._number(_SEVERITIES, severity, "severity")}
                                       for rule, severity in options.severity])
        if options.maps:
            native.maps = self._maps(options.maps)
        said = text_of(lib.ptxc_options_explain, native)
        if said:
            raise ValueError(said)

    def _text(self, text: Optional[str]) -> Any:
        if text is None:
            return ffi.NULL
        self.kept.append(ffi.new("char[]", text.encode()))
        return self.kept[-1]

    def _array(self, kind: str, items: List[Any]) -> Tuple[Any, int]:
        self.kept.append(ffi.new(kind, items))
        return (self.kept[-1] if items else ffi.NULL), len(items)

    @staticmethod
    def _number(table: Mapping[str, int], word: str, what: str) -> int:
        if word not in table:
            raise ValueError(f"there is no {what} {word!r}; there are {', '.join(table)}")
        return table[word]

    def _maps(self, maps: Sequence[str]) -> Any:
        pointer, report = ffi.new("struct ptxc_tensormaps **"), ffi.new("struct ptxc_report **")
        data = "\n".join(maps).encode()
        ensure(lib.ptxc_tensormaps_read(data, len(data), ffi.NULL, pointer, report))
        self.kept.append(ffi.gc(pointer[0], lib.ptxc_tensormaps_free))
        found = ffi.gc(report[0], lib.ptxc_report_free)
        for index in range(lib.ptxc_report_count(found)):
            diagnostic = lib.ptxc_report_get(found, index)
            if diagnostic.severity == lib.PTXC_SEVERITY_ERROR:
                raise ValueError(f"tensor maps: {string(diagnostic.message)} [{string(diagnostic.rule)}]")
        return self.kept[-1]


@functools.lru_cache(maxsize=64)
def native_of(options: Options) -> Native:
    return Native(options)


def arguments_of(options: Options, folder: Optional[pathlib.Path] = None) -> List[str]:
    """Returns the options as arguments of the command, which reads no configuration then. Tensor maps go to a file of
    the folder."""
    given = ["--no-config"]
    single = {"target": options.target, "ptx": options.ptx, "assembler": options.assembler}
    given += [f"--{name}={value}" for name, value in single.items() if value is not None]
    lists = {"only": options.only, "portable": options.portable}
    given += [f"--{name}={','.join(values)}" for name, values in lists.items() if values]
    given += [f"--assume={name}={value}" for name, value in options.assume]
    given += [f"-W{rule}={severity}" for rule, severity in options.severity]
    switches = {"--no-flow": not options.hazards, "-Wlikely": options.likely, "--pedantic": options.pedantic,
                "--ignore-allow": not options.allow, "--source=ptx": not options.sources}
    given += [switch for switch, on in switches.items() if on]
    if options.maps and folder:
        (folder / "maps.json").write_text("\n".join(options.maps), encoding="utf-8")
        given.append(f"--maps={folder / 'maps.json'}")
    return given
