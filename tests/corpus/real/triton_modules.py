"""triton_modules.py FOLDER [TEXT...]: compiles Triton kernels that copy asynchronously, without a GPU: each variant
with one of these texts in its name, all without one. What is there already is not made again."""
import itertools
import os
import sys
import tempfile

os.environ.setdefault("TRITON_CACHE_DIR", tempfile.mkdtemp())
import triton  # noqa: E402
import triton.language as tl  # noqa: E402
from triton.backends.compiler import GPUTarget  # noqa: E402
from triton.compiler import ASTSource  # noqa: E402

HALF = "*fp16"
MATRICES = {"a": HALF, "b": HALF, "c": HALF}
SIZES = {"m": "i32", "n": "i32", "k": "i32"}
STRIDES = {"am": "i32", "bk": "i32", "cm": "i32"}
HEADS = {"q": HALF, "k": HALF, "v": HALF, "o": HALF, "length": "i32", "scale": "fp32"}


@triton.jit
def matmul(a, b, c, m, n, k, am, bk, cm, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """A GEMM by pointers: cp.async, or wgmma and tcgen05 on what it fills."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    a_at = a + rows[:, None] * am + inner[None, :]
    b_at = b + inner[:, None] * bk + columns[None, :]
    total = tl.zeros((BM, BN), tl.float32)
    for i in range(0, tl.cdiv(k, BK)):
        x = tl.load(a_at, mask=inner[None, :] < k - i * BK, other=0.0)
        y = tl.load(b_at, mask=inner[:, None] < k - i * BK, other=0.0)
        total = tl.dot(x, y, total)
        a_at += BK
        b_at += BK * bk
    inside = (rows[:, None] < m) & (columns[None, :] < n)
    tl.store(c + rows[:, None] * cm + columns[None, :], total.to(tl.float16), mask=inside)


@triton.jit
def matmul_tma(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, WS: tl.constexpr):
    """A GEMM by tensor descriptors: cp.async.bulk.tensor, with warps of several roles where WS is true."""
    a_map = tl.make_tensor_descriptor(a, [m, k], [k, 1], [BM, BK])
    b_map = tl.make_tensor_descriptor(b, [n, k], [k, 1], [BN, BK])
    c_map = tl.make_tensor_descriptor(c, [m, n], [n, 1], [BM, BN])
    row, column = tl.program_id(0) * BM, tl.program_id(1) * BN
    total = tl.zeros((BM, BN), tl.float32)
    for i in tl.range(0, k, BK, warp_specialize=WS):
        x = a_map.load([row, i])
        y = b_map.load([column, i])
        total = tl.dot(x, y.T, total)
    c_map.store([row, column], total.to(tl.float16))


@triton.jit
def matmul_args(a_map, b_map, c_map, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
                WS: tl.constexpr, FLAT: tl.constexpr):
    """A persistent GEMM by descriptors that the host makes."""
    tiles_m, tiles_n = tl.cdiv(m, BM), tl.cdiv(n, BN)
    for tile in tl.range(tl.program_id(0), tiles_m * tiles_n, tl.num_programs(0), flatten=FLAT, warp_specialize=WS):
        row, column = (tile // tiles_n) * BM, (tile % tiles_n) * BN
        total = tl.zeros((BM, BN), tl.float32)
        for i in range(0, k, BK):
            x = a_map.load([row, i])
            y = b_map.load([column, i])
            total = tl.dot(x, y.T, total)
        c_map.store([row, column], total.to(tl.float16))


@triton.jit
def attention(q, k, v, o, length, scale, M: tl.constexpr, N: tl.constexpr, D: tl.constexpr):
    """Attention of one head by pointers."""
    rows = tl.program_id(0) * M + tl.arange(0, M)
    d = tl.arange(0, D)
    keys = tl.arange(0, N)
    x = tl.load(q + rows[:, None] * D + d[None, :])
    most = tl.full((M,), -1.0e30, tl.float32)
    sums = tl.zeros((M,), tl.float32)
    total = tl.zeros((M, D), tl.float32)
    for i in range(0, length, N):
        y = tl.load(k + (i + keys[None, :]) * D + d[:, None])
        s = tl.dot(x, y) * scale
        new = tl.maximum(most, tl.max(s, 1))
        p = tl.exp2(s - new[:, None])
        alpha = tl.exp2(most - new)
        sums = sums * alpha + tl.sum(p, 1)
        z = tl.load(v + (i + keys[:, None]) * D + d[None, :])
        total = tl.dot(p.to(tl.float16), z, total * alpha[:, None])
        most = new
    tl.store(o + rows[:, None] * D + d[None, :], (total / sums[:, None]).to(tl.float16))


@triton.jit
def attention_tma(q, k, v, o, length, scale, M: tl.constexpr, N: tl.constexpr, D: tl.constexpr, WS: tl.constexpr):
    """Attention of one head by tensor descriptors."""
    q_map = tl.make_tensor_descriptor(q, [length, D], [D, 1], [M, D])
    k_map = tl.make_tensor_descriptor(k, [length, D], [D, 1], [N, D])
    v_map = tl.make_tensor_descriptor(v, [length, D], [D, 1], [N, D])
    row = tl.program_id(0) * M
    x = q_map.load([row, 0])
    most = tl.full((M,), -1.0e30, tl.float32)
    sums = tl.zeros((M,), tl.float32)
    total = tl.zeros((M, D), tl.float32)
    for i in tl.range(0, length, N, warp_specialize=WS):
        y = k_map.load([i, 0])
        s = tl.dot(x, y.T) * scale
        new = tl.maximum(most, tl.max(s, 1))
        p = tl.exp2(s - new[:, None])
        alpha = tl.exp2(most - new)
        sums = sums * alpha + tl.sum(p, 1)
        z = v_map.load([i, 0])
        total = tl.dot(p.to(tl.float16), z, total * alpha[:, None])
        most = new
    rows = row + tl.arange(0, M)
    d = tl.arange(0, D)
    tl.store(o + rows[:, None] * D + d[None, :], (total / sums[:, None]).to(tl.float16))


@triton.jit
def gather(table, out, at, n, k, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    """Rows of a table by tile::gather4."""
    rows = tl.load(at + tl.program_id(0) * ROWS + tl.arange(0, ROWS))
    table_map = tl.make_tensor_descriptor(table, [n, k], [k, 1], [1, COLUMNS])
    out_map = tl.make_tensor_descriptor(out, [n, k], [k, 1], [ROWS, COLUMNS])
    for i in range(0, k, COLUMNS):
        out_map.store([tl.program_id(0) * ROWS, i], table_map.gather(rows, i))


@triton.jit
def scale_columns(x, factor, y, n, BLOCK: tl.constexpr, COLUMNS: tl.constexpr):
    """A loop over rows whose loads are pipelined although nothing multiplies."""
    columns = tl.arange(0, COLUMNS)
    by = tl.load(factor + columns)
    for i in tl.range(0, n, BLOCK, num_stages=3):
        rows = i + tl.arange(0, BLOCK)
        at = rows[:, None] * COLUMNS + columns[None, :]
        z = tl.load(x + at)
        w = tl.dot(z, z.trans())
        tl.store(y + rows[:, None] * BLOCK + tl.arange(0, BLOCK)[None, :], w)


@triton.jit
def reduce_tma(x, y, n, k, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    """Adds tiles to another tensor: cp.reduce.async.bulk.tensor."""
    x_map = tl.make_tensor_descriptor(x, [n, k], [k, 1], [ROWS, COLUMNS])
    y_map = tl.make_tensor_descriptor(y, [n, k], [k, 1], [ROWS, COLUMNS])
    for i in range(0, k, COLUMNS):
        tile = x_map.load([tl.program_id(0) * ROWS, i])
        y_map.atomic_add([tl.program_id(0) * ROWS, i], tile)


def pointer_variants():
    """Gives variants of the kernels that load by pointers."""
    for target, tile, stages, warps in itertools.product(
            (80, 90, 100, 120), [(64, 64, 32), (128, 128, 32), (128, 64, 64), (128, 256, 64)], (2, 3, 4), (4, 8)):
        large = tile == (128, 256, 64)
        if not (large and (stages, warps) != (3, 8)) and not (tile[1] == 64 and tile[0] == 128 and stages == 2):
            yield (f"matmul-{target}-{'x'.join(map(str, tile))}-{stages}-{warps}", matmul,
                   {**MATRICES, **SIZES, **STRIDES}, dict(zip(("BM", "BN", "BK"), tile)), "a b c n k am bk cm", target,
                   {"num_stages": stages, "num_warps": warps})
    for target, n, d, stages, warps in itertools.product((80, 90, 100, 120), (32, 64), (64, 128), (2, 3), (4, 8)):
        if not (n == 32 and warps == 8) and not (stages == 2 and d == 128):
            yield (f"attention-{target}-{n}-{d}-{stages}-{warps}", attention, HEADS, {"M": 16 * warps, "N": n, "D": d},
                   "q k v o length", target, {"num_stages": stages, "num_warps": warps})
    for target, stages in itertools.product((80, 90, 100, 120), (2, 4)):
        yield (f"columns-{target}-{stages}", scale_columns, {"x": HALF, "factor": HALF, "y": "*fp32", "n": "i32"},
               {"BLOCK": 64, "COLUMNS": 64}, "x factor y n", target, {"num_stages": stages, "num_warps": 4})


def matmul_variants():
    """Gives variants of the GEMMs that load by tensor descriptors."""
    for target, tile, stages, warps, roles in itertools.product(
            (90, 100, 120), [(128, 128, 64), (64, 64, 64), (128, 256, 64)], (2, 3, 4), (4, 8), (False, True)):
        if (tile[:2] != (128, 128) and stages != 3) or (target == 120 and (roles or tile[1] == 256 or stages == 4)):
            continue
        name = f"{target}-{'x'.join(map(str, tile))}-{stages}-{warps}-{'ws' if roles else 'one'}"
        shape, options = dict(zip(("BM", "BN", "BK"), tile)), {"num_stages": stages, "num_warps": warps}
        yield (f"tma-{name}", matmul_tma, {**MATRICES, **SIZES}, {**shape, "WS": roles}, "a b c m n k", target, options)
        maps = dict(zip(("a_map", "b_map", "c_map"), (f"tensordesc<fp16[{x}, {y}]>" for x, y in (
            (tile[0], tile[2]), (tile[1], tile[2]), tile[:2]))))
        for flat in (False, True) if stages == 3 else ():
            yield (f"persistent-{name}-{flat}", matmul_args, {**maps, **SIZES}, {**shape, "WS": roles, "FLAT": flat},
                   "m n k", target, options)


def descriptor_variants():
    """Gives variants of the other kernels that have tensor descriptors."""
    for target, n, d, stages, roles in itertools.product((90, 100, 120), (64, 128), (64, 128), (2, 3), (False, True)):
        if not (target == 120 and (roles or d == 128 or n == 128)) and not (stages == 2 and d == 128):
            yield (f"attentiontma-{target}-{n}-{d}-{stages}-{'ws' if roles else 'one'}", attention_tma, HEADS,
                   {"M": 128, "N": n, "D": d, "WS": roles}, "q k v o length", target,
                   {"num_stages": stages, "num_warps": 4})
    for target in (90, 100, 120):
        yield (f"reduce-{target}", reduce_tma, {"x": HALF, "y": HALF, "n": "i32", "k": "i32"},
               {"ROWS": 32, "COLUMNS": 64}, "x y n k", target, {"num_warps": 4})
    for target in (100, 120):
        yield (f"gather-{target}", gather, {"table": HALF, "out": HALF, "at": "*i32", "n": "i32", "k": "i32"},
               {"ROWS": 32, "COLUMNS": 64}, "table out at n k", target, {"num_warps": 4})


def compiled(kernel, types, constants, aligned, target, options):
    """Returns the PTX of a variant; what is aligned to 16 is named in a string."""
    names = kernel.arg_names
    source = ASTSource(kernel, signature={x: types.get(x, "constexpr") for x in names}, constexprs=constants,
                       attrs={(names.index(x),): [["tt.divisibility", 16]] for x in aligned.split()})
    return triton.compile(source, target=GPUTarget("cuda", target, 32), options=options).asm["ptx"]


def main():
    """Compiles the variants."""
    folder, texts = sys.argv[1], sys.argv[2:]
    for name, *variant in itertools.chain(pointer_variants(), matmul_variants(), descriptor_variants()):
        path = os.path.join(folder, f"triton-{name}.ptx")
        if os.path.exists(path) or (texts and not any(x in f"triton-{name}" for x in texts)):
            continue
        try:
            text = compiled(*variant)
        except Exception as reason:  # pylint: disable=broad-except
            print(f"not made: triton-{name}: {str(reason).splitlines()[0]}", flush=True)
            continue
        print(f"made triton-{name}", flush=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
