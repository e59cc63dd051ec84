"""Rings in a cluster of two CTAs: each loads half of a chunk and sends it to both; the consumers of both release a slot
on the barriers of both."""

from bulk import BYTES, COUNT, EARLY, HANGS, LOST
from roles import Roles
from text import Fault

MULTICAST = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"


class Cluster(Roles):
    """A producer warp and consumers in each of two CTAs."""

    name = "cluster"

    def __init__(self, rnd, runnable=False, delay=None):
        super().__init__(rnd, runnable, delay)
        shape = self.shape
        shape.cluster = shape.grid = 2
        shape.target = "sm_90a"
        self.release = rnd.choice(["warp", "one"])
        own = {"warp": self.warps, "one": 1}[self.release]
        self.releases = 2 * own
        self.parts, self.skip, self.drain = 1, False, False
        self.relaxed, self.spread = rnd.random() < 0.5, rnd.random() < 0.5
        self.fence = self.relaxed or rnd.random() < 0.5
        self.scope = rnd.choice(["", ".acquire.cluster"])

    def describe(self):
        """Says in a few words what kind of ring this is."""
        odd = [word for word in ("relaxed", "spread") if getattr(self, word)]
        return f"{super().describe()} {' '.join(odd)}".strip()

    def init(self):
        """Writes the initialisation of the barriers, and the barrier of the cluster that publishes it."""
        k, p, skip = self.kernel, self.kernel.fresh("p", "pred"), self.kernel.label("made")
        k(f"mov.u32 {k.reg('rank')}, %cluster_ctarank", f"xor.b32 {k.reg('peer')}, %rank, 1",
          f"setp.ne.u32 {p}, %thread, 0", f"@{p} bra {skip}")
        more = {"empty-count-more": 1, "empty-count-less": -1, "empty-counts-own": -self.releases // 2}
        self.phases.init(self.full, [1 + (self.fault == "full-count-more")] * (self.stages + int(self.spare)))
        self.phases.init(self.empty, [self.releases + more.get(self.fault, 0)] * (self.stages + int(self.spare)))
        if self.fence:
            k("fence.mbarrier_init.release.cluster")
        k.place(skip)
        if self.fault == "no-start-barrier":
            k("bar.sync 0")
        elif self.fault != "init-not-published":
            k(f"barrier.cluster.arrive{'.relaxed' if self.relaxed else ''}.aligned",
              "barrier.cluster.wait.acquire.aligned")
            if self.relaxed:
                k("bar.sync 0")
        half = self.chunk // 2
        k(f"mul.lo.u32 {k.reg('half')}, %rank, {half}", f"cvt.u64.u32 {k.reg('half_at', 'u64')}, %half",
          "add.u64 %from, %from, %half_at", f"mul.lo.u32 {k.reg('block')}, %rank, {self.consumers * 4}",
          f"cvt.u64.u32 {k.reg('block_at', 'u64')}, %block", f"add.u64 {self.out}, {self.out}, %block_at",
          f"mov.u16 {k.reg('mask', 'b16')}, {1 if self.fault == 'mask-one' else 3}")

    def fill(self, cursor, guard=""):
        """Writes the announcement of the whole chunk, and the copy of one half to both CTAs."""
        k, half = self.kernel, self.chunk // 2
        slot = cursor.address(0, other=self.fault == "copy-into-other-slot")
        barrier = cursor.address(1)
        if self.fault == "init-in-loop":
            self.phases.init(barrier, [1])
        size = {"expect-half": half, "expect-more": self.chunk + 16, "expect-fewer": self.chunk - 16}
        size = size.get(self.fault, self.chunk)
        if self.expects != "after":
            self.announce(barrier, size)
        k(f"add.u32 {k.reg('part')}, {slot}, %half", f"{MULTICAST} [%part], [%from], {half}, [{barrier}], %mask")
        if self.expects == "after":
            self.announce(barrier, size)
        k(f"add.u64 %from, %from, {self.chunk}")

    def let_go(self, empty):
        """Writes how the consumers say in both CTAs that they have read the slot."""
        k, remote = self.kernel, self.kernel.reg("remote")
        if self.fault == "no-release":
            return
        guard = "@%leader "
        if self.release == "warp":
            k("bar.warp.sync 0xffffffff")
        else:
            guard = "@%first "
            if self.fault != "no-group-barrier":
                k(f"bar.sync 1, {self.consumers}")
        for rank in ("0", "1") if self.spread else ("%rank", "%peer"):
            if self.fault == "released-here-twice":
                rank = "%rank"
            if self.fault != "released-here-only" or rank in ("%rank", "0"):
                to = "%rank" if self.fault == "released-here-only" else rank
                k(f"mapa.shared::cluster.u32 {remote}, {empty}, {to}",
                  f"{guard}mbarrier.arrive.release.cluster.shared::cluster.b64 _, [{remote}]")

    def finish(self):
        """Writes the barrier of the cluster at the end: no CTA goes while the other may still arrive in it."""
        if self.fault != "no-exit-barrier":
            self.kernel("barrier.cluster.arrive", "barrier.cluster.wait")

    def faults(self):
        """Gives the mistakes that this ring can have."""
        gone = {"half-releases", "released-twice", "no-warp-sync", "counted-short", "copy-on-other-barrier",
                "skips-one-more", "init-not-published"}
        for fault in super().faults():
            if fault.name not in gone:
                yield fault
        yield Fault("no-start-barrier", f"remote-access-before-cluster-entry mbarrier-init-not-published "
                                        f"use-before-init {BYTES}")
        yield Fault("init-not-published", f"remote-access-before-cluster-entry mbarrier-init-not-published "
                                          f"use-before-init {BYTES}")
        yield Fault("no-exit-barrier", "exit-without-cluster-barrier")
        yield Fault("expect-half", f"{BYTES} {EARLY}")
        yield Fault("mask-one", BYTES)
        yield Fault("released-here-only", f"{COUNT}")
        yield Fault("released-here-twice", f"{LOST} arrivals-vs-count rearm-without-wait {HANGS}")
        yield Fault("empty-counts-own", f"{LOST} arrivals-vs-count rearm-without-wait {HANGS}")
