"""Random modules: functions with declarations in every state space, at the scope of the module, of the function and of
nested braces, where they hide others of the same name; and instructions whose operands are any of these names."""

TYPES = "b8 u8 s8 b16 u16 s16 f16 b32 u32 s32 f32 f16x2 b64 u64 s64 f64".split()
REGISTERS = ["pred"] + TYPES[3:]
NAMES = "a b c d smem gmem bar map".split()
STEMS = "%r %q %v r %a".split()

# What stands for a hole: the spaces of a variable or the types of a register that suit.
HOLES = {
    "S": ("shared", "b32 u32 s32 b64 u64"), "G": ("global", "b64 u64 s64"), "B": ("shared", "b32 u32 b64"),
    "A": ("shared global const local param", "b64 u64"), "T": ("global", "b64 u64 s64"),
    "N": ("", "b32 u32 s32"), "W": ("", "b64 u64"), "H": ("", "b16 u16 s16"), "P": ("", "pred"),
    "F": ("", "f32 b32"), "K": ("const", ""), "M": ("param", ""),
}
INSTRUCTIONS = """cp.async.ca.shared.global [S], [G], 4;
cp.async.cg.shared.global [S], [G], 16, N;
cp.async.ca.shared.global [S], [G], 8, P;
cp.async.ca.shared::cta.global.L2::cache_hint [S], [G], 4, W;
cp.async.mbarrier.arrive.shared.b64 [B];
cp.async.mbarrier.arrive.noinc.b64 [A];
@P cp.async.wait_all;
@!P cp.async.commit_group;
cp.async.bulk.global.shared::cta.bulk_group [G], [S], N;
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [S], [G], N, [B];
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [S], [G], 16, [B], H;
cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [S], [S], N, [B];
cp.async.bulk.prefetch.L2.global [G], N;
cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [G], [S], N;
cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.min.s32 [S], [S], N, [B];
cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [S], [T, {N}], [B];
cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes.L2::cache_hint [S], [T, {N, N}], [B], W;
cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [S], [T, {N, N, N}], [B], {H};
cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [T, {N, F}], [S];
cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.bulk_group [T, {N}], [S];
cp.async.bulk.prefetch.tensor.2d.L2.global [T, {N, N}];
mbarrier.init.shared.b64 [B], N;
mbarrier.init.b64 [A], 1;
mbarrier.inval.shared.b64 [B];
mbarrier.expect_tx.relaxed.cta.shared.b64 [B], N;
mbarrier.arrive.shared.b64 W, [B];
mbarrier.arrive.expect_tx.shared.b64 W, [B], N;
mbarrier.try_wait.shared.b64 P, [B], W;
mbarrier.test_wait.parity.shared.b64 P, [B], N;
mbarrier.pending_count.b64 N, W;
st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [S], N, [B];
st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.f32 [S], {F, F}, [B];
red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [S], N, [B];
st.bulk.weak.shared::cta [S], W, 0;
tensormap.replace.tile.global_address.global.b1024.b64 [G], W;
fence.proxy.tensormap::generic.acquire.gpu [A], 128;
prefetch.tensormap [A];
prefetch.const.tensormap [K];
prefetch.param.tensormap [M];
createpolicy.range.L2::evict_last.b64 W, [A], N, N;
createpolicy.cvt.L2.b64 W, W;
mapa.shared::cluster.u32 N, N, N;
getctarank.shared::cluster.u32 N, S;
elect.sync N|P, N;""".split("\n")


class Scope:
    """The names that are declared between braces; each has a kind (a space, or reg), a type and what may follow it."""

    def __init__(self, outer=None):
        self.outer, self.names, self.stems = outer, {}, {}

    def seen(self):
        """All names that are seen from here, the inner ones in front of those that they hide."""
        return {**(self.outer.seen() if self.outer else {}), **self.names}


