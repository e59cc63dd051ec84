"""What an array of any library says of itself: its type, shape, strides and address. Nothing is copied, no GPU is asked.
"""

import ctypes
import dataclasses
from typing import Any, Optional, Sequence, Tuple

from ptxcheck._core import lib
from ptxcheck._library import string


@dataclasses.dataclass(frozen=True)
class Description:
    """Of an array: the name of its type, elements and bytes by dimension, the address of its first element."""

    dtype: Optional[str] = None
    shape: Tuple[int, ...] = ()
    strides: Optional[Tuple[int, ...]] = None
    address: Optional[int] = None


# Types of other names that tensor maps take for what they are: bytes, or words without a sign.
_OTHERS = {"int8": "UINT8", "bool": "UINT8", "int16": "UINT16", "half": "FLOAT16", "float": "FLOAT32", "double": "FLOAT64",
           "float8_e4m3fn": "UINT8", "float8_e5m2": "UINT8", "float8_e4m3fnuz": "UINT8", "float8_e5m2fnuz": "UINT8"}


def type_name(dtype: Any) -> str:
    """Returns the name of cuda.h for a type: "FLOAT16" for "float16", torch.float16, numpy.float16.

    Raises:
        ValueError: no tensor map has elements of it.
    """
    word = str(getattr(dtype, "name", None) or getattr(dtype, "__name__", None) or dtype).rpartition(".")[2]
    name = _OTHERS.get(word.lower(), word.upper())
    for value in range(64):
        if string(lib.ptxc_tensormap_value_name(lib.PTXC_TENSORMAP_DATA_TYPE, value)) == name:
            return name
    names = [string(lib.ptxc_tensormap_value_name(lib.PTXC_TENSORMAP_DATA_TYPE, value)) for value in range(64)]
    raise ValueError(f"no tensor map has elements of type {word}; there are {', '.join(filter(None, names))}")


def type_size(name: str) -> int:
    """Returns the bytes of an element, by its name in cuda.h; 0 of packed types."""
    digits = "".join(letter for letter in name if letter.isdigit())
    return int(digits) // 8 if digits in ("8", "16", "32", "64") else 0


def dense(shape: Sequence[int], size: int) -> Tuple[int, ...]:
    """Returns the strides in bytes of an array without gaps, the last dimension innermost."""
    strides = [size]
    for extent in reversed(shape[1:]):
        strides.append(strides[-1] * extent)
    return tuple(reversed(strides))


def describe(array: Any) -> Description:
    """Returns what an array says of itself.

    Raises:
        TypeError: it says nothing.
    """
    interface = getattr(array, "__cuda_array_interface__", None) or getattr(array, "__array_interface__", None)
    if interface is not None:
        kinds = {"f": "float", "i": "int", "u": "uint", "b": "uint", "V": "uint"}
        code = interface["typestr"]
        strides = interface.get("strides")
        dtype = f"{kinds.get(code[1], code[1])}{int(code[2:]) * 8}"
        own = getattr(array, "dtype", None)
        if code[1] == "V" and own is not None:  # a type that the interface has no letter for
            dtype = str(getattr(own, "name", own))
        return Description(dtype, tuple(interface["shape"]),
                           tuple(strides) if strides else None, interface["data"][0] if interface.get("data") else None)
    if hasattr(array, "__dlpack__"):
        return _from_dlpack(array.__dlpack__())
    raise TypeError(f"{type(array).__name__} has neither __cuda_array_interface__, __array_interface__ nor __dlpack__")


# ---- DLPack ----


class _Tensor(ctypes.Structure):
    """DLTensor of dlpack.h."""

    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("byte_offset", ctypes.c_uint64)]


_CODES = {0: "int", 1: "uint", 2: "float", 4: "bfloat", 6: "uint"}


def _from_dlpack(capsule: Any) -> Description:
    """Reads a capsule, whose deleter frees it with the capsule, since it is not taken over."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    tensor = _Tensor.from_address(pointer(capsule, b"dltensor"))
    shape = tuple(tensor.shape[i] for i in range(tensor.ndim))
    size = tensor.bits * tensor.lanes // 8
    strides = tuple(tensor.strides[i] * size for i in range(tensor.ndim)) if tensor.strides else None
    name = f"{_CODES[tensor.code]}{tensor.bits}" if tensor.code in _CODES else f"uint{tensor.bits}"
    return Description(name, shape, strides, (tensor.data or 0) + tensor.byte_offset)
