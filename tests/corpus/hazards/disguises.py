"""The disguises of a body: the same kernel in other words, of which the same must be found on the same statement.

DISGUISES has a row for each: its name, the function that changes a kernel, and the rules of which the bodies must not
be changed so, with the reason. They are applied in the order of the rows. A function gives False where the body has
nothing that it could change.
"""

import re

from body import REGISTER, SPECIAL, Statement, split
import control
import edit
import equivalents


def constants(kernel, rnd, _rule):
    """Holds constants in registers."""
    changed = False
    for statement in [x for x in kernel.body if CONSTANT.match(x.head())]:
        parts = statement.operands()
        for i, part in enumerate(parts):
            if not re.fullmatch(r"-?\d+", part) or (i == 2 and statement.head().startswith("cp.async.c")):
                continue
            kind = width(statement.head(), i)
            hoist = rnd.random() < 0.6
            ways = ("move", "add", "shift", "select", "multiply") + (("broadcast",) if hoist else ())
            made, parts[i] = edit.constant(kernel, rnd, int(part), kind, ways)
            edit.insert(kernel, statement, made, hoist)
            statement.text, changed = f"{statement.head()} {', '.join(parts)}", True
        inner = re.search(r"\{(-?\d+)(?=[,}])", statement.text)
        if inner and "tensor" in statement.head():
            made, register = edit.constant(kernel, rnd, int(inner[1]), "b32")
            edit.insert(kernel, statement, made)
            statement.text, changed = statement.text.replace("{" + inner[1], "{" + register, 1), True
    return changed


CONSTANT = re.compile(r"cp\.async\.(bulk(?!\.wait|\.commit)|c)|mbarrier\.|(bar|barrier)\.(cta\.)?sync|setp|mapa|elect|"
                      r"bar\.warp|st\.(release|shared)|tensormap\.replace\.tile\.rank|add\.u64")


def width(head, index):
    """Gives the kind of a register in place of a constant."""
    return "b16" if "multicast" in head and index == 4 else "b64" if head == "add.u64" else "b32"


def order(kernel, rnd, _rule):
    """Exchanges statements that do not depend on each other."""
    changed = False
    for _ in range(3):
        for at in range(len(kernel.body) - 1):
            first, second = kernel.body[at:at + 2]
            if may_swap(first, second) and rnd.random() < 0.7:
                kernel.body[at:at + 2], changed = [second, first], True
    return changed


def may_swap(first, second):
    """Whether two statements may stand the other way round: one only computes, or a copy and the bytes that its barrier
    expects are of one thread."""
    if first.labels or second.labels or first.plain or second.plain or first.is_branch() or second.is_branch():
        return False
    if first.written() & (second.read() | second.written()) or second.written() & first.read():
        return False
    if first.head().startswith("mbarrier.arrive.expect_tx") and "complete_tx::bytes" in second.head():
        return first.guard == second.guard
    return first.is_arithmetic() or second.is_arithmetic()


def spaces(kernel, rnd, _rule):
    """Writes .shared as .shared::cta and back."""
    changed = False
    for statement in kernel.body:
        head = statement.head()
        if re.match(r"(ld|st|atom|red)\.", head) and "shared::cluster" not in head:
            new = re.sub(r"\.shared(?=\.|$)", ".shared::cta", head)
        elif head.startswith("mbarrier.") and "shared::cluster" not in head:
            new = re.sub(r"\.shared(::cta)?(?=\.)", rnd.choice([".shared", ".shared::cta"]), head)
        else:
            new = re.sub(r"(cp\.async\.c[ag])\.shared\.", r"\1.shared::cta.", head)
        changed |= new != head
        statement.text = statement.text.replace(head, new, 1)
    return changed


def addresses(kernel, rnd, _rule, guarded=False):
    """Computes addresses in registers, in parts."""
    changed = False
    for statement in list(kernel.body):
        for found in list(edit.ADDRESS.finditer(statement.text)):
            base, offset = found[1], int(found[2] or 0)
            if (not REGISTER.match(base) and base not in edit.SYMBOLS) or rnd.random() < 0.2:
                continue
            made, new = edit.address(kernel, rnd, base, offset)
            hoist = base in edit.SYMBOLS and rnd.random() < 0.4
            if guarded and not hoist:
                for computed in made:
                    computed.guard = statement.guard
            statement.text = statement.text.replace(found[0], new, 1)
            edit.insert(kernel, statement, made, hoist)
            changed = True
    return changed


