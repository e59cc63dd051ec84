#!/usr/bin/env python3
"""Checks random files with one job and with several: the bytes that are printed and the exit status are the same.

usage: jobs.py [--count COUNT] [--rounds ROUNDS] [--seed SEED] COMMAND FILE...

Each round checks COUNT files, made of FILEs by random changes, in one format with some options, other ones each time. It
prints the seed and how many files were checked.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile
import time

FORMATS = ["text", "json", "jsonl", "sarif", "github", "gitlab", "junit", "gcc"]
OPTIONS = [[], ["--pedantic"], ["--no-flow"], ["--quiet"], ["--max-diagnostics=3"], ["--only=syntax,legality"]]
PIECES = [b"{", b"}", b";", b"//", b"/*", b'"', b"\x00", b"\x01", b"\x02", b"\xff", b"\n", b".shared", b"cp.async.wait_all;",
          b"// ptxcheck: allow(cp-size)\n", b".target sm_90\n", b"@%p1 ", b"bra L;"]


def change(text, chance):
    """The text with some bytes taken out, copied or put in."""
    for _ in range(chance.randrange(5)):
        at = chance.randrange(len(text) + 1)
        end = min(len(text), at + chance.randrange(30))
        text = chance.choice([text[:at] + text[end:], text[:at] + text[at:end] + text[at:],
                              text[:at] + chance.choice(PIECES) + text[at:]])
    return text


def check(command, options, directory):
    """What the check of a directory prints, and how it ends."""
    done = subprocess.run([command, "check", *options, "."], cwd=directory, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


def main():
    """Makes the files, checks them twice, and tells the first difference."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 1000000)
    parser.add_argument("command")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    given = parser.parse_args()
    command, chance = str(pathlib.Path(given.command).absolute()), random.Random(given.seed)
    texts = [(path.suffix, path.read_bytes()) for path in given.files if path.stat().st_size < 20000]
    printed = 0
    print(f"seed {given.seed}", flush=True)
    for turn in range(given.rounds):
        options = [f"--format={FORMATS[turn % len(FORMATS)]}", *chance.choice(OPTIONS)]
        with tempfile.TemporaryDirectory() as directory:
            for number in range(given.count):
                suffix, text = chance.choice(texts)
                pathlib.Path(directory, f"{number}{suffix}").write_bytes(change(text, chance))
            alone = check(command, [*options, "--jobs=1"], directory)
            several = check(command, [*options, f"--jobs={chance.choice([2, 4, 7])}"], directory)
        if alone != several or alone[0] not in (0, 1, 2):
            place = next((i for i, pair in enumerate(zip(alone[1], several[1])) if pair[0] != pair[1]), 0)
            start = max(place - 200, 0)
            print(f"{options}: {alone[0]} and {several[0]}; {len(alone[1])} and {len(several[1])} bytes, which differ at "
                  f"{place}:\n{alone[1][start:place + 200]}\n{several[1][start:place + 200]}\n"
                  f"{alone[2][:400]}\n{several[2][:400]}")
            return 1
        printed += len(alone[1])
    print(f"{given.rounds * given.count} files, {printed} bytes")
    return int(printed == 0)


if __name__ == "__main__":
    sys.exit(main())
