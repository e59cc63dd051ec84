import triton
import triton.language as tl


@triton.jit
def load_rows(x, offsets, mask):
    return tl.load(x + offsets, mask=mask)


@triton.jit
def add(x, y, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(y + offsets, load_rows(x, offsets, mask), mask=mask)