def guarded_addresses(kernel, rnd, rule):
    """Likewise, under the guard of the statement."""
    return addresses(kernel, rnd, rule, True)


def generic(kernel, rnd, _rule):
    """Addresses shared memory with generic addresses."""
    changed = False
    for statement in list(kernel.body):
        head, found = statement.head(), edit.ADDRESS.search(statement.text)
        if not found or not GENERIC.match(head) or "cluster" in head or rnd.random() < 0.2 or \
                (found[1] not in edit.SYMBOLS and kernel.kinds.get(found[1]) != "b32"):
            continue
        address, made = kernel.register("b64"), kernel.register("b64")
        load = f"mov.u64 {address}, {found[1]}" if found[1] in edit.SYMBOLS else f"cvt.u64.u32 {address}, {found[1]}"
        statement.text = statement.text.replace(found[0], edit.operand(made, int(found[2] or 0)), 1)
        statement.text = re.sub(r"\.shared(::cta)?(?=\.)", "", statement.text, count=1)
        edit.insert(kernel, statement, [Statement(load), Statement(f"cvta.shared.u64 {made}, {address}")])
        changed = True
    return changed


GENERIC = re.compile(r"(ld|st|atom|red)\.(volatile\.|weak\.)?shared|"
                     r"mbarrier\.(init|inval|arrive|try_wait|test_wait)\..*shared")


def dynamic(kernel, rnd, _rule):
    """Has the variables in one array of shared memory, whose size the launch says."""
    size = rnd.choice(["", "4608"])
    name = "all" if size else "dynamic"
    array = f".shared .align 1024 .b8 {name}[{size}];"
    for statement in kernel.prelude + kernel.body:
        text = re.sub(r"\[mb(?:\+(\d+))?\]", lambda at: f"[{name}+{4096 + int(at[1] or 0)}]", statement.text)
        text = re.sub(r"\bsm\b", name, text)
        statement.text = re.sub(r" mb\b", f" {name}+4096", text)
    kernel.declared = [line for line in kernel.declared if not re.search(r"\b(sm|mb)\b", line)]
    if size:
        kernel.declared.append(array)
    else:
        kernel.outside.append(f".extern {array}")
    return True


def unrelated(kernel, rnd, rule):
    """Has other work before, between and after."""
    kinds = ["compute"] if rule in SILENT_MEMORY else ["compute", "global", "shared"]
    pointer, index, own = kernel.register("b64"), kernel.register("b32"), kernel.register("b32")
    value, sum_ = kernel.register("b32"), kernel.register("b32")
    kernel.prelude += [Statement(f"ld.param.u64 {pointer}, [{kernel.parameter('u64')}]"),
                       Statement(f"mov.u32 {index}, %tid.x"), Statement(f"shl.b32 {own}, {index}, 2"),
                       Statement(f"mov.u32 {sum_}, {index}"), Statement(f"mov.u32 {value}, 7")]
    if "shared" in kinds:
        kernel.declared.append(".shared .align 16 .b8 other[4096];")
        base = kernel.register("b32")
        kernel.prelude += [Statement(f"mov.u32 {base}, other"), Statement(f"add.s32 {own}, {own}, {base}")]
    ways = {"compute": [[f"mad.lo.u32 {sum_}, {sum_}, {value}, {index}"], [f"xor.b32 {value}, {sum_}, {index}"]],
            "global": [[f"ld.global.u32 {value}, [{pointer}]", f"add.u32 {sum_}, {sum_}, {value}"],
                       [f"st.global.u32 [{pointer}+4], {sum_}"], [f"atom.global.add.u32 {value}, [{pointer}+8], 1"]],
            "shared": [[f"st.shared.u32 [{own}], {sum_}", f"ld.shared.u32 {value}, [{own}]"],
                       [f"red.shared.add.u32 [other], {value}"]]}
    at = len(kernel.body)
    while at >= 0:
        if rnd.random() < 0.6:
            kernel.body[at:at] = [Statement(text) for text in rnd.choice(ways[rnd.choice(kinds)])]
        at -= 1
    return True


