# triton-lang/triton#7141: each round of the loop describes its tile and stores it with TMA. Triton 3.3.1 has one tensor map
# for all rounds, and writes it while the store of the last round may still read it; 3.4.0 has two and takes turns.
import triton
import triton.language as tl

describe = getattr(tl, "make_tensor_descriptor", None) or tl._experimental_make_tensor_descriptor


@triton.jit
def copy(input, output, count, size, rows: tl.constexpr, columns: tl.constexpr):
    row = tl.arange(0, rows)[:, None]
    column = tl.arange(0, columns)[None, :]
    for i in range(count):
        tile = describe(output + i * size, [rows, columns], [columns, 1], [rows, columns])
        tile.store([0, 0], tl.load(input + i * size + row * columns + column))


kernel = copy
signature = {"input": "*fp16", "output": "*fp16", "count": "i32", "size": "i32"}
constants = {"rows": 16, "columns": 64}
divisible = [0, 1, 3]
options = {"num_warps": 4, "num_stages": 3, "ptx_version": 84}
versions = ("3.3.1", "3.4.0")
