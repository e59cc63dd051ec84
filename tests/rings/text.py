"""Writes one kernel: registers, labels and shared memory get their names here, the statements come from the styles.

All kernels take the parameters (u64 out, u64 in, u32 iterations), those with a tensor map a fourth one. A comment
`// launch: threads=… cluster=… grid=… shared=… chunk=… words=…` says how a kernel can be started: with so many threads
in so many CTAs, with so many bytes of dynamic shared memory. It writes so many 32-bit words to out, or where that is 0
a chunk of bytes for each iteration, and reads at most 16 (iterations + 16) chunks.
"""

import re

PREFIXES = {"b16": "rs", "u32": "r", "b32": "r", "u64": "rd", "b64": "rd", "f32": "f", "pred": "p"}
HEADER = """.version {version}
.target {target}
.address_size 64
"""


class Kernel:
    """The text of a kernel, while it is made."""

    def __init__(self, shape, chunk=0, words=0, tensor=False):
        self.shape, self.chunk, self.words, self.tensor = shape, chunk, words, tensor
        self.lines, self.registers, self.labels, self.variables, self.total = [], {}, 0, [], 0

    def __call__(self, *statements):
        """Adds statements; each gets its semicolon."""
        for statement in statements:
            self.lines.append(f"\t{statement};")

    def raw(self, *lines):
        """Adds lines as they are."""
        self.lines += [f"\t{line}" for line in lines]

    def reg(self, name, kind="u32"):
        """Gives the register of this name, and declares it."""
        self.registers[name] = kind
        return f"%{name}"

    def fresh(self, name, kind="u32"):
        """Gives a register that nothing else has."""
        number = 0
        while f"{name}{number}" in self.registers:
            number += 1
        return self.reg(f"{name}{number}", kind)

    def label(self, name="L"):
        """Gives a label that nothing else has."""
        self.labels += 1
        return f"{self.shape.label}{name}_{self.labels}"

    def place(self, label):
        """Puts a label here."""
        self.lines.append(f"{label}:")

    def shared(self, name, size, align=16):
        """Gives a register with the address of so many bytes of shared memory."""
        register = self.reg(f"{name}_at")
        if self.shape.layout == "several":
            self.variables.append((name, size, align))
            self(f"mov.u32 {register}, {name}")
            return register
        self.total = (self.total + align - 1) // align * align
        if self.shape.plus and self.total:
            self(f"mov.u32 {register}, smem", f"add.u32 {register}, {register}, {self.total}")
        else:
            self(f"mov.u32 {register}, smem" + (f"+{self.total}" if self.total else ""))
        self.total += size
        return register

    def parameters(self):
        """Loads the parameters: gives out, in (global addresses) and the number of iterations."""
        out, source = self.reg("out", "u64"), self.reg("in", "u64")
        self(f"ld.param.u64 {out}, [{self.shape.entry}_out]", f"ld.param.u64 {source}, [{self.shape.entry}_in]",
             f"cvta.to.global.u64 {out}, {out}", f"cvta.to.global.u64 {source}, {source}",
             f"mov.u32 {self.reg('thread')}, %tid.x")
        if self.shape.bound is not None:
            return out, source, str(self.shape.bound)
        bound = self.reg("iterations")
        self(f"ld.param.u32 {bound}, [{self.shape.entry}_iterations]")
        if self.shape.early and self.shape.cluster == 1:
            p = self.fresh("p", "pred")
            self(f"mov.u32 {self.reg('block')}, %ctaid.x", f"setp.ge.u32 {p}, %block, {bound}", f"@{p} ret")
        return out, source, bound

    def delay(self, role):
        """Sleeps where this role is the one that is to be late; of several warps that consume, every other one."""
        if self.shape.delay != role:
            return
        if role == "consumer" and self.shape.threads > 64:
            p, odd = self.reg("late", "pred"), self.reg("odd_warp")
            self(f"and.b32 {odd}, %thread, 32", f"setp.ne.u32 {p}, {odd}, 0", f"@{p} nanosleep.u32 20000")
        else:
            self("nanosleep.u32 20000")

    def text(self):
        """Gives the module."""
        lines = [HEADER.format(version=self.shape.version, target=self.shape.target), self.launch()]
        if self.shape.bounds == "assume":
            lines.append(f"// ptxcheck: assume threads={self.shape.threads}")
        lines += self.module_variables()
        entry = self.shape.entry
        parameters = [f".param .u64 {entry}_out", f".param .u64 {entry}_in", f".param .u32 {entry}_iterations"]
        if self.tensor:
            parameters.append(f".param .align 64 .b8 {entry}_map[128]")
        lines.append(f".visible .entry {entry}(" + ",\n\t".join(parameters) + ")")
        lines += self.directives() + ["{"] + self.declarations()
        if self.shape.layout == "several":
            lines += [f"\t.shared .align {align} .b8 {name}[{size}];" for name, size, align in self.variables]
        text = "\n".join(lines + self.lines + ["\tret;", "}", ""])
        return self.numbered(text) if self.shape.numbered else text

    def launch(self):
        """Gives the comment that says how the kernel can be started."""
        shape, dynamic = self.shape, self.total if self.shape.layout == "dynamic" else 0
        return (f"// launch: threads={shape.threads} cluster={shape.cluster} grid={shape.grid} shared={dynamic} "
                f"chunk={self.chunk} words={self.words}")

    def module_variables(self):
        """Gives the declaration of the one variable that holds all of shared memory."""
        if self.shape.layout == "dynamic":
            return [".extern .shared .align 1024 .b8 smem[];"]
        return [f".shared .align 1024 .b8 smem[{self.total}];"] if self.shape.layout == "one" else []

    def directives(self):
        """Gives what stands between the parameters and the body."""
        shape = self.shape
        lines = [f".{shape.bounds} {shape.threads}, 1, 1"] if shape.bounds != "assume" else []
        if shape.cluster > 1:
            lines += [".explicitcluster", f".reqnctapercluster {shape.cluster}, 1, 1"]
        return lines

    def declarations(self):
        """Gives the registers, one line each, or by ranges where they will have numbers."""
        if not self.shape.numbered:
            return [f"\t.reg .{kind} %{name};" for name, kind in self.registers.items()]
        counts = {}
        for kind in self.registers.values():
            counts[PREFIXES[kind]] = counts.get(PREFIXES[kind], 0) + 1
        types = {"rs": "b16", "r": "b32", "rd": "b64", "f": "f32", "p": "pred"}
        return [f"\t.reg .{types[prefix]} %{prefix}<{count + 1}>;" for prefix, count in counts.items()]

    def numbered(self, text):
        """Gives the text with registers as a compiler calls them."""
        names, counts = {}, {}
        for name, kind in self.registers.items():
            prefix = PREFIXES[kind]
            counts[prefix] = counts.get(prefix, 0) + 1
            names[name] = f"%{prefix}{counts[prefix]}"
        return re.sub(r"%(\w+)\b(?![.<])", lambda found: names.get(found[1], found[0]), text)


