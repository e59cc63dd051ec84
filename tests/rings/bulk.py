"""Rings of bulk copies with full and empty mbarriers, in which one thread copies: a thread that consumes as well, or a
warp of its own. Either way the ring is made of a producer's turn and a consumer's turn."""

from cursor import FIXED, Cursor, kinds
from phases import FORMS, SPACES, Phases, bulk_load
from text import Fault, Kernel, Shape, loop

# Of what is read too early, and filled again too early, either may be said: that nobody waited for the copy, or that
# nobody waited for the readers.
EARLY = "read-before-mbarrier-wait read-before-wait"
HANGS = "pipeline-deadlock"
LOST = "slot-overwritten-early undrained-group-reuse"
AGAIN = f"{LOST} {EARLY}"
BYTES = "tx-bytes-mismatch pipeline-deadlock"
PARITY = f"parity-not-toggled {EARLY} {LOST} {HANGS} rearm-without-wait arrivals-vs-count"
COUNT = f"arrivals-vs-count {HANGS}"


class Bulk:
    """What both kinds have: stages, chunks in parts, one barrier for each full and each empty slot."""

    def __init__(self, rnd, runnable=False, delay=None):
        shape = self.shape = Shape(rnd, rnd.choice(["sm_90", "sm_90a"]), rnd.choice(["8.0", "8.4", "9.0"]), runnable,
                                   delay)
        self.stages, self.parts = rnd.randint(2, 8), rnd.choice([1, 1, 2, 4])
        self.rows = rnd.choice([1, 2, 4])
        self.reader, self.writer = rnd.choice(kinds(self.stages)), rnd.choice(kinds(self.stages))
        self.form, self.space = rnd.choice(FORMS), rnd.choice(SPACES)
        if rnd.random() < 0.3 and not runnable:
            shape.bound = rnd.randint(2 * self.stages + 2, 4 * self.stages)
        self.expects = rnd.choice(["one", "one", "one", "apart", "after", "pieces"])
        self.spare = rnd.random() < 0.1
        self.fault, self.fulls, self.fixed = None, 1, rnd.random() < 0.15

    def unroll(self):
        """Unrolls the loops by the number of stages, where the slots are to be constants."""
        if self.fixed:
            self.reader = self.writer = FIXED
            self.shape.unroll = self.stages

    def sizes(self, consumers):
        """Sets the bytes of a chunk: 4 for each thread that reads, or several times as many, in equal parts."""
        self.consumers = consumers
        self.chunk = consumers * 4 * self.rows
        while self.chunk * self.stages > 40960:
            self.rows //= 2
            self.chunk = consumers * 4 * self.rows
        while self.chunk // self.parts % 16:
            self.parts //= 2

    def describe(self):
        """Says in a few words what kind of ring this is."""
        return (f"stages={self.stages} reader={self.reader} writer={self.writer} wait={self.form} "
                f"expect={self.expects} parts={self.parts} release={self.release} "
                f"loop={self.shape.loop}x{self.shape.unroll}")

    def memory(self):
        """Writes where the slots and the barriers lie."""
        k, more = self.kernel, int(self.spare)
        self.out, self.source, self.iterations = k.parameters()
        self.ring = k.shared("ring", self.chunk * self.stages, 128)
        self.full = k.shared("full", 8 * (self.stages + more), 8)
        self.empty = k.shared("empty", 8 * (self.stages + more), 8)
        self.phases = Phases(k, self.form, self.space)
        self.areas = [(self.ring, self.chunk), (self.full, 8), (self.empty, 8)]

    def init(self):
        """Writes the initialisation of the barriers by one thread, and its publication."""
        k, p, skip = self.kernel, self.kernel.fresh("p", "pred"), self.kernel.label("made")
        k(f"setp.ne.u32 {p}, %thread, 0", f"@{p} bra {skip}")
        more = int(self.spare)
        full = self.fulls + {"full-count-more": 1, "full-count-less": -1}.get(self.fault, 0)
        empty = self.releases + {"empty-count-more": 1, "empty-count-less": -1}.get(self.fault, 0)
        self.phases.init(self.full, [full] * (self.stages + more))
        self.phases.init(self.empty, [empty] * (self.stages + more))
        if self.fence:
            k("fence.mbarrier_init.release.cluster")
        k.place(skip)
        if self.fault != "init-not-published":
            k("bar.sync 0")

    def fill(self, cursor, guard=""):
        """Writes the announcement and the copies of a chunk, by one thread."""
        k, other = self.kernel, self.fault == "copy-into-other-slot"
        slot, barrier = cursor.address(0, other), cursor.address(1)
        if self.fault == "init-in-loop":
            self.phases.init(barrier, [1])
        size = self.chunk + {"expect-more": 16, "expect-fewer": -16}.get(self.fault, 0)
        if self.expects != "after":
            self.announce(barrier, size)
        target, part = barrier, self.chunk // self.parts
        if self.fault == "copy-on-other-barrier":
            target = k.reg("target")
            k(f"mov.u32 {target}, {cursor.address(1, other=True)}")
        for number in range(self.parts):
            bulk_load(k, f"{slot}+{number * part}", f"%from+{number * part}", part, target, guard)
        if self.expects == "after":
            self.announce(cursor.address(1), size)
        k(f"add.u64 %from, %from, {self.chunk}")

    def announce(self, barrier, size):
        """Writes how many bytes are expected, and the arrival of the producer."""
        phases = self.phases
        if self.fault == "expect-missing":
            phases.arrive(barrier)
        elif self.fault == "expect-without-arrive":
            phases.expect(barrier, size, arrives=False)
        elif self.fault == "expect-missing-once":
            p, q = self.kernel.fresh("p", "pred"), self.kernel.fresh("p", "pred")
            self.kernel(f"setp.eq.u64 {p}, %from, %odd", f"not.pred {q}, {p}")
            phases.arrive(barrier, f"@{p} ")
            phases.expect(barrier, size, f"@{q} ")
        elif self.expects == "pieces" and size > 32:
            phases.expect(barrier, 16, arrives=False)
            phases.expect(barrier, size - 16)
        else:
            phases.expect(barrier, size, apart=self.expects == "apart")

    def arrival(self, cursor):
        """Writes the wait of a consumer for its slot."""
        cursor.at()
        if self.fault != "no-wait-full":
            self.phases.wait(cursor.address(1), cursor.parity, self.fault == "wait-once")

    def reads(self, cursor):
        """Writes what a consumer reads of its slot: words that lie apart."""
        k, v = self.kernel, self.kernel.reg("v")
        at = k.reg("word")
        k.delay("consumer")
        k(f"add.u32 {at}, {cursor.address(0, other=self.fault == 'read-other-slot')}, %mine")
        for number in range(self.rows):
            k(f"ld.shared.u32 {v}, [{at}+{number * self.consumers * 4}]", f"mad.lo.u32 %acc, %acc, 33, {v}")

    def result(self):
        """Writes the store of what was read."""
        k = self.kernel
        k(f"mul.wide.u32 {k.reg('to', 'u64')}, %thread, 4", "add.u64 %to, %to, %out", "st.global.u32 [%to], %acc")

    def begin(self, mine="%thread"):
        """Writes the address of the first chunk, of the one with a mistake, and of the words that a thread reads."""
        k = self.kernel
        k(f"mov.u64 {k.reg('from', 'u64')}, {self.source}",
          f"mul.lo.u32 {k.reg('mine')}, {mine}, 4", f"mov.u32 {k.reg('acc')}, 0")
        if self.fault == "expect-missing-once":
            k(f"add.u64 {k.reg('odd', 'u64')}, {self.source}, {self.chunk * (self.stages + 1)}")

    def operand(self):
        """Gives the count of an arrival for a whole warp, where that is how it arrives."""
        return None if self.release != "counted" else 31 if self.fault == "counted-short" else 32

    def common_faults(self):
        """Gives the mistakes that rings with full and empty barriers can have, whoever copies."""
        sure, apart = self.shape.certain_threads, self.shape.warps_apart
        yield Fault("no-wait-full", EARLY)
        yield Fault("wait-once", f"try-wait-not-retried {EARLY}")
        yield Fault("reader-toggle-never", PARITY)
        yield Fault("reader-toggle-early", PARITY)
        yield Fault("reader-toggle-each", PARITY)
        yield Fault("reader-flip", PARITY)
        if not self.fixed:
            yield Fault("reader-wrap-early", f"{PARITY} range-overflow")
            yield Fault("reader-unwrapped", f"use-before-init range-overflow {PARITY}", False)
        yield Fault("full-count-more", COUNT)
        yield Fault("init-not-published", "mbarrier-init-not-published use-before-init", apart)
        yield Fault("copy-into-other-slot", f"{LOST} {EARLY}")
        yield Fault("read-other-slot", f"{EARLY} {LOST}")
        if self.release not in ("barrier",):
            yield Fault("no-release", f"{COUNT} {LOST}")
            yield Fault("no-wait-empty", f"{AGAIN} rearm-without-wait arrivals-vs-count", apart)
            yield Fault("release-before-read", AGAIN, apart)
            yield Fault("empty-count-more", COUNT)
            if self.releases > 1:
                yield Fault("empty-count-less", f"arrivals-vs-count {AGAIN} rearm-without-wait {HANGS}",
                            sure and self.consumers > 32)
            if self.release == "counted":
                yield Fault("counted-short", COUNT, sure)
            yield Fault("writer-toggle-never", PARITY)
            yield Fault("writer-flip", PARITY)
            yield Fault("writer-toggle-each", PARITY)

    def byte_faults(self):
        """Gives the mistakes with the bytes of a phase, and with the barrier that copies complete on."""
        yield Fault("expect-missing", f"missing-expect-tx {BYTES} {EARLY} completing-arrive-before-expect")
        yield Fault("expect-missing-once", f"missing-expect-tx {BYTES} {EARLY} completing-arrive-before-expect {LOST}")
        yield Fault("expect-without-arrive", COUNT)
        yield Fault("expect-more", BYTES)
        yield Fault("expect-fewer", f"{BYTES} {EARLY}")
        yield Fault("copy-on-other-barrier", f"{BYTES} {EARLY} missing-expect-tx {LOST}")
        yield Fault("init-in-loop", f"init-in-loop double-init {EARLY} {LOST} {HANGS}")

    def cursor(self, role, phase=0, start=0):
        """Gives the cursor of a role, with the mistake that is meant for it."""
        fault = self.fault[len(role) + 1:] if (self.fault or "").startswith(f"{role}-") else None
        kind = self.reader if role == "reader" else self.writer
        return Cursor(self.kernel, role, self.stages, kind, self.areas, start, phase, True, fault)


