#!/usr/bin/env python3
"""Compares the verdicts of ptxcheck and ptxas on random instructions.

usage: random_verdicts.py [--seed N] [--count N] [--seconds N] [--kind KIND] [--ptxas FILE] PTXCHECK

--kind modules     whole modules, with names of every kind that hide one another
       tokens      recorded instructions with tokens dropped, doubled, swapped, replaced
       words       words of the assembler inserted as qualifiers
       specials    special registers in every place
       constants   constants near powers of two, written in every way, in place of numbers and operands
       vectors     vectors of elements of all kinds in every place
       neighbours  the instructions beside the copies, with other qualifiers and operands
--seed N           what was printed, to have the same again; otherwise another each time
--count N          verdicts to ask for (4000)
--seconds N        ends earlier, after so much time
--ptxas FILE       the assembler, otherwise $PTXAS or the ptxas on the path; only PTX versions are drawn for which
                   ptxcheck gives the verdict of its release

Each sort of difference is printed, and some are made as small as they go: PTX version, target, instruction, what ptxas
says and what ptxcheck says. Of the copies 1 verdict in 10,000 may differ, of the other instructions of the tables 1 in
1,000: the number must be one that such a rate would lead to with a probability of more than 1 in 740 (3 sigma). What
begins with no mnemonic of the tables is counted, and no more. Exit status: 0, 1 where more differ, 77 where there is no
ptxas of a release that ptxcheck follows.
"""

import argparse
import collections
import math
import os
import random
import re
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # the tests leave nothing in the sources
import ask  # noqa: E402
import material  # noqa: E402
import modules  # noqa: E402
import statements  # noqa: E402

KINDS = ["modules", "tokens", "words", "specials", "constants", "vectors", "neighbours"]
RATES = {"copies": 1e-4, "neighbours": 1e-3}
BATCH, BASES, WORDS = 400, 200, 400
SHRUNK, SHRINKING = 6, 3  # sorts of differences, and seconds for each


def surprising(count, mean):
    """Decides whether so many, or more, are less likely than 3 sigma where `mean` are expected."""
    rest, here = 1.0, math.exp(-mean)
    for k in range(count):
        rest, here = rest - here, here * mean / (k + 1)
    return rest < 0.00135


class Comparison:
    """Asks both, counts, and keeps what differs."""

    def __init__(self, assembler, checker):
        self.assembler, self.checker, self.known = assembler, checker, material.mnemonics()
        self.asked, self.differ = collections.Counter(), collections.Counter()
        self.found, self.accepted, self.dropped = collections.defaultdict(list), 0, 0

    def family(self, text):
        """Decides which bound a verdict counts for: "others" where one of the statements begins with no mnemonic."""
        found = [material.mnemonic_of(x, self.known) for x in material.statements(text)]
        return "others" if None in found else "copies" if re.match(r"(multimem\.)?cp\.", found[0]) else "neighbours"

    def add(self, text, target, lines):
        """Compares the verdicts on lines of a module."""
        theirs, ours = self.assembler.judge(text, target, lines), dict.fromkeys(lines, ())
        for finding in self.checker.judge_all([text])[0]:
            if finding[0] in ours:
                ours[finding[0]] = (*ours[finding[0]], finding)
        differ = [line for line in lines if (theirs[line] is None) != (not ours[line])]
        texts = [keep(text, lines, line) for line in differ]
        for line, alone, verdicts in zip(differ, texts, self.both(texts, target)):
            self.count(alone, target, line, *verdicts)
        for line in set(lines) - set(differ):
            self.count(text, target, line, theirs[line], ours[line])

    def add_alone(self, texts, target, line):
        """Compares the verdicts on one line of each of the modules."""
        for text, theirs, ours in zip(texts, self.assembler.judge_each(texts, target, line),
                                      self.checker.judge_all(texts)):
            if (theirs is None) != (not ours) and self.family(text.split("\n")[line]) != "others":
                theirs = self.assembler.alone(text, target)
            self.count(text, target, line, theirs, ours)

    def both(self, texts, target):
        """Gives both verdicts on modules with one line under test each."""
        return list(zip(self.assembler.workers.map(lambda text: self.assembler.alone(text, target), texts),
                        self.checker.judge_all(texts)))

    def count(self, text, target, line, theirs, ours):
        """Counts a verdict."""
        said = text.split("\n")[line]
        family = self.family(said)
        if isinstance(theirs, ask.NoVerdict):
            self.dropped += 1
            return
        self.asked[family] += 1
        self.accepted += theirs is None
        if (theirs is None) != (not ours):
            self.differ[family] += 1
        if (theirs is None) != (not ours) and family != "others":
            self.found[family, *likeness(theirs, ours)].append((len(said), said, text, target, line))

    def shrink(self, text, target, line):
        """Makes a difference smaller: without lines, then without tokens, as long as it stays."""
        kind, family = likeness(*self.both([text], target)[0]), self.family(text.split("\n")[line])
        end = time.monotonic() + SHRINKING
        while time.monotonic() < end:
            made = sorted((x for x in smaller(text, line) if self.family(x.split("\n")[line]) == family), key=len)
            ours = self.checker.judge_all(made)
            made = [x for x, found in zip(made, ours) if likeness(None, found)[1] == kind[1]]
            found = self.first_alike(made, target, line, kind)
            if not found:
                break
            text = found
        return text

    def first_alike(self, texts, target, line, kind):
        """Gives the first of the modules that differs in the same way, or None."""
        start, size = 0, 1
        while start < len(texts):
            some, start, size = texts[start:start + size], start + size, min(4 * size, 64)
            verdicts = self.assembler.judge_each(some, target, line)
            for text, verdict in zip(some, verdicts):
                if likeness(verdict, ())[0] == kind[0] and likeness(*self.both([text], target)[0]) == kind:
                    return text
        return None

    def report(self, shrunk):
        """Prints the differences, those alike together; of `shrunk` sorts the shortest is made smaller. What begins
        with no mnemonic of the tables is not printed."""
        for (family, *_), cases in sorted(self.found.items(), key=lambda item: (item[0][0], -len(item[1]))):
            _, _, text, target, line = min(cases)
            text = self.shrink(text, target, line) if shrunk > 0 else text
            shrunk -= 1
            theirs, ours = self.both([text], target)[0]
            lines = text.split("\n")
            print(f"{family}, {len(cases)} alike: {lines[0].split()[1]} {target} {lines[line]}\n"
                  f"    ptxas: {theirs or 'ok'}\n    ptxcheck: "
                  + ("; ".join(f"{message} [{rule}]" for _, rule, message in ours) or "ok"))
            if not has_names(text):
                print("    in: " + " ".join(x for x in lines[3:] if x))
        return [family for family, rate in RATES.items()
                if self.differ[family] and surprising(self.differ[family], rate * self.asked[family])]


