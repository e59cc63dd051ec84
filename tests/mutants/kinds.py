"""What mutants there are: each kind takes away, weakens or displaces one thing that the asynchronous copies of a
function rest on, as the authors of kernels did by mistake. A kind is a generator over the statements of a function; it
gives (statement, what was done, edits), where an edit is (start, end, new text) in the module. Lines stay where they
are."""

import re

KINDS = {}
# Kinds that a tool that misses nothing finds, as no execution that comes to such a mutant is right, whatever the order of
# events: anywhere, and in loops alone. Kinds that may be found, as the text does not tell, or little changes. All others
# should be. The bounds in the .tsv files say what is found today.
MUST = {"init deleted", "init count changed", "expect deleted", "expected bytes changed", "noinc dropped",
        "address misaligned"}
MUST_IN_LOOPS = {"commit deleted", "wait deleted", "arrive deleted", "wait weaker", "mbarrier wait deleted",
                 "parity flipped", "commit after wait"}
MAY = {"tensor bytes changed", "init doubled", "bulk wait only for reads", "guard dropped", "mbarrier wait once"}
BLOCK = 48  # so many statements further at most is a statement moved to
REGION = 80  # so many statements a guard skips at most
COPY = r"cp\.async\.(ca|cg)\b"
BULK = r"cp\.(reduce\.)?async\.bulk\.(?!commit|wait|prefetch)"
COMMIT, WAIT = r"cp\.async\.commit_group", r"cp\.async\.wait_(group|all)"
BULK_COMMIT, BULK_WAIT = r"cp\.async\.bulk\.commit_group", r"cp\.async\.bulk\.wait_group"
BAR = r"(bar|barrier)(\.cta)?(\.sync|\.red)"
TRY = r"mbarrier\.(try|test)_wait"
ALONE = rf"mbarrier\.(init|arrive|expect_tx|inval)|{BULK}"  # what one thread does for all
PUBLISH = r"atom|red\b|(st|fence)\.(release|volatile|acq_rel|sc)|membar|barrier\.cluster|griddepcontrol|ld\.global"
FAMILY = r"cp\.(reduce\.)?async|mbarrier|fence|tensormap|(st|red)\.async"
SPECIAL = ("%tid", "%ntid", "%ctaid", "%laneid", "%warpid", "%cluster")
NUMBER = re.compile(r"-?(0[xX][0-9a-fA-F]+|\d+)U?$")
BASE = re.compile(r"\[\s*([%\w$]+)\s*(?:\+\s*(-?\w+)\s*)?\]$")


def kind(name):
    """Registers a kind."""
    def take(generator):
        KINDS[name] = generator
        return generator
    return take


def those(function, pattern):
    """Gives the statements whose mnemonic begins so."""
    return [x for x in function.statements if x.is_(pattern)]


def gone(statement):
    """The edit that takes a statement away."""
    return statement.start, statement.end, "\n" * statement.text.count("\n")


def renamed(statement, old, new):
    """The edit that changes the mnemonic; None where there is nothing to change."""
    changed = re.sub(old, new, statement.name, count=1)
    at = statement.start + statement.guard_length
    return (at, at + len(statement.name), changed) if changed != statement.name else None


def number(text):
    """Gives the constant that an operand is, or None."""
    return int(text.rstrip("U"), 0) if NUMBER.match(text) and not re.match(r"-?0\d", text) else None


def changed(statement, which, by):
    """The edit that adds to an operand, or flips its lowest bit: the constant itself, or a register by a new one."""
    start, end, text = statement.operand(which)
    value = number(text)
    if value is not None:
        return start, end, str(value ^ 1 if by == "flip" else value + by)
    if not re.match(r"%?[\w$]+$", text):
        return None
    width = "b32"
    step = f"xor.{width} other, {text}, 1" if by == "flip" else f"add.u32 other, {text}, {by}"
    inner = statement.text[:start - statement.start] + "other" + statement.text[end - statement.start:]
    return statement.start, statement.end, f"{{ .reg .{width} other; {step}; {inner} }}"


def ahead(statement, pattern, most=BLOCK):
    """Gives the next statement of this kind in the same block, or None."""
    function = statement.function
    starts = set(function.labels.values())
    for other in function.statements[statement.index + 1:statement.index + 1 + most]:
        if other.index in starts or other.is_(r"bra\b|brx|ret\b|exit\b"):
            return None
        if other.is_(pattern):
            return other if other.scope == statement.scope else None
    return None


