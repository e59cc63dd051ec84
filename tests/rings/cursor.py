"""Where one role is in a ring: the slot and the parity of its phase, kept in one of the ways that people and compilers
keep them. A cursor can be told to make one of the mistakes that are made with them."""

# q = (n * factor >> 32) >> shift is n / stages, as compilers divide.
MAGIC = {3: (0xAAAAAAAB, 1), 5: (0xCCCCCCCD, 2), 6: (0xAAAAAAAB, 2)}
# The kind of loops that are unrolled by the number of stages: each copy of the body has its slot as a constant.
FIXED = "fixed"


def kinds(stages, parities=True):
    """Gives the ways to keep track of a ring of so many stages."""
    found = ["wrap", "selp", "sub", "rem", "pointer"]
    found += ["packed"] if parities else []
    found += ["mask"] * 2 if stages & (stages - 1) == 0 else []
    return found + (["magic"] if stages in MAGIC else [])


class Cursor:
    """The slot and the parity, in registers of this name.

    areas    what the ring consists of, (register with the address, bytes of a stage)
    start    the slot at the beginning
    phase    the parity at the beginning
    fault    one of: unwrapped, wrap-early, wrap-late, toggle-never, toggle-early, toggle-each, flip, ahead
    """

    def __init__(self, kernel, name, stages, kind, areas, start=0, phase=0, parities=True, fault=None):
        self.kernel, self.name, self.stages, self.kind, self.areas = kernel, name, stages, kind, areas
        self.fault, self.parities = fault, parities
        self.start = start + (fault == "ahead")
        self.phase = phase ^ (fault == "flip")
        self.counts = kind in ("rem", "mask", "magic")
        self.limit = stages + (fault == "wrap-late") - (fault == "wrap-early")
        self.place = self.start % stages
        self.slot, self.parity = kernel.reg(f"{name}_slot"), None
        if parities:
            self.parity = kernel.reg(f"{name}_parity")

    def begin(self):
        """Writes the registers at the beginning."""
        k = self.kernel
        if self.counts:
            k(f"mov.u32 {k.reg(self.name + '_n')}, {self.start}")
            return
        start = self.start % self.stages
        if self.kind != FIXED:
            k(f"mov.u32 {self.slot}, {start}")
        if self.kind == "pointer":
            for number, (base, size) in enumerate(self.areas):
                k(f"add.u32 {k.reg(f'{self.name}_at{number}')}, {base}, {start * size}")
        if self.kind == "packed":
            k(f"mov.u32 {k.reg(self.name + '_bits')}, {(1 << self.stages + 1) - 1 if self.phase else 0}")
        elif self.parities:
            k(f"mov.u32 {self.parity}, {self.phase}")

    def at(self):
        """Writes what makes the slot and the parity of this iteration, where they are not kept."""
        k = self.kernel
        if self.kind == "packed":
            t = k.reg(f"{self.name}_t")
            k(f"shr.u32 {t}, %{self.name}_bits, {self.slot}", f"and.b32 {self.parity}, {t}, 1")
        if self.counts:
            self.divide(f"%{self.name}_n")

    def divide(self, n):
        """Writes the slot and the parity of iteration n."""
        k, limit, q = self.kernel, self.limit, self.kernel.reg(f"{self.name}_q")
        if self.fault == "unwrapped":
            k(f"mov.u32 {self.slot}, {n}", f"div.u32 {q}, {n}, {limit}")
        elif self.kind == "mask" and limit == self.stages:
            k(f"and.b32 {self.slot}, {n}, {limit - 1}", f"shr.u32 {q}, {n}, {limit.bit_length() - 1}")
        elif self.kind == "magic" and limit == self.stages:
            factor, shift = MAGIC[limit]
            k(f"mul.hi.u32 {q}, {n}, {factor}", f"shr.u32 {q}, {q}, {shift}",
              f"mul.lo.u32 {self.slot}, {q}, {limit}", f"sub.u32 {self.slot}, {n}, {self.slot}")
        else:
            k(f"rem.u32 {self.slot}, {n}, {limit}", f"div.u32 {q}, {n}, {limit}")
        if self.parities:
            self.parity_of(n, q)

    def parity_of(self, n, q):
        """Writes the parity of iteration n, whose round is q."""
        k = self.kernel
        if self.fault == "toggle-early":
            t = k.reg(f"{self.name}_t")
            k(f"add.u32 {t}, {n}, 1", f"div.u32 {q}, {t}, {self.limit}")
        if self.fault == "toggle-never":
            k(f"mov.u32 {self.parity}, {self.phase}")
            return
        k(f"and.b32 {self.parity}, {n if self.fault == 'toggle-each' else q}, 1")
        if self.phase:
            k(f"xor.b32 {self.parity}, {self.parity}, 1")

    def address(self, number=0, other=False):
        """Gives a register with the address of the slot in an area; of the slot after it, if that is asked for."""
        k, (base, size) = self.kernel, self.areas[number]
        slot, at = self.slot, k.reg(f"{self.name}_a{number}")
        if self.kind == "pointer" and not other:
            return f"%{self.name}_at{number}"
        if self.kind == FIXED:
            k(f"add.u32 {at}, {base}, {(self.place + other) % self.stages * size}")
            return at
        if other:
            slot, p = k.reg(f"{self.name}_o"), k.fresh("q", "pred")
            k(f"add.u32 {slot}, {self.slot}, 1", f"setp.eq.u32 {p}, {slot}, {self.stages}",
              f"selp.u32 {slot}, 0, {slot}, {p}")
        k(f"mad.lo.u32 {at}, {slot}, {size}, {base}")
        return at

    def advance(self):
        """Goes on to the next slot."""
        k, slot, p = self.kernel, self.slot, self.kernel.reg(f"{self.name}_p", "pred")
        if self.kind == FIXED:
            self.go_on()
            return
        if self.counts:
            k(f"add.u32 %{self.name}_n, %{self.name}_n, 1")
            return
        if self.kind == "packed" and self.fault not in ("toggle-never", "toggle-early", "toggle-each"):
            t = k.reg(f"{self.name}_t")
            k(f"shl.b32 {t}, 1, {slot}", f"xor.b32 %{self.name}_bits, %{self.name}_bits, {t}")
        k(f"add.u32 {slot}, {slot}, 1")
        if self.kind == "pointer":
            for number, (_, size) in enumerate(self.areas):
                k(f"add.u32 %{self.name}_at{number}, %{self.name}_at{number}, {size}")
        self.toggle()
        if self.fault != "unwrapped":
            self.wrap(p)

    def go_on(self):
        """Goes on to the next constant slot."""
        self.place += 1
        when = {"toggle-early": [self.stages - 1], "toggle-never": [], "toggle-each": range(self.stages + 1)}
        if self.parities and self.place in when.get(self.fault, [self.stages]):
            self.kernel(f"xor.b32 {self.parity}, {self.parity}, 1")
        self.place %= self.stages

    def toggle(self):
        """Writes the change of the parity, where the ring ends or where a mistake has it."""
        k, when = self.kernel, {"toggle-early": self.stages - 1}.get(self.fault, self.limit)
        if not self.parities or self.fault == "toggle-never":
            return
        changed, other = (self.parity, 1) if self.kind != "packed" else (f"%{self.name}_bits", -1)
        if self.fault == "toggle-each":
            k(f"xor.b32 {changed}, {changed}, {other}")
        elif self.kind != "packed" or self.fault == "toggle-early":
            p, t = k.reg(f"{self.name}_w", "pred"), k.reg(f"{self.name}_x")
            k(f"setp.eq.u32 {p}, {self.slot}, {when}")
            if self.kind == "selp":
                k(f"selp.u32 {t}, {other}, 0, {p}", f"xor.b32 {changed}, {changed}, {t}")
            else:
                k(f"@{p} xor.b32 {changed}, {changed}, {other}")

    def wrap(self, p):
        """Writes the way back to the first slot."""
        k, slot = self.kernel, self.slot
        if self.kind == "sub":
            t = k.reg(f"{self.name}_x")
            k(f"setp.ge.u32 {p}, {slot}, {self.limit}", f"selp.u32 {t}, {self.limit}, 0, {p}",
              f"sub.u32 {slot}, {slot}, {t}")
            return
        k(f"setp.eq.u32 {p}, {slot}, {self.limit}")
        k(f"selp.u32 {slot}, 0, {slot}, {p}" if self.kind == "selp" else f"@{p} mov.u32 {slot}, 0")
        if self.kind == "pointer":
            for number, (base, _) in enumerate(self.areas):
                k(f"@{p} mov.u32 %{self.name}_at{number}, {base}")