class Shape:
    """What a kernel looks like, whatever it does: drawn once, so that a ring and its mistakes look the same."""

    def __init__(self, rnd, target, version, runnable=False, delay=None):
        # What is run must not be newer than the driver.
        self.target, self.version, self.delay = target, min(version, "8.4") if runnable else version, delay
        self.entry = rnd.choice(["ring", "kernel", "gemm", "pipe", "_Z4ringPvPKvj"])
        self.label = rnd.choice(["$L__", "LAB", "BB0_", "L"])
        self.layout = rnd.choice(["several", "several", "one", "dynamic"])
        self.bounds = "reqntid" if runnable else rnd.choice(["reqntid"] * 4 + ["maxntid", "assume"])
        self.numbered, self.plus = rnd.random() < 0.5, rnd.random() < 0.5
        self.loop = rnd.choice(["top", "bottom", "down"])
        self.unroll = rnd.choice([1, 1, 1, 2, 3])
        self.early = rnd.random() < 0.15
        self.bound, self.cluster, self.grid, self.threads = None, 1, 1, 128

    @property
    def warps_apart(self):
        """Whether there are threads of another warp; those of one are seldom far apart, though nothing keeps them."""
        return self.threads > 32

    @property
    def certain_threads(self):
        """Whether the number of threads is more than a guess."""
        return self.bounds != "maxntid"


def loop(kernel, bound, body, counter=None, unroll=None):
    """Writes a loop that runs body(number of the copy) for a counter from 0 up to the bound."""
    form, unroll = kernel.shape.loop, unroll or kernel.shape.unroll
    i = counter or kernel.fresh("i")
    done, again, p = kernel.label("done"), kernel.label("loop"), kernel.fresh("p", "pred")
    left = i if form != "down" else kernel.fresh("left")

    def leave():
        if form == "down":
            kernel(f"setp.eq.u32 {p}, {left}, 0", f"@{p} bra {done}")
        else:
            kernel(f"setp.ge.u32 {p}, {i}, {bound}", f"@{p} bra {done}")

    kernel(f"mov.u32 {i}, 0")
    if form == "down":
        kernel(f"mov.u32 {left}, {bound}")
    if form != "top":
        leave()
    kernel.place(again)
    for number in range(unroll):
        if number or form == "top":
            leave()
        body(number)
        kernel(f"add.u32 {i}, {i}, 1")
        if form == "down":
            kernel(f"sub.u32 {left}, {left}, 1")
    again_if(kernel, form, p, i, left, bound, again)
    kernel.place(done)


def again_if(kernel, form, p, i, left, bound, again):
    """Writes the branch back to the beginning of a loop."""
    if form == "top":
        kernel(f"bra {again}")
    elif form == "down":
        kernel(f"setp.ne.u32 {p}, {left}, 0", f"@{p} bra {again}")
    else:
        kernel(f"setp.lt.u32 {p}, {i}, {bound}", f"@{p} bra {again}")


class Fault:
    """A mistake that a ring can have: its name, the rules that are right for it, and whether none gets around it."""

    def __init__(self, name, rules, must=True):
        self.name, self.rules, self.must = name, rules.split(), must
