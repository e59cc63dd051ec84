"""A matrix product as people write it in Triton, whose compiler (3.9) pipelines the loads and made matmul.sm_80.ptx
(sm_80, one warp, three stages) and, from descriptors, matmul_tma.sm_90a.ptx (sm_90, four warps, three stages)."""

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def matmul(a, b, c, k, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    rows, columns = tl.program_id(0) * BLOCK + i, tl.program_id(1) * BLOCK + i
    total = tl.zeros((BLOCK, BLOCK), tl.float32)
    for at in range(0, k, BLOCK):
        left = tl.load(a + rows[:, None] * k + (at + i)[None, :])
        right = tl.load(b + (at + i)[:, None] * k + columns[None, :])
        total = tl.dot(left, right, total)
    tl.store(c + rows[:, None] * k + columns[None, :], total.to(tl.float16))


@triton.jit
def matmul_tma(a, b, c, k, BLOCK: tl.constexpr):
    left = tl.make_tensor_descriptor(a, [k, k], [k, 1], [BLOCK, BLOCK])
    right = tl.make_tensor_descriptor(b, [k, k], [k, 1], [BLOCK, BLOCK])
    result = tl.make_tensor_descriptor(c, [k, k], [k, 1], [BLOCK, BLOCK])
    row, column = tl.program_id(0) * BLOCK, tl.program_id(1) * BLOCK
    total = tl.zeros((BLOCK, BLOCK), tl.float32)
    for at in range(0, k, BLOCK):
        total = tl.dot(left.load([row, at]), right.load([at, column]), total)
    result.store([row, column], total.to(tl.float16))


def compile_one(kernel, capability, block, warps, name):
    source = ASTSource(kernel, signature={"a": "*fp16", "b": "*fp16", "c": "*fp16", "k": "i32", "BLOCK": "constexpr"},
                       constexprs={"BLOCK": block}, attrs={(x,): [["tt.divisibility", 16]] for x in range(4)})
    options = {"num_warps": warps, "num_stages": 3, "ptx_version": 86}
    done = triton.compile(source, target=GPUTarget("cuda", capability, 32), options=options)
    with open(name, "w", encoding="utf-8") as file:
        file.write("\n".join(x for x in done.asm["ptx"].split("\n") if ".loc" not in x and ".file" not in x))


if __name__ == "__main__":
    compile_one(matmul, 80, 32, 1, "matmul.sm_80.ptx")
    compile_one(matmul_tma, 90, 64, 4, "matmul_tma.sm_90a.ptx")
