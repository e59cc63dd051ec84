"""Tensor maps: the parameters of cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col, and what copies with them move."""

import json
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from ptxcheck import _arrays
from ptxcheck._core import ffi, lib
from ptxcheck._library import PtxError, ensure, string, text_of
from ptxcheck.names import RuleClass
from ptxcheck.options import native_of, options_of
from ptxcheck.report import Report, report_of_own_text


def _tensor(array: Any, dtype: Optional[str], shape: Optional[Sequence[int]], strides: Optional[Sequence[int]],
            address: Optional[int], element_strides: Optional[Sequence[int]]) -> Dict[str, Any]:
    """Returns the fields about the tensor itself: what is given, else what an array says of itself."""
    known = _arrays.describe(array) if array is not None else _arrays.Description()
    dtype, shape = dtype or known.dtype, tuple(shape or known.shape)
    if not dtype or not shape:
        raise ValueError("a tensor map needs an array, or dtype and shape")
    name = _arrays.type_name(dtype)
    size = _arrays.type_size(name)
    if size and known.dtype and _arrays.type_size(_arrays.type_name(known.dtype)) != size:
        raise ValueError(f"the array has elements of {known.dtype}, whose size is not that of {name}")
    strides = tuple(strides or known.strides or _arrays.dense(shape, size or 1))
    if len(strides) != len(shape):
        raise ValueError(f"{len(shape)} dimensions have as many strides, not {len(strides)}")
    if size and strides[-1] != size:
        raise ValueError(f"elements of the last dimension must follow one another, {size} bytes apart, but they are {strides[-1]} "
                         "bytes apart; element_strides leaves elements out")
    return {"tensorDataType": name, "tensorRank": len(shape), "globalDim": list(shape)[::-1],
            "globalAddress": known.address if address is None else address, "globalStrides": list(strides)[::-1][1:],
            "elementStrides": list(element_strides or [1] * len(shape))[::-1]}


