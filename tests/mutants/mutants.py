#!/usr/bin/env python3
"""Makes mutants of modules that work, and counts how many of them ptxcheck finds something in.

usage: mutants.py [OPTION...] PTXCHECK FILE... | DIRECTORY... [-- OPTION OF PTXCHECK...]

--most N        at most N mutants of a kind in a module, and as many in its loops (all), chosen by --seed N (0)
--kind TEXT     only kinds with this in their name; may be repeated
--list          prints what the kinds are, with the number of their mutants, and runs nothing
--survivors     prints each mutant that nothing was said about: place, kind, level, what was done
--save FOLDER   keeps the mutants that survive there
--bounds FILE   fails where fewer are killed, or others are possible, than FILE says; with UPDATE=1 it is written anew
--jobs N        as for ptxcheck (1)

A mutant is killed where ptxcheck finds something that it does not find in the module itself. Those that are no longer
legal are left out and counted, and so are those that change nothing, by harmless.py: what is found in one is printed, and
no bound holds then. At the end stands what is found of those that must, should and may be. A loop is what lies between a
label and a branch back to it, but for loops that only wait. Exit status: 0, 1 where a bound does not hold, 2 where
something could not be done.
"""

import argparse
import collections
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # the tests leave nothing in the sources
import harmless  # noqa: E402
import kinds  # noqa: E402
import ptx  # noqa: E402

BATCH = 64  # so many files are given to one run of ptxcheck
PLACES = ["outside", "inside"]
ILLEGAL = {"syntax", "legality"}


class Trouble(Exception):
    """What was asked for cannot be done."""


class Count:
    """What became of the mutants of a kind in one place."""

    def __init__(self):
        self.killed = self.possible = self.illegal = 0
        self.rules = collections.Counter()


def files(arguments):
    """Gives the modules that these arguments name."""
    for argument in arguments:
        if os.path.isfile(argument):
            yield argument
        for directory, _, names in sorted(os.walk(argument)):
            yield from (os.path.join(directory, x) for x in sorted(names) if x.endswith(".ptx"))


def findings(options, names):
    """Gives how many findings of each (rule, class) ptxcheck has in each of these files."""
    command = [options.ptxcheck, "check", "--format=json", "--no-config", f"--jobs={options.jobs}", *options.options,
               *names]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode not in (0, 1):
        raise Trouble(f"ptxcheck ends with {done.returncode}: " + done.stderr.decode(errors="replace")[:2000])
    return {file["name"]: collections.Counter((x["rule"], x["class"]) for x in file["diagnostics"])
            for file in json.loads(done.stdout)["files"]}


def choose(options, name, module):
    """Gives the mutants of a module that are tried."""
    groups = collections.defaultdict(list)
    for mutant in kinds.mutants(module):
        if not options.kind or any(x in mutant[0] for x in options.kind):
            groups[mutant[0], mutant[1].in_loop].append(mutant)
    seed = hashlib.sha1(f"{options.seed} {os.path.basename(name)}".encode()).hexdigest()
    chance, chosen = random.Random(seed), []
    for key in sorted(groups):
        group = groups[key]
        if options.most and len(group) > options.most:
            group = sorted(chance.sample(group, options.most), key=lambda x: x[1].start)
        chosen += group
    return chosen


def write(path, text):
    """Writes a module."""
    with open(path, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
        file.write(text)


def try_module(options, name, counts):
    """Makes the mutants of one module, and counts those that are found."""
    with open(name, encoding="utf-8", errors="surrogateescape", newline="") as file:
        module = ptx.Module(file.read())
    before = collections.Counter() if options.list else findings(options, [name])[name]
    chosen = choose(options, name, module)
    for start in range(0, len(chosen), BATCH):
        try_batch(options, name, module, before, chosen[start:start + BATCH], counts)


def try_batch(options, name, module, before, chosen, counts):
    """Makes some mutants of a module, and counts those in which more is found than before."""
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, f"{i}.ptx") for i in range(len(chosen))]
        for path, mutant in zip(names, chosen):
            if not options.list:
                write(path, kinds.applied(module.text, mutant[3]))
        found = {} if options.list else findings(options, names)
        for path, mutant in zip(names, chosen):
            more = found.get(path, before) - before
            new, illegal = {x for x, group in more if group not in ILLEGAL}, any(x in ILLEGAL for _, x in more)
            account(options, name, mutant, new, illegal, counts)
            if options.save and not new and not illegal:
                keep(options, name, kinds.applied(module.text, mutant[3]), mutant)


