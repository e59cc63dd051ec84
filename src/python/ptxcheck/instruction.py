"""Instructions as values, and those of a text."""

import dataclasses
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from ptxcheck._core import ffi, lib
from ptxcheck._library import PtxError, Version, ensure, names_of, plain, string, text_of, version_number, version_text
from ptxcheck.names import Opcode, Qualifier
from ptxcheck.options import Options, native_of, options_of
from ptxcheck.report import Report, Source, Span, apply_edits, check, read_source, report_of_own_text

_SLOTS = {name.replace(" ", "_"): slot for name, slot in names_of(lib.ptxc_slot_name, 0).items()}


@dataclasses.dataclass(frozen=True)
class Operand:
    """An operand: its text, and what it is for in the form of the instruction ("size"), None where that is not known."""

    text: str
    name: Optional[str]


@dataclasses.dataclass(frozen=True)
class Reason:
    """A part of an instruction that asks something of the PTX version and the target, and what it asks."""

    text: str
    needs: str


@dataclasses.dataclass(frozen=True)
class Requirement:
    """Where an instruction is legal.

    Attributes:
        ptx: the least PTX version ("8.0"); None: it is legal nowhere.
        targets: the least version by target, of those on which it is legal.
        reasons: the parts that ask for it, and what each needs; of one that is legal nowhere what is wrong with it.
    """

    ptx: Optional[str]
    targets: Mapping[str, str]
    reasons: Tuple[Reason, ...]

    def __bool__(self) -> bool:
        return self.ptx is not None


