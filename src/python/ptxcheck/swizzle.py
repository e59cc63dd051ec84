"""Where a swizzled tensor copy puts each element of a box, and what accesses of a warp cost (ISA 5.5.7)."""

import importlib
from typing import Any, List, Sequence, Tuple

from ptxcheck import _arrays
from ptxcheck._core import ffi, lib
from ptxcheck._library import string


def modes() -> Tuple[str, ...]:
    """Returns the modes, as names of cuda.h without what they begin with: "128B"."""
    found: List[str] = []
    while lib.ptxc_swizzle_name(len(found)):
        found.append(string(lib.ptxc_swizzle_name(len(found))))
    return tuple(found)


def mode_of(name: str) -> int:
    """Returns the number of a mode.

    Raises:
        ValueError: there is no such mode.
    """
    value = lib.ptxc_swizzle_from_name(name.encode())
    if value == lib.PTXC_SWIZZLE_UNKNOWN:
        raise ValueError(f"there is no swizzle {name!r}; there are {', '.join(modes())}")
    return int(value)


def offset(mode: str, address: int) -> int:
    """Returns the address, in bytes of shared memory, at which a byte lies that would lie at `address` without a swizzle.

    Raises:
        ValueError: there is no such mode.
    """
    return int(lib.ptxc_swizzle_offset(mode_of(mode), address))


def offsets(dtype: Any, box: Sequence[int], mode: str, *, start: int = 0) -> Any:
    """Returns where the elements of a box lie in shared memory, in bytes from its start.

    Args:
        dtype: of an element: "float16", torch.float16.
        box: elements by dimension, the last one innermost.
        mode: the swizzle, "128B".
        start: the shared address at which the box begins, in bytes: the pattern depends on it.

    Returns:
        A numpy array of the shape of the box with 32-bit integers, or nested lists where there is no numpy.

    Raises:
        ValueError: there is no such mode, no tensor map has such elements, or a row is longer than the mode allows.
    """
    value, size = mode_of(mode), _arrays.type_size(_arrays.type_name(dtype)) or 1
    row = box[-1] * size
    span = lib.ptxc_swizzle_span(value)
    if span and row > span:
        raise ValueError(f"with swizzle {mode} a row has {span} bytes at most, not {row}")
    pitch, rows = lib.ptxc_swizzle_pitch(value, row), 1
    for extent in box[:-1]:
        rows *= extent
    place = lib.ptxc_swizzle_offset
    flat = [place(value, start + r * pitch + i * size) - start for r in range(rows) for i in range(box[-1])]
    try:
        numpy: Any = importlib.import_module("numpy")
    except ImportError:
        return _nested(flat, list(box))
    return numpy.array(flat, dtype=numpy.int32).reshape(tuple(box))


def _nested(flat: List[int], shape: List[int]) -> Any:
    if len(shape) == 1:
        return flat
    step = len(flat) // shape[0] if shape[0] else 0
    return [_nested(flat[i * step:(i + 1) * step], shape[1:]) for i in range(shape[0])]


def bank_passes(addresses: Sequence[int], width: int) -> int:
    """Returns how many passes over the 32 banks an access of a warp needs.

    Args:
        addresses: shared addresses of at most 32 lanes, in bytes, multiples of the width.
        width: bytes that each lane reads or writes: 1, 2, 4, 8 or 16.

    Raises:
        ValueError: there are more lanes, there is no such width, or an address is no multiple of it.
    """
    lanes = [int(address) for address in addresses]
    passes = lib.ptxc_bank_passes(ffi.new("uint32_t[]", lanes), len(lanes), width, ffi.NULL)
    if lanes and (not passes or any(address % width for address in lanes)):
        raise ValueError("an access has at most 32 lanes of 1, 2, 4, 8 or 16 bytes, at multiples of that")
    return int(passes)
