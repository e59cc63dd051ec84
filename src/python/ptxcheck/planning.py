"""Plans of copies: which instructions move data from one place to another, and what they need."""

import dataclasses
from typing import Any, Dict, Iterable, Optional, Sequence, Tuple, Union

from ptxcheck._arrays import dense
from ptxcheck._core import ffi, lib
from ptxcheck._library import PtxError, Version, ensure, names_of, plain, string, text_of, version_number, version_text
from ptxcheck.swizzle import mode_of


SPACES = ("global", "shared::cta", "shared::cluster")


@dataclasses.dataclass(frozen=True)
class Side:
    """Where data lies, or shall lie.

    Attributes:
        space: "global", "shared::cta" or "shared::cluster".
        strides: bytes from one element to the next by dimension, the last one innermost; None: dense.
        alignment: what the address of the first element is a multiple of, in bytes; 0: of the size of an element in global
            memory, and what the plan needs in shared memory.
        cta_rank: of the CTA whose memory it is, in the cluster.
    """

    space: str
    strides: Optional[Tuple[int, ...]] = None
    alignment: int = 0
    cta_rank: int = 0


@dataclasses.dataclass(frozen=True)
class Loop:
    """A loop around the copies: how often it turns, and what the addresses grow by, in bytes; in elements along a dimension of
    the tensor map, 0 for the innermost."""

    extent: int
    source_step: int
    destination_step: int
    dimension: int
    coordinate_step: int


@dataclasses.dataclass(frozen=True)
class Plan:
    """A way to move a copy.

    Attributes:
        kind: "bulk-load", "tensor-store" and so on.
        why_not: why this kind does not move the copy; "" where it does.
        rule: the id of the rule that is the reason, or None.
        ptx: the PTX version that it needs or was asked for.
        bytes: moved by all copies together.
        run: moved by one copy, in bytes.
        copies: how many there are.
        loops: around the copy, the outermost first.
        expect_tx: what the mbarrier of the destination expects, in bytes; 0: it has none.
        source_alignment, destination_alignment: what the addresses must be multiples of, in bytes.
        dynamic_shared: dynamic shared memory of the launch, in bytes.
        cluster: CTAs that a cluster needs.
        tensor_map: JSON of the tensor map that it needs, or None.
        module: a whole module of PTX that does it; "" where it does not move the copy.
    """

    kind: str
    why_not: str
    rule: Optional[str]
    ptx: Optional[str]
    bytes: int
    run: int
    copies: int
    loops: Tuple[Loop, ...]
    expect_tx: int
    source_alignment: int
    destination_alignment: int
    dynamic_shared: int
    cluster: int
    tensor_map: Optional[str]
    module: str

    def __bool__(self) -> bool:
        return not self.why_not

    def __str__(self) -> str:
        return self.module or f"{self.kind}: {self.why_not}"


_TENSOR_KINDS = (lib.PTXC_PLAN_TENSOR_LOAD, lib.PTXC_PLAN_TENSOR_STORE)


