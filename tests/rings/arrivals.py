"""Rings of cp.async whose copies arrive on mbarriers: by all threads, which consume as well, or by producer warps."""

from bulk import COUNT, EARLY, HANGS, LOST, Together
from roles import Roles
from text import Fault


class ByCopies:
    """What both kinds have: a chunk is copied by many threads, and each of them arrives when its copies are done."""

    def share(self, rnd, threads):
        """Sets how many threads copy, and how many bytes at a time."""
        self.copiers, self.fulls = threads, threads
        self.size = rnd.choice([size for size in (16, 8, 4) if self.chunk % (threads * size) == 0])
        self.noinc = rnd.random() < 0.75

    def fill(self, cursor, guard=""):
        """Writes the copies of one thread, and its arrival once they are done."""
        k = self.kernel
        slot = cursor.address(0, other=self.fault == "copy-into-other-slot")
        to, at = k.reg("to_slot"), k.reg("from_at", "u64")
        k(f"mad.lo.u32 {to}, %copier, {self.size}, {slot}", f"mul.wide.u32 {at}, %copier, {self.size}",
          f"add.u64 {at}, {at}, %from")
        if self.fault == "arrive-before-copy":
            self.arrive_full(cursor)
        form, step = "cg" if self.size == 16 else "ca", self.copiers * self.size
        for number in range(self.chunk // step):
            k(f"cp.async.{form}.shared.global [{to}+{number * step}], [{at}+{number * step}], {self.size}")
        if self.fault != "arrive-before-copy":
            self.arrive_full(cursor)
        k(f"add.u64 %from, %from, {self.chunk}")

    def arrive_full(self, cursor):
        """Writes the arrival on the full barrier."""
        barrier = cursor.address(1)
        if self.fault == "no-arrive":
            return
        if self.fault == "arrive-at-once":
            self.phases.arrive(barrier)
        elif self.noinc and self.fault != "noinc-dropped":
            self.kernel(f"cp.async.mbarrier.arrive.noinc{self.space}.b64 [{barrier}]")
        else:
            self.kernel(f"cp.async.mbarrier.arrive{self.space}.b64 [{barrier}]")
            if self.fault not in ("noinc-dropped", "no-own-arrive"):
                self.phases.arrive(barrier)

    def describe(self):
        """Says in a few words what kind of ring this is."""
        return f"{super().describe()} copiers={self.copiers} size={self.size}{' noinc' if self.noinc else ''}"

    def byte_faults(self):
        """Gives the mistakes with the arrivals of the copies."""
        yield Fault("no-arrive", f"{COUNT} read-before-wait")
        yield Fault("arrive-at-once", EARLY)
        yield Fault("arrive-before-copy", EARLY)
        if self.noinc:
            yield Fault("noinc-dropped", f"cpasync-arrive-needs-noinc {COUNT}")
        else:
            yield Fault("no-own-arrive", f"cpasync-arrive-needs-noinc {COUNT}")
        yield Fault("full-count-less", f"arrivals-vs-count {EARLY} {LOST} {HANGS} rearm-without-wait",
                    self.shape.certain_threads)


class AllArrive(ByCopies, Together):
    """All threads copy and consume."""

    name = "all-arrive"

    def __init__(self, rnd, runnable=False, delay=None):
        super().__init__(rnd, runnable, delay)
        if self.form == "test" and self.space == ".shared" and self.release != "counted":  # sm_80 takes no count
            self.shape.target, self.fence = "sm_80", False
        self.share(rnd, self.consumers)

    def begin(self, mine="%thread"):
        """Writes the addresses; what a thread reads another one copied."""
        k = self.kernel
        k(f"sub.u32 {k.reg('other')}, {self.consumers - 1}, %thread", f"mov.u32 {k.reg('copier')}, %thread")
        super().begin("%other")

    def alone(self, body):
        """Writes what all threads do where there is something left to copy."""
        k, skip, p = self.kernel, self.kernel.label("skip"), self.kernel.fresh("p", "pred")
        k(f"setp.ge.u32 {p}, %next, {self.iterations}", f"@{p} bra {skip}")
        body()
        k.place(skip)
        k("add.u32 %next, %next, 1")


class WarpsArrive(ByCopies, Roles):
    """Producer warps copy."""

    name = "warps-arrive"

    def __init__(self, rnd, runnable=False, delay=None):
        super().__init__(rnd, runnable, delay)
        self.share(rnd, self.producers)

    def chosen(self, end):
        """Writes nothing: all threads of the producer's warps copy; each has a share."""
        k = self.kernel
        begin = self.consumers if self.last else 0
        k(f"sub.u32 {k.reg('copier')}, %thread, {begin}" if begin else f"mov.u32 {k.reg('copier')}, %thread")
