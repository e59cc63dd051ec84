"""Rings of tensor copies that tensor cores read: wgmma by consumer warpgroups, which release a slot once the operations
that read it are done, and tcgen05.mma by one thread, whose commit releases it."""

from bulk import COUNT, EARLY, HANGS, LOST
from cursor import kinds
from roles import Roles
from text import Fault

TILE = "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"


class Tensor(Roles):
    """What both kinds have: two tiles in a slot, with one barrier, and descriptors of them."""

    can_run = False
    tiles_bytes = (2048, 512)

    def __init__(self, rnd, runnable=False, delay=None):
        super().__init__(rnd, runnable, delay)
        self.chunk, self.rows, self.parts = sum(self.tiles_bytes), 1, 1
        self.shape.layout = rnd.choice(["several", "one", "dynamic"])
        self.assumed, self.fence = rnd.random() < 0.5, rnd.random() < 0.7
        self.first_prefetch = rnd.random() < 0.5

    def memory(self):
        """Writes where the slots and the barriers lie; the slots lie as the swizzle asks for."""
        super().memory()
        k = self.kernel
        k.tensor = True
        map_ = k.reg("map", "u64")
        k(f"mov.b64 {map_}, {self.shape.entry}_map", f"cvta.param.u64 {map_}, {map_}", f"mov.u32 {k.reg('column')}, 0")
        if self.first_prefetch:
            k(f"prefetch.tensormap [{map_}]")
        if self.assumed:
            a, b = self.tiles_bytes
            if a == b:
                k.raw(f"// ptxcheck: assume box({self.shape.entry}_map)={a}")

    def fill(self, cursor, guard=""):
        """Writes the announcement and two tensor copies."""
        k = self.kernel
        slot, barrier = cursor.address(0, other=self.fault == "copy-into-other-slot"), cursor.address(1)
        if self.fault == "init-in-loop":
            self.phases.init(barrier, [1])
        size = self.chunk + {"expect-more": 16, "expect-fewer": -16}.get(self.fault, 0)
        if self.fault == "expect-one-tile":
            size = self.tiles_bytes[0]
        if self.expects != "after":
            self.announce(barrier, size)
        target = barrier
        if self.fault == "copy-on-other-barrier":
            target = k.reg("target")
            k(f"mov.u32 {target}, {cursor.address(1, other=True)}")
        k(f"{TILE} [{slot}], [%map, {{%column, 0}}], [{target}]")
        if self.fault != "one-tile-only":
            k(f"{TILE} [{slot}+{self.tiles_bytes[0]}], [%map, {{%column, 64}}], [{target}]")
        if self.expects == "after":
            self.announce(cursor.address(1), size)
        k("add.u32 %column, %column, 16")

    def announce(self, barrier, size):
        """Writes how many bytes are expected; one phase without is told by the column."""
        if self.fault != "expect-missing-once":
            super().announce(barrier, size)
            return
        k, p, q = self.kernel, self.kernel.fresh("p", "pred"), self.kernel.fresh("p", "pred")
        k(f"setp.eq.u32 {p}, %column, {16 * (self.stages + 1)}", f"not.pred {q}, {p}")
        self.phases.arrive(barrier, f"@{p} ")
        self.phases.expect(barrier, size, f"@{q} ")

    def descriptors(self):
        """Writes the descriptors of the two tiles: the start address by 16 in the low bits."""
        k, slot = self.kernel, self.read.address(0, other=self.fault == "read-other-slot")
        found = []
        for name, at in (("a", 0), ("b", self.tiles_bytes[0])):
            low, whole = k.reg(f"{name}_low"), k.reg(f"{name}_descriptor", "b64")
            k(f"add.u32 {low}, {slot}, {at}", f"and.b32 {low}, {low}, 262143", f"shr.u32 {low}, {low}, 4",
              f"cvt.u64.u32 {whole}, {low}", f"or.b64 {whole}, {whole}, {8 << 16 | 16 << 32}")
            found.append(whole)
        return found

    def byte_faults(self):
        """Gives the mistakes with the bytes; how many come is only known where an assumption says it."""
        known = self.assumed and self.tiles_bytes[0] == self.tiles_bytes[1]
        for fault in super().byte_faults():
            fault.must = fault.must and (known or fault.name not in ("expect-more", "expect-fewer"))
            yield fault
        yield Fault("expect-one-tile", f"tx-bytes-mismatch {EARLY} {HANGS}", known)
        yield Fault("one-tile-only", f"tx-bytes-mismatch {HANGS}", known)