def smaller(text, line):
    """Gives the modules without some lines, and with the line under test without some tokens."""
    lines, tokens = text.split("\n"), material.TOKEN.findall(text.split("\n")[line])
    for size in () if has_names(text) else (16, 4, 1):
        for start in range(3, len(lines), size):
            less = [("" if start <= i < start + size and i != line else x) for i, x in enumerate(lines)]
            if less != lines:
                yield "\n".join(less)
    for width in (12, 6, 3, 2, 1):
        for start in range(len(tokens) - width + 1):
            less = "".join(tokens[:start] + tokens[start + width:])
            if less.strip():
                yield "\n".join(lines[:line] + [less] + lines[line + 1:])


def likeness(theirs, ours):
    """What differences of one kind have in common."""
    return re.sub(r"'[^']*'|\d+", "_", str(theirs or "ok").split(" || ")[0]), ours[0][1] if ours else ""


def has_names(text):
    """Decides whether a module is that of the recorded verdicts."""
    return text.split("\n")[3:20] == material.MODULE.split("\n")[3:20]


def keep(text, lines, line):
    """The module with only one of the lines under test."""
    out = set(lines) - {line}
    return "\n".join("" if i in out else x for i, x in enumerate(text.split("\n")))


def filled(version, target, cases):
    """The module of the recorded verdicts with these instructions."""
    return (material.MODULE.replace("<version>", version).replace("<target>", target)
            .replace("<the case>", "\n".join(cases)))


class Environments:
    """The PTX versions and targets that both know."""

    def __init__(self, rnd, release, follows):
        self.rnd, self.targets = rnd, material.targets(release)
        self.versions = [v for v in material.versions(follows) if v <= material.newest(release)]

    def any(self, oldest=(0, 0)):
        """A target and a PTX version that it has, mostly new ones."""
        while True:
            target = self.rnd.choice(list(self.targets))
            fit = [v for v in self.versions if v >= max(self.targets[target], oldest)]
            if fit and (int(re.sub(r"\D", "", target)) >= 80 or self.rnd.random() < 0.03):
                version = fit[-1] if self.rnd.random() < 0.4 else self.rnd.choice(fit)
                if version >= (7, 0) or self.rnd.random() < 0.05:
                    return f"{version[0]}.{version[1]}", target


def is_odd(text):
    """Decides whether the braces, a comment or the end of an instruction reach further than it does."""
    return (text.count("{") != text.count("}") or text.find("}") < text.find("{") or
            re.search(r'/[/*]|[\\#"]', text) is not None or not text.rstrip().endswith((";", "}")))