# In their bodies any access to memory may count: what was written before an arrival, read before a wait for the grid.
SILENT_MEMORY = {"elected-publish-without-warp-sync", "relaxed-cluster-barrier-publishes-data", "remote-sync-cta-scope",
                 "pdl-wait-missing", "read-wait-then-publish", "remote-access-before-cluster-entry",
                 "exit-without-cluster-barrier", "mbarrier-init-fence-cluster", "superfluous-fence",
                 "shared-memory-race", "mbarrier-init-by-many-threads"}


def rename(text, rnd, kinds):
    """Gives a module with other names and numbers of registers, variables and labels."""
    words = ["x", "acc", "ptr", "idx", "rs", "v", "f"]
    numbers = rnd.sample(range(1, 4000), len(kinds) + 1)
    names = {old: f"%{rnd.choice(words)}{number}" for old, number in zip(sorted(kinds), numbers)}
    text = REGISTER.sub(lambda found: found[0] if SPECIAL.match(found[0]) else names.get(found[0], found[0]), text)
    for old in ("sm", "mb", "all", "dynamic", "other"):
        new = rnd.choice(["smem_", "_ZZ1kE", "stage", "buf", "$s"]) + f"{old}{rnd.randrange(100)}"
        text = re.sub(rf"(?<![\w.%:$]){old}(?=[\s,;+\[\]])", lambda _, new=new: new, text)
    return text


# Bodies that may run several times without another bug than theirs. The others write at their end what a copy at their
# start reads, begin a second copy while the first is pending, or initialise an mbarrier again.
REPEATABLE = {"read-before-wait", "wrong-group-kind", "two-copies-one-location", "wait-without-cta-barrier",
              "bulk-store-pending-at-exit", "read-wait-then-publish", "missing-proxy-fence-raw", "fence-after-barrier",
              "fence-wrong-space", "bulk-misaligned", "store-negative-coordinate", "inner-coordinate-16b",
              "replace-immediates"}
# The same of single bodies. In the second one of two copies is begun again in each round, and the wait before was for
# both: no fact that holds on all paths says that one is pending. Of several copies in groups that are pending at the end
# the last one is reported, as one wait is enough for all.
NOT_REPEATABLE = {"wrong-group-kind.wrong-cp-async", "read-before-wait.wrong-both-ways",
                  "bulk-store-pending-at-exit.wrong", "bulk-store-pending-at-exit.wrong-skipped"}
# These copy to places that a tensor may not go to.
NO_TENSORS = {"bulk-issued-by-many-threads.right-slices"}
# What these say depends on the number of bytes that a copy writes, or on its being one in a row.
BYTES = {"bulk-dst-overlaps-mbarrier", "tx-bytes-mismatch", "bulk-size-constant", "range-overflow", "zero-size-copy",
         "bulk-misaligned", "rearm-without-wait", "expect-range", "drain-not-broadcast", "fence-after-barrier"}
# Tensor memory whose address is read from shared memory.
TENSOR_MEMORY = {"tmem-read-early", "tmem-store-not-waited", "tmem-overwritten-early", "tmem-freed-early",
                 "tmem-address-unpublished"}
# What no barrier orders here, an atomic operation may.
UNORDERED = {"tmem-address-unpublished", "tmem-store-not-waited.wrong-no-barrier",
             "tmem-overwritten-early.wrong-no-barrier", "tmem-overwritten-early.wrong-arrive-before-wait",
             "tmem-freed-early.wrong-no-barrier", "slot-overwritten-early.wrong-words",
             "slot-overwritten-early.wrong-result"}