class Wgmma(Tensor):
    """Consumers that multiply by wgmma."""

    name = "wgmma"
    tiles_bytes = (2048, 512)

    def __init__(self, rnd, runnable=False, delay=None):
        self.tiles_bytes = rnd.choice([(2048, 512), (2048, 2048)])
        super().__init__(rnd, runnable, delay)
        self.shape.target = "sm_90a"
        self.warps, self.groups = rnd.choice([(4, 1), (8, 2)])
        self.consumers = self.warps * 32
        self.shape.threads = self.consumers + self.producers
        self.count()
        self.behind = rnd.random() < 0.6
        self.persistent = rnd.random() < 0.3
        if self.persistent:
            self.shape.bound = None

    def describe(self):
        """Says in a few words what kind of ring this is."""
        return f"{super().describe()}{' persistent' if self.persistent else ''}"

    def consumer(self):
        """Writes what the consumers do, with the registers of the product."""
        k = self.kernel
        self.sums = [k.reg(f"d{n}", "f32") for n in range(8 if self.tiles_bytes[1] == 512 else 32)]
        k(*(f"mov.f32 {x}, 0f00000000" for x in self.sums))
        super().consumer()
        k("wgmma.wait_group.sync.aligned 0", f"st.global.f32 [%to], {self.sums[0]}")

    def turn(self, _):
        """Writes one turn: the product of this slot, and the release of the one before or of this one."""
        k = self.kernel
        self.arrival(self.read)
        a, b = self.descriptors()
        k("wgmma.fence.sync.aligned",
          f"wgmma.mma_async.sync.aligned.m64n{2 * len(self.sums)}k16.f32.f16.f16 {{{', '.join(self.sums)}}}, "
          f"{a}, {b}, 1, 1, 1, 0, 0", "wgmma.commit_group.sync.aligned")
        left = int(self.behind) + (self.fault == "wgmma-wait-more")
        if self.fault != "no-wgmma-wait":
            k(f"wgmma.wait_group.sync.aligned {left}")
        self.leave(self.fault != "release-current")
        self.read.advance()

    def faults(self):
        """Gives the mistakes that this ring can have."""
        gone = {"release-before-read", "no-warp-sync", "released-twice", "half-releases", "no-group-barrier",
                "counted-short"}
        yield from (fault for fault in super().faults() if fault.name not in gone)
        yield Fault("no-wgmma-wait", LOST)
        yield Fault("wgmma-wait-more", LOST)
        if self.behind:
            yield Fault("release-current", LOST)


