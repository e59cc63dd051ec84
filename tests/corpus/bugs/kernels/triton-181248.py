# pytorch/pytorch#181248, triton-lang/triton#9610: the tiles of a product come through cp.async, whose writes go through
# the generic proxy, and wgmma reads them through the async proxy. Triton 3.7.0 puts no fence between, 3.7.1 does.
import triton
import triton.language as tl


@triton.jit
def product(a, b, c, size, rows: tl.constexpr, columns: tl.constexpr, depth: tl.constexpr):
    row = tl.arange(0, rows)[:, None]
    column = tl.arange(0, columns)[None, :]
    k = tl.arange(0, depth)
    sum = tl.zeros((rows, columns), tl.float32)
    for at in range(0, size, depth):
        x = tl.load(a + row * size + at + k[None, :])
        y = tl.load(b + column * size + at + k[:, None])
        sum = tl.dot(x, y, sum)
    tl.store(c + row * columns + column, sum)


kernel = product
signature = {"a": "*fp16", "b": "*fp16", "c": "*fp32", "size": "i32"}
constants = {"rows": 64, "columns": 16, "depth": 16}
divisible = [0, 1, 2, 3]
options = {"num_warps": 4, "num_stages": 3}
versions = ("3.7.0", "3.7.1")