def is_one_of_several(expect):
    """Decides whether bytes of tensor copies are announced beside this expect, on the same mbarrier: how many there should
    be no text tells."""
    function = expect.function
    beside = function.statements[max(expect.index - BLOCK, 0):expect.index + BLOCK]
    return bool(those(function, r"cp\.async\.bulk\.tensor")) and any(
        x is not expect and x.is_(r"mbarrier\.expect_tx") and x.operands[0] == expect.operands[0] for x in beside)


def level(name, statement):
    """Says whether a mutant must, should or may be found. A wait that stands there twice may be missing once."""
    if name == "expect deleted" and statement.is_(r"mbarrier\.expect_tx") and is_one_of_several(statement):
        return "may"
    wait = statement if statement.is_(WAIT) else statement.is_(COMMIT) and ahead(statement, WAIT)
    around = wait.function.statements[max(wait.index - 1, 0):wait.index + 2] if wait else []
    if name in MAY or len([x for x in around if x.is_(WAIT)]) > 1:
        return "may"
    return "must" if name in MUST or (statement.in_loop and name in MUST_IN_LOOPS) else "should"


def moved(statement, after):
    """The edits that put a statement after another one."""
    return [gone(statement), (after.end, after.end, " " + statement.text.replace("\n", " "))]


def deleted(name, pattern):
    """Registers the kind that takes such a statement away."""
    @kind(name)
    def take(function):
        for x in those(function, pattern):
            yield x, f"{x.name} is gone", [gone(x)]


def delayed(name, pattern, behind):
    """Registers the kind that moves such a statement after the next of the others in its block."""
    @kind(name)
    def take(function):
        for x in those(function, pattern):
            after = ahead(x, behind)
            if after:
                yield x, f"{x.name} comes after the {after.name} of line {after.line}", moved(x, after)


deleted("commit deleted", COMMIT)
deleted("wait deleted", WAIT)
deleted("bulk commit deleted", BULK_COMMIT)
deleted("bulk wait deleted", BULK_WAIT)
deleted("cluster barrier deleted", r"barrier\.cluster\.(arrive|wait)")
deleted("proxy fence deleted", r"fence\.proxy\.(async|alias)")
deleted("tensor map fence deleted", r"fence\.proxy\.tensormap")
deleted("init fence deleted", r"fence\.mbarrier_init")
deleted("init deleted", r"mbarrier\.init")
deleted("arrive deleted", r"mbarrier\.arrive(?!.*expect_tx)|cp\.async\.mbarrier\.arrive|tcgen05\.commit")
delayed("commit after wait", COMMIT, WAIT)
delayed("bulk commit after wait", BULK_COMMIT, BULK_WAIT)
delayed("wait after barrier", WAIT, BAR)
delayed("bulk wait after barrier", BULK_WAIT, BAR)
delayed("proxy fence after barrier", r"fence\.proxy\.async", BAR)
delayed("copy after commit", COPY, COMMIT)
delayed("copy after wait", COPY, WAIT)


@kind("barrier deleted")
def barrier_deleted(function):
    """Only barriers count that have to do with asynchronous copies: one of the family stands between a neighbour and
    this one."""
    near, barriers = [], those(function, BAR)
    for x in those(function, rf"{BAR}|{FAMILY}"):
        near.append(x.is_(BAR))
    place = -1
    for x in barriers:
        place = near.index(True, place + 1)
        if not (function.statements[x.index + 1:] or [x])[0].is_("ret|exit") and not all(near[max(place - 1, 0):place + 2]):
            yield x, f"{x.name} is gone", [gone(x)]


def weaker(name, pattern):
    """Registers the kind that lets one or two more groups be pending."""
    @kind(name)
    def take(function):
        for x in those(function, pattern):
            for more in (1, 2):
                if x.is_(r"cp\.async\.wait_all"):
                    start = x.start + x.guard_length
                    yield x, f"wait_all is wait_group {more}", [(start, x.end, f"cp.async.wait_group {more};")]
                elif number(x.operands[0]) is not None:
                    yield x, f"wait_group {x.operands[0]} has {more} more", [changed(x, 0, more)]


weaker("wait weaker", WAIT)
weaker("bulk wait weaker", BULK_WAIT)


@kind("bulk wait only for reads")
def bulk_wait_read(function):
    """The source may be written again, but what was stored is not there yet: for someone who hears of it below."""
    for x in those(function, BULK_WAIT + r"(?!\.read)"):
        if any(y.is_(PUBLISH) for y in function.statements[x.index:]):
            yield x, "wait_group is wait_group.read", [renamed(x, "wait_group", "wait_group.read")]