def account(options, name, mutant, new, illegal, counts):
    """Counts one mutant."""
    kind, statement, what, _ = mutant
    level = harmless.level(kind, statement)
    for key in [level] if level == "harmless" else [kind, level, "all"]:
        count = counts[key, statement.in_loop]
        count.illegal += illegal
        count.possible += not illegal
        count.killed += bool(new) and not illegal
        count.rules.update(() if illegal else new)
    if illegal:
        return
    if new if level == "harmless" else options.survivors and not new:
        print(f"{name}:{statement.line}: {kind}{' in a loop' if statement.in_loop else ''} ({level}): {what}")


def keep(options, name, text, mutant):
    """Writes a mutant to where survivors are kept."""
    os.makedirs(options.save, exist_ok=True)
    base, kind = os.path.basename(name)[:-len(".ptx")], mutant[0].replace(" ", "-")
    digest = hashlib.sha1(text.encode(errors="surrogateescape")).hexdigest()[:6]
    write(os.path.join(options.save, f"{base}.{mutant[1].line}.{kind}.{digest}.ptx"), text)


def share(count):
    """Says how many of the possible mutants are killed."""
    return f"{count.killed:5} /{count.possible:5} {100 * count.killed // count.possible:3} %" if count.possible else ""


def table(counts):
    """Prints the counts, a kind a line."""
    print(f"{'kind':28} {'outside of loops':18} {'in loops':18} rules")
    for kind in kinds.KINDS:
        both = [counts[kind, place] for place in (False, True)]
        rules = (both[0].rules + both[1].rules).most_common(4)
        if both[0].possible or both[1].possible:
            print(f"{kind:28} {share(both[0]):18} {share(both[1]):18} " + ", ".join(f"{n} {x}" for x, n in rules))
    for name in ("must", "should", "may", "all"):
        both, total = [counts[name, place] for place in (False, True)], Count()
        total.killed, total.possible = (sum(getattr(x, y) for x in both) for y in ("killed", "possible"))
        print(f"{name:28} {share(both[0]):18} {share(both[1]):18} {share(total)}", end="")
        print(f", {sum(x.illegal for x in both)} were illegal")
    same = [counts["harmless", place] for place in (False, True)]
    print(f"{sum(x.possible for x in same)} more change nothing, of which something is found in {false_alarms(counts)}")


def false_alarms(counts):
    """Gives in how many mutants that change nothing something is found."""
    return sum(counts["harmless", place].killed for place in (False, True))


def rows(counts):
    """Gives the rows of a file of bounds."""
    return [f"{kind}\t{PLACES[place]}\t{counts[kind, place].killed}\t{counts[kind, place].possible}"
            for kind in kinds.KINDS for place in (False, True) if counts[kind, place].possible]


def hold(options, counts):
    """Compares the counts with recorded ones; decides whether they hold."""
    new = rows(counts)
    if os.environ.get("UPDATE"):
        with open(options.bounds, "w", encoding="utf-8") as file:
            file.write("# kind, place, killed at least, possible: written by `./run update`\n")
            file.write("".join(row + "\n" for row in new))
        return True
    with open(options.bounds, encoding="utf-8") as file:
        old = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    held = {tuple(row[:2]): (int(row[2]), int(row[3])) for row in old}
    now = {tuple(row.split("\t")[:2]): tuple(int(x) for x in row.split("\t")[2:]) for row in new}
    failed = false_alarms(counts)
    for key in sorted(held.keys() | now.keys()):
        (least, possible), (killed, are) = held.get(key, (0, 0)), now.get(key, (0, 0))
        if killed < least or possible != are:
            failed += 1
            print(f"{' '.join(key)}: {killed} of {are} are killed, and were {least} of {possible}")
    print(f"{len(held.keys() | now.keys()) - failed} passed, {failed} failed")
    return not failed


def arguments():
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", action="append")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--survivors", action="store_true")
    parser.add_argument("--save")
    parser.add_argument("--bounds")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("ptxcheck")
    parser.add_argument("files", nargs="+")
    ours, theirs = sys.argv[1:], []
    if "--" in ours:
        ours, theirs = ours[:ours.index("--")], ours[ours.index("--") + 1:]
    options = parser.parse_args(ours)
    options.options = theirs
    return options


def main():
    """Tries all modules."""
    options, counts = arguments(), collections.defaultdict(Count)
    modules = 0
    try:
        for name in files(options.files):
            try_module(options, name, counts)
            modules += 1
    except (Trouble, OSError) as trouble:
        print(trouble, file=sys.stderr)
        return 2
    table(counts)
    print(f"{modules} modules")
    return not hold(options, counts) if options.bounds else 0


if __name__ == "__main__":
    sys.exit(main())
