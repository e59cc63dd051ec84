# triton-lang/triton#11498: a barrier is initialized by an elected lane, and published to the cluster by thread 0. In
# Triton 3.9.0 the elected lane does both.
from triton.experimental import gluon
from triton.experimental.gluon.language.nvidia.hopper import mbarrier


@gluon.jit
def meet(unused):
    barrier = mbarrier.allocate_mbarrier(two_ctas=True)
    mbarrier.init(barrier, count=1)
    mbarrier.arrive(barrier, count=1)
    mbarrier.wait(barrier, 0)
    mbarrier.invalidate(barrier)


kernel = meet
signature = {"unused": "*i32"}
constants = {}
divisible = []
options = {"num_warps": 4, "num_ctas": 2}
versions = ("3.8.0", "3.9.0")
