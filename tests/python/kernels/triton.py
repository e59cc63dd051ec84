"""A kernel of Triton, compiled ahead of time."""

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def kernel(source, target, n, BLOCK: tl.constexpr, RACING: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    if RACING:
        x = tl.inline_asm_elementwise("""{
            .shared .align 16 .b8 slots[16384];
            .reg .b32 %slot, %thread;
            mov.u32 %slot, slots;
            mov.u32 %thread, %tid.x;
            mad.lo.u32 %slot, %thread, 16, %slot;
            cp.async.ca.shared.global [%slot], [$1], 4;
            cp.async.commit_group;
            ld.shared.b32 $0, [%slot]; // HERE
        }""", "=r,l", [source + i], dtype=tl.int32, is_pure=False, pack=1)  # HERE, in versions before 3.7
    else:
        x = tl.inline_asm_elementwise("""{
            .shared .align 16 .b8 slots[16384];
            .reg .b32 %slot, %thread;
            mov.u32 %slot, slots;
            mov.u32 %thread, %tid.x;
            mad.lo.u32 %slot, %thread, 16, %slot;
            cp.async.ca.shared.global [%slot], [$1], 4;
            cp.async.wait_all;
            ld.shared.b32 $0, [%slot];
        }""", "=r,l", [source + i], dtype=tl.int32, is_pure=False, pack=1)
    tl.store(target + i, x, mask=i < n)


def build(racing):
    source = ASTSource(kernel, {"source": "*i32", "target": "*i32", "n": "i32", "BLOCK": "constexpr", "RACING": "constexpr"},
                       {"BLOCK": 128, "RACING": racing})
    yield triton.compile(source, target=GPUTarget("cuda", 90, 32)).asm["cubin"], __file__, "HERE"
