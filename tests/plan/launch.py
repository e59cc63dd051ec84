#!/usr/bin/env python3
"""Runs the modules that `run.py --write DIR` made on a GPU, and demands that every byte arrives where it should.

usage: launch.py [--seconds N] [--threads N] DIR

Prints, for each kind, how many plans of DIR/index.tsv move their copy, and each that does not: which byte is wrong, the
number of the CUDA error, or hangs (no end within so many seconds, 10). Needs the CUDA driver and nothing else; the
driver assembles the modules, which run in a process of their own that is started again after a hang or a trap.

Exit status: 0, 1 where a plan does not move its copy, 77 where there is no GPU.
"""

import argparse
import collections
import csv
import ctypes
import json
import pathlib
import random
import select
import subprocess
import sys

sys.dont_write_bytecode = True  # the tests leave nothing in the sources

import copies  # noqa: E402
import harness  # noqa: E402

SKIPPED, ROOM, AROUND, OUTSIDE = 77, 64 << 20, 4096, 0xDD
STRUCT_SIZE = 128  # of a CUtensorMap
CLUSTER, DYNAMIC = 4, 8  # CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
TYPES = {"UINT8": 0, "UINT16": 1, "UINT32": 2, "UINT64": 4}
SWIZZLES = {"NONE": 0, "32B": 1, "64B": 2, "128B": 3}


class Failed(Exception):
    """What went wrong with a plan."""


class Configuration(ctypes.Structure):
    """CUlaunchConfig."""
    _fields_ = [("grid", ctypes.c_uint * 3), ("block", ctypes.c_uint * 3), ("shared", ctypes.c_uint),
                ("stream", ctypes.c_void_p), ("attributes", ctypes.c_void_p), ("count", ctypes.c_uint)]


class Attribute(ctypes.Structure):
    """CUlaunchAttribute."""
    _fields_ = [("id", ctypes.c_int), ("pad", ctypes.c_int), ("value", ctypes.c_uint * 16)]