@kind("init doubled")
def init_doubled(function):
    """The same mbarrier is initialised again, while it is live or not."""
    for x in those(function, r"mbarrier\.init"):
        yield x, "the initialisation stands there twice", [(x.end, x.end, " " + x.text.replace("\n", " "))]


@kind("init count changed")
def init_count(function):
    """One arrival more is expected."""
    for x in those(function, r"mbarrier\.init"):
        edit = changed(x, 1, 1) if len(x.operands) == 2 else None
        if edit:
            yield x, f"the count is {x.operands[1]} + 1", [edit]


@kind("expect deleted")
def expect_deleted(function):
    """The bytes of the copies are not announced; an arrival stays an arrival."""
    for x in those(function, r"mbarrier\.expect_tx"):
        yield x, "expect_tx is gone", [gone(x)]
    for x in those(function, r"mbarrier\.arrive.*\.expect_tx"):
        if len(x.operands) == 3:
            start, end, _ = x.operand(1)
            yield x, "arrive.expect_tx is arrive", [renamed(x, r"\.expect_tx", ""), (end, x.end, ";")]


def expect_changed(name, tensors):
    """Registers the kind that announces 16 bytes more or fewer than come; those of tensor copies no text tells."""
    @kind(name)
    def take(function):
        if bool(those(function, r"cp\.async\.bulk\.tensor")) != tensors:
            return
        for x in those(function, r"mbarrier\.(arrive.*\.)?expect_tx"):
            for by in (16, -16):
                edit = changed(x, len(x.operands) - 1, by)
                if edit and not (number(x.operands[-1]) is not None and number(x.operands[-1]) + by < 0):
                    yield x, f"{by:+} expected bytes", [edit]


expect_changed("expected bytes changed", False)
expect_changed("tensor bytes changed", True)