# name, function, rules whose bodies it must leave as they are
DISGUISES = [
    ("barriers", equivalents.barriers, set()),
    ("waits", equivalents.waits, set()),
    ("writes", equivalents.writes, {"shared-memory-race"}),  # what orders others does not race
    ("reads", equivalents.reads, {"shared-memory-race"} | TENSOR_MEMORY),
    ("copies", equivalents.copies, {"src-size-larger", "bulk-size-constant"}),  # the size is what they are about
    ("tensors", equivalents.tensors, BYTES | NO_TENSORS),
    ("arrivals", equivalents.arrivals, set()),
    ("order", order, set()),
    ("constants", constants, set()),
    ("spaces", spaces, {"generic-address-in-shared-op"}),
    ("generic", generic, {"generic-address-in-shared-op", "local-op-on-remote-address"}),
    # such a variable has no size; and of mbarriers within what is copied to nothing is said
    ("dynamic", dynamic, {"range-overflow", "exit-with-load-pending"}),
    ("addresses", addresses, set()),
    ("guarded-addresses", guarded_addresses, set()),
    ("predicates", control.predicates, set()),
    ("branches", control.branches, set()),
    ("unrelated", unrelated, UNORDERED),
    ("unroll", control.unroll, "not REPEATABLE"),
    ("loop", control.loop, "not REPEATABLE"),
    ("other-loop", control.other_loop, SILENT_MEMORY),
    # what comes before the allocation in question would not be sure to run
    ("conditional", control.conditional, {"tmem-exhausted", "tmem-columns-grow", "tmem-alloc-after-relinquish"}),
    ("scopes", control.scopes, set()),
    # what it is about would be an argument, and so be read
    ("step", control.step, {"predicated-wait-result-undefined", "tmem-overwritten-early", "tmem-freed-early"}),
    ("function", control.function, set()),
    # it reads global memory at its start; nothing is certain after a condition that was read there; and of a function
    # that no kernel calls, groups alone are judged
    ("bare-function", control.bare_function, {"pdl-wait-missing", "shared-memory-race",
                                              "slot-overwritten-early.wrong-result"}),
    ("renamed", None, set()),  # of the text, at the end
]
NAMES = [name for name, _, _ in DISGUISES]
TOGETHER = 5  # so many disguises at most in one variant
# The first is left out where the second is there too. A coordinate that is read from memory, as the arguments are in a
# function without parameters, may be another one each time; in a loop the second copy of a round lies before the first;
# an address that is computed in many steps, each under another word for one guard, is not followed to its beginning.
APART = [("tensors", "bare-function"), ("unroll", "loop"), ("predicates", "guarded-addresses")]


def suits(name, rule, stem, kernel):
    """Whether the body of a rule, in the file of this stem, may be disguised so."""
    never = next(row[2] for row in DISGUISES if row[0] == name)
    if never == "not REPEATABLE":
        heads = {statement.head() for statement in kernel.body}
        return rule in REPEATABLE and stem not in NOT_REPEATABLE and "mbarrier.init.shared.b64" not in heads
    return rule not in never and stem not in never


def apply(kernel, names, rnd, rule):
    """Disguises a kernel; gives its text and the names of what could be done."""
    done = []
    for name, function, _ in DISGUISES:
        if name in names and (function is None or function(kernel, rnd, rule)):
            done.append(name)
    text = kernel.text()
    return rename(text, rnd, kernel.kinds) if "renamed" in done else text, done


def choices(kernel, rnd, rule, stem, count):
    """Gives the disguises of each variant: each alone, and as many random mixtures as are asked for."""
    fit = [name for name in NAMES if suits(name, rule, stem, kernel)]
    functions = {"step", "function", "bare-function", "scopes"}  # one of them at a time
    made = [[name] for name in fit]
    for _ in range(count):
        mixed = rnd.sample(fit, rnd.randrange(2, TOGETHER + 1))
        last = [name for name in mixed if name in functions]
        mixed = [name for name in mixed if not any(name == a and b in mixed for a, b in APART)]
        if "guarded-addresses" in mixed:  # computed in one branch, and used in another one
            last += [name for name in ("branches", "scopes") if name in mixed and name not in last]
            last.insert(0, "")
        made.append([name for name in mixed if name not in last[1:]])
    return made
