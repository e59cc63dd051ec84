"""Rings with a role for each warp: one thread of a producer warp copies, one or two groups of warps consume. Also as
persistent kernels, whose ring goes on from tile to tile."""

from bulk import BYTES, COUNT, EARLY, HANGS, LOST, PARITY, Bulk
from text import Fault, Kernel, loop


class Roles(Bulk):
    """A producer warp and consumers."""

    name = "roles"
    can_run = True
    persistent = False

    def __init__(self, rnd, runnable=False, delay=None):
        super().__init__(rnd, runnable, delay)
        self.warps = rnd.choice([1, 2, 4, 8])
        self.last = rnd.random() < 0.5
        # A producer may have a whole warpgroup to itself, of which one thread works.
        self.producers = 128 if self.warps >= 4 and rnd.random() < 0.4 else 32
        self.shape.threads = self.warps * 32 + self.producers
        self.sizes(self.warps * 32)
        self.release = rnd.choice(["all", "warp", "warp", "one", "counted"])
        self.count()
        self.groups = 2 if self.warps == 8 and rnd.random() < 0.7 else 1
        self.elect, self.fence = rnd.random() < 0.5, rnd.random() < 0.5
        self.drain = rnd.random() < 0.5
        self.skip = rnd.random() < 0.2 and self.form != "peek"
        self.late, self.behind = rnd.random() < 0.2, rnd.random() < 0.2
        self.tile = rnd.choice([self.stages + 1, 2 * self.stages - 1, 2 * self.stages + 1])

    def count(self):
        """Sets how many arrivals release a slot."""
        self.releases = {"warp": self.warps, "one": 1}.get(self.release, self.consumers)

    def describe(self):
        """Says in a few words what kind of ring this is."""
        odd = [word for word in ("last", "elect", "drain", "skip", "late", "behind") if getattr(self, word)]
        return f"{super().describe()} warps={self.warps} groups={self.groups} {' '.join(odd)}".strip()

    def text(self, fault=None):
        """Gives the module, with this mistake."""
        self.fault = fault
        self.fixed = self.fixed and not self.persistent
        self.drain = self.drain and not self.fixed
        self.unroll()
        k = self.kernel = Kernel(self.shape, self.chunk, self.consumers * self.shape.cluster)
        self.memory()
        first = 0 if self.last else self.producers
        me = k.reg("me")
        k(f"sub.u32 {me}, %thread, {first}" if first else f"mov.u32 {me}, %thread")
        self.begin(me)
        self.init()
        consumer, end, p = k.label("consumer"), k.label("end"), k.fresh("p", "pred")
        if self.last:
            k(f"setp.lt.u32 {p}, %thread, {self.consumers}")
        else:
            k(f"setp.ge.u32 {p}, %thread, {self.producers}")
        k(f"@{p} bra {consumer}")
        self.producer(end)
        k(f"bra {end}")
        k.place(consumer)
        self.consumer()
        k.place(end)
        self.finish()
        return k.text()

    def finish(self):
        """Writes what all threads do at the end."""
        if self.late:
            self.kernel("bar.sync 0")

    def chosen(self, end):
        """Writes the way past the producer for all threads but one."""
        k, p = self.kernel, self.kernel.fresh("p", "pred")
        begin = self.consumers if self.last else 0
        if not self.elect:
            k(f"setp.ne.u32 {p}, %thread, {begin}", f"@{p} bra {end}")
            return
        warp = k.reg("warp")
        if self.producers > 32:
            k(f"shr.u32 {warp}, %thread, 5", f"setp.ne.u32 {p}, {warp}, {begin // 32}", f"@{p} bra {end}")
        q = k.fresh("elected", "pred")
        k(f"elect.sync _|{q}, 0xffffffff", f"@!{q} bra {end}")

    def producer(self, end):
        """Writes what the producer does."""
        k = self.kernel
        self.chosen(end)
        write = self.write = self.cursor("writer", phase=0 if self.fault == "writer-starts-at-0" else 1)
        write.begin()
        if self.skip:
            k(f"mov.u32 {k.reg('filled')}, 0")
        self.tiles("p", lambda bound: loop(k, bound, self.fills, counter=k.fresh("i")))
        if self.drain and not self.behind:
            loop(k, str(self.stages), lambda _: self.drains(), unroll=1)

    def consumer(self):
        """Writes what the consumers do."""
        k, p = self.kernel, self.kernel.fresh("p", "pred")
        self.read = self.cursor("reader")
        self.read.begin()
        k(f"and.b32 {k.reg('lane')}, %me, 31", f"setp.eq.u32 {k.reg('leader', 'pred')}, %lane, 0",
          f"setp.eq.u32 {k.reg('first', 'pred')}, %me, 0")
        if self.fault == "half-releases":
            k(f"setp.lt.u32 {k.reg('half', 'pred')}, %me, {self.consumers // 2}", "and.pred %leader, %leader, %half")
        if self.behind:
            k(f"mov.u32 {k.reg('turns')}, 0", f"mov.u32 {k.reg('before')}, {self.empty}")
        self.tiles("c", self.consume)
        k(f"mul.wide.u32 {k.reg('to', 'u64')}, %me, 4", "add.u64 %to, %to, %out", "st.global.u32 [%to], %acc")

    def consume(self, bound):
        """Writes the loop of the consumers over the chunks of a tile."""
        k = self.kernel
        if self.fault == "one-turn-more":
            k(f"add.u32 {k.reg('more')}, {bound}, 1" if bound.startswith("%")
              else f"mov.u32 {k.reg('more')}, {int(bound) + 1}")
            bound = "%more"
        loop(k, bound, self.turn, counter=k.fresh("i"))

    def tiles(self, name, body):
        """Writes the loop over the tiles of a persistent kernel; of another one, only the body."""
        k = self.kernel
        if not self.persistent:
            body(self.iterations)
            return
        tile, step, p = k.reg(f"{name}_tile"), k.reg(f"{name}_step"), k.fresh("p", "pred")
        again, done = k.label("tile"), k.label("tiles")
        k(f"mov.u32 {tile}, %ctaid.x", f"mov.u32 {step}, %nctaid.x")
        k.place(again)
        k(f"setp.ge.u32 {p}, {tile}, {self.iterations}", f"@{p} bra {done}")
        if self.fault == "reader-restarts" and name == "c":
            self.read.begin()
        if self.fault == "writer-restarts" and name == "p":
            self.write.begin()
        if name == "p":
            k(f"mul.wide.u32 {k.reg('far', 'u64')}, {tile}, {self.chunk}", f"add.u64 %from, {self.source}, %far")
        body(str(self.tile))
        k(f"add.u32 {tile}, {tile}, {step}", f"bra {again}")
        k.place(done)

    def fills(self, _):
        """Writes one turn of the producer."""
        k, write = self.kernel, self.write
        k.delay("producer")
        write.at()
        if self.fault != "no-wait-empty":
            past, p = k.label("fresh"), k.fresh("p", "pred")
            if self.skip:
                k(f"setp.lt.u32 {p}, %filled, {self.stages + (self.fault == 'skips-one-more')}", f"@{p} bra {past}")
            self.phases.wait(write.address(2), write.parity)
            if self.skip:
                k.place(past)
                k("add.u32 %filled, %filled, 1")
        self.fill(write)
        write.advance()

    def drains(self):
        """Writes one turn of the wait for the last releases."""
        self.write.at()
        self.phases.wait(self.write.address(2), self.write.parity)
        self.write.advance()

    def turn(self, _):
        """Writes one turn of the consumers."""
        self.arrival(self.read)
        if self.fault == "release-before-read":
            self.leave()
        self.reads(self.read)
        if self.fault != "release-before-read":
            self.leave()
        self.read.advance()

    def leave(self, behind=True):
        """Writes how the consumers say that they have read the slot, or the one before it."""
        k, empty = self.kernel, self.read.address(2)
        if not self.behind or not behind:
            self.let_go(empty)
            return
        skip, p = k.label("none"), k.fresh("p", "pred")
        k(f"setp.eq.u32 {p}, %turns, 0", f"@{p} bra {skip}")
        self.let_go("%before")
        k.place(skip)
        k(f"mov.u32 %before, {self.read.address(2)}", "add.u32 %turns, %turns, 1")

    def let_go(self, empty):
        """Writes the arrivals on the empty barrier of a slot."""
        k = self.kernel
        if self.fault == "no-release":
            return
        if self.release == "all":
            self.phases.arrive(empty, "@%half " if self.fault == "half-releases" else "")
        elif self.release in ("warp", "counted"):
            if self.fault != "no-warp-sync":
                k("bar.warp.sync 0xffffffff")
            self.phases.arrive(empty, "@%leader ", self.operand())
            if self.fault == "released-twice":
                self.phases.arrive(empty, "@%leader ")
        else:
            if self.fault != "no-group-barrier":
                k(f"bar.sync 1, {self.consumers}")
            self.phases.arrive(empty, "@%first ")

    def faults(self):
        """Gives the mistakes that this ring can have."""
        sure = self.shape.certain_threads
        # Who releases a slot one turn late does not release it early.
        gone = {"writer-flip"} | ({"release-before-read"} if self.behind else set())
        for fault in self.common_faults():
            # With an odd number of slots the parity of every other one stays right, and a release that comes late tells
            # of the slot after it, too.
            if fault.name == "writer-toggle-each" and self.behind and self.stages % 2:
                fault.must = False
            if fault.name not in gone:
                yield fault
        yield from self.byte_faults()
        yield Fault("writer-starts-at-0", PARITY)
        yield Fault("one-turn-more", f"{HANGS}")
        if self.skip:
            yield Fault("skips-one-more", f"{LOST} {EARLY} rearm-without-wait arrivals-vs-count")
        if self.release == "warp":
            yield Fault("no-warp-sync", f"elected-publish-without-warp-sync {LOST}", False)
            yield Fault("released-twice", f"arrivals-vs-count {LOST} {HANGS} rearm-without-wait")
        if self.release == "one" and self.warps > 1 and not self.behind:
            yield Fault("no-group-barrier", LOST)
        if self.release != "one" and self.warps > 1:
            yield Fault("half-releases", COUNT, sure)
        if self.persistent:
            yield Fault("reader-restarts", PARITY)
            yield Fault("writer-restarts", PARITY + f" {BYTES} {EARLY}")


class Persistent(Roles):
    """A ring with roles that goes on from tile to tile."""

    name = "persistent"
    persistent = True

    def __init__(self, rnd, runnable=False, delay=None):
        super().__init__(rnd, runnable, delay)
        self.shape.bound = None