def plans(shape: Sequence[int], element_size: int, source: Side, destination: Side, *, target: str,
          ptx: Optional[Version] = None, kinds: Union[str, Iterable[str]] = (), swizzle: str = "NONE") -> Tuple[Plan, ...]:
    """Returns the ways to move a copy: first those that do, from the one that needs least on, then the others with reasons.

    Addresses are taken to be aligned to the size of an element, unless a side says more: Side("global", alignment=16).

    Args:
        shape: elements by dimension, the last one innermost.
        element_size: in bytes.
        source, destination: where the data lies, and shall lie.
        target: "sm_90a".
        ptx: the PTX version; None: the least that will do.
        kinds: which may be planned, "bulk-load"; () for all.
        swizzle: how the side in shared memory is swizzled, as a tensor map does it: "128B".

    Raises:
        ValueError: this is no copy: an unknown target, space, swizzle or kind, a rank of 0 or above 5, an alignment that is
            no power of two, more than 2^40 bytes.
    """
    kept: Dict[str, Any] = {"target": ffi.new("char[]", plain(target).encode())}
    copy = ffi.new("struct ptxc_copy *")
    copy.size = ffi.sizeof("struct ptxc_copy")
    copy.target, copy.ptx = kept["target"], version_number(ptx)
    if not lib.ptxc_target_from_name(copy.target):
        raise ValueError(f"there is no target {plain(target)!r}")
    names = names_of(lib.ptxc_plan_kind_name)
    for kind in (kinds,) if isinstance(kinds, str) else kinds:
        if kind not in names:
            raise ValueError(f"there is no kind of plan {kind!r}; there are {', '.join(names)}")
        copy.kinds |= 1 << names[kind]
    if not 1 <= len(shape) <= lib.PTXC_COPY_MAX_RANK:
        raise ValueError(f"a copy has 1 to {lib.PTXC_COPY_MAX_RANK} dimensions, not {len(shape)}")
    copy.element_size, copy.rank = element_size, len(shape)
    copy.swizzle = mode_of(swizzle)
    for i, extent in enumerate(reversed(shape)):
        copy.shape[i] = extent
    _fill(copy.source, source, shape, element_size)
    _fill(copy.destination, destination, shape, element_size)
    count = ffi.new("size_t *")
    ensure(lib.ptxc_plan_copy(copy, ffi.NULL, ffi.NULL, 0, count), "ptxcheck: this is no copy")
    found = ffi.new("struct ptxc_plan[]", count[0])
    for i in range(count[0]):
        found[i].size = ffi.sizeof("struct ptxc_plan")
    ensure(lib.ptxc_plan_copy(copy, ffi.NULL, found, count[0], count))
    return tuple(_plan(copy, found + i) for i in range(count[0]))


def plan(shape: Sequence[int], element_size: int, source: Side, destination: Side, *, target: str,
         ptx: Optional[Version] = None, kinds: Union[str, Iterable[str]] = (), swizzle: str = "NONE") -> Plan:
    """Returns the first of `plans`, the one that needs least.

    Raises:
        PtxError: nothing moves the copy; it says why.
        ValueError: this is no copy.
    """
    found = plans(shape, element_size, source, destination, target=target, ptx=ptx, kinds=kinds, swizzle=swizzle)
    if not found or not found[0]:
        raise PtxError("\n".join(f"{each.kind}: {each.why_not}" for each in found) or
                       f"nothing copies from {source.space} to {destination.space}")
    return found[0]


def _fill(native: Any, side: Side, shape: Sequence[int], size: int) -> None:
    space = str(getattr(side, "space", None)).lstrip(".")
    if space not in SPACES:
        raise ValueError(f"each side is a Side in {', '.join(SPACES)}, not {side!r}")
    if side.alignment & (side.alignment - 1):
        raise ValueError(f"an alignment is a power of two, not {side.alignment}")
    native.space = lib.ptxc_qualifier_from_name(f".{space}".encode())
    strides = side.strides or dense(shape, size)
    if len(strides) != len(shape):
        raise ValueError(f"{len(shape)} dimensions have as many strides, not {len(strides)}")
    for i, stride in enumerate(reversed(strides)):
        native.strides[i] = stride
    native.alignment, native.cta_rank = side.alignment, side.cta_rank


def _plan(copy: Any, native: Any) -> Plan:
    moves = native.reason == lib.PTXC_PLAN_MOVES
    loops = tuple(Loop(loop.extent, loop.source_step, loop.destination_step, loop.dimension, loop.coordinate_step)
                  for loop in native.loops[0:native.loop_count])
    map_json = None
    if moves and native.kind in _TENSOR_KINDS:
        map_json = text_of(lib.ptxc_tensormap_emit, ffi.addressof(native, "map"))
    return Plan(string(lib.ptxc_plan_kind_name(native.kind)), "" if moves else text_of(lib.ptxc_plan_explain, native),
                string(native.rule) or None, version_text(native.ptx), native.bytes, native.run, native.copies, loops,
                native.expect_tx, native.source_alignment, native.destination_alignment, native.dynamic_shared,
                native.cluster, map_json, text_of(lib.ptxc_plan_emit, copy, native) if moves else "")
