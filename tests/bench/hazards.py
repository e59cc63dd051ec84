#!/usr/bin/env python3
"""What the search for hazards costs: the check of modules with and without it.

    tests/bench/hazards.py PTXCHECK DIRECTORY...

All modules below the directories that hold an asynchronous copy or an mbarrier are checked in one process, with hazards
and with --no-flow in turn. Of several rounds the one with the least user time counts, so that what else the machine does
disturbs little. Then each module is checked alone, as often, with the start of the process, and the slowest is named.
Numbers are for comparing on one machine.
"""

import pathlib
import resource
import subprocess
import sys

ROUNDS = 5
SIGNS = (b"cp.async", b"mbarrier", b"cp.reduce.async")


def user_seconds(command):
    """Runs the command; gives the user time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    status = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if status.returncode not in (0, 1):
        sys.exit(f"{' '.join(command[:4])} …: {status.stderr.decode(errors='replace')}")
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def find_modules(directories):
    modules = (path for directory in directories for path in pathlib.Path(directory).rglob("*.ptx"))
    return sorted(str(path) for path in modules if any(sign in path.read_bytes() for sign in SIGNS))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    modules = find_modules(sys.argv[2:])
    if not modules:
        sys.exit("no module with an asynchronous copy or an mbarrier lies there")
    check = [sys.argv[1], "check", "--no-config", "--quiet", "--jobs", "1"]
    rounds = [(user_seconds(check + modules), user_seconds([*check, "--no-flow", *modules])) for _ in range(ROUNDS)]
    with_hazards, without = (min(times) for times in zip(*rounds))
    print(f"{len(modules)} modules, {sum(pathlib.Path(path).stat().st_size for path in modules) / 1e6:.1f} MB")
    print(f"with hazards {with_hazards:.2f} s, without {without:.2f} s: {with_hazards / max(without, 1e-9):.2f} times")
    alone = sorted((min(user_seconds([*check, path]) for _ in range(ROUNDS)), path) for path in modules)
    print(f"half of them take {alone[len(alone) // 2][0] * 1000:.0f} ms or less, "
          f"95 of 100 {alone[len(alone) * 95 // 100][0] * 1000:.0f} ms or less")
    print("slowest: {:.2f} s, {}".format(*alone[-1]))


if __name__ == "__main__":
    main()
