# triton-lang/triton#9610: a tile is written to shared memory by the threads, and stored from there with TMA. Triton
# 3.7.1 puts the fence there that 3.7.0 leaves out.
from triton.experimental import gluon
from triton.experimental.gluon import language as gl
from triton.experimental.gluon.language.nvidia.hopper import tma


@gluon.jit
def store(output, input):
    layout: gl.constexpr = gl.BlockedLayout([1, 8], [4, 8], [4, 1], [1, 0])
    row = gl.arange(0, 16, layout=gl.SliceLayout(1, layout))[:, None]
    column = gl.arange(0, 64, layout=gl.SliceLayout(0, layout))[None, :]
    tile = gl.allocate_shared_memory(gl.float16, [16, 64], output.layout, gl.load(input + row * 64 + column))
    tma.async_copy_shared_to_global(output, [0, 0], tile)
    tma.store_wait(0)


kernel = store
signature = {"output": "tensordesc<fp16[16,64],NVMMASharedLayout(swizzle_byte_width=128,element_bitwidth=16,rank=2)>",
             "input": "*fp16"}
constants = {}
divisible = [1]
options = {"num_warps": 4}
versions = ("3.7.0", "3.7.1")
