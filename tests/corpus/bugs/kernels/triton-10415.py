# triton-lang/triton#10415: a tile is stored through a tensor map, and a flag is released. Triton 3.7.1 waits until
# shared memory was read, 3.8.0 until the tile was written.
import triton
import triton.language as tl


@triton.jit
def publish(output, input, flag, width: tl.constexpr):
    row = tl.arange(0, 16)[:, None]
    column = tl.arange(0, width)[None, :]
    output.store([tl.program_id(0) * 16, 0], tl.load(input + row * width + column))
    tl.atomic_xchg(flag, 1, sem="release")


kernel = publish
signature = {"output": "tensordesc<fp16[16,64]>", "input": "*fp16", "flag": "*i32"}
constants = {"width": 64}
divisible = [1]
options = {"num_warps": 4}
versions = ("3.7.1", "3.8.0")
