#!/usr/bin/env python3
"""Checks that rings with a mistake get a finding that fits, and that correct ones get none.

usage: run.py [--seed N] [--count N] [--style NAME]... [--keep DIR] [--show N] [--pretend KIND] PTXCHECK
       run.py --live [--seed N] [--count N] [--style NAME]...

Makes rings (rings.py) of all styles with their mistakes and has ptxcheck look for hazards, at the default level. The
correct ones must be silent; of those that every execution gets wrong, at least 95 of 100 must get a finding with a rule
that is right for the mistake. Prints how many of each mistake and each style were found.

--seed N        what was printed, to have the same rings again; others each time without
--keep DIR      leaves the modules there
--show N        names so many of the modules that were missed of each mistake (3), after the other rules that were found
--pretend KIND  takes another checker's answers, to try this test: perfect, blind, loud, astray, sloppy
--live          only asks ptxas ($PTXAS, or the one on the path) whether it accepts all of them

Exit status: 0, 1 where too much was missed or a correct one got a finding, 77 where ptxas is not here.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # the tests leave nothing in the sources
import rings  # noqa: E402

SKIPPED, BATCH, SHARE = 77, 100, 95


def check(options, made, folder):
    """Asks ptxcheck, or who pretends to be it; gives the rules that were found in each module."""
    if options.pretend:
        return {module.name: PRETENDED[options.pretend](number, module) for number, module in enumerate(made)}
    found, names = {}, [module.name for module in made]
    parts = [names[at:at + BATCH] for at in range(0, len(names), BATCH)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for said in pool.map(lambda part: check_part(options, folder, part), parts):
            found |= said
    return found


def check_part(options, folder, names):
    """Asks ptxcheck about some files at once."""
    done = subprocess.run([options.ptxcheck, "check", "--no-config", "--format=json", *names], cwd=folder,
                          capture_output=True, text=True, timeout=600, check=False)
    if done.returncode not in (0, 1):
        if len(names) == 1:
            return {names[0]: {f"status {done.returncode} {done.stderr.strip()[:500]}"}}
        return {name: said for one in names for name, said in check_part(options, folder, [one]).items()}
    found = {name: set() for name in names}
    for file in json.loads(done.stdout)["files"]:
        found[file["name"]] = {x["rule"] for x in file["diagnostics"] if x["severity"] != "note"}
    return found


# What checkers say that are right, find nothing, find something in all, find the wrong thing, or miss every tenth.
PRETENDED = {
    "perfect": lambda number, module: set(module.fault.rules[:1]) if module.fault else set(),
    "blind": lambda number, module: set(),
    "loud": lambda number, module: set(module.fault.rules) if module.fault else {"read-before-wait"},
    "astray": lambda number, module: {"superfluous-fence"} if module.fault else set(),
    "sloppy": lambda number, module: set(module.fault.rules) if module.fault and number % 10 else set(),
}


class Tally:
    """How many of a kind were found with a rule that fits, found with another one only, and missed."""

    def __init__(self):
        self.fits, self.other, self.rules, self.missed = 0, 0, set(), []

    def add(self, module, rules):
        """Counts a module with the rules that were found in it."""
        if rules & set(module.fault.rules):
            self.fits += 1
        else:
            self.other += bool(rules)
            self.rules |= rules
            self.missed.append(module.name)

    @property
    def all(self):
        """How many there are."""
        return self.fits + len(self.missed)


def report(options, made, found):
    """Prints the tables and what is wrong; gives the exit status."""
    must, may, styles = (collections.defaultdict(Tally) for _ in range(3))
    alarms = [module for module in made if not module.fault and found[module.name]]
    for module in made:
        if module.fault:
            key = (module.style, module.fault.name)
            (must if module.fault.must else may)[key].add(module, found[module.name])
        if module.fault and module.fault.must:
            styles[module.style].add(module, found[module.name])
    for title, table in (("every execution goes wrong", must), ("an execution may go wrong", may)):
        print(f"{title + ':':48} found  other rule  of")
        for (style, name), tally in sorted(table.items()):
            missed = "  " + " ".join(sorted(tally.rules) + tally.missed[:options.show]) if table is must else ""
            print(f"  {style + ' ' + name:46} {tally.fits:5} {tally.other:11} {tally.all:3}{missed}".rstrip())
    return verdict(options, made, found, alarms, styles)


def verdict(options, made, found, alarms, styles):
    """Prints the sums and the false alarms; gives the exit status."""
    for style, tally in styles.items():
        print(f"{style}: {tally.fits} of {tally.all} found")
    for module in alarms:
        print(f"{module.name} is correct and gets {' '.join(sorted(found[module.name]))}: {module.how}")
    hits, total = sum(tally.fits for tally in styles.values()), sum(tally.all for tally in styles.values())
    right = sum(not module.fault for module in made)
    print(f"seed {options.seed}: {len(alarms)} of {right} correct rings get a finding; of {total} mistakes that every "
          f"execution makes {hits} are found ({100 * hits / max(total, 1):.1f} %, {SHARE} % must be)")
    return int(bool(alarms) or 100 * hits < SHARE * total)


def assemble(options, made, folder):
    """Asks ptxas about each module; gives the exit status."""
    program = shutil.which(os.environ.get("PTXAS") or "ptxas")
    said = program and subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    if not said or not re.search(r"V13\.0\.", said):
        print("no ptxas 13.0 is here")
        return SKIPPED

    def judge(module):
        target = re.search(r"^\.target (\w+)", module.text, re.MULTILINE)[1]
        done = subprocess.run([program, f"-arch={target}", "-o", os.devnull, module.name], cwd=folder,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return module, done.stdout if done.returncode else ""

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        failed = [(module, text) for module, text in pool.map(judge, made) if text]
    for module, text in failed[:options.show]:
        print(f"{module.name}: {text}")
    print(f"seed {options.seed}: {len(made)} modules, {len(failed)} refused by ptxas")
    return int(bool(failed))


def arguments():
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1000000))
    parser.add_argument("--count", type=int, default=rings.COUNT)
    parser.add_argument("--style", action="append", choices=rings.STYLES)
    parser.add_argument("--keep")
    parser.add_argument("--show", type=int, default=3)
    parser.add_argument("--pretend", choices=PRETENDED)
    parser.add_argument("--live", action="store_true")
    parser.add_argument("ptxcheck", nargs="?", type=os.path.abspath)
    options = parser.parse_args()
    if not (options.live or options.pretend or options.ptxcheck):
        parser.error("PTXCHECK is missing")
    return options


def main():
    """Makes the rings, and asks."""
    options = arguments()
    made = list(rings.modules(options.seed, options.count, options.style))
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary)
        rings.write(folder, made)
        if options.live:
            return assemble(options, made, folder)
        return report(options, made, check(options, made, folder))


if __name__ == "__main__":
    sys.exit(main())
