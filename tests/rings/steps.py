"""What each instruction of the rings does in the machine (machine.py)."""

import re

from shared import Barrier, Clocks

STEPS = {}
M32, M64 = (1 << 32) - 1, (1 << 64) - 1


def step(*names):
    """Registers what does the instructions that begin so."""
    def take(function):
        for name in names:
            STEPS[name] = function
        return function
    return take


def arithmetic(function):
    """Makes a step of a function of values."""
    def do(t, name, given, _):
        mask = M64 if name.endswith("64") or ".wide" in name else M32
        t.registers[given[0]] = function(*(t.value(x) for x in given[1:])) & mask
    return do


for NAME, FUNCTION in {
        "mov": lambda a: a, "cvt": lambda a: a, "cvta": lambda a: a, "add": lambda a, b: a + b,
        "sub": lambda a, b: a - b, "mul.lo": lambda a, b: a * b, "mul.wide": lambda a, b: a * b,
        "mul.hi": lambda a, b: a * b >> 32, "mad.lo": lambda a, b, c: a * b + c, "shl": lambda a, b: a << b,
        "shr": lambda a, b: a >> b, "and": lambda a, b: a & b, "xor": lambda a, b: a ^ b, "or": lambda a, b: a | b,
        "rem": lambda a, b: a % b, "div": lambda a, b: a // b, "selp": lambda a, b, c: a if c else b,
        "not.pred": lambda a: 1 - a, "and.pred": lambda a, b: a & b}.items():
    STEPS[NAME] = arithmetic(FUNCTION)


@step("setp")
def setp(t, name, given, _):
    """Compares, and joins with another predicate."""
    a, b = t.value(given[1]), t.value(given[2])
    result = {"eq": a == b, "ne": a != b, "lt": a < b, "ge": a >= b}[name.split(".")[1]]
    t.registers[given[0]] = int(result and (".and." not in name or bool(t.value(given[3]))))


@step("bra")
def bra(t, _, given, scope):
    """Goes to a label, of the scope if it has one of that name."""
    labels = t.machine.program.labels
    t.at = labels.get((scope, given[0]), labels[given[0]])


@step("ret")
def ret(t, *_):
    """Ends the thread."""
    t.gone = True


@step("nanosleep", "fence.mbarrier_init", "prefetch", "tcgen05.alloc", "tcgen05.relinquish_alloc_permit",
      "tcgen05.dealloc", "tcgen05.fence::before_thread_sync", "tcgen05.fence::after_thread_sync", "tcgen05.wait::ld",
      "tcgen05.ld", "wgmma.fence")
def nothing(*_):
    """Does nothing that matters here."""


@step("fence.proxy.async")
def fence(t, *_):
    """What the thread has heard of is ordered before what it starts through the async proxy."""
    t.clocks.fenced = list(map(max, t.clocks.fenced, t.clocks.time))
    t.tick()


@step("elect.sync")
def elect(t, _, given, __):
    """Chooses the first lane."""
    t.registers[given[0].split("|")[1]] = int(t.tid % 32 == 0)


@step("ld.param")
def ld_param(t, _, given, __):
    """Reads a parameter: far apart in memory, and the number of turns."""
    values = {"out": 1 << 40, "in": 1 << 41, "iterations": t.machine.turns, "map": 1 << 42}
    t.registers[given[0]] = values[given[1].strip("[]").rpartition("_")[2]]


@step("ld.global")
def ld_global(t, _, given, __):
    """Reads what is told by its address."""
    for place, register in enumerate(given[0].strip("{}").split(",")):
        t.registers[register.strip()] = (t.address(given[1]) + 4 * place) & M32


@step("st.global")
def st_global(t, _, given, __):
    """Remembers a result."""
    t.machine.results[t.address(given[0])] = t.value(given[1])


@step("ld.shared", "ldmatrix")
def ld_shared(t, name, given, __):
    """Reads shared memory; ldmatrix the row of the thread, which stands for all."""
    for place, register in enumerate(given[0].strip("{}").split(",")):
        t.registers[register.strip()] = t.machine.memory.read(t, t.address(given[1]) + 4 * place)
    if name.startswith("ldmatrix"):
        t.tick()


@step("st.shared")
def st_shared(t, _, given, __):
    """Writes shared memory."""
    for place, register in enumerate(given[1].strip("{}").split(",")):
        t.machine.memory.write(t, t.address(given[0]) + 4 * place, t.value(register.strip()))


