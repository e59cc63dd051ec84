"""How things are measured: CPU time of interleaved runs on one core, peaks of memory, counts of instructions.

Time is user and system time of the process and of what it starts. Of several rounds, in which all commands take turns,
the least counts: what else the machine does only ever adds to it.
"""

import contextlib
import math
import os
import pathlib
import re
import shutil
import subprocess
import time
from typing import NamedTuple

ENVIRONMENT = {**os.environ, "LC_ALL": "C"}
PIECE = 1 << 20  # bytes that are taken from a pipe at once


class Trouble(Exception):
    """What was to be measured could not be run."""


class Run(NamedTuple):
    seconds: float  # of CPU time, user and system
    wall: float  # seconds
    output: bytes  # of stdout, at most its last PIECE


@contextlib.contextmanager
def one_core():
    """Keeps this process and what it starts on one core."""
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def run(command, good=(0, 1)):
    """Runs the command, with its output going to a pipe that is read."""
    command = [str(word) for word in command]
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=ENVIRONMENT)
    output = b""
    while piece := os.read(process.stdout.fileno(), PIECE):
        output = (output + piece)[-PIECE:]
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - begin
    process.stdout.close()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in good:
        raise Trouble(f"{' '.join(command[:6])} … gave {process.returncode}: {output[-2000:].decode(errors='replace')}")
    return Run(usage.ru_utime + usage.ru_stime, wall, output)


def least_seconds(commands, rounds):
    """The least CPU time of each command; `commands` has lists of words by name."""
    least = {}
    with one_core():
        for _ in range(rounds):
            for name, command in commands.items():
                least[name] = min(least.get(name, math.inf), run(command).seconds)
    return least


def seconds_each(commands, files, seconds, rounds):
    """The least CPU time of each command for all files; it is given them so often that it takes `seconds` or more."""
    with one_core():
        once = {name: run([*command, *files]).seconds for name, command in commands.items()}
    times = {name: max(1, math.ceil(seconds / max(took, 1e-4))) for name, took in once.items()}
    least = least_seconds({name: [*command, *files * times[name]] for name, command in commands.items()}, rounds)
    return {name: took / times[name] for name, took in least.items()}


def peak_memory(helper, command, scratch):
    """CPU seconds of a command, and the most memory in bytes that it had at once; `helper` is bench-peak."""
    result = pathlib.Path(scratch) / "peak"
    with one_core():
        run([helper, result, *command])
    seconds, kibibytes = result.read_text().split()
    return float(seconds), int(kibibytes) * 1024


def has_callgrind():
    return shutil.which("valgrind") is not None


def callgrind(command, out):
    """How many instructions the command executes; the profile stays in `out`."""
    run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--quiet", *command])
    text = pathlib.Path(out).read_text()
    return int(re.search(r"^(?:summary|totals): (\d+)", text, re.MULTILINE)[1])


def profile(out, count):
    """The functions with the greatest share of their own in a profile: pairs of name and share."""
    text = run(["callgrind_annotate", "--show=Ir", "--threshold=100", out]).output.decode(errors="replace")
    total = int(re.search(r"^([\d,]+)(?: \([\d. %]+\))?  PROGRAM TOTALS", text, re.MULTILINE)[1].replace(",", ""))
    found = {}
    for own, name in re.findall(r"^\s*([\d,]+)(?: \([\d. %]+\))?  \S*?:(\w[\w.@+-]*)", text, re.MULTILINE):
        name = name.split("'")[0]
        found[name] = found.get(name, 0) + int(own.replace(",", ""))
    first = sorted(found.items(), key=lambda item: -item[1])[:count]
    return [(name, own / total) for name, own in first]