class Writer:
    """Writes one module; `lines` are those with an instruction under test."""

    def __init__(self, rnd, version, target):
        self.rnd, self.text, self.lines = rnd, [f".version {version}", f".target {target}", ".address_size 64"], []

    def pick(self, text):
        """One of the words of a text."""
        return self.rnd.choice(text.split() if isinstance(text, str) else text)

    def chance(self, share):
        """True in this share of cases."""
        return self.rnd.random() < share

    def variable(self, scope, space, kind=None):
        """The declaration of a variable of this space, or None where its name is taken."""
        name, kind = self.pick(NAMES), kind or self.pick(TYPES)
        if name in scope.names or kind in ("f16x2", "f16"):
            return None
        scope.names[name] = (space, kind)
        may = space != "param" and kind[1:] in ("8", "16", "32")
        vector = self.pick(".v2 .v4") + " " if may and self.chance(0.07) else ""
        array = self.pick("[16] [4] [128]") if self.chance(0.5) else ""
        align = f".align {self.pick('8 16 64 128')} " if self.chance(0.6) else ""
        return f"{align}{vector}.{kind} {name}{array}"

    def globals(self, scope):
        """Declarations of a module."""
        for _ in range(self.rnd.randrange(2, 6)):
            space = self.pick("shared shared global global const")
            said = self.variable(scope, space)
            if said:
                extern = ".extern " if space != "const" and self.chance(0.15) else ""
                self.text.append(f"{extern}.{space} {said};")

    def registers(self, scope):
        """Declarations of registers: single ones, numbered ones, vectors."""
        for _ in range(self.rnd.randrange(3, 9)):
            kind = self.pick("pred b32 u32 s32 b64 u64 b16 u16 f32") if self.chance(0.7) else self.pick(REGISTERS)
            stem = self.pick(STEMS)
            vector = self.pick(".v2 .v4") + " " if kind != "pred" and kind[1:] != "64" and self.chance(0.08) else ""
            if self.chance(0.6):
                count = self.pick("1 2 4 4 8 12")
                stem += self.pick(["", "", str(self.rnd.randrange(3))])
                if stem in scope.stems or f"{stem}0" in scope.names:
                    continue
                scope.stems[stem] = 1
                fresh = {f"{stem}{i}": ("reg", vector + kind) for i in range(int(count))}
                if set(fresh) & set(scope.names):
                    continue
                scope.names.update(fresh)
                self.text.append(f".reg {vector}.{kind} {stem}<{count}>;")
            else:
                name = self.pick(["%x", "%y", "a", "b", "%z", "bar"])
                if name not in scope.names:
                    scope.names[name] = ("reg", vector + kind)
                    self.text.append(f".reg {vector}.{kind} {name};")

    def parameters(self, scope, entry):
        """The parameters of a kernel or a function."""
        said = []
        for _ in range(self.rnd.randrange(4)):
            if entry and self.chance(0.4):
                name = self.pick(NAMES)
                if name not in scope.names:
                    scope.names[name] = ("param", "u64")
                    space = self.pick([".global", ".shared", ".const", ".local", ""])
                    said.append(f".param .u64 .ptr {space} .align {self.pick('1 16 64')} {name}")
            elif not entry and self.chance(0.5):
                name = self.pick(["%x", "%y", "a", "%z"])
                if name not in scope.names:
                    kind = self.pick("b32 u32 b64 u64 s32 f32")
                    scope.names[name] = ("reg", kind)
                    said.append(f".reg .{kind} {name}")
            else:
                one = self.variable(scope, "param")
                if one:
                    said.append(f".param {one}")
        return ", ".join(said)

    def value(self, scope, hole):
        """A name that suits the hole, or any other, or a constant, or a name that is not declared here."""
        seen, (spaces, kinds) = scope.seen(), HOLES[hole]
        fits = [n for n, (s, k) in seen.items() if s in spaces.split() or (s == "reg" and k in kinds.split())]
        if fits and self.chance(0.85):
            name = self.pick(fits)
        elif self.chance(0.75) and seen:
            name = self.pick(list(seen))
        elif self.chance(0.6):
            return self.pick("0 1 16 32 %laneid %tid.x %clock64 -1 0x80 _ WARP_SZ 5U 0.5")
        else:
            name = self.pick(NAMES + ["%r9", "%r01", "%q12", "%r0", "%v3", "a1", "%x"])
        follows = {"reg": ["+4", ".x", ".y"], "shared": ["+16", "[2]"]}.get(seen.get(name, ("",))[0], ["+8"])
        return name + (self.pick(follows) if self.chance(0.08) else "")

    def instruction(self, scope):
        """A line with an instruction under test."""
        pattern = self.pick(INSTRUCTIONS)
        head, blank, operands = pattern.partition(" ")
        if pattern[0] == "@":
            said = "".join(self.value(scope, c) if c in HOLES else c for c in head) + blank + operands
        else:
            said = head + blank + "".join(self.value(scope, c) if c in HOLES else c for c in operands)
        self.lines.append(len(self.text))
        self.text.append(said)

    def body(self, scope, depth):
        """What stands between braces."""
        self.registers(scope)
        for _ in range(self.rnd.randrange(4)):
            space = self.pick("shared local shared")
            said = self.variable(scope, space)
            if said:
                self.text.append(f".{space} {said};")
        for _ in range(self.rnd.randrange(4, 14)):
            if depth < 4 and self.chance(0.12):
                self.text.append("{")
                self.body(Scope(scope), depth + 1)
                self.text.append("}")
            elif self.chance(0.06):
                self.registers(scope)
            else:
                self.instruction(scope)

    def module(self):
        """Gives the text and the lines."""
        scope = Scope()
        self.globals(scope)
        for number in range(self.rnd.randrange(1, 4)):
            entry, inner = self.chance(0.6), Scope(scope)
            said = self.parameters(inner, entry)
            self.text.append(f"{'.visible .entry' if entry else '.func'} f{number}({said})")
            self.text.append("{")
            self.body(inner, 0)
            self.text += ["ret;", "}"]
            if self.chance(0.4):
                self.globals(scope)
        return "\n".join(self.text) + "\n", self.lines