class Driver:
    """The few calls of the CUDA driver that are needed."""

    def __init__(self):
        self.library, self.context = ctypes.CDLL("libcuda.so.1"), ctypes.c_void_p()
        device = ctypes.c_int()
        self.call("cuInit", 0)
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), device)
        self.call("cuCtxSetCurrent", self.context)
        self.memory = [self.allocate() for _ in range(3)]  # in global memory, what goes in, what comes out

    def call(self, name, *arguments):
        """Calls a function of the driver."""
        status = getattr(self.library, name)(*arguments)
        if status:
            raise Failed(f"{name} {status}")

    def allocate(self):
        """Gives device memory."""
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(ROOM))
        return pointer.value

    def put(self, address, data):
        """Copies to the device."""
        self.call("cuMemcpyHtoD_v2", ctypes.c_uint64(address), bytes(data), ctypes.c_size_t(len(data)))

    def get(self, address, size):
        """Copies from the device."""
        data = ctypes.create_string_buffer(size)
        self.call("cuMemcpyDtoH_v2", data, ctypes.c_uint64(address), ctypes.c_size_t(size))
        return data.raw

    def set_global(self, module, name, value):
        """Sets a variable of the module."""
        address, size = ctypes.c_uint64(), ctypes.c_size_t()
        self.call("cuModuleGetGlobal_v2", ctypes.byref(address), ctypes.byref(size), module, name)
        self.put(address.value, value.to_bytes(8, "little"))

    def encode(self, tensor, address):
        """Has the driver make a tensor map."""
        rank = tensor["tensorRank"]
        raw = ctypes.create_string_buffer(STRUCT_SIZE + 64)
        start = -(-ctypes.addressof(raw) // 64) * 64
        last = {name: tensor[name].rpartition("_")[2] for name in ("tensorDataType", "swizzle")}
        self.call("cuTensorMapEncodeTiled", ctypes.c_void_p(start), TYPES[last["tensorDataType"]], ctypes.c_uint(rank),
                  ctypes.c_void_p(address), (ctypes.c_uint64 * rank)(*tensor["globalDim"]),
                  (ctypes.c_uint64 * rank)(*tensor["globalStrides"], 0), (ctypes.c_uint32 * rank)(*tensor["boxDim"]),
                  (ctypes.c_uint32 * rank)(*tensor["elementStrides"]), 0, SWIZZLES[last["swizzle"]], 0, 0)
        return ctypes.string_at(start, STRUCT_SIZE)

    def launch(self, function, parameter, row, threads):
        """Starts the kernel and waits for it."""
        cluster, dynamic = int(row["cluster"]), int(row["dynamic"])
        if dynamic:
            self.call("cuFuncSetAttribute", function, DYNAMIC, dynamic)
        attributes = (Attribute * 1)()
        attributes[0].id = CLUSTER
        attributes[0].value[0:3] = [cluster, 1, 1]
        configuration = Configuration((cluster, 1, 1), (threads, 1, 1), dynamic, None,
                                      ctypes.cast(attributes, ctypes.c_void_p), 1 if cluster > 1 else 0)
        holder = ctypes.create_string_buffer(parameter, max(len(parameter), 1)) if parameter else None
        pointers = (ctypes.c_void_p * 1)(ctypes.addressof(holder) if holder else None)
        self.call("cuLaunchKernelEx", ctypes.byref(configuration), function, pointers, None)
        self.call("cuCtxSynchronize")


def place_of(base):
    """Where the side in global memory begins, so that its address is a multiple of `base` and of no more."""
    return AROUND + base


def run(driver, folder, row, threads):
    """Runs a plan; raises what is wrong with it."""
    copy, kind, rng = json.loads(row["copy"]), row["kind"], random.Random(row["file"])
    outside, inside, outcome = driver.memory
    store, place = kind.endswith("store"), place_of(int(row["base"]))
    source = rng.randbytes(copies.span(copy, "source"))
    size = copies.span(copy, "destination")
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    text = (folder / row["file"]).read_bytes() + b"\0"
    driver.call("cuModuleLoadData", ctypes.byref(module), text)
    driver.call("cuModuleGetFunction", ctypes.byref(function), module, b"copy")
    driver.set_global(module, b"test_in", inside)
    driver.set_global(module, b"test_out", outcome)
    before = bytes([OUTSIDE if store else harness.FILL]) * size
    driver.put(outside, bytes([OUTSIDE]) * (place + (size if store else len(source)) + AROUND))
    driver.put(outcome, bytes([OUTSIDE]) * (size + AROUND))
    driver.put(inside if store or kind == "bulk-cluster" else outside + place, source)
    tensor = json.loads(row["map"])
    parameter = driver.encode(tensor, outside + place) if tensor else (outside + place).to_bytes(8, "little")
    driver.launch(function, parameter, row, threads)
    want = copies.expected(copy, before, source)
    if store:
        want = bytes([OUTSIDE]) * place + want + bytes([OUTSIDE]) * AROUND
    got = driver.get(outside if store else outcome, len(want))
    driver.call("cuModuleUnload", module)
    if got != want:
        wrong = [n for n, (a, b) in enumerate(zip(got, want)) if a != b]
        raise Failed(f"{len(wrong)} of {size} bytes are wrong, first {wrong[0] - (place if store else 0)}")


def serve(options):
    """Runs the rows that come in, one a line; the GPU is lost after a trap."""
    folder = pathlib.Path(options.folder)
    try:
        driver = Driver()
    except (Failed, OSError) as error:
        print(f"none {error}", flush=True)
        return SKIPPED
    print("ready", flush=True)
    for line in sys.stdin:
        try:
            run(driver, folder, json.loads(line), options.threads)
            print("right", flush=True)
        except Failed as error:
            print(f"wrong: {error}", flush=True)
            if "bytes are wrong" not in str(error):
                return 1
    return 0


class Runner:
    """The process that runs kernels, started again where it was lost."""

    def __init__(self, options):
        self.options, self.process = options, None

    def start(self):
        """Starts the process; gives whether there is a GPU."""
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--serve", "--threads", str(self.options.threads), self.options.folder],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self.process.stdout.readline().startswith("ready")

    def run(self, row):
        """Gives what came of one plan."""
        if not self.process and not self.start():
            raise SystemExit("the GPU does not come back")
        self.process.stdin.write(json.dumps(row) + "\n")
        self.process.stdin.flush()
        ready, _, _ = select.select([self.process.stdout], [], [], self.options.seconds)
        said = self.process.stdout.readline().strip() if ready else "wrong: hangs"
        if said != "right" and "bytes are wrong" not in said:
            self.process.kill()
            self.process.wait()
            self.process = None
        return said or "wrong: it died without a word"


def main():
    """Reads the arguments, runs all, and prints what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--threads", type=int, default=128)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("folder")
    options = parser.parse_args()
    if options.serve:
        return serve(options)
    runner, table = Runner(options), collections.defaultdict(collections.Counter)
    if not runner.start():
        print("no GPU is here")
        return SKIPPED
    with open(pathlib.Path(options.folder) / "index.tsv", encoding="ascii", newline="") as index:
        rows = list(csv.DictReader(index, delimiter="\t"))
    for row in rows:
        said = runner.run(row)
        table[row["kind"]][said == "right"] += 1
        if said != "right":
            print(f"{row['file']}: {said}: {row['copy']}", flush=True)
    for kind, counts in table.items():
        print(f"{kind}: {counts[True]} of {sum(counts.values())} plans move their copy")
    return 1 if any(counts[False] for counts in table.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
