"""Random copies for the planner, as documents, and where each of their elements lies.

A document is what `ptxcheck plan` reads. The layouts are those of real kernels, with odd ones between them: tiles
without gaps, padded rows, dimensions in another order, elements that no tensor map has.
"""

import math

KINDS = ["bulk-load", "bulk-store", "bulk-cluster", "tensor-load", "tensor-store", "cp-async"]
SWIZZLES = {"NONE": (0, 128), "32B": (32, 256), "64B": (64, 512), "128B": (128, 1024)}


def spaces_of(kind):
    """The spaces of the source and the destination."""
    if kind == "bulk-cluster":
        return "shared::cta", "shared::cluster"
    return ("shared::cta", "global") if kind.endswith("store") else ("global", "shared::cta")


def pack(shape, order, element, pads):
    """Strides of an array whose dimensions lie in this order, the innermost first; `pads` are bytes after each."""
    strides, stride = [0] * len(shape), element
    for place, dimension in enumerate(order):
        strides[dimension] = stride
        stride = stride * shape[dimension] + pads[place]
    return strides


def shape_of(rng, kind, element, most):
    """Extents of no more than so many bytes together; the innermost one is made to fit the kind, most of the time."""
    tensor = kind.startswith("tensor")
    unit = max(1, 16 // element) if kind != "cp-async" else max(1, rng.choice([4, 8, 16]) // element)
    inner = unit * rng.choice([1, 2, 3, 4, 5, 8, 16])
    shape = [max(1, min(inner, 256 if tensor and rng.random() < 0.8 else inner))]
    for _ in range(rng.randrange(5)):
        room = most // element
        for extent in shape:
            room //= extent
        if room < 2:
            break
        shape.append(rng.randint(1, min(room, rng.choice([2, 3, 8, 64, 300]))))
    return shape


def random_copy(rng, kind, targets, most=24000):
    """A copy that this kind may move; some it does not."""
    tensor = kind.startswith("tensor")
    element = rng.choice([1, 2, 4, 8] if tensor or rng.random() < 0.7 else [3, 6, 12, 16])
    swizzle = rng.choice(list(SWIZZLES)) if tensor and rng.random() < 0.5 else "NONE"
    shape = shape_of(rng, kind, element, most)
    span, alignment = SWIZZLES[swizzle]
    if span:
        shape[0] = rng.choice([size for size in (16, 32, 48, 64, 96, 128) if size <= span]) // element
        alignment = rng.choice([alignment, 128])  # the pattern follows the address
    order = list(range(len(shape)))
    if rng.random() < 0.3:
        order[1:] = rng.sample(order[1:], len(order) - 1)
    unit = 16 if kind != "cp-async" else rng.choice([4, 8, 16])
    near = 128 if tensor else unit
    wide = [rng.choice([0, 0, unit, 3 * unit, 16 * unit]) for _ in shape]
    tight = [0 if rng.random() < 0.7 or (tensor and n < len(shape) - 2) else near * rng.randint(1, 3)
             for n in range(len(shape))]
    if span:
        tight[0] = span - shape[0] * element  # the rows of a box are as far apart as the swizzle reaches
    source_space, destination_space = spaces_of(kind)
    far = {"strides": pack(shape, sorted(order) if rng.random() < 0.5 else order, element, wide),
           "alignment": rng.choice([unit, 2 * unit, 256])}
    shared = {"strides": pack(shape, order, element, tight)}
    if tensor and span:
        shared["alignment"] = SWIZZLES[swizzle][1]
    elif rng.random() < 0.4:
        shared["alignment"] = 128 if tensor else rng.choice([unit, 64, 128])
    copy = {"target": rng.choice(targets), "kinds": [kind], "elementSize": element, "shape": shape,
            "source": {"space": source_space}, "destination": {"space": destination_space}}
    if kind == "bulk-cluster":
        copy["source"].update(far)
        copy["destination"].update(shared)
        ranks = rng.choice([(0, 1), (1, 0), (0, 1), (2, 1), (0, 3)])
        copy["source"]["ctaRank"], copy["destination"]["ctaRank"] = ranks
    else:
        copy["source"].update(far if source_space == "global" else shared)
        copy["destination"].update(far if destination_space == "global" else shared)
    if swizzle != "NONE":
        copy["swizzle"] = swizzle
    return copy


def tile_copy(rng, strided):
    """A tile from one CTA of two to the other: as one run, or as rows of which one side or both have more room."""
    element, columns = rng.choice([1, 2, 4]), rng.choice([16, 32, 64, 80, 128])
    shape = [columns, rng.choice([1, 8, 16, 33, 64, 128])]
    row = columns * element
    pitch = [row + 16 * rng.randint(0, 4) for _ in range(2)] if strided else [row, row]
    if strided and pitch[0] == row:
        pitch[1] += 16
    sides = [{"space": space, "ctaRank": 0, "strides": [element, step], "alignment": 16}
             for space, step in zip(spaces_of("bulk-cluster"), pitch)]
    sides[rng.randrange(2)]["ctaRank"] = 1
    return {"target": "sm_90", "kinds": ["bulk-cluster"], "elementSize": element, "shape": shape, "source": sides[0],
            "destination": sides[1]}


def offsets(copy, side):
    """Where each element begins on a side, in bytes from the first one; in the same order for both sides."""
    found = [0]
    for extent, stride in reversed(list(zip(copy["shape"], copy[side]["strides"]))):
        found = [base + n * stride for base in found for n in range(extent)]
    return found


def unit_of(copy):
    """The greatest number of bytes that divides every run which is contiguous on both sides, and every address where
    one begins, as far as that is known; and the shortest run."""
    size, unit, runs, last = copy["elementSize"], 0, [], None
    starts = sorted(zip(offsets(copy, "source"), offsets(copy, "destination")), key=lambda start: start[::-1])
    for source, destination in starts:
        if last == (source, destination):
            runs[-1] += size
        else:
            runs.append(size)
            unit = math.gcd(unit, source, destination)
        last = (source + size, destination + size)
    for side in ("source", "destination"):
        if "alignment" in copy[side]:
            unit = math.gcd(unit, copy[side]["alignment"])
    return math.gcd(unit, *runs), min(runs)


def span(copy, side):
    """How many bytes lie from the first byte of a side to its last. A swizzle moves bytes of the last row to where it
    would end if it were as long as the swizzle reaches."""
    size = copy["elementSize"] + sum((extent - 1) * stride
                                     for extent, stride in zip(copy["shape"], copy[side]["strides"]))
    reach = SWIZZLES[copy.get("swizzle", "NONE")][0] if copy[side]["space"] != "global" else 0
    return -(-size // reach) * reach if reach else size


def swizzled(address, mode):
    """Where the hardware puts a byte of this address in shared memory: the pattern follows the bits of the address."""
    bits = {"NONE": 0, "32B": 1, "64B": 3, "128B": 7}[mode]
    return address ^ ((address >> 7 & bits) << 4)


def expected(copy, before, source, shared=0):
    """What the destination must hold: `before` with the elements of `source` in their places. `shared` is the address
    at which the side in shared memory begins."""
    result, size, mode = bytearray(before), copy["elementSize"], copy.get("swizzle", "NONE")
    into = copy["destination"]["space"] != "global"
    for start, end in zip(offsets(copy, "source"), offsets(copy, "destination")):
        if mode == "NONE":
            result[end:end + size] = source[start:start + size]
            continue
        for n in range(size):
            from_, to = (start + n, swizzled(end + n + shared, mode) - shared) if into else (
                swizzled(start + n + shared, mode) - shared, end + n)
            result[to] = source[from_]
    return bytes(result)
