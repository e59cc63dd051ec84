"""Rings of cp.async groups, as multi-stage kernels for Ampere have them: a prologue, a loop that waits for all groups
but some, a barrier, reads of the slot, the copy for a later turn, and a tail."""

from cursor import FIXED, Cursor, kinds
from text import Fault, Kernel, Shape, loop

# How a ring goes round. early: the copy comes between the barrier and the reads, into the slot of the turn before;
# late: it comes after the reads and a second barrier, into their own slot; first: before the wait, with a barrier at
# the end of the turn.
ORDERS = ["early", "early", "late", "first"]
TAILS = ["empty", "empty", "zero", "split", "over", "zfill"]
READ_RULES = "wait-n-too-large read-before-wait"
SLOT_RULES = "slot-overwritten-early read-before-wait wait-n-too-large undrained-group-reuse two-copies-one-location"


class Groups:
    """A ring of cp.async groups."""

    name = "groups"
    can_run = True

    def __init__(self, rnd, runnable=False, delay=None):
        shape = self.shape = Shape(rnd, "sm_80", rnd.choice(["7.8", "8.0", "8.4", "9.0"]), runnable, delay)
        self.stages = rnd.randint(2, 8)
        shape.threads = rnd.choice([32, 64, 96, 128, 256])
        self.form, self.size = rnd.choice([("cg", 16), ("cg", 16), ("ca", 16), ("ca", 8), ("ca", 4)])
        most = 40960 // (shape.threads * self.size * self.stages)
        self.copies = rnd.choice([n for n in (1, 2, 4) if n <= most] or [1])
        self.chunk = shape.threads * self.size * self.copies
        self.order, self.tail = rnd.choice(ORDERS), rnd.choice(TAILS)
        self.reader = rnd.choice(kinds(self.stages, parities=False))
        self.writer = rnd.choice(kinds(self.stages, parities=False))
        if rnd.random() < 0.3 and not runnable:
            shape.bound = rnd.randint(2 * self.stages + 2, 4 * self.stages)
        self.own = rnd.random() < 0.1
        self.matrix = rnd.random() < 0.3 and self.size == 16 and not self.own
        self.guarded = shape.bound is None and self.tail != "over" and rnd.random() < 0.7
        self.branch = rnd.random() < 0.4
        self.extra = rnd.random() < 0.15
        self.reuse = self.tail == "over" or rnd.random() < 0.4
        self.all = rnd.random() < 0.3
        self.held = self.order == "early" and self.tail in ("empty", "over", "zfill") and rnd.random() < 0.25
        self.fixed = self.tail != "split" and rnd.random() < 0.15
        if self.fixed:
            self.reader = self.writer = FIXED
            shape.unroll = self.stages
        self.fault = None
        self.ahead = self.stages if self.order == "late" else self.stages - 1
        self.left = self.ahead if self.order == "first" else self.ahead - 1

    def describe(self):
        """Says in a few words what kind of ring this is."""
        odd = [word for word in ("own", "matrix", "extra", "reuse", "held") if getattr(self, word)]
        return (f"stages={self.stages} order={self.order} tail={self.tail} reader={self.reader} "
                f"writer={self.writer} loop={self.shape.loop}x{self.shape.unroll} {' '.join(odd)}").strip()

    def text(self, fault=None):
        """Gives the module, with this mistake."""
        self.fault = fault
        k = self.kernel = Kernel(self.shape, self.chunk, self.shape.threads)
        self.begin()
        self.prologue()
        if self.held:
            self.arrival()
            self.reads()
        loop(k, self.bound, self.turn, counter=k.reg("i"))
        if self.tail == "split":
            self.split_tail()
        self.epilogue()
        return k.text()

    def begin(self):
        """Writes the addresses."""
        k, threads, size = self.kernel, self.shape.threads, self.size
        self.out, self.source, self.iterations = k.parameters()
        ring = k.shared("ring", self.chunk * self.stages, 128)
        mine, theirs, at = k.reg("mine"), k.reg("theirs"), k.reg("at", "u64")
        k(f"mul.lo.u32 {mine}, %thread, {size}", f"cvt.u64.u32 {at}, {mine}",
          f"add.u64 {self.source}, {self.source}, {at}")
        if self.own:
            k(f"mov.u32 {theirs}, {mine}")
        else:
            k(f"sub.u32 {theirs}, {threads - 1}, %thread", f"mul.lo.u32 {theirs}, {theirs}, {size}")
        k(f"add.u32 {mine}, {mine}, {ring}", f"add.u32 {theirs}, {theirs}, {ring}")
        k(f"mov.u32 {k.reg('acc')}, 0", f"mov.u32 {k.reg('next')}, 0")
        fault = {"reader-unwrapped": "unwrapped", "reader-wraps-early": "wrap-early", "reader-ahead": "ahead"}
        self.read = Cursor(k, "read", self.stages, self.reader, [(theirs, self.chunk)], 0, 0, False,
                           fault.get(self.fault))
        fault = {"writer-unwrapped": "unwrapped", "writer-wraps-late": "wrap-late"}
        start = {"prologue-short": -1, "prologue-long": 1}.get(self.fault, 0)
        self.depth = self.ahead + start
        self.write = Cursor(k, "write", self.stages, self.writer, [(mine, self.chunk)],
                            self.ahead + (self.fault in ("writer-ahead", "prologue-long")), 0, False,
                            fault.get(self.fault))
        self.bound = self.iterations
        if self.tail == "split":
            self.bound = self.main_bound()

    def main_bound(self):
        """Gives the number of turns that copy for a later one: those before the tail."""
        k = self.kernel
        if self.shape.bound is not None:
            return str(max(self.shape.bound - self.ahead, 0))
        main, p = k.reg("main"), k.fresh("p", "pred")
        k(f"sub.u32 {main}, {self.iterations}, {self.ahead}", f"setp.lt.u32 {p}, {self.iterations}, {self.ahead}",
          f"selp.u32 {main}, 0, {main}, {p}")
        return main

    def fetch(self, address, guard=None, zero=None):
        """Writes the copies of a chunk, and goes on to the next one."""
        k, far, threads = self.kernel, self.source, self.shape.threads
        for number in range(self.copies):
            at = number * threads * self.size
            k(f"{guard or ''}cp.async.{self.form}.shared.global [{address}+{at}], [{far}+{at}], "
              f"{self.size}" + (f", {zero}" if zero else ""))
        k(f"add.u64 {far}, {far}, {self.chunk}", "add.u32 %next, %next, 1")

    def commit(self, fault):
        """Writes a commit, unless it is forgotten."""
        if self.fault != fault:
            self.kernel("cp.async.commit_group")

    def prologue(self):
        """Writes the copies before the loop."""
        k = self.kernel
        k.delay("producer")
        for stage in range(self.depth):
            at, p = k.reg("first"), k.fresh("p", "pred")
            k(f"add.u32 {at}, %mine, {stage % self.stages * self.chunk}")
            guard = None
            if self.guarded:
                k(f"setp.lt.u32 {p}, {stage}, {self.iterations}")
                guard = f"@{p} "
            self.fetch(at, guard)
            self.commit("no-commit-in-prologue")
        self.read.begin()
        self.write.begin()

    def wait(self, left):
        """Writes the wait that leaves so many groups, unless it is forgotten."""
        left += self.fault == "wait-leaves-more"
        if self.fault == "no-wait":
            return
        self.kernel("cp.async.wait_all" if left == 0 and self.all else f"cp.async.wait_group {left}")

    def barrier(self, fault=None):
        """Writes a barrier of all threads, unless it is forgotten or nobody needs it."""
        forgotten = fault is not None and self.fault == fault
        if not forgotten and (not self.own or self.extra):
            self.kernel("bar.sync 0")

    def arrival(self):
        """Writes the wait for the chunk of this turn."""
        k = self.kernel
        if self.fault == "wait-after-barrier":
            self.barrier()
        if self.tail == "zero" or self.fault == "tail-leaves-one":
            more, after, p = k.label("more"), k.label("after"), k.fresh("p", "pred")
            k(f"setp.lt.u32 {p}, %next, {self.iterations}", f"@{p} bra {more}")
            k(f"cp.async.wait_group {int(self.fault == 'tail-leaves-one')}", f"bra {after}")
            k.place(more)
            self.wait(self.left)
            k.place(after)
        else:
            self.wait(self.left)
        if self.fault != "wait-after-barrier":
            self.barrier("no-barrier-after-wait")

    def copy(self):
        """Writes the copy for a later turn, with what the tail does instead."""
        k = self.kernel
        k.delay("producer")
        self.write.at()
        address, p = self.write.address(), k.fresh("p", "pred")
        # A tail that waits for all has no empty groups; the others may.
        skips = self.fault == "no-commit-in-tail" or self.tail == "zero"
        if self.tail in ("over", "split"):
            self.fetch(address)
        elif self.tail == "zfill":
            size = k.reg("size")
            k(f"setp.lt.u32 {p}, %next, {self.iterations}", f"selp.u32 {size}, {self.size}, 0, {p}")
            self.fetch(address, None, size)
        else:
            skip = k.label("skip")
            k(f"setp.lt.u32 {p}, %next, {self.iterations}")
            if self.branch or skips:
                k(f"@!{p} bra {skip}")
            self.fetch(address, None if self.branch or skips else f"@{p} ")
            if skips:
                self.commit("no-commit-in-loop")
            k.place(skip)
        if not skips:
            self.commit("no-commit-in-loop")
        self.write.advance()

    def reads(self):
        """Writes the reads of the slot."""
        k, v = self.kernel, [self.kernel.reg(f"v{n}") for n in range(4)]
        k.delay("consumer")
        self.read.at()
        address = self.read.address()
        for number in range(self.copies):
            at = f"[{address}+{number * self.shape.threads * self.size}]"
            if self.matrix:
                k(f"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{{', '.join(v)}}}, {at}",
                  f"xor.b32 {v[0]}, {v[0]}, {v[1]}", f"xor.b32 {v[2]}, {v[2]}, {v[3]}",
                  f"xor.b32 {v[0]}, {v[0]}, {v[2]}")
            else:
                k(f"ld.shared.u32 {v[0]}, {at}")
            if self.held:
                k(f"mov.u32 {k.reg(f'held{number}')}, {v[0]}")
            else:
                k(f"mad.lo.u32 %acc, %acc, 33, {v[0]}")
        self.read.advance()

    def turn(self, _):
        """Writes what one turn of the loop does."""
        if self.held:
            self.copy()
            for number in range(self.copies):
                self.kernel(f"mad.lo.u32 %acc, %acc, 33, %held{number}")
            self.arrival()
            self.reads()
        elif self.order == "first":
            self.copy()
            self.arrival()
            self.reads()
            self.barrier("no-barrier-before-copy")
        elif self.order == "late":
            self.arrival()
            self.reads()
            self.barrier("no-barrier-before-copy")
            self.copy()
        else:
            self.arrival()
            self.copy()
            self.reads()
        if self.extra:
            self.kernel("bar.sync 0")

    def split_tail(self):
        """Writes the turns after the last copy, with one wait for all of them."""
        k = self.kernel
        k(f"cp.async.wait_group {int(self.fault == 'tail-leaves-one')}")
        self.barrier()
        rest, main = k.reg("rest"), k.reg("i")
        k(f"sub.u32 {rest}, {self.iterations}, {main}")
        loop(k, rest, lambda _: self.reads(), unroll=1)

    def epilogue(self):
        """Writes what comes after the loop: shared memory is used again, and the result stored."""
        k = self.kernel
        if self.reuse:
            if self.fault != "reuse-without-drain":
                k("cp.async.wait_all" if self.all else "cp.async.wait_group 0")
            if self.fault != "reuse-without-barrier":
                k("bar.sync 0")
            own = k.reg("own")
            k(f"mul.lo.u32 {own}, %thread, {self.size}", f"add.u32 {own}, {own}, %ring_at")
            for stage in range(self.stages):
                k(f"st.shared.u32 [{own}+{stage * self.chunk}], %acc")
            k("bar.sync 0", f"ld.shared.u32 {k.reg('v0')}, [%theirs]", "mad.lo.u32 %acc, %acc, 33, %v0")
        k(f"mul.wide.u32 {k.reg('to', 'u64')}, %thread, 4", "add.u64 %to, %to, %out", "st.global.u32 [%to], %acc")

    def faults(self):
        """Gives the mistakes that this ring can have."""
        deep, apart = self.left > 0, self.shape.warps_apart
        # What is held is read when nothing is on its way, unless the ring is deep.
        # Only what the others copied needs the barriers, and each thread reads it.
        shared = not self.own and not self.extra
        yield Fault("wait-leaves-more", READ_RULES)
        yield Fault("no-wait", READ_RULES)
        if deep and self.ahead > 1:
            yield Fault("prologue-short", READ_RULES + " vacuous-wait uncommitted-at-wait")
        # A wait_all in the loop waits for what was not committed, too.
        yield Fault("no-commit-in-prologue", READ_RULES + " uncommitted-at-wait vacuous-wait", deep or not self.all)
        yield Fault("no-commit-in-loop", READ_RULES + " uncommitted-at-wait vacuous-wait undrained-group-reuse",
                    deep or not self.all)
        if self.order != "late":
            yield Fault("prologue-long", SLOT_RULES, not (self.own and self.held))
        yield Fault("writer-ahead", SLOT_RULES, not (self.own and self.held))
        if not self.fixed:
            yield Fault("reader-unwrapped", "range-overflow " + READ_RULES, False)
            yield Fault("writer-unwrapped", "range-overflow " + SLOT_RULES, self.shape.layout == "several")
            yield Fault("writer-wraps-late", "range-overflow " + SLOT_RULES, self.shape.layout == "several")
            yield Fault("reader-wraps-early", READ_RULES + " slot-overwritten-early", deep or not self.held)
        yield Fault("reader-ahead", READ_RULES + " slot-overwritten-early", deep)
        if deep and self.tail in ("empty",):
            yield Fault("no-commit-in-tail", READ_RULES)
        if self.tail in ("zero", "split"):
            yield Fault("tail-leaves-one", READ_RULES)
        if shared:
            yield Fault("no-barrier-after-wait", "wait-without-cta-barrier slot-overwritten-early", apart)
            yield Fault("wait-after-barrier", "wait-without-cta-barrier read-before-wait", apart)
            if self.order != "early":
                yield Fault("no-barrier-before-copy", "slot-overwritten-early undrained-group-reuse", apart)
        if self.reuse and self.tail in ("over", "zfill"):
            yield Fault("reuse-without-drain", "undrained-group-reuse slot-overwritten-early read-before-wait",
                        deep or not self.held)
        if self.reuse and shared and not self.held and (self.order == "early" or self.tail == "split"):
            yield Fault("reuse-without-barrier", "slot-overwritten-early wait-without-cta-barrier "
                                                 "undrained-group-reuse drain-not-broadcast", apart)