def compare_modules(rnd, environments, comparison):
    """Compares the verdicts on a random module; one whose declarations ptxas refuses is passed over."""
    version, target = environments.any((7, 0))
    text, lines = modules.Writer(rnd, version, target).module()
    if not comparison.assembler.refuses(keep(text, lines, -1), target):
        comparison.add(text, target, lines)


def bases(rnd, kind, accepted, comparison, version, target):
    """Recorded instructions that are legal here, of all mnemonics and forms alike."""
    names = [m for m in accepted if kind != "neighbours" or comparison.family(m) == "neighbours"]
    shapes = [accepted[rnd.choice(names)] for _ in range(BASES)]
    cases = [rnd.choice(some[rnd.choice(list(some))]) for some in shapes]
    errors = {line for line, _, _ in comparison.checker.judge_all([filled(version, target, cases)])[0]}
    return [case for i, case in enumerate(cases) if material.PLACE + i not in errors]


def compare_statements(rnd, kind, changes, accepted, environments, comparison):
    """Compares the verdicts on changes of instructions that are legal for a random target. One that may spoil those
    beside it gets a module of its own."""
    version, target = environments.any((8, 0) if kind == "vectors" else (0, 0))
    cases = bases(rnd, kind, accepted, comparison, version, target)
    if not cases:
        return
    made = [changes.change(kind, rnd.choice(cases), cases) for _ in range(BATCH)]
    single = [case for case in made if is_odd(case) or comparison.family(case) == "others"]
    made = [case for case in made if case not in set(single)]
    found = comparison.checker.judge_all([filled(version, target, made)])[0]
    broken = {line - material.PLACE for line, rule, _ in found if rule == "syntax-error"}
    single += [case for i, case in enumerate(made) if i in broken]
    made = [case for i, case in enumerate(made) if i not in broken]
    comparison.add(filled(version, target, made), target, list(range(material.PLACE, material.PLACE + len(made))))
    comparison.add_alone([filled(version, target, [case]) for case in single], target, material.PLACE)


def known_words(assembler, words):
    """The words that the assembler knows as qualifiers, and directives, which it knows otherwise."""
    text = filled("8.0", "sm_90", [f"cp.async.wait_all{word};" for word in words])
    try:
        said = [(line - material.PLACE, what) for line, what in assembler.run([text], "sm_90")[1][0]]
    except ask.NoVerdict:  # there is a word that it cannot stand
        half = len(words) // 2
        return known_words(assembler, words[:half]) + known_words(assembler, words[half:]) if half else []
    end = min((line + 1 for line, what in said if "arsing" in what), default=len(words))
    unknown = {line for line, what in said if what.startswith("Unknown modifier")}
    known = [word for i, word in enumerate(words[:end]) if i not in unknown]
    return known + (known_words(assembler, words[end:]) if words[end:] else [])


def arguments():
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kind", choices=KINDS, default="tokens")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1000000))
    parser.add_argument("--count", type=int, default=4000)
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--ptxas", default=os.environ.get("PTXAS") or "ptxas")
    parser.add_argument("ptxcheck")
    return parser.parse_args()


def main():
    """Compares until there are enough verdicts."""
    options, rnd = arguments(), random.Random()
    rnd.seed(options.seed)
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        assembler, release = ask.known_assembler(options.ptxas, folder)
        comparison = Comparison(assembler, ask.Checker(options.ptxcheck))
        environments = Environments(rnd, release, comparison.checker.follow(release, material.newest(release)))
        if not environments.versions:
            print("ptxcheck follows another ptxas")
            return ask.SKIPPED
        accepted, everything = material.recorded(comparison.known, release)
        words = sorted({*material.qualifiers(), *material.strings(assembler.command)}) if options.kind == "words" else []
        words = [word for i in range(0, len(words), WORDS) for word in known_words(assembler, words[i:i + WORDS])]
        changes = statements.Kinds(rnd, words, material.specials(), everything)
        while sum(comparison.asked.values()) < options.count and time.monotonic() - start < options.seconds:
            if options.kind == "modules":
                compare_modules(rnd, environments, comparison)
            else:
                compare_statements(rnd, options.kind, changes, accepted, environments, comparison)
        failed = comparison.report(SHRUNK)
    return conclude(options, comparison, failed, time.monotonic() - start)


def conclude(options, comparison, failed, seconds):
    """Prints the numbers, and gives the exit status."""
    print(f"--kind {options.kind} --seed {options.seed}: " + ", ".join(
        f"{comparison.asked[family]} {family} of which {comparison.differ[family]} differ"
        for family in ("copies", "neighbours", "others")) +
        f"; {comparison.accepted} accepted, {comparison.dropped} without a verdict, {seconds:.0f} s")
    if failed:
        print(f"more of the {' and '.join(failed)} differ than the bound allows")
    return bool(failed) or comparison.accepted == 0


if __name__ == "__main__":
    sys.exit(main())
