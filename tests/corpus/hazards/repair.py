#!/usr/bin/env python3
"""Makes each edit that a finding of class hazard offers, and checks that it ends the finding and begins no other.

usage: repair.py [--list] [--most N] [--seed N] PTXCHECK FILE... | DIRECTORY... [-- OPTION OF PTXCHECK...]

The wrong bodies of this folder, and mutants of the modules that are given, are checked; each edit that is offered is
made alone in a copy, which is checked again. There must be one finding less of that rule, no more of any other, and no
error of the assembler.

--list    prints how many edits were offered of each rule
--most N  at most N mutants of a kind in a module (4), chosen by --seed N (another one each time, which is printed)

Exit status: 0, 1 where an edit does not mend, 2 where something could not be done.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import types

sys.dont_write_bytecode = True  # the tests leave nothing in the sources
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "mutants"))
import kinds  # noqa: E402
import mutants  # noqa: E402
import ptx  # noqa: E402

BATCH, SHOWN = 64, 12
LIKELY = ["-Wlikely"]


class Case:
    """A text, and what ptxcheck says of it."""

    def __init__(self, name, text, origin=None):
        self.name, self.text, self.origin, self.found = name, text, origin, []

    def rules(self):
        """Gives how many findings there are of each rule."""
        return collections.Counter(x["rule"] for x in self.found)


def check(options, cases):
    """Asks ptxcheck about texts."""
    for start in range(0, len(cases), BATCH):
        with tempfile.TemporaryDirectory() as folder:
            part = {os.path.join(folder, f"{i}.ptx"): case for i, case in enumerate(cases[start:start + BATCH])}
            for path, case in part.items():
                mutants.write(path, case.text)
            done = subprocess.run([options.ptxcheck, "check", "--format=json", "--no-config", *LIKELY, *part],
                                  capture_output=True, check=False)
            if done.returncode not in (0, 1):
                raise mutants.Trouble(done.stderr.decode(errors="replace")[:2000])
            for file in json.loads(done.stdout)["files"]:
                part[file["name"]].found = file["diagnostics"]


def material(options):
    """Gives the wrong bodies, and mutants of the modules."""
    for path in sorted(HERE.glob("bodies/*.wrong*.ptx")):
        yield Case(path.stem, path.read_text(encoding="utf-8"))
    chosen = types.SimpleNamespace(kind=None, most=options.most, seed=options.seed)
    for name in mutants.files(options.modules):
        with open(name, encoding="utf-8", errors="surrogateescape", newline="") as file:
            module = ptx.Module(file.read())
        origin = Case(name, module.text)
        check(options, [origin])
        for i, mutant in enumerate(mutants.choose(chosen, name, module)):
            yield Case(f"{os.path.basename(name)} {mutant[0]} {i}", kinds.applied(module.text, mutant[3]), origin)


def mended(case, finding):
    """Gives the text with the edits of a finding; its places count bytes."""
    text = case.text.encode(errors="surrogateescape")
    for edit in sorted(finding["fixes"], key=lambda x: x["position"]["offset"], reverse=True):
        at = edit["position"]["offset"]
        text = text[:at] + edit["text"].encode() + text[at + edit["position"]["length"]:]
    return text.decode(errors="surrogateescape")


def problem(case, finding, after):
    """Says what is wrong with an edit; "" where it mends."""
    before, left = case.rules(), after.rules()
    known = case.origin.rules() if case.origin else before  # what the module itself has may be hidden, and come back
    more = [f"{rule} (line {line_of(after, rule)})" for rule in left if left[rule] > max(before[rule], known[rule])]
    if more:
        return "begins " + ", ".join(more)
    return "" if left[finding["rule"]] < before[finding["rule"]] else "does not end it"


def line_of(case, rule):
    """Gives the line of the first finding of a rule."""
    return next(x["position"]["line"] for x in case.found if x["rule"] == rule)


def main():
    """Does it."""
    parser = argparse.ArgumentParser(usage=re.search(r"usage: (.*)", __doc__)[1])
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--most", type=int, default=4)
    parser.add_argument("--seed", type=int, default=random.randrange(1000000))
    parser.add_argument("ptxcheck")
    parser.add_argument("modules", nargs="*")
    options = parser.parse_args()
    cases = list(material(options))
    check(options, cases)
    offered = [(case, finding) for case in cases for finding in case.found
               if finding["class"] == "hazard" and finding["fixes"]]
    after = [Case(case.name, mended(case, finding)) for case, finding in offered]
    check(options, after)
    wrong = [(*one, made, said) for one, made in zip(offered, after) if (said := problem(*one, made))]
    for case, finding, _, said in wrong[:SHOWN]:
        edits = "; ".join(f"{x['position']['line']}: {x['text']!r}" for x in finding["fixes"])
        print(f"{case.name}: {finding['rule']} at line {finding['position']['line']}: the edit {edits} {said}")
    counts = collections.Counter(finding["rule"] for _, finding in offered)
    for rule, count in sorted(counts.items()) if options.list else []:
        print(f"{rule:40} {count:5} offered, {sum(x[1]['rule'] == rule for x in wrong)} of them wrong")
    bodies = sum(bool(case.found) for case in cases)
    print(f"seed {options.seed}: {len(cases)} modules, {bodies} with findings, {len(offered)} edits, {len(wrong)} of them wrong")
    return int(bool(wrong))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except mutants.Trouble as trouble:
        print(f"repair.py: {trouble}", file=sys.stderr)
        sys.exit(2)