class Instruction:
    """One instruction of the asynchronous-copy family. It never changes.

    A slot is an attribute: `copy.destination` is ".shared::cta" or None. `str(copy)` is canonical PTX.

    Attributes:
        span: where it stands in the text of its module, in bytes; None of one that was parsed alone.
        function: the function around it; None: there is none.
    """

    def __init__(self, native: Any, text: bytes, span: Optional[Span] = None, function: Optional[str] = None) -> None:
        self.native = native
        """The value of the library; for this package alone."""
        self._text = text  # which the names of the instruction point into
        self.span = span
        self.function = function

    @classmethod
    def parse(cls, text: Union[str, bytes]) -> "Instruction":
        """Reads one instruction, with or without its ';'.

        Raises:
            PtxError: the text is no instruction of the family; it says why, and where.
        """
        data = text.encode() if isinstance(text, str) else text
        native, report = ffi.new("struct ptxc_instruction *"), ffi.new("struct ptxc_report **")
        buffer = ffi.from_buffer(data)
        status = lib.ptxc_instruction_parse(buffer, len(data), native, report)
        if status == lib.PTXC_UNREADABLE:
            raise PtxError(Report(report[0], data, "<text>", Options()).render().rstrip("\n"))
        ensure(status)
        lib.ptxc_report_free(report[0])
        return cls(native, data)

    @classmethod
    def build(cls, mnemonic: Union[str, Opcode], *qualifiers: Union[str, Qualifier],
              operands: Sequence[Union[str, int]] = (), guard: Optional[str] = None) -> "Instruction":
        """Makes an instruction of its parts, in any order but for state spaces: the destination comes first.

        Args:
            mnemonic: "cp.async.bulk".
            qualifiers: ".global", ".bulk_group" and so on, or members of ptxcheck.Qualifier.
            operands: as PTX writes them: "[%rd1]", "{%r1, %r2}", 128.
            guard: a predicate, "%p1" or "!%p1".

        Raises:
            PtxError: these are no parts of one; it says why. What no target takes can be built, and `check` says so.
        """
        if isinstance(operands, str):
            raise TypeError(f"operands are a list of operands, not one text: {operands!r}")
        words = plain(mnemonic) + "".join("." + plain(each).lstrip(".") for each in qualifiers)
        text = f"{f'@{guard} ' if guard else ''}{words} {', '.join(map(str, operands))};"
        made = cls.parse(text)
        if made.damaged:
            raise PtxError("\n".join(each.message for each in check(text, only="syntax,legality").errors))
        return made

    # ---- parts ----

    @property
    def opcode(self) -> Opcode:
        """The mnemonic."""
        return Opcode(string(lib.ptxc_opcode_name(self.native.opcode)))

    @property
    def damaged(self) -> bool:
        """Whether something in it is wrong as it is written."""
        return bool(self.native.damaged)

    @property
    def qualifiers(self) -> Tuple[str, ...]:
        """The qualifiers, as they stand."""
        uses = self.native.qualifiers[0:self.native.qualifier_count]
        return tuple(string(lib.ptxc_qualifier_name(use.id)) or self._part(use.span) for use in uses)

    @property
    def slots(self) -> Mapping[str, str]:
        """The qualifiers by what they are for: {"destination": ".shared::cta"}."""
        found = {name: string(lib.ptxc_qualifier_name(lib.ptxc_instruction_get(self.native, slot)))
                 for name, slot in _SLOTS.items()}
        return {name: spelling for name, spelling in found.items() if spelling}

    def __getattr__(self, name: str) -> Optional[str]:
        if name not in _SLOTS:
            raise AttributeError(f"an instruction has no {name!r}; slots are {', '.join(_SLOTS)}")
        return self.slots.get(name)

    @property
    def operands(self) -> Tuple[Operand, ...]:
        """The operands, in their order."""
        return tuple(Operand(self._part(operand.span), string(lib.ptxc_instruction_operand_name(self.native, i)) or None)
                     for i, operand in enumerate(self.native.operands[0:self.native.operand_count]))

    def _part(self, span: Any) -> str:
        return self._text[span.offset:span.offset + span.length].decode("utf-8", "replace")

    def replace(self, **slots: Optional[Union[str, Qualifier]]) -> "Instruction":
        """Returns the instruction with other qualifiers in these slots; None empties one.

        Raises:
            ValueError: there is no such slot or qualifier, or it does not belong there.
        """
        native = ffi.new("struct ptxc_instruction *", self.native[0])
        for name, spelling in slots.items():
            word = None if spelling is None else "." + plain(spelling).lstrip(".")
            qualifier = 0 if word is None else lib.ptxc_qualifier_from_name(word.encode())
            if name not in _SLOTS or (word is not None and not qualifier):
                raise ValueError(f"there is no slot {name!r}" if name not in _SLOTS else f"there is no qualifier {word!r}")
            ensure(lib.ptxc_instruction_set(native, _SLOTS[name], qualifier),
                   f"{word} is no {name.replace('_', ' ')} of {self.opcode.value}")
        return Instruction(native, self._text, self.span, self.function)

    def choices(self, slot: str, *, target: Optional[str] = None, ptx: Optional[Version] = None) -> Tuple[str, ...]:
        """Returns what could stand in a slot beside the other qualifiers, on a target and in a version.

        Raises:
            ValueError: there is no such slot.
        """
        if slot not in _SLOTS:
            raise ValueError(f"there is no slot {slot!r}; there are {', '.join(_SLOTS)}")
        found = ffi.new("enum ptxc_qualifier[]", lib.PTXC_MAX_CHOICES)
        options = native_of(options_of(target=target, ptx=ptx)).pointer
        count = lib.ptxc_instruction_choices(self.native, _SLOTS[slot], options, found, lib.PTXC_MAX_CHOICES)
        return tuple(string(lib.ptxc_qualifier_name(found[i])) for i in range(count))

    # ---- text ----

    def __str__(self) -> str:
        return text_of(lib.ptxc_instruction_emit, self.native) or self._part(self.native.span)

    def __repr__(self) -> str:
        return f"<Instruction {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Instruction):
            return NotImplemented
        return bool(lib.ptxc_instruction_equal(self.native, other.native))

    def __hash__(self) -> int:
        return hash(str(self))

    # ---- questions ----

    def check(self, target: Optional[str] = None, *, ptx: Optional[Version] = None, only: Union[str, Sequence[str]] = (),
              severity: Optional[Mapping[str, str]] = None) -> Report:
        """Checks it alone, for a target and a version (None: any). Spans are places in its canonical text; in what was parsed
        where it has none."""
        options = options_of(target=target, ptx=ptx, only=only, severity=severity, hazards=False)
        report = ffi.new("struct ptxc_report **")
        native = native_of(options)
        status = lib.ptxc_instruction_check(self.native, native.pointer, ffi.NULL, report)
        if status == lib.PTXC_UNREADABLE:  # something in it is wrong as it is written
            return check(self._text, name="<instruction>", target=target, ptx=ptx, only=only, severity=severity, hazards=False)
        ensure(status)
        return report_of_own_text(report[0], "<instruction>", options)

    def where(self, *, assembler: Optional[Version] = None) -> Requirement:
        """Returns where it is legal, for one ptxas (None: the one that ptxcheck follows for each version)."""
        native = ffi.new("struct ptxc_requirement *")
        native.size = ffi.sizeof("struct ptxc_requirement")
        lib.ptxc_instruction_requirement_by(self.native, version_number(assembler), native)
        targets: Dict[str, str] = {}
        for i in range(1, lib.PTXC_MAX_TARGETS):
            first = version_text(native.first[i])
            if first:
                targets[string(lib.ptxc_target_name(i))] = first
        reasons = self._reasons() if native.ptx else self._obstacles()
        return Requirement(version_text(native.ptx), targets, reasons)

    def _obstacles(self) -> Tuple[Reason, ...]:
        """Returns why it is legal nowhere."""
        return tuple(Reason(str(self), each.message) for each in self.check(only="syntax,legality").errors)

    def _reasons(self) -> Tuple[Reason, ...]:
        reasons = ffi.new("struct ptxc_reason[]", lib.PTXC_MAX_REASONS)
        count = lib.ptxc_instruction_reasons(self.native, reasons, lib.PTXC_MAX_REASONS)
        found: List[Reason] = []
        for i in range(count):
            span = lib.ptxc_reason_span(self.native, reasons + i)
            found.append(Reason(self._part(span) if span.length else self.opcode.value,
                                text_of(lib.ptxc_reason_needs, reasons + i)))
        return tuple(found)


