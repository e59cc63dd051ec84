#!/usr/bin/env python3
"""Runs the kernels of rings.py, all threads of them, and says whether they go wrong: an opinion that knows nothing of
ptxcheck, so that the test and the checker can be wrong only apart.

usage: machine.py [--seed N] [--count N] [--style NAME]... [--turns N] [--threads N] [--show]

Copies end as late as they may: only when nothing else can go on, or when a thread waits for their group. The correct
rings must run to their end without a hazard, those that every execution gets wrong must have a hazard or hang. --show
prints what each mistake led to. Only kernels with few threads are run (--threads N, 96), since each is run through.

Exit status: 0, 1 where a ring is not what its index says.
"""

import argparse
import collections
import random
import re
import sys

sys.dont_write_bytecode = True  # the tests leave nothing in the sources
import rings  # noqa: E402
from shared import Barrier, Clocks, Memory  # noqa: E402
from steps import STEPS  # noqa: E402

STATEMENT = re.compile(r"(?:@(!?)(%?\w+)\s+)?([\w.:]+)\s*(.*)", re.DOTALL)
MOST = 4_000_000


class Program:
    """The statements of a kernel, with the places of its labels."""

    def __init__(self, text):
        launch = re.search(r"// launch: threads=(\d+) cluster=(\d+) grid=\d+ shared=\d+", text)
        self.threads, self.cluster = int(launch[1]), int(launch[2])
        self.target = re.search(r"^\.target (\w+)", text, re.MULTILINE)[1]
        self.symbols, self.labels, self.statements = {}, {}, []
        self.entry = re.search(r"\.entry (\w+)", text)[1]
        text = re.sub(r"//[^\n]*", "", text)
        at = 1024
        for align, name, size in re.findall(r"\.shared \.align (\d+) \.b8 (\w+)\[(\d*)\]", text):
            at = -(-at // int(align)) * int(align)
            self.symbols[name] = at
            at += int(size or re.search(r"shared=(\d+)", launch[0])[1])
        self.limit = at
        self.read(text[text.index("{", text.index(".entry")) + 1:text.rindex("}")])

    def read(self, body):
        """Reads the statements; labels of an inner scope are told apart by its number."""
        scope, scopes = 0, 0
        for line in map(str.strip, body.split("\n")):
            place = len(self.statements)
            if line == "{":
                scopes += 1
                scope = scopes
            elif line == "}":
                scope = 0
            elif line.endswith(":"):
                self.labels[scope, line[:-1]] = self.labels[line[:-1]] = place
            elif line and not line.startswith("."):
                found = STATEMENT.match(line.rstrip(";"))
                self.statements.append((found[1], found[2], found[3], operands(found[4]), scope))


def operands(text):
    """Gives the operands of a statement, with vectors and addresses whole."""
    found, depth, word = [], 0, ""
    for character in text:
        depth += (character in "[{") - (character in "]}")
        if character == "," and not depth:
            found.append(word.strip())
            word = ""
        else:
            word += character
    return found + [word.strip()] if word.strip() else found


class Thread:
    """One thread: its registers, where it is, what it has heard of, and what it started."""

    def __init__(self, machine, number):
        program = machine.program
        self.machine, self.number = machine, number
        self.rank, self.tid = divmod(number, program.threads)
        self.registers, self.at, self.waits, self.gone, self.spun = {}, 0, None, False, None
        self.clocks = Clocks(program.threads * program.cluster)
        self.clocks.time[number] = 1
        # Operations that no group has yet, and groups: of cp.async, of bulk stores and of wgmma.
        self.loose, self.groups = collections.defaultdict(list), collections.defaultdict(list)

    def value(self, text):
        """Gives the value of an operand."""
        registers = self.registers
        if text in registers:
            return registers[text]
        if text[0] == "%":
            return self.special(text)
        if text[0].isdigit() or text[0] == "-":
            return 0 if text.startswith("0f") else int(text, 0)
        name, _, more = text.partition("+")
        return (self.rank << 24) + self.machine.program.symbols.get(name, 0) + int(more or 0)

    def special(self, text):
        """Gives a special register, or what a register holds that nothing has written."""
        return {"%tid.x": self.tid, "%ctaid.x": self.rank, "%nctaid.x": self.machine.program.cluster,
                "%cluster_ctarank": self.rank}.get(text, 0)

    def address(self, text):
        """Gives the value of an address in brackets."""
        base, _, more = text.strip("[]").split(",")[0].partition("+")
        return self.value(base.strip()) + int(more or 0)

    def tick(self):
        """Lets time go on, after something that others may hear of."""
        self.clocks.time[self.number] += 1

    def step(self):
        """Does one statement; gives whether the thread can go on."""
        negated, guard, name, given, scope = self.machine.program.statements[self.at]
        self.at += 1
        if guard and bool(self.registers.get(guard, 0)) == bool(negated):
            return True
        short = name
        while short not in STEPS:
            if "." not in short:
                raise SystemExit(f"the machine does not know {name}")
            short = short.rpartition(".")[0]
        return STEPS[short](self, name, given, scope) is not False


class Machine:
    """All threads of a cluster, and all that is under way."""

    def __init__(self, text, turns):
        self.program, self.turns = Program(text), turns
        self.memory = Memory(self.program.limit)
        self.threads = [Thread(self, n) for n in range(self.program.threads * self.program.cluster)]
        self.barriers, self.meetings, self.under_way, self.results = {}, {}, [], {}
        self.remote, self.steps, self.tiles = [], 0, tile_sizes(text)
        self.end = len(self.program.statements)

    def hazard(self, what):
        """Remembers what went wrong."""
        self.memory.hazards.add(what)

    def run(self):
        """Runs all threads; gives what went wrong."""
        ready = list(self.threads)
        while ready and self.steps < MOST:
            for thread in ready:
                self.go(thread)
            ready = self.woken()
            while not ready and self.under_way:
                self.under_way.pop(0)()
                ready = self.woken()
        if not all(thread.gone for thread in self.threads):
            self.hazard("hangs")
        for (peer, clock), rank in self.remote:
            if all(x.clocks.time[peer] < clock for x in self.threads if x.rank == rank):
                self.hazard("arrival in a CTA that may have ended")
        return self.memory.hazards

    def go(self, thread):
        """Runs one thread as far as it can."""
        while not thread.gone:
            if thread.at >= self.end:
                thread.gone = True
            self.steps += 1
            if thread.gone or not thread.step() or self.steps > MOST:
                break
        if thread.gone and (thread.groups["bulk"] or thread.loose["bulk"]):
            self.hazard("ends while a store reads")

    def woken(self):
        """Gives the threads that need not wait any longer."""
        return [thread for thread in self.threads if not thread.gone and thread.waits and thread.waits()]

    def barrier(self, thread, address):
        """Gives the mbarrier at an address, for a thread that uses it."""
        found = self.barriers.get(address)
        if found is None:
            self.hazard("use of what is no mbarrier")
            found = self.barriers[address] = Barrier(1, thread, Clocks(len(self.threads)))
        elif thread and thread.clocks.time[found.maker[0]] < found.maker[1]:
            self.hazard("use of an mbarrier before its init is known")
        return found

    def arrive(self, barrier, clocks, count=1, expected=0, ended=0):
        """Arrives on an mbarrier."""
        if clocks:
            barrier.heard.join(clocks)
        barrier.heard.ended |= ended
        barrier.bytes += expected
        barrier.pending -= count
        if barrier.pending < 0:
            self.hazard("more arrivals than an mbarrier counts")
            barrier.pending = 0
        barrier.flip()

    def meet(self, key, thread, count):
        """Lets a thread wait until so many are here; those that have ended count as well."""
        here, over = self.meetings.setdefault(key, [[], [False]])
        here.append(thread)
        absent = [x for x in self.threads if x.gone and x.rank == thread.rank and key[0] == "cta" and key[2] == 0]
        if len(here) + len(absent) < count:
            thread.waits = lambda: over[0] and self.met(thread)
            return False
        together = here[0].clocks.copy()
        for other in here[1:]:
            together.join(other.clocks)
        for other in here:
            other.clocks = together.copy()
            other.tick()
        over[0] = True
        del self.meetings[key]
        return True

    @staticmethod
    def met(thread):
        """Lets a thread go on."""
        thread.waits = None
        return True


def tile_sizes(text):
    """Gives the bytes of the two tiles of a slot, where it has two."""
    second, chunk = re.search(r"\+(\d+)\], \[%\w+, \{%\w+, 64\}\]", text), re.search(r" chunk=(\d+)", text)
    return (int(second[1]), int(chunk[1]) - int(second[1])) if second else (2048, 0)


def report(options):
    """Runs rings and prints what is not as it is said to be; gives the exit status."""
    wrong, ran, said = 0, collections.Counter(), collections.defaultdict(collections.Counter)
    for module in rings.modules(options.seed, options.count, options.style):
        launch = re.search(r"// launch: threads=(\d+) cluster=(\d+)", module.text)
        if int(launch[1]) * int(launch[2]) > options.threads:
            continue
        found = Machine(module.text, options.turns).run()
        kind = "correct" if not module.fault else "wrong" if module.fault.must else "perhaps"
        ran[kind] += 1
        if module.fault:
            said[module.style, module.fault.name].update(sorted(found) or ["nothing"])
        if (kind == "correct") == bool(found) and kind != "perhaps":
            wrong += 1
            print(f"{module.name} ({kind}): {', '.join(sorted(found)) or 'no hazard'}; {module.how}")
    for (style, name), what in sorted(said.items()) if options.show else ():
        print(f"{style} {name}: " + ", ".join(f"{key} {count}" for key, count in what.most_common()))
    print(f"seed {options.seed}: " + ", ".join(f"{count} {kind}" for kind, count in sorted(ran.items())) +
          f" were run, {wrong} are not what they are said to be")
    return int(wrong > 0 or not ran)


def main():
    """Reads the command line, and runs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1000000))
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--style", action="append", choices=rings.STYLES)
    parser.add_argument("--turns", type=int, default=19)
    parser.add_argument("--threads", type=int, default=96)
    parser.add_argument("--show", action="store_true")
    return report(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
