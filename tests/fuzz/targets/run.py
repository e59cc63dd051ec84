#!/usr/bin/env python3
"""Runs the fuzz targets of a build with PTXCHECK_FUZZ, one after another, and prints how their coverage grows.

usage: run.py [--seconds N] [--keep DIRECTORY] BUILD [TARGET...]

Each target begins with the files of its test, and goes on with what earlier runs left in DIRECTORY/TARGET, where new
inputs are kept. What is found goes to DIRECTORY/found, and its message to DIRECTORY/TARGET.log. Exit status: 0, 1 where
something was found, 2 where a target is not built.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

MARKS = [0, 60, 120, 240, 480]
PROGRESS = re.compile(r"#(\d+)\s+(\w+)\s+cov: (\d+) ")
LIMITS = ["-max_len=4096", "-timeout=30", "-rss_limit_mb=2500"]


def targets(build):
    """The tests of targets, by name: the program, and the files that it begins with."""
    said = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, capture_output=True, check=True).stdout
    found = {}
    for test in json.loads(said)["tests"]:
        command = test.get("command", [])
        if command and "/fuzz/targets/fuzz-" in command[0]:
            found[test["name"].removeprefix("fuzz-")] = command[0], [file for file in command[1:] if "/" in file]
    return found


def dictionary(program, name):
    """The dictionary of a target, which lies beside it."""
    kind = {"config": "config", "tensormap": "json", "plan": "json", "lsp": "lsp"}.get(name, "ptx")
    return pathlib.Path(program).with_name(f"{kind}.dict")


def begin(keep, name, files):
    """Makes the directory of inputs, with the files in it."""
    corpus = keep / name
    corpus.mkdir(parents=True, exist_ok=True)
    for file in files:
        shutil.copy(file, corpus / pathlib.Path(file).name)
    return corpus


def run(name, program, files, seconds, keep):
    """Runs one target; gives the coverage at each mark, the number of inputs and the exit status."""
    (keep / "found").mkdir(parents=True, exist_ok=True)
    command = [program, f"-max_total_time={seconds}", *LIMITS, "-close_fd_mask=3", f"-dict={dictionary(program, name)}",
               f"-artifact_prefix={keep / 'found'}/{name}-", str(begin(keep, name, files))]
    start, coverage, last, inputs = time.monotonic(), {}, 0, 0
    with open(keep / f"{name}.log", "w", encoding="utf-8") as log:
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, errors="replace") as fuzzer:
            for line in fuzzer.stderr:
                log.write(line)
                progress = PROGRESS.search(line)
                if not progress:
                    continue
                inputs, last = int(progress[1]), int(progress[3])
                if progress[2] == "INITED":
                    start, coverage[0] = time.monotonic(), last
                for mark in MARKS[1:]:
                    if time.monotonic() - start >= mark:
                        coverage.setdefault(mark, last)
    coverage[seconds] = last
    return coverage, inputs, fuzzer.returncode


def main():
    """Runs them, and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=240)
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("fuzzing"))
    parser.add_argument("build")
    parser.add_argument("targets", nargs="*")
    options = parser.parse_args()
    known, keep, found = targets(options.build), options.keep.absolute(), False
    for name in options.targets or known:
        if name not in known or not os.access(known[name][0], os.X_OK):
            print(f"run.py: {name} is not built in {options.build}", file=sys.stderr)
            return 2
        coverage, inputs, status = run(name, *known[name], options.seconds, keep)
        grown = ", ".join(f"{count} after {mark} s" for mark, count in sorted(coverage.items()))
        print(f"{name}: {inputs} inputs, edges: {grown}" + (f"; ended with {status}" if status else ""), flush=True)
        found |= status != 0
    return int(found)


if __name__ == "__main__":
    sys.exit(main())