class Module:
    """A text of PTX, or of another language that holds some: its instructions, and edits of them. Instructions are those of
    the text as it was given; `str` gives it with the edits.

        module = Module(pathlib.Path("kernel.ptx"))
        for copy in module:
            if copy.load_mode is None:
                module.replace(copy, copy.replace(load_mode=".tile"))
        print(module)

    Args:
        source: text, or the path of a file.
        name: what a text is called; its extension says the language ("kernel.cu"), else it is PTX.
    """

    def __init__(self, source: Source, *, name: Optional[str] = None) -> None:
        self._data, self.name = read_source(source, name)
        self._host = bool(lib.ptxc_host_known(self.name.encode()))
        pointer = ffi.new("struct ptxc_edits **")
        self._buffer = ffi.from_buffer(self._data)
        ensure(lib.ptxc_edits_make(self._buffer, len(self._data), ffi.NULL, pointer))
        self._edits = ffi.gc(pointer[0], lib.ptxc_edits_free)

    def __iter__(self) -> Iterator[Instruction]:
        pointer = ffi.new("struct ptxc_module **")
        if self._host:
            status = lib.ptxc_module_open_host(self.name.encode(), self._buffer, len(self._data), ffi.NULL, pointer)
        else:
            status = lib.ptxc_module_open(self._buffer, len(self._data), ffi.NULL, pointer)
        ensure(status)
        module = pointer[0]
        place = ffi.new("struct ptxc_place *")
        place.size = ffi.sizeof("struct ptxc_place")
        try:
            native = ffi.new("struct ptxc_instruction *")
            while lib.ptxc_module_next(module, native):
                lib.ptxc_module_place(module, place)
                function = place.function
                name = self._data[function.offset:function.offset + function.length].decode("utf-8", "replace")
                yield Instruction(native, self._data, Span(native.span.offset, native.span.length), name or None)
                native = ffi.new("struct ptxc_instruction *")
        finally:
            lib.ptxc_module_close(module, ffi.NULL)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"<Module {self.name}>"

    def check(self, **options: Any) -> Report:
        """Checks the text with its edits; the arguments are those of `ptxcheck.check`."""
        return check(str(self), name=self.name, **options)

    def replace(self, instruction: Instruction, by: Instruction) -> None:
        """Puts an instruction in the place of one that the module has given; its ';' stays.

        Raises:
            PtxError: the new one has no text.
            ValueError: another edit changes the same bytes.
        """
        status = lib.ptxc_edits_instruction(self._edits, instruction.native, by.native)
        if status == lib.PTXC_UNREADABLE:
            raise PtxError("the instruction has no canonical text")
        ensure(status, "another edit changes this instruction")

    def remove(self, instruction: Instruction) -> None:
        """Takes an instruction that the module has given out of the text; its ';' stays.

        Raises:
            ValueError: another edit changes the same bytes.
        """
        ensure(lib.ptxc_edits_remove(self._edits, instruction.native.span), "another edit changes this instruction")

    def insert(self, offset: int, text: str) -> None:
        """Inserts a text before a byte of the text of the module.

        Raises:
            ValueError: the place is not in the text, or in an edit.
        """
        data = text.encode()
        ensure(lib.ptxc_edits_insert(self._edits, offset, data, len(data)), f"nothing can be inserted at {offset}")

    def __str__(self) -> str:
        return apply_edits(self._edits).decode("utf-8", "surrogateescape")

    def format(self, *, keep_layout: bool = False) -> str:
        """Returns the text with its instructions in canonical form, as `ptxcheck fmt` writes it; edits do not count.

        Args:
            keep_layout: blanks and operands stay, and only qualifiers are put in order.
        """
        options = ffi.new("struct ptxc_format_options *")
        options.size = ffi.sizeof("struct ptxc_format_options")
        options.keep_layout = keep_layout
        pointer = ffi.new("struct ptxc_edits **")
        ensure(lib.ptxc_format(self._buffer, len(self._data), options, pointer))
        return apply_edits(ffi.gc(pointer[0], lib.ptxc_edits_free)).decode("utf-8", "surrogateescape")


def where(instruction: Union[str, Instruction], *, assembler: Optional[Version] = None) -> Requirement:
    """Returns where an instruction is legal: for every PTX version and target that the tables know.

    Raises:
        PtxError: the text is no instruction of the family.
    """
    value = instruction if isinstance(instruction, Instruction) else Instruction.parse(instruction)
    return value.where(assembler=assembler)
