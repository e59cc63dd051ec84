"""Matrix descriptors of wgmma and tcgen05 (ISA 9.7.16.4.1, 9.7.17.4.1), taken apart and put together."""

import dataclasses
from typing import Any, Optional

from ptxcheck._core import ffi, lib
from ptxcheck._library import ensure, string
from ptxcheck.options import native_of, options_of
from ptxcheck.report import Report, report_of_own_text
from ptxcheck.swizzle import mode_of


@dataclasses.dataclass(frozen=True)
class Descriptor:
    """A matrix descriptor. `int(descriptor)` is the number that an instruction takes.

    Attributes:
        kind: "wgmma" or "tcgen05".
        start: the shared address of the matrix, in bytes: a multiple of 16 below 262144, as are the next two.
        leading: the leading dimension byte offset; with `absolute` the address of the second part.
        stride: the stride dimension byte offset.
        base: the matrix base offset, from 0 to 7.
        swizzle: the mode, "128B".
        absolute: whether `leading` is an address, which only tcgen05 has.
    """

    kind: str
    start: int = 0
    leading: int = 0
    stride: int = 0
    base: int = 0
    swizzle: str = "NONE"
    absolute: bool = False

    def __int__(self) -> int:
        value = _encode(self)
        if value is None:
            parts = [(field.name, getattr(self, field.name)) for field in dataclasses.fields(self)[1:]]
            wrong = [f"{name}={part!r}" for name, part in parts if _encode(Descriptor(self.kind, **{name: part})) is None]
            raise ValueError(f"a descriptor of {self.kind} has no room for {', '.join(wrong) or self}")
        return value

    def check(self, *, map_swizzle: Optional[str] = None) -> Report:
        """Checks it: `map_swizzle` is the swizzle of the tensor map that fills the matrix.

        Raises:
            ValueError: a part has no room in its field, or is no multiple of 16 bytes.
        """
        return check_descriptor(int(self), self.kind, map_swizzle=map_swizzle)


def _encode(parts: Descriptor) -> Optional[int]:
    """Returns the number; None where a part does not fit into its field."""
    value = ffi.new("uint64_t *")
    native = ffi.new("struct ptxc_descriptor *", {
        "kind": _kind(parts.kind), "start": parts.start, "leading": parts.leading, "stride": parts.stride,
        "base": parts.base, "absolute": parts.absolute, "swizzle": mode_of(parts.swizzle)})
    return int(value[0]) if lib.ptxc_descriptor_encode(native, value) == lib.PTXC_OK else None


def _kind(name: str) -> Any:
    kind = lib.ptxc_descriptor_from_name(name.encode())
    if kind == lib.PTXC_DESCRIPTOR_NONE:
        raise ValueError(f"there is no kind of descriptor {name!r}")
    return kind


def descriptor(value: int, kind: Optional[str] = None) -> Descriptor:
    """Takes a number apart. Its bits say which kind it is, if that is not given.

    Raises:
        ValueError: its bits are those of no kind, or there is no such kind.
    """
    number = _kind(kind) if kind else lib.ptxc_descriptor_guess(value)
    if number == lib.PTXC_DESCRIPTOR_NONE:
        raise ValueError(f"{value:#x} is neither a descriptor of wgmma nor one of tcgen05")
    native = ffi.new("struct ptxc_descriptor *")
    ensure(lib.ptxc_descriptor_decode(value, number, native))
    return Descriptor(string(lib.ptxc_descriptor_name(number)), native.start, native.leading, native.stride, native.base,
                      string(lib.ptxc_swizzle_name(native.swizzle)), bool(native.absolute))


def check_descriptor(value: int, kind: Optional[str] = None, *, map_swizzle: Optional[str] = None) -> Report:
    """Checks a number as a descriptor. Spans are places in its 18 hexadecimal characters.

    Raises:
        ValueError: its bits are those of no kind, or there is no such kind or swizzle.
    """
    number = _kind(kind) if kind else lib.ptxc_descriptor_guess(value)
    filled = mode_of(map_swizzle) if map_swizzle else lib.PTXC_SWIZZLE_UNKNOWN
    report, options = ffi.new("struct ptxc_report **"), options_of()
    ensure(lib.ptxc_descriptor_check(value, number, filled, native_of(options).pointer, report),
           f"{value:#x} is neither a descriptor of wgmma nor one of tcgen05")
    return report_of_own_text(report[0], "<descriptor>", options)
