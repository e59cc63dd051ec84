"""Holds what the command takes to be linear in its input: growth.py COMMAND [WORD...]

Each row of cases.py is checked at n and at 4 n, and the machine instructions of the command are counted, less those
that it takes to start; at 4 n they may be five times as many. Where each item is held against each other one, up to a
limit, n is below it, and they may be 20 times as many. Instructions are counted and not seconds, so that the test says
the same on any machine under any load. Rows whose name has one of the words are checked, or all.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from cases import BESIDE, CASES

TIMES, BOUND, PAIRS = 4, 5, 20
SKIPPED = 77
SEED = "1"


class Trouble(Exception):
    """The command could not do what is counted."""


def finish(done, good):
    """Gives what the counter printed, unless the command that it counted ended in another way than it should."""
    if done.returncode not in good:
        raise Trouble(done.stderr.decode(errors="replace"))
    return done.stderr


def perf(arguments, good):
    """Gives the instructions by the counters of the processor; None where there are none."""
    done = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", *arguments],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=ENVIRONMENT, check=False)
    found = re.search(rb"^(\d+),,instructions:u", finish(done, good), re.MULTILINE)
    return int(found.group(1)) if found else None


def callgrind(arguments, good):
    """Gives the instructions that valgrind executes; None where it does not say."""
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *arguments],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=ENVIRONMENT, check=False)
    found = re.search(rb"Collected\s*:\s*(\d+)", finish(done, good))
    return int(found.group(1)) if found else None


ENVIRONMENT = dict(os.environ, PTXCHECK_SEED=SEED, LC_ALL="C")


def find_counter(command):
    """Gives the first counter that counts here, or None: valgrind runs no command that sanitizers are in."""
    for counter in (perf, callgrind):
        try:
            if counter([command, "--version"], good=(0,)):
                return counter
        except (OSError, Trouble):
            pass
    return None


def write(path, made):
    """Writes what a case makes: a file, or a folder of several by name."""
    files = {path / name: text for name, text in made.items()} if isinstance(made, dict) else {path: made}
    path.parent.mkdir()
    for name, text in files.items():
        name.parent.mkdir(exist_ok=True)
        name.write_text(text, encoding="utf-8")


def count(counter, command, case, times, folder):
    """Counts the instructions of a run for the case, with `times` as much of everything."""
    path = pathlib.Path(folder, f"{CASES.index(case)}-{times}", f"case.{case.extension}")
    write(path, case.make(case.n * times))
    if case.beside:
        (path.parent / BESIDE).write_text(case.beside(case.n * times), encoding="utf-8")
    arguments = [argument.format(beside=path.parent / BESIDE) for argument in case.arguments]
    usual = [] if case.command == "pipeline" else ["--no-config", "--jobs=1"]
    arguments = [command, case.command, *usual, *arguments, str(path)]
    if case.first:
        subprocess.run([*arguments, case.first], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT,
                       check=False)
    counted = counter(arguments, good=(0, 1))
    shutil.rmtree(path.parent)
    return counted


def judge(counter, command, case, start, folder):
    """Gives how often as many instructions the larger input takes, and those of the smaller one."""
    small = count(counter, command, case, 1, folder) - start
    large = count(counter, command, case, TIMES, folder) - start
    return large / small, small


def main():
    command, words = sys.argv[1], sys.argv[2:]
    counter = find_counter(command)
    if not counter:
        print("skipped: neither perf nor valgrind counts instructions here; valgrind is a package of most systems")
        return SKIPPED
    cases = [case for case in CASES if not words or any(word in case.name for word in words)]
    failed = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        start = counter([command, "--version"], good=(0,))
        results = pool.map(lambda case: judge(counter, command, case, start, folder), cases)
        for case, (ratio, small) in zip(cases, results):
            wrong = ratio > (PAIRS if case.pairs else BOUND)
            failed += wrong
            print(f"{'too many' if wrong else 'good':8} {ratio:5.2f} {small:12} {case.name}", flush=True)
    print(f"{len(cases) - failed} of {len(cases)} good, counted by {counter.__name__}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
