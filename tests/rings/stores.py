"""Rings of staging slots: threads write a slot, one of them stores it with a bulk copy, and a slot is written again
once its store has read it."""

from cursor import Cursor, kinds
from text import Fault, Kernel, Shape, loop

SOURCE = "overwrite-source-before-read-wait"


class Stores:
    """A ring of slots that bulk copies store."""

    name = "stores"
    can_run = True

    def __init__(self, rnd, runnable=False, delay=None):
        shape = self.shape = Shape(rnd, rnd.choice(["sm_90", "sm_90a"]), rnd.choice(["8.0", "8.4", "9.0"]), runnable,
                                   delay)
        self.stages = rnd.choice([2, 2, 2, 3, 4, 5, 6, 7, 8])
        shape.threads = rnd.choice([32, 64, 128, 256])
        self.chunk = shape.threads * 16
        self.kind = rnd.choice(kinds(self.stages, parities=False))
        if rnd.random() < 0.3 and not runnable:
            shape.bound = rnd.randint(2 * self.stages + 2, 4 * self.stages)
        self.fence = rnd.choice([".shared::cta", ".shared::cta", ""])
        self.elect = rnd.random() < 0.3 and shape.threads == 32
        self.final = rnd.choice(["wait_group 0", "wait_group 0", "wait_group.read 0"])
        # all: every thread waits, though one would do; late: the wait comes after the commit, for the next turn
        self.all, self.late = rnd.random() < 0.2, rnd.random() < 0.4
        self.exact, self.extra = rnd.random() < 0.2, rnd.random() < 0.2
        self.fault = None

    def describe(self):
        """Says in a few words what kind of ring this is."""
        odd = [word for word in ("elect", "all", "late", "exact", "extra") if getattr(self, word)]
        return f"stages={self.stages} slot={self.kind} final={self.final} {' '.join(odd)}".strip()

    def text(self, fault=None):
        """Gives the module, with this mistake."""
        self.fault = fault
        k = self.kernel = Kernel(self.shape, self.chunk, 0)
        out, source, bound = k.parameters()
        ring, mine, at = k.shared("ring", self.chunk * self.stages, 128), k.reg("mine"), k.reg("at", "u64")
        k(f"mul.lo.u32 {mine}, %thread, 16", f"cvt.u64.u32 {at}, {mine}", f"add.u64 {source}, {source}, {at}",
          f"add.u32 {mine}, {mine}, {ring}")
        faults = {"slot-unwrapped": "unwrapped", "slot-wraps-early": "wrap-early"}
        areas = [(mine, self.chunk), (ring, self.chunk)]
        self.at = Cursor(k, "stage", self.stages, self.kind, areas, 0, 0, False, faults.get(self.fault))
        self.at.begin()
        self.choose()
        loop(k, bound, self.turn, counter=k.reg("i"))
        if self.fault != "no-final-wait":
            k(f"cp.async.bulk.{self.final}")
        if self.extra:
            k("bar.sync 0")
        return k.text()

    def choose(self):
        """Writes which thread stores."""
        k = self.kernel
        if self.elect:
            k(f"elect.sync _|{k.reg('first', 'pred')}, 0xffffffff")
        else:
            k(f"setp.eq.u32 {k.reg('first', 'pred')}, %thread, 0")
        if self.fault == "waited-by-another":
            k(f"setp.eq.u32 {k.reg('waits', 'pred')}, %thread, 1")

    def wait(self, left):
        """Writes the wait for the store that read the slot, and the barrier that tells the others."""
        k, guard = self.kernel, "" if self.all else "@%first "
        if self.fault == "waited-by-another":
            guard = "@%waits "
        if self.fault != "no-wait":
            k(f"{guard}cp.async.bulk.wait_group{'' if self.exact else '.read'} {left + (self.fault == 'wait-more')}")
        if self.fault != "no-barrier-after-wait":
            k("bar.sync 0")

    def turn(self, _):
        """Writes one turn: wait for the slot, write it, publish it, store it."""
        k, at = self.kernel, self.at
        at.at()
        if not self.late:
            self.wait(self.stages - 1)
        k.delay("producer")
        v = [k.reg(f"v{number}") for number in range(4)]
        k(f"ld.global.v4.u32 {{{', '.join(v)}}}, [%in]", f"add.u64 %in, %in, {self.chunk}",
          *(f"mad.lo.u32 {x}, {x}, 3, %i" for x in v), f"st.shared.v4.u32 [{at.address(0)}], {{{', '.join(v)}}}")
        if self.fault not in ("no-fence", "fence-after-barrier", "fence-by-one"):
            k(f"fence.proxy.async{self.fence}")
        if self.fault != "no-barrier-before-store":
            k("bar.sync 0")
        if self.fault in ("fence-after-barrier", "fence-by-one"):
            k(f"{'' if self.fault == 'fence-after-barrier' else '@%first '}fence.proxy.async{self.fence}")
        self.store()
        at.advance()
        if self.late:
            self.wait(self.stages - 1)

    def store(self):
        """Writes the store and its commit, by one thread."""
        k, skip = self.kernel, self.kernel.label("stored")
        k(f"@!%first bra {skip}")
        if self.fault == "commit-first":
            k("cp.async.bulk.commit_group")
        k(f"cp.async.bulk.global.shared::cta.bulk_group [%out], [{self.at.address(1)}], {self.chunk}")
        if self.fault not in ("no-commit", "commit-first"):
            k("cp.async.bulk.commit_group")
        k.place(skip)
        k(f"add.u64 %out, %out, {self.chunk}")

    def faults(self):
        """Gives the mistakes that this ring can have."""
        yield Fault("wait-more", SOURCE)
        yield Fault("no-wait", SOURCE)
        yield Fault("waited-by-another", f"{SOURCE} wait-by-non-issuer")
        yield Fault("no-barrier-after-wait", f"drain-not-broadcast {SOURCE}", self.shape.warps_apart)
        yield Fault("no-fence", "missing-proxy-fence-raw")
        yield Fault("fence-after-barrier", "fence-after-barrier missing-proxy-fence-raw", False)
        yield Fault("fence-by-one", "fence-after-barrier missing-proxy-fence-raw", False)
        yield Fault("no-barrier-before-store", f"source-not-ready missing-proxy-fence-raw fence-after-barrier {SOURCE} "
                                               "slot-overwritten-early wait-without-cta-barrier",
                    self.shape.warps_apart)
        yield Fault("no-commit", f"uncommitted-at-wait {SOURCE} bulk-store-pending-at-exit vacuous-wait")
        yield Fault("commit-first", f"uncommitted-at-wait {SOURCE} bulk-store-pending-at-exit")
        yield Fault("no-final-wait", "bulk-store-pending-at-exit")
        yield Fault("slot-unwrapped", "range-overflow", False)
        yield Fault("slot-wraps-early", SOURCE)