class TensorMap:
    """A tensor map. It never changes; `str` gives it as JSON (docs/tensormaps.md), and no GPU is needed for it.

    Shapes, strides and boxes are in the order of an array in Python: the last dimension is the innermost.
    """

    def __init__(self, fields: Union[Mapping[str, Any], str]) -> None:
        """Makes one of fields as in the JSON, innermost dimension first, or of JSON. `tiled` and `im2col` are easier to call.

        Raises:
            PtxError: the fields are no tensor map; it says what is wrong.
        """
        if not isinstance(fields, str):
            fields = json.dumps({name: value for name, value in fields.items() if value is not None})
        data, maps = fields.encode(), ffi.new("struct ptxc_tensormaps **")
        report = ffi.new("struct ptxc_report **")
        ensure(lib.ptxc_tensormaps_read(data, len(data), ffi.NULL, maps, report))
        found = Report(report[0], data, "<tensor map>", options_of())
        owned = ffi.gc(maps[0], lib.ptxc_tensormaps_free)
        self._native = ffi.new("struct ptxc_tensormap *")
        self._native.size = ffi.sizeof("struct ptxc_tensormap")
        wrong = [each.message for each in found if each.rule_class is RuleClass.SYNTAX or each.rule == "map-long-list"]
        if wrong or not lib.ptxc_tensormaps_get(owned, 0, self._native):
            raise PtxError("\n".join(wrong))
        self._owner = owned  # of the name

    @classmethod
    def tiled(cls, array: Any = None, *, box: Sequence[int], dtype: Optional[str] = None,
              shape: Optional[Sequence[int]] = None, strides: Optional[Sequence[int]] = None,
              address: Optional[int] = None, element_strides: Optional[Sequence[int]] = None, swizzle: str = "NONE",
              interleave: str = "NONE", l2_promotion: str = "NONE", oob_fill: str = "NONE",
              name: Optional[str] = None) -> "TensorMap":
        """Makes a tiled tensor map, of an array or of numbers.

        Args:
            array: anything with __cuda_array_interface__, __array_interface__ or __dlpack__; it gives dtype, shape, strides
                and address, as far as they are not given.
            box: elements of a box by dimension.
            dtype: "float16", "bfloat16", or a name of cuda.h, "FLOAT16"; of an array without such a type, as numpy has
                none for "bfloat16", one of the same size.
            shape: elements by dimension.
            strides: bytes by dimension; None: the array is dense.
            address: of the first element, in bytes; None: it is not known.
            element_strides: by dimension; None: 1, every element is copied.
            swizzle, interleave, l2_promotion, oob_fill: names of cuda.h without what they begin with: "128B".
            name: the kernel parameter or variable that holds the map, for checks of kernels.

        Raises:
            ValueError: a number is missing, no tensor map has such elements, or there are gaps between them.
            PtxError: the fields are no tensor map; it says what is wrong.
        """
        return cls({"kind": "tiled", "boxDim": list(box)[::-1],
                    **_tensor(array, dtype, shape, strides, address, element_strides), "swizzle": swizzle,
                    "interleave": interleave, "l2Promotion": l2_promotion, "oobFill": oob_fill, "name": name})

    @classmethod
    def im2col(cls, array: Any = None, *, lower: Sequence[int], upper: Sequence[int], channels: int, pixels: int,
               dtype: Optional[str] = None, shape: Optional[Sequence[int]] = None,
               strides: Optional[Sequence[int]] = None, address: Optional[int] = None,
               element_strides: Optional[Sequence[int]] = None, swizzle: str = "NONE", interleave: str = "NONE",
               l2_promotion: str = "NONE", oob_fill: str = "NONE", name: Optional[str] = None) -> "TensorMap":
        """Makes a tensor map for im2col, of an array (N, D, H, W, C) or of numbers.

        Args:
            lower, upper: corners of the box of pixels, (D, H, W) as far as the array has them: two less than its rank.
            channels: channels per pixel.
            pixels: pixels per column.
            dtype, shape, strides, address, element_strides, swizzle, interleave, l2_promotion, oob_fill, name: as in `tiled`.

        Raises:
            ValueError: a number is missing, or the array has a type that no tensor map has.
            PtxError: the fields are no tensor map.
        """
        return cls({"kind": "im2col", "pixelBoxLowerCorner": list(lower)[::-1], "pixelBoxUpperCorner": list(upper)[::-1],
                    "channelsPerPixel": channels, "pixelsPerColumn": pixels,
                    **_tensor(array, dtype, shape, strides, address, element_strides), "swizzle": swizzle,
                    "interleave": interleave, "l2Promotion": l2_promotion, "oobFill": oob_fill, "name": name})

    @property
    def fields(self) -> Mapping[str, Any]:
        """The fields by the names of the functions, innermost dimension first."""
        result: Dict[str, Any] = json.loads(str(self))
        return result

    @property
    def name(self) -> Optional[str]:
        """The kernel parameter or variable that holds it; None: it has no name."""
        return string(self._native.name) or None

    @property
    def box_bytes(self) -> int:
        """The bytes that one copy brings to shared memory, or takes from there, which an mbarrier counts; 0: not known."""
        return int(lib.ptxc_tensormap_bytes(self._native))

    def check(self, target: Optional[str] = None, *, only: Union[str, Sequence[str]] = (),
              severity: Optional[Mapping[str, str]] = None) -> Report:
        """Checks it for a target (None: sm_90): whether the driver takes it, and what copies with it do. Spans are places in
        its JSON."""
        options = options_of(target=target, only=only, severity=severity)
        report = ffi.new("struct ptxc_report **")
        ensure(lib.ptxc_tensormap_check(self._native, native_of(options).pointer, report))
        return report_of_own_text(report[0], self.name or "<tensor map>", options)

    def boxes(self) -> Tuple[Tuple[int, int, int], ...]:
        """Returns for each dimension (boxes that reach over the tensor, elements that one takes, elements of the last one
        that lie outside); () where that is not known."""
        extent = ffi.new("struct ptxc_tensormap_boxes *")
        found: List[Tuple[int, int, int]] = []
        for dimension in range(self._native.rank):
            if not lib.ptxc_tensormap_extent(self._native, dimension, extent):
                return ()
            found.append((extent.boxes, extent.taken, extent.filled))
        return tuple(found[::-1])

    def __str__(self) -> str:
        return text_of(lib.ptxc_tensormap_emit, self._native)

    def __repr__(self) -> str:
        return f"<TensorMap {self}>"

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, TensorMap) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))