@kind("copied bytes changed")
def bytes_changed(function):
    """A bulk copy into shared memory moves 16 bytes more than were announced; a small copy moves half."""
    for x in those(function, BULK):
        if ".tensor" not in x.name and "complete_tx" in x.name and len(x.operands) >= 4:
            edit = changed(x, 2, 16)
            if edit:
                yield x, "16 more bytes are copied", [edit]
    for x in those(function, r"cp\.async\.ca\b"):
        if len(x.operands) == 3 and number(x.operands[2]) in (8, 16):
            yield x, "half of the bytes are copied", [(*x.operand(2)[:2], str(number(x.operands[2]) // 2))]


@kind("mbarrier wait deleted")
def mbarrier_wait_deleted(function):
    """The wait is taken for over at once."""
    for x in those(function, TRY):
        if x.operands and re.match(r"%?[\w$]+$", x.operands[0]):
            at = x.start + x.guard_length
            yield x, f"{x.name} is not asked", [(at, x.end, f"setp.eq.u32 {x.operands[0]}, 0, 0;")]


@kind("mbarrier wait once")
def mbarrier_wait_once(function):
    """What the wait answers is not heeded: the branch back is gone."""
    for first, last in function.waits:
        waits = [x for x in function.statements[first:last] if x.is_(TRY)]
        if waits and not any(a != first and first <= a and b < last for a, b in function.waits):
            yield waits[0], "the loop around the wait is gone", [gone(function.statements[last])]


@kind("parity flipped")
def parity_flipped(function):
    """The wait is for the other phase."""
    for x in those(function, TRY + r".*\.parity"):
        edit = changed(x, 2, "flip") if len(x.operands) >= 3 else None
        if edit:
            yield x, f"the parity is not {x.operands[2]}", [edit]


@kind("proxy fence of another space")
def fence_space(function):
    """The fence orders another memory than the one that was written."""
    other = {"global": "shared::cta", "shared::cta": "global", "shared::cluster": "global", None: "global"}
    for x in those(function, r"fence\.proxy\.async"):
        space = re.search(r"async\.(global|shared::cta|shared::cluster)$", x.name)
        if space or x.name == "fence.proxy.async":
            new = "fence.proxy.async." + other[space[1] if space else None]
            yield x, f"{x.name} is {new}", [renamed(x, r".+", new)]


@kind("cluster barrier relaxed")
def cluster_relaxed(function):
    """The arrival publishes nothing."""
    for x in those(function, r"barrier\.cluster\.arrive(?!\.relaxed)"):
        yield x, "the arrival is relaxed", [renamed(x, r"arrive(\.release)?", "arrive.relaxed")]


@kind("noinc dropped")
def noinc(function):
    """The arrival of the copies counts once more than the mbarrier was told."""
    for x in those(function, r"cp\.async\.mbarrier\.arrive\.noinc"):
        yield x, ".noinc is gone", [renamed(x, r"\.noinc", "")]


def chosen(function, register, depth=8):
    """Decides whether a register depends on which thread this is."""
    for writer in function.writers.get(register, []):
        if writer.is_(r"elect") or re.search(r"%(tid|laneid|warpid)\b", writer.text):
            return True
        read = re.findall(r"%[\w$]+", " ".join(writer.operands[1:]))
        if depth and any(chosen(function, x, depth - 1) for x in read[:4]):
            return True
    return False


@kind("guard dropped")
def guard_dropped(function):
    """What one thread does for all, all do."""
    for x in those(function, ALONE):
        if x.guard and chosen(function, x.guard):
            yield x, f"{x.name} is not guarded", [(x.start, x.start + x.guard_length, "")]
    for x in those(function, r"bra\b"):
        target = function.target(x) if x.guard else None
        if target is None or not x.index < target <= x.index + REGION or not chosen(function, x.guard):
            continue
        skipped = function.statements[x.index + 1:target]
        if any(y.is_(ALONE) for y in skipped) and not any(y.is_("ret|exit|bra") for y in skipped):
            yield x, "the branch around is gone", [gone(x)]


def offset(operand):
    """Gives base and offset of an address, or None."""
    found = BASE.match(operand)
    value = number(found[2]) if found and found[2] else 0
    return (found[1], value) if found and value is not None else None


def swapped(first, second, which):
    """The edits that exchange an operand of two statements."""
    a, b = first.operand(which), second.operand(which)
    return [(a[0], a[1], b[2]), (b[0], b[1], a[2])]


def value_at(function, operand, first, last, depth=8):
    """Gives what an operand is at the first of two statements, as a text that is the same for the same value; None where a
    register is written only later, or between them."""
    for register in sorted(set(re.findall(r"%[\w$]+", operand))):
        writers = function.writers.get(register, [])
        if register.startswith(SPECIAL):
            continue
        if all(x.index >= first for x in writers) or any(first <= x.index <= last for x in writers):
            return None
        if len(writers) > 1 or writers[0].guard or depth == 0:
            continue
        inner = value_at(function, writers[0].text.partition(",")[2], writers[0].index, writers[0].index, depth - 1)
        inner = register if inner is None else f"({writers[0].name} {inner})"
        operand = re.sub(re.escape(register) + r"(?![\w$])", lambda _, x=inner: x, operand)
    return operand.strip("; ")


@kind("stages swapped")
def stages_swapped(function):
    """Two copies of different groups exchange their destinations, two bulk copies their mbarriers."""
    copies = those(function, rf"{COPY}|{COMMIT}")
    for before, commit, after in zip(copies, copies[1:], copies[2:]):
        if commit.is_(COMMIT) and before.is_(COPY) and after.is_(COPY):
            a, b = offset(before.operands[0]), offset(after.operands[0])
            if a and b and a[0] == b[0] and a != b:
                yield before, f"writes what line {after.line} wrote", swapped(before, after, 0)
    bulk = [x for x in those(function, BULK) if "complete_tx" in x.name]
    for before, after in zip(bulk, bulk[1:]):
        one, two = (x.operands[3 if ".tensor" not in x.name else 2] for x in (before, after))
        same = ".tensor" in before.name, ".tensor" in after.name
        values = [value_at(function, x, before.index, after.index) for x in (one, two)]
        if None not in values and values[0] != values[1] and same[0] == same[1]:
            yield before, f"completes on {two}", swapped(before, after, 2 if same[0] else 3)


def shifted(statement, which, by):
    """The edit that adds bytes to an address."""
    start, end, text = statement.operand(which)
    place = offset(text)
    return (start, end, f"[{place[0]}+{place[1] + by}]") if place else None


@kind("address misaligned")
def misaligned(function):
    """A copy into shared memory, or an mbarrier, 4 bytes further."""
    for x in those(function, rf"{COPY}|{BULK}"):
        small = x.is_(COPY) and number(x.operands[2]) == 4
        edit = shifted(x, 0, 4) if ".tensor" not in x.name and not small else None
        if edit:
            yield x, "the destination is 4 bytes further", [edit]
    for x in those(function, r"mbarrier\.init"):
        edit = shifted(x, 0, 4)
        if edit:
            yield x, "the mbarrier is 4 bytes further", [edit]


def mutants(module):
    """Gives all mutants of a module as (kind, statement, what was done, edits), a kind after the other."""
    for name, generator in KINDS.items():
        for function in module.functions:
            for statement, what, edits in generator(function):
                yield name, statement, what, edits


def applied(text, edits):
    """Gives the text with these edits made."""
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text
