# triton-lang/triton#11730, fixed by #10656: the second CTA reads the result of an atomic from the shared memory of the
# first. Triton 3.8.0 lets the first end meanwhile, 3.9.0 has a barrier of the cluster at the end.
import triton
import triton.language as tl


@triton.jit
def take(lock, output, count: tl.constexpr):
    old = tl.atomic_cas(lock, 0, 1)
    tl.store(output + tl.arange(0, count), old)


kernel = take
signature = {"lock": "*i32", "output": "*i32"}
constants = {"count": 256}
divisible = []
options = {"num_warps": 1, "num_ctas": 2}
versions = ("3.8.0", "3.9.0")
