#!/usr/bin/env python3
"""Holds what ptxcheck promises against random sources, with another seed each time.

usage: properties.py [--seed N] [--round N] [--count N] [--seconds N] --kind KIND PTXCHECK

--kind fix        --fix makes the certain edits and no other, and a second run makes none
       formats    all formats tell of the same findings
       allow      a comment that allows a finding takes away that one and no other; --add-allow leaves none
       baseline   a baseline knows its findings wherever their lines go, and no others
       revision   --diff-base reports what names a changed line, and nothing else
       config     what --show-config prints is the same configuration; changed bytes are refused with a place
       layout     fmt --keep-layout moves qualifiers, and nothing else
       assembled  what --fix mended ptxas accepts
       meaning    --fix changes no meaning: direction, operands, bytes, completion, cache, scope
--seed N          what was printed, to have the same again; --round N that round alone
--count N         rounds (100)
--seconds N       ends earlier, after so much time

Exit status: 0, 1 where a property does not hold, 77 where what is needed is not here. What was tried is then printed.
"""

import argparse
import importlib
import math
import os
import random
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # the tests leave nothing in the sources
import command  # noqa: E402
import sources  # noqa: E402

KINDS = ["fix", "formats", "allow", "baseline", "revision", "config", "layout", "assembled", "meaning"]
SHOWN, SKIPPED = 3, 77  # failures that are shown


def show(folder):
    """Prints the files that a property did not hold for."""
    for directory, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != ".git"]
        for name in sorted(names):
            path = os.path.join(directory, name)
            with open(path, "rb") as file:
                print(f"--- {os.path.relpath(path, folder)}\n{file.read().decode(errors='backslashreplace')}")


def arguments():
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kind", choices=KINDS, required=True)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1000000))
    parser.add_argument("--round", type=int)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("ptxcheck")
    return parser.parse_args()


def main():
    """Tries until there are enough rounds."""
    options, start = arguments(), time.monotonic()
    kind = importlib.import_module(options.kind)
    missing = kind.unavailable() if hasattr(kind, "unavailable") else None
    if missing:
        print(missing)
        return SKIPPED
    known = sources.Material()
    failed = rounds = looked = runs = 0
    for number in range(options.count) if options.round is None else [options.round]:
        if time.monotonic() - start > options.seconds or failed >= SHOWN:
            break
        with tempfile.TemporaryDirectory() as folder:
            rnd = random.Random(f"{options.kind} {options.seed} {number}")
            tried = command.Command(options.ptxcheck, folder)
            rounds += 1
            try:
                looked += kind.try_one(tried, rnd, known)
            except command.Broken as broken:
                failed += 1
                print(f"--kind {options.kind} --seed {options.seed} --round {number}: {broken}")
                show(folder)
            runs += tried.runs
    print(f"--kind {options.kind} --seed {options.seed}: {rounds} rounds, {looked} {kind.COUNTED}, {runs} runs, "
          f"{failed} failed, {time.monotonic() - start:.0f} s")
    return bool(failed) or (looked == 0 and rounds > 10)


if __name__ == "__main__":
    sys.exit(main())
