#!/usr/bin/env python3
"""Writes kernels with rings of asynchronous copies, correct ones, and each with every mistake that it can have.

usage: rings.py --seed N --out DIR [--count N] [--style NAME]... [--runnable] [--delay producer|consumer]

index.tsv in the directory has a line for each file: its name, `correct` or the name of the mistake, `yes` where every
execution with enough turns goes wrong (`no` where it may), the rules that are right for it, the file of the correct
twin, the style, and what kind of ring it is.

--runnable   kernels that can be launched: with as many threads as .reqntid says, the parameters (u64 out, u64 in,
             u32 iterations), one CTA or one cluster, and the bytes of dynamic shared memory that the comment
             `// launch:` says. What each thread read of the ring is in the words that it writes to out, or out is what
             the ring stored: a wrong answer is another one than that of the twin. No tensor maps then
--delay ROLE puts a sleep into each turn of the one who fills the slots, or of those who read them
"""

import argparse
import pathlib
import random
import sys

sys.dont_write_bytecode = True  # the tests leave nothing in the sources
import arrivals  # noqa: E402
import bulk  # noqa: E402
import cluster  # noqa: E402
import groups  # noqa: E402
import roles  # noqa: E402
import stores  # noqa: E402
import tensor  # noqa: E402

STYLES = {style.name: style for style in (groups.Groups, bulk.Together, roles.Roles, roles.Persistent, stores.Stores,
                                       arrivals.AllArrive, arrivals.WarpsArrive, cluster.Cluster,
                                       tensor.Wgmma, tensor.Tcgen05)}
COUNT = 200


class Module:
    """One file: its text, and what is wrong with it."""

    def __init__(self, name, text, fault, twin, style, how):
        self.name, self.text, self.fault, self.twin, self.style, self.how = name, text, fault, twin, style, how

    def row(self):
        """Gives the line of the index."""
        fault = self.fault
        words = [self.name, fault.name if fault else "correct", "yes" if fault and fault.must else "no",
                 ",".join(fault.rules) if fault else "-", self.twin, self.style, self.how]
        return "\t".join(words) + "\n"


def modules(seed, count, styles=(), runnable=False, delay=None):
    """Gives the modules of so many rings, those of a ring one after the other."""
    names = [name for name in styles or STYLES if not runnable or STYLES[name].can_run]
    for number in range(count):
        name = names[number % len(names)]
        ring = STYLES[name](random.Random(f"{seed} {name} {number}"), runnable, delay)
        twin = f"{name}-{number:03}.ptx"
        text = ring.text()
        yield Module(twin, text, None, twin, name, ring.describe())
        for fault in ring.faults():
            wrong = ring.text(fault.name)
            if wrong == text:
                raise SystemExit(f"the mistake {fault.name} of {twin} changes nothing (seed {seed})")
            yield Module(f"{name}-{number:03}.{fault.name}.ptx", wrong, fault, twin, name, ring.describe())


def write(folder, made):
    """Writes the modules and their index."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "index.tsv", "w", encoding="ascii") as index:
        index.write("file\tmistake\tmust\trules\ttwin\tstyle\tring\n")
        for module in made:
            (folder / module.name).write_text(module.text, encoding="ascii")
            index.write(module.row())


def arguments():
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--style", action="append", choices=STYLES)
    parser.add_argument("--runnable", action="store_true")
    parser.add_argument("--delay", choices=["producer", "consumer"])
    return parser.parse_args()


def main():
    """Writes what is asked for."""
    options = arguments()
    write(options.out, modules(options.seed, options.count, options.style, options.runnable, options.delay))
    return 0


if __name__ == "__main__":
    sys.exit(main())
