#!/usr/bin/env python3
"""Runs kernels that `rings.py --runnable` made on a GPU, and says whether each gives the answer of its correct twin.

usage: launch.py [--iterations N] [--repeat N] [--seconds N] [--must] DIR

For each file of DIR/index.tsv prints what happened: same, differs (another answer than the twin's, in one of the runs),
hangs (no end within so many seconds, 5) or traps (with the number of the CUDA error). Then a table by mistake. Needs the
CUDA driver and nothing else; the kernels run in a process of their own, which is ended and started again after a hang.

--iterations N  what the kernels get as their number of turns, or of tiles (37)
--repeat N      runs each so many times (5)
--must          only the mistakes that every execution makes

Exit status: 0, 1 where a correct kernel does not give the same answer each time, 77 where there is no GPU.
"""

import argparse
import collections
import csv
import ctypes
import pathlib
import random
import re
import select
import subprocess
import sys

SKIPPED, INPUT, OUTPUT = 77, 32 << 20, 4 << 20
LAUNCH = re.compile(r"// launch: threads=(\d+) cluster=(\d+) grid=(\d+) shared=(\d+) chunk=(\d+) words=(\d+)")


class Failed(Exception):
    """A call of the driver that failed, with its number."""


class Driver:
    """The few calls of the CUDA driver that are needed."""

    def __init__(self):
        self.library, self.context = ctypes.CDLL("libcuda.so.1"), ctypes.c_void_p()
        device = ctypes.c_int()
        self.call("cuInit", 0)
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), device)
        self.call("cuCtxSetCurrent", self.context)
        self.out, self.source = self.memory(OUTPUT), self.memory(INPUT)
        data = random.Random(1).randbytes(INPUT)
        self.call("cuMemcpyHtoD_v2", self.source, data, ctypes.c_size_t(INPUT))

    def call(self, name, *arguments):
        """Calls a function of the driver."""
        status = getattr(self.library, name)(*arguments)
        if status:
            raise Failed(f"{name} {status}")

    def memory(self, size):
        """Gives device memory."""
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(size))
        return pointer

    def run(self, path, iterations, repeat):
        """Runs the kernel of a file some times; gives its answers, the different ones."""
        text = pathlib.Path(path).read_text(encoding="ascii")
        threads, _, grid, shared, chunk, words = map(int, LAUNCH.search(text).groups())
        module, function, answers = ctypes.c_void_p(), ctypes.c_void_p(), set()
        size = words * 4 or iterations * chunk
        if size > OUTPUT or 16 * (iterations + 16) * chunk > INPUT:
            raise Failed("too many iterations")
        self.call("cuModuleLoadData", ctypes.byref(module), text.encode() + b"\0")
        entry = re.search(r"\.entry (\w+)", text)[1].encode()
        self.call("cuModuleGetFunction", ctypes.byref(function), module, entry)
        count = ctypes.c_uint32(iterations)
        pointers = [ctypes.cast(ctypes.byref(x), ctypes.c_void_p) for x in (self.out, self.source, count)]
        parameters, answer = (ctypes.c_void_p * 3)(*pointers), ctypes.create_string_buffer(size)
        for _ in range(repeat):
            self.call("cuMemsetD8_v2", self.out, ctypes.c_ubyte(0), ctypes.c_size_t(size))
            self.call("cuLaunchKernel", function, grid, 1, 1, threads, 1, 1, shared, None, parameters, None)
            self.call("cuCtxSynchronize")
            self.call("cuMemcpyDtoH_v2", answer, self.out, ctypes.c_size_t(size))
            answers.add(hash_of(answer.raw))
        self.call("cuModuleUnload", module)
        return sorted(answers)


def hash_of(data):
    """Gives a number that another answer hardly has."""
    return int.from_bytes(data, "little") % ((1 << 61) - 1)


def serve(options):
    """Runs the files that come in, one a line, and prints their answers; the GPU is lost after a trap."""
    try:
        driver = Driver()
    except (Failed, OSError) as error:
        print(f"none {error}", flush=True)
        return SKIPPED
    print("ready", flush=True)
    for line in sys.stdin:
        try:
            print("answers", *driver.run(line.strip(), options.iterations, options.repeat), flush=True)
        except Failed as error:
            print(f"traps {error}", flush=True)
            return 1
    return 0


class Runner:
    """The process that runs kernels, started again where it was lost."""

    def __init__(self, options):
        self.options, self.process = options, None

    def start(self):
        """Starts the process; gives whether there is a GPU."""
        options = self.options
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--serve", "--iterations", str(options.iterations), "--repeat",
             str(options.repeat), "."], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self.process.stdout.readline().startswith("ready")

    def run(self, path):
        """Gives what came of one file: answers …, traps … or hangs."""
        if not self.process and not self.start():
            raise SystemExit("the GPU does not come back")
        self.process.stdin.write(f"{path}\n")
        self.process.stdin.flush()
        ready, _, _ = select.select([self.process.stdout], [], [], self.options.seconds)
        said = self.process.stdout.readline().strip() if ready else "hangs"
        if not said.startswith("answers"):
            self.process.kill()
            self.process.wait()
            self.process = None
        return said or "traps without a word"


def report(options):
    """Runs all files of the index; prints what came of them, and gives the exit status."""
    folder, answers, table, bad = pathlib.Path(options.folder), {}, collections.defaultdict(collections.Counter), 0
    runner = Runner(options)
    if not runner.start():
        print("no GPU is here")
        return SKIPPED
    with open(folder / "index.tsv", encoding="ascii", newline="") as index:
        rows = list(csv.DictReader(index, delimiter="\t"))
    for row in rows:
        if row["mistake"] != "correct" and options.must and row["must"] != "yes":
            continue
        said = runner.run(folder / row["file"])
        if row["mistake"] == "correct":
            answers[row["file"]] = said
            what = "same" if said.startswith("answers") and len(said.split()) == 2 else said
            bad += what != "same"
        elif said.startswith("answers"):
            what = "same" if said == answers[row["twin"]] else "differs"
        else:
            what = said
        table[row["style"], row["mistake"]][what.split()[0]] += 1
        print(f"{row['file']}: {what}", flush=True)
    for (style, mistake), counts in sorted(table.items()):
        print(f"{style + ' ' + mistake:46} " + ", ".join(f"{what} {count}" for what, count in counts.most_common()))
    return int(bad > 0)


def main():
    """Reads the command line, and runs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=37)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--must", action="store_true")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("folder", metavar="DIR")
    options = parser.parse_args()
    return serve(options) if options.serve else report(options)


if __name__ == "__main__":
    sys.exit(main())
