"""A kernel of CuTe DSL, compiled without a GPU."""

import os

os.environ["CUTE_DSL_ARCH"] = "sm_90a"
os.environ["CUTE_DSL_KEEP_CUBIN"] = "1"
os.environ["CUTE_DSL_LINEINFO"] = "1"

import cutlass
from cutlass import cute
from cutlass._mlir import ir
from cutlass._mlir.dialects import llvm
from cutlass.cutlass_dsl import dsl_user_op

import racing


@dsl_user_op
def copy(source, wait, *, loc=None, ip=None):
    asm = " ".join(racing.copy(wait).split())  # in one line: the compiler counts them
    word = ir.IntegerType.get_signless(32)
    return cutlass.Int32(llvm.inline_asm(word, [source.ir_value()], asm, "=r,r", has_side_effects=True, loc=loc, ip=ip))


@cute.kernel
def racing_kernel(source: cutlass.Int32):
    x = copy(source, "")  # HERE
    cute.printf("%d", x)


@cute.kernel
def waiting_kernel(source: cutlass.Int32):
    x = copy(source, "cp.async.wait_group 0;")
    cute.printf("%d", x)


@cute.jit
def racing_host(source: cutlass.Int32):
    racing_kernel(source).launch(grid=[1, 1, 1], block=[128, 1, 1])


@cute.jit
def waiting_host(source: cutlass.Int32):
    waiting_kernel(source).launch(grid=[1, 1, 1], block=[128, 1, 1])


def build(racing):
    made = cute.compile(racing_host if racing else waiting_host, cutlass.Int32(3))
    yield made.__cubin__, __file__, "# HERE"
