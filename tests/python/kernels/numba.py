"""A kernel of numba-cuda, compiled to PTX with line numbers."""

from llvmlite import ir
from numba import cuda, types

try:
    from numba.cuda.extending import intrinsic
except ImportError:
    from numba.extending import intrinsic

import racing


def copied(wait):
    @intrinsic
    def copy(context, address):
        def code(context, builder, signature, values):
            word, long = ir.IntType(32), ir.IntType(64)
            asm = ir.InlineAsm(ir.FunctionType(word, [long]), racing.copy(wait, 64), "=r,l", side_effect=True)
            return builder.call(asm, [builder.zext(values[0], long)])

        return types.int32(types.uint64), code

    return copy


def build(racing):
    copy = copied("" if racing else "cp.async.wait_group 0;")

    def kernel(source, target):
        target[cuda.threadIdx.x] = copy(source)  # HERE

    signature = types.void(types.uint64, types.int32[:])
    text, _ = cuda.compile(kernel, signature, cc=(9, 0), device=False, lineinfo=True, abi="numba", output="ptx")
    yield text.encode(), __file__, "# HERE"