class Tcgen05(Tensor):
    """One thread multiplies by tcgen05.mma, and the commit of that releases the slot."""

    name = "tcgen05"
    tiles_bytes = (16384, 16384)

    def __init__(self, rnd, runnable=False, delay=None):
        super().__init__(rnd, runnable, delay)
        shape = self.shape
        shape.target, shape.version, shape.layout = "sm_100a", rnd.choice(["8.6", "8.8", "9.0"]), "dynamic"
        self.stages = rnd.randint(2, 6)
        self.reader, self.writer = rnd.choice(kinds(self.stages)), rnd.choice(kinds(self.stages))
        self.warps, self.groups, self.producers, self.last = 4, 1, 32, False
        self.consumers, shape.threads = 128, 160
        self.release, self.releases, self.drain, self.late = "commit", 1, False, False
        self.behind = False
        if shape.bound is not None:
            shape.bound = 3 * self.stages + 1

    def init(self):
        """Writes the initialisation, with the barrier that the end is told by and the tensor memory."""
        k = self.kernel
        done, place, p, skip = k.shared("done", 8, 8), k.shared("place", 4, 4), k.fresh("p", "pred"), k.label("given")
        k(f"setp.ne.u32 {p}, %thread, 0", f"@!{p} mbarrier.init.shared::cta.b64 [{done}], 1",
          f"shr.u32 {k.reg('my_warp')}, %thread, 5", f"setp.ne.u32 {p}, %my_warp, 2", f"@{p} bra {skip}",
          f"tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [{place}], 128",
          "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned")
        k.place(skip)
        k("tcgen05.fence::before_thread_sync")
        super().init()
        k("tcgen05.fence::after_thread_sync", f"ld.shared.u32 {k.reg('taddr', 'b32')}, [{place}]")

    def consumer(self):
        """Writes the thread that multiplies; then all read the product."""
        k, p, skip = self.kernel, self.kernel.fresh("p", "pred"), self.kernel.label("multiplied")
        k(f"setp.ne.u32 {p}, %me, 0", f"@{p} bra {skip}")
        self.read = self.cursor("reader")
        self.read.begin()
        k(f"mov.u32 {k.reg('turns')}, 0", f"mov.u32 {k.reg('idesc', 'b32')}, {0x8100010}")
        self.tiles("c", self.consume)
        k("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%done_at]")
        k.place(skip)
        k("bar.warp.sync 0xffffffff")
        self.phases.wait("%done_at", 0)
        k("tcgen05.fence::after_thread_sync",
          f"shl.b32 {k.reg('row')}, %my_warp, 21", "and.b32 %row, %row, 6291456",
          f"add.u32 {k.reg('cell')}, %taddr, %row",
          f"tcgen05.ld.sync.aligned.32x32b.x1.b32 {{{k.reg('v')}}}, [%cell]", "tcgen05.wait::ld.sync.aligned",
          f"mul.wide.u32 {k.reg('to', 'u64')}, %me, 4", "add.u64 %to, %to, %out", "st.global.u32 [%to], %v")

    def turn(self, _):
        """Writes one turn of the thread that multiplies."""
        k, p = self.kernel, self.kernel.fresh("p", "pred")
        self.arrival(self.read)
        if self.fault == "commit-before-mma":
            self.leave()
        a, b = self.descriptors()
        k("tcgen05.fence::after_thread_sync", f"setp.ne.u32 {p}, %turns, 0",
          f"tcgen05.mma.cta_group::1.kind::f16 [%taddr], {a}, {b}, %idesc, {p}", "add.u32 %turns, %turns, 1")
        if self.fault != "commit-before-mma":
            self.leave()
        self.read.advance()

    def leave(self, behind=False):
        """Writes the commit that arrives on the empty barrier once the slot has been read."""
        empty = self.read.address(2)
        if self.fault == "release-by-arrive":
            self.phases.arrive(empty)
        elif self.fault != "no-release":
            self.kernel(f"tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [{empty}]")

    def finish(self):
        """Writes the end: the warp that asked for tensor memory gives it back."""
        k, p, skip = self.kernel, self.kernel.fresh("p", "pred"), self.kernel.label("kept")
        k("tcgen05.fence::before_thread_sync", "bar.sync 0", "tcgen05.fence::after_thread_sync",
          f"setp.ne.u32 {p}, %my_warp, 2", f"@{p} bra {skip}",
          "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %taddr, 128")
        k.place(skip)

    def faults(self):
        """Gives the mistakes that this ring can have."""
        gone = {"release-before-read", "half-releases"}
        yield from (fault for fault in super().faults() if fault.name not in gone)
        yield Fault("release-by-arrive", LOST)
        yield Fault("commit-before-mma", f"{LOST} {COUNT}")