class Together(Bulk):
    """All threads consume, and thread 0 copies."""

    name = "together"
    can_run = True

    def __init__(self, rnd, runnable=False, delay=None):
        super().__init__(rnd, runnable, delay)
        self.shape.threads = rnd.choice([32, 64, 128, 160, 256])
        self.release = rnd.choice(["barrier", "all", "all", "warp", "counted"])
        if self.shape.threads == 32 and self.release in ("warp", "counted"):
            self.release = "all"  # the barrier of the only warp would release the slot already
        self.sizes(self.shape.threads)
        self.releases = self.shape.threads // (32 if self.release == "warp" else 1)
        self.fence = rnd.random() < 0.3
        self.late = rnd.random() < 0.3

    def text(self, fault=None):
        """Gives the module, with this mistake."""
        self.fault = fault
        self.unroll()
        k = self.kernel = Kernel(self.shape, self.chunk, self.shape.threads)
        self.memory()
        self.begin()
        self.init()
        k(f"mov.u32 {k.reg('next')}, 0", f"setp.eq.u32 {k.reg('first', 'pred')}, %thread, 0",
          f"and.b32 {k.reg('lane')}, %thread, 31", f"setp.eq.u32 {k.reg('leader', 'pred')}, %lane, 0")
        self.read, self.write = self.cursor("reader"), self.cursor("writer")
        self.read.begin()
        self.write.begin()
        loop(k, str(self.stages), lambda _: self.prologue(), counter=k.reg("s"), unroll=1)
        loop(k, self.iterations, self.turn, counter=k.reg("i"))
        self.result()
        return k.text()

    def alone(self, body):
        """Writes what thread 0 does where there is something left to copy."""
        k, skip, p = self.kernel, self.kernel.label("skip"), self.kernel.fresh("p", "pred")
        k(f"setp.lt.and.u32 {p}, %next, {self.iterations}, %first", f"@!{p} bra {skip}")
        body()
        k.place(skip)
        k("add.u32 %next, %next, 1")

    def prologue(self):
        """Writes one turn that fills a slot for the first time; the parity is that of its first release."""
        k = self.kernel
        k.delay("producer")
        copy = Cursor(k, "p", self.stages, "wrap", self.areas)
        k(f"mov.u32 {copy.slot}, %s")
        self.alone(lambda: self.fill(copy))

    def refill(self):
        """Writes the copy for a later turn, once the slot is free."""
        self.kernel.delay("producer")
        self.write.at()
        if self.release != "barrier" and self.fault != "no-wait-empty":
            self.phases.wait(self.write.address(2), self.write.parity)
        self.fill(self.write)

    def turn(self, _):
        """Writes what one turn of the loop does."""
        k = self.kernel
        self.arrival(self.read)
        if self.fault == "release-before-read":
            self.leave()
        self.reads(self.read)
        if self.fault != "release-before-read":
            self.leave()
        self.alone(self.refill)
        self.read.advance()
        self.write.advance()
        if self.late:
            k("bar.sync 0")

    def leave(self):
        """Writes how all threads say that they have read the slot."""
        k = self.kernel
        if self.fault == "no-release":
            return
        if self.release == "barrier":
            k("bar.sync 0")
        elif self.release == "all":
            self.phases.arrive(self.read.address(2))
        else:
            k("bar.warp.sync 0xffffffff")
            self.phases.arrive(self.read.address(2), "@%leader ", self.operand())

    def faults(self):
        """Gives the mistakes that this ring can have."""
        yield from self.common_faults()
        yield from self.byte_faults()
        if self.release == "barrier":
            yield Fault("no-release", AGAIN, self.shape.warps_apart)
            yield Fault("release-before-read", AGAIN, self.shape.warps_apart)
