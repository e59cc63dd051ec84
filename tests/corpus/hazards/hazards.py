#!/usr/bin/env python3
"""Checks that each hazard is found in the body that has it, in no other, and in all their disguises.

usage: hazards.py [--live] [--plain] [--seed N] [--rule RULE]... [--mixtures N]
                  [--keep DIR] [--pretend KIND] PTXCHECK

bodies/RULE.wrong[-NAME].ptx must get what its comments `// expect: RULE` say, on those lines, and no other finding of
class hazard or undefined; RULE.right[-NAME].ptx none. Of a constant that is written in the instruction, the rule of
class undefined speaks that folded.def has for the hazard. So must each of their disguises (disguises.py), and what nvcc made of
cuda/*.cu.
The first line of a body, `// options: …`, gives options of the check. At --pedantic nothing else may be said, but where
unrelated work was put in: that may go wrong.

--live            only asks ptxas ($PTXAS, or the one on the path) whether it accepts all of them, and nvcc, where it is
                  of the same release, whether it still prints cuda/*.ptx; UPDATE=1 in the environment writes them anew
--plain           the bodies as they are, in no disguise
--seed N          what was printed, to have the same disguises again; another one each time without
--rule RULE       only the bodies of this rule
--mixtures N      beside each disguise alone, so many random mixtures of a body (4)
--keep DIR        leaves all modules there
--pretend KIND    takes another checker's answers, to try this test: perfect, blind, loud, astray

Exit status: 0, 1 where something was missed or too much was found, 77 where ptxas is not here.
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
HERE = pathlib.Path(__file__).resolve().parent
import body  # noqa: E402
import disguises  # noqa: E402

SKIPPED, BATCH, SHOWN = 77, 200, 5
PEDANTIC = "--pedantic"
INCOMPLETE = "analysis-incomplete"  # it says something of ptxcheck, and nothing of the kernel
EXPECTED = re.compile(r"// expect: ([\w-]+)")
GRAMMAR = HERE.parents[2] / "grammar"


def rules_of_constants():
    """Returns the rules about constants that stand for each hazard, by its name."""
    tables = "".join(path.read_text() for path in sorted(GRAMMAR.glob("*.def")))
    names = dict(re.findall(r'^(?:RULE|HAZARD)\( (PTXC_RULE_\w+),\s+"([\w-]+)"', tables, re.MULTILINE))
    rules = collections.defaultdict(set)
    for rule, hazard in re.findall(r"^FOLDED\( (\w+),[^,]*,[^,]*,\s*(\w+),", tables, re.MULTILINE):
        rules[names[hazard]].add(names[rule])
    return rules


CONSTANTS = rules_of_constants()


class Case:
    """A module, with the rule whose body it is, and how it is disguised: ["body"] for the plain one."""

    def __init__(self, rule, wrong, name, how, text):
        self.rule, self.wrong, self.name, self.how, self.text = rule, wrong, name, how, text
        options = re.match(r"// options: (.*)", text)
        self.options = tuple(options[1].split()) if options else ()
        self.target = re.search(r"^\.target (\w+)", text, re.MULTILINE)[1]
        self.found, self.pedantic = collections.Counter(), collections.Counter()

    def expected(self):
        """Gives what must be found, as lines and rules."""
        return collections.Counter((number, rule) for number, line in enumerate(self.text.split("\n"), 1)
                                   for rule in EXPECTED.findall(line))

    def missed(self):
        """Gives what was not found."""
        return self.expected() - self.found

    def alarms(self):
        """Gives what was found and must not be, at any level."""
        return (self.found | self.pedantic) - self.expected()

    def is_right(self):
        """Whether all that must be found was found, and nothing else."""
        return not self.missed() and not self.alarms()


def cases(options):
    """Gives the bodies, the plain ones first of each, and the modules that nvcc printed."""
    for path in sorted([*HERE.glob("bodies/*.ptx"), *HERE.glob("cuda/*.ptx")]):
        rule, kind = path.name.split(".")[:2]
        text, wrong = path.read_text(), kind.startswith("wrong")
        if path.parent.name == "cuda" and not options.rule:
            yield Case(f"cuda/{path.stem}", True, path.stem, ["cuda"], text)
        if path.parent.name == "cuda" or (options.rule and rule not in options.rule):
            continue
        yield Case(rule, wrong, path.stem, ["body"], text)
        if options.plain:
            continue
        rnd = random.Random(f"{options.seed} {path.name}")
        for number, names in enumerate(disguises.choices(body.Kernel(text), rnd, rule, path.stem, options.mixtures)):
            made, done = disguises.apply(body.Kernel(text), names, rnd, rule)
            if done:
                how = done + ["mixed"] * (len(done) > 1)
                yield Case(rule, wrong, f"{path.stem}.{number}", how, made)


def check(options, made, folder):
    """Asks ptxcheck, or who pretends to be it, and remembers what each case got."""
    if options.pretend:
        for case in made:
            case.found = PRETENDED[options.pretend](case)
        return
    groups = collections.defaultdict(list)
    for case in made:
        groups[case.options].append((case, case.found))
        if PEDANTIC not in case.options and "unrelated" not in case.how:
            groups[PEDANTIC,].append((case, case.pedantic))
    parts = [(given, group[at:at + BATCH]) for given, group in groups.items() for at in range(0, len(group), BATCH)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for _ in pool.map(lambda part: check_part(options, folder, *part), parts):
            pass


def check_part(options, folder, given, part):
    """Asks ptxcheck about some files at once."""
    names = {f"{case.name}.ptx": found for case, found in part}
    expected = {f"{case.name}.ptx": case.expected() for case, _ in part}
    done = subprocess.run([options.ptxcheck, "check", "--no-config", "--only=hazard,undefined", "--format=json", *given,
                           *names], cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode not in (0, 1):
        for one in part if len(part) > 1 else ():
            check_part(options, folder, given, [one])
        if len(part) == 1:
            part[0][1][0, f"status {done.returncode} {done.stderr.strip()[:500]}"] += 1
        return
    said = json.loads(done.stdout)
    if {file["name"] for file in said["files"]} != set(names):
        raise SystemExit("ptxcheck does not tell of each file")
    for file in said["files"]:
        names[file["name"]].update(found_as(x, expected[file["name"]]) for x in file["diagnostics"]
                                    if x["class"] in ("hazard", "undefined") and x["rule"] != INCOMPLETE)


def found_as(diagnostic, expected):
    """Returns the line and the rule of a finding: of one about a constant the hazard that is expected there."""
    line, rule = diagnostic["position"]["line"], diagnostic["rule"]
    for other, hazard in expected:
        if line == other and rule in CONSTANTS[hazard]:
            return line, hazard
    return line, rule


# What checkers say that are right, find nothing, warn of the last line too, or of the line before the right one.
PRETENDED = {
    "perfect": lambda case: case.expected(),
    "blind": lambda case: collections.Counter(),
    "loud": lambda case: case.expected() + collections.Counter([(case.text.count("\n"), "read-before-wait")]),
    "astray": lambda case: collections.Counter({(line - 1, rule): n for (line, rule), n in case.expected().items()}),
}


def report(options, made):
    """Prints a line for each rule, and what is wrong; gives the exit status."""
    rules, failed = collections.defaultdict(list), []
    for case in made:
        rules[case.rule].append(case)
        failed += [] if case.is_right() else [case]
    print(f"{'rule':40} body  near miss  disguises found  near misses quiet")
    for rule, of_rule in sorted(rules.items()):
        print(summary(rule, of_rule))
    for case in failed[:SHOWN]:
        show(options, case)
        for what, which in (("was missed", case.missed()), ("must not be found", case.alarms())):
            for line, rule in sorted(which):
                print(f"  line {line}: {rule} {what}")
    plain = sum(case.how == ["body"] for case in made)
    print(f"seed {options.seed}: {plain} bodies, {len(made) - plain} disguises, {len(failed)} of them wrong")
    return int(bool(failed))


def summary(rule, of_rule):
    """Gives what the table says of a rule."""
    def word(wrong, good, bad):
        plain = [case for case in of_rule if case.how == ["body"] and case.wrong == wrong]
        return "-" if not plain else good if all(x.is_right() for x in plain) else bad

    def share(wrong):
        others = [case for case in of_rule if case.how != ["body"] and case.wrong == wrong]
        return f"{sum(case.is_right() for case in others)}/{len(others)}"

    return f"{rule:40} {word(True, 'ok', 'miss'):5} {word(False, 'ok', 'alarm'):10} {share(True):16} {share(False)}"


def show(options, case):
    """Prints a case that went wrong."""
    print(f"\n{case.name}: {' '.join(case.how)} (--seed {options.seed} --rule {case.rule} --mixtures "
          f"{options.mixtures})")
    for number, line in enumerate(case.text.split("\n"), 1):
        print(f"{number:5} {line}")


def assemble(options, made, folder):
    """Asks ptxas about each module; gives the exit status."""
    program = release_of(os.environ.get("PTXAS") or "ptxas")
    if not program:
        print("no ptxas 13.0 is here")
        return SKIPPED

    def judge(case):
        done = subprocess.run([program, f"-arch={case.target}", "-o", os.devnull, f"{case.name}.ptx"], cwd=folder,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return case, done.stdout if done.returncode else ""

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        failed = [(case, said) for case, said in pool.map(judge, made) if said]
    for case, said in failed[:SHOWN]:
        show(options, case)
        print(said)
    print(f"seed {options.seed}: {len(made)} modules, {len(failed)} refused by ptxas")
    return int(bool(failed) | compile_again(folder))


def release_of(name):
    """Gives the program of this name, or None where it is not here or not of CUDA 13.0."""
    program = shutil.which(name)
    said = program and subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    return program if said and re.search(r"V13\.0\.", said) else None


def compile_again(folder):
    """Compiles the CUDA sources where nvcc is here; gives whether it prints something else than is kept."""
    program, differs = release_of("nvcc"), False
    for source in sorted(HERE.glob("cuda/*.cu")) if program else []:
        new, kept = pathlib.Path(folder, "printed.ptx"), source.with_suffix(".ptx")
        subprocess.run([program, "-std=c++17", "-O3", "-arch=sm_90a", "-ptx", "-o", new, source], check=True)
        if os.environ.get("UPDATE"):
            shutil.copy(new, kept)
        if new.read_bytes() != kept.read_bytes():
            print(f"nvcc prints another {kept.name}: UPDATE=1 writes it anew")
            differs = True
    return differs


def arguments():
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--live", action="store_true")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1000000))
    parser.add_argument("--rule", action="append")
    parser.add_argument("--mixtures", type=int, default=4)
    parser.add_argument("--keep")
    parser.add_argument("--pretend", choices=PRETENDED)
    parser.add_argument("ptxcheck")
    options = parser.parse_args()
    options.ptxcheck = os.path.abspath(options.ptxcheck)
    return options


def main():
    """Makes the cases, and asks."""
    options = arguments()
    made = list(cases(options))
    if not made:
        raise SystemExit("there is no such rule")
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or temporary
        os.makedirs(folder, exist_ok=True)
        for case in made:
            pathlib.Path(folder, f"{case.name}.ptx").write_text(case.text)
        if options.live:
            return assemble(options, made, folder)
        check(options, made, folder)
        return report(options, made)


if __name__ == "__main__":
    sys.exit(main())