@step("bar.sync")
def bar_sync(t, _, given, __):
    """Meets the threads of the CTA, or as many as are named."""
    count = int(given[1]) if len(given) > 1 else t.machine.program.threads
    return t.machine.meet(("cta", t.rank, int(given[0])), t, count)


@step("bar.warp.sync")
def bar_warp(t, *_):
    """Meets the threads of the warp."""
    return t.machine.meet(("warp", t.number // 32), t, 32)


@step("barrier.cluster.arrive")
def cluster_arrive(t, *_):
    """Arrives at the barrier of the cluster."""
    here = t.machine.barriers.get("cluster")
    if not here:
        here = t.machine.barriers["cluster"] = Barrier(len(t.machine.threads), t, Clocks(len(t.machine.threads)))
    t.registers["cluster"] = here.phase
    t.machine.arrive(here, t.clocks)
    t.tick()


@step("barrier.cluster.wait")
def cluster_wait(t, *_):
    """Waits for the barrier of the cluster."""
    here = t.machine.barriers["cluster"]
    if here.phase <= t.registers["cluster"]:
        t.at -= 1
        t.waits = lambda: here.phase > t.registers["cluster"]
        return False
    t.waits = None
    t.clocks.join(here.done)
    return True


@step("mapa")
def mapa(t, _, given, __):
    """Gives the address in another CTA."""
    t.registers[given[0]] = (t.value(given[1]) & 0xFFFFFF) | t.value(given[2]) << 24


@step("mbarrier.init")
def init(t, _, given, __):
    """Makes an mbarrier."""
    at, machine = t.address(given[0]), t.machine
    if at in machine.barriers:
        machine.hazard("an mbarrier is made twice")
    machine.barriers[at] = Barrier(t.value(given[1]), t, Clocks(len(machine.threads)))
    t.tick()


@step("mbarrier.arrive")
def arrive(t, name, given, __):
    """Arrives, with bytes or with a count."""
    at, number = t.address(given[1]), t.value(given[2]) if len(given) > 2 else 0
    barrier = t.machine.barrier(t, at)
    if at >> 24 != t.rank:
        t.machine.remote.append(((t.number, t.clocks.time[t.number]), at >> 24))
    if "expect_tx" in name:
        t.machine.arrive(barrier, t.clocks, 1, number)
    else:
        t.machine.arrive(barrier, t.clocks, number or 1)
    t.tick()


@step("mbarrier.expect_tx")
def expect(t, _, given, __):
    """Announces bytes."""
    t.machine.barrier(t, t.address(given[0])).bytes += t.value(given[1])


@step("mbarrier.try_wait", "mbarrier.test_wait")
def try_wait(t, _, given, __):
    """Asks whether the phase with this parity is over; who asks a second time waits for an answer."""
    barrier, parity, place = t.machine.barrier(t, t.address(given[1])), t.value(given[2]), t.at
    passed = barrier.phase & 1 != parity
    t.registers[given[0]] = int(passed)
    if passed:
        t.clocks.join(barrier.done)
        t.spun = None
    elif t.spun == (place, barrier.phase):
        phase = barrier.phase
        t.waits = lambda: barrier.phase != phase
        return False
    else:
        t.spun = (place, barrier.phase)
    return True


def started(t, target, size, source):
    """Starts a copy that writes shared memory; gives its bit and what ends it."""
    machine, bit = t.machine, t.machine.memory.bit()
    words = machine.memory.begin_write(t.clocks, target, size, bit)

    def end():
        for number, word in enumerate(words):
            if word.bit == bit:
                word.value = (source + 4 * number) & M32
    return bit, end


@step("cp.async.cg", "cp.async.ca")
def cp_async(t, _, given, __):
    """Starts a copy of a few bytes."""
    size = int(given[2])
    source = t.address(given[1]) if len(given) < 4 or t.value(given[3]) else 0
    t.loose["copy"].append(started(t, t.address(given[0]), size, source))
    t.tick()


@step("cp.async.commit_group")
def commit(t, *_):
    """Makes a group."""
    t.groups["copy"].append(t.loose.pop("copy", []))


def leave(t, kind, left):
    """Waits until only so many groups of a kind are left."""
    groups = t.groups[kind]
    while len(groups) > left:
        for bit, end in groups.pop(0):
            end()
            t.clocks.ended |= bit


@step("cp.async.wait_group")
def wait_group(t, _, given, __):
    """Waits for groups."""
    leave(t, "copy", int(given[0]))


@step("cp.async.wait_all")
def wait_all(t, *_):
    """Waits for all copies."""
    commit(t)
    leave(t, "copy", 0)


@step("cp.async.mbarrier.arrive")
def copies_arrive(t, name, given, __):
    """Arrives once all copies of this thread so far have ended."""
    machine, barrier = t.machine, t.machine.barrier(t, t.address(given[0]))
    mine, clocks = t.loose.pop("copy", []), t.clocks.copy()
    t.tick()
    if ".noinc" not in name:
        barrier.pending += 1

    def end():
        for _, finish in mine:
            finish()
        machine.arrive(barrier, clocks, ended=sum(bit for bit, _ in mine))
    machine.under_way.append(end)


@step("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes")
def bulk_load(t, name, given, __):
    """Starts a bulk load, into several CTAs where a mask says so."""
    target, source, size, at = t.address(given[0]), t.address(given[1]), t.value(given[2]), t.address(given[3])
    mask = t.value(given[4]) if "multicast" in name else 1 << t.rank
    for rank in range(t.machine.program.cluster):
        if mask >> rank & 1:
            load(t, target & 0xFFFFFF | rank << 24, source, size, at & 0xFFFFFF | rank << 24)
    t.tick()


def load(t, target, source, size, at):
    """Starts a copy that completes on an mbarrier."""
    machine, barrier = t.machine, t.machine.barrier(t, at)
    if at >> 24 != t.rank:
        machine.remote.append(((t.number, t.clocks.time[t.number]), at >> 24))
    bit, finish = started(t, target, size, source)

    def end():
        finish()
        barrier.bytes -= size
        barrier.heard.ended |= bit
        barrier.flip()
    machine.under_way.append(end)


@step("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes")
def tensor_load(t, _, given, __):
    """Starts a tensor load; the first tile of a slot is of one size, the second one of another."""
    x, y = re.search(r"\{([^,]+),([^}]+)\}", given[1]).groups()
    source = t.value(x.strip()) << 20 | t.value(y.strip())
    size = t.machine.tiles[int(y) > 0]
    load(t, t.address(given[0]), source, size, t.address(given[2]))
    t.tick()


@step("cp.async.bulk.global.shared::cta.bulk_group")
def bulk_store(t, _, given, __):
    """Starts a bulk store."""
    machine, bit = t.machine, t.machine.memory.bit()
    to, values = t.address(given[0]), machine.memory.begin_read(t.clocks, t.address(given[1]), t.value(given[2]), bit)
    machine.results.update((to + 4 * number, value) for number, value in enumerate(values))
    t.loose["bulk"].append((bit, lambda: None))
    t.tick()


@step("cp.async.bulk.commit_group")
def bulk_commit(t, *_):
    """Makes a group of bulk stores; an empty one is over at once."""
    t.groups["bulk"].append(t.loose.pop("bulk", []))


@step("cp.async.bulk.wait_group")
def bulk_wait(t, _, given, __):
    """Waits for groups of bulk stores, or that they have read."""
    leave(t, "bulk", int(given[0]))


def tile(t, descriptor, size):
    """Gives the bit of an operation that reads what a descriptor says; one lane stands for its warp."""
    if t.tid % 32:
        return 0, lambda: None
    bit = t.machine.memory.bit()
    t.machine.memory.begin_read(t.clocks, (t.value(descriptor) & 0x3FFF) << 4 | t.rank << 24, size, bit, False)
    return bit, lambda: None


@step("wgmma.mma_async")
def wgmma(t, _, given, __):
    """Starts a product of two tiles."""
    t.loose["wgmma"] += [tile(t, given[1], t.machine.tiles[0]), tile(t, given[2], t.machine.tiles[1])]
    t.tick()


@step("wgmma.commit_group")
def wgmma_commit(t, *_):
    """Makes a group of products."""
    t.groups["wgmma"].append(t.loose.pop("wgmma", []))


@step("wgmma.wait_group")
def wgmma_wait(t, _, given, __):
    """Waits for products."""
    leave(t, "wgmma", int(given[0]))


@step("tcgen05.mma")
def tcgen05_mma(t, _, given, __):
    """Starts a product of two tiles; a commit will tell of it."""
    t.loose["mma"] += [tile(t, given[1], t.machine.tiles[0]), tile(t, given[2], t.machine.tiles[1])]
    t.tick()


@step("tcgen05.commit")
def tcgen05_commit(t, _, given, __):
    """Arrives once all products so far are done."""
    machine, barrier = t.machine, t.machine.barrier(t, t.address(given[0]))
    mine, clocks = t.loose.pop("mma", []), t.clocks.copy()
    t.tick()
    machine.under_way.append(lambda: machine.arrive(barrier, clocks, ended=sum(bit for bit, _ in mine)))
