#!/usr/bin/env python3
"""Plans random copies, other ones each time, and demands of each plan that it is right.

usage: run.py [--seed N] [--count N] [--live] COMMAND
       run.py [--seed N] [--count N] --write DIR COMMAND

Of each kind, `count` copies are planned. The module of a plan must have no finding, in the harness of the tests not
even a possible hazard. simulate.py executes it: each byte of the source must arrive once, in its place, and the
mbarrier must count them all. With --live ptxas assembles it. With --write nothing is tested: DIR gets the modules in
their harness, as many of each kind, and index.tsv, for launch.py on a machine with a GPU.

Exit status: 0, 1 where a plan is wrong, 77 where there is no ptxas.
"""

import argparse
import csv
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # the tests leave nothing in the sources

import copies  # noqa: E402
import harness  # noqa: E402
import simulate  # noqa: E402

SKIPPED = 77
TARGETS = ["sm_90", "sm_90a", "sm_100", "sm_100a", "sm_120"]
SMALLEST_ROOM = 96 << 10  # of shared memory, on any of the targets, and some for an mbarrier
SIDES = {"source": "from", "destination": "to"}  # with the registers of their addresses
FIELDS = ["file", "kind", "base", "dynamic", "cluster", "copy", "map"]


class Wrong(Exception):
    """What is wrong with a plan."""


def call(*words):
    """Runs a program; gives its status and what it said."""
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    return done.returncode, done.stdout


def check(options, folder, name, text, tensor_map, *more):
    """Demands that ptxcheck finds nothing in a module."""
    path = folder / name
    path.write_text(text, encoding="ascii")
    arguments = list(more)
    if tensor_map:
        (folder / "map.json").write_text(json.dumps(tensor_map), encoding="ascii")
        arguments.append(f"--maps={folder / 'map.json'}")
    status, said = call(options.command, "check", "--no-config", "--quiet", *arguments, path)
    if status or said:
        raise Wrong(f"ptxcheck {' '.join(arguments)} says of the module:\n{said}\n{text}")
    if options.live:
        target = text.split(".target ")[1].split()[0]
        status, said = call(options.ptxas, f"-arch={target}", "-o", "/dev/null", path)
        if status:
            raise Wrong(f"ptxas says of the module:\n{said}\n{text}")


def outside_of(copy):
    """The side in global memory, or None."""
    return next((side for side in SIDES if copy[side]["space"] == "global"), None)


def shared_base(side, machine, module):
    """The address at which a side in shared memory begins."""
    name, _, offset = harness.room_of(module, SIDES[side], side).partition("+")
    return machine.symbols[name] + int(offset or 0)


def simulated(copy, plan, rng):
    """Executes a plan, and demands that it copies what the document says."""
    module, outside = plan["module"], outside_of(copy)
    base = copy[outside]["alignment"] if outside else 0
    machine = simulate.Machine(module, plan["tensorMap"], base)
    ends = {side: base if side == outside else shared_base(side, machine, module) for side in SIDES}
    done = machine.run()
    if len(done) != plan["copies"] and not plan["tensorMap"]:
        raise Wrong(f"{len(done)} copies are made, not {plan['copies']}")
    source = rng.randbytes(copies.span(copy, "source"))
    got, counts = bytearray(harness.FILL for _ in range(copies.span(copy, "destination"))), {}
    for origin, to, size in done:
        origin, to = origin - ends["source"], to - ends["destination"]
        if origin < 0 or origin + size > len(source) or to < 0 or to + size > len(got):
            raise Wrong(f"a copy from {origin} to {to} of {size} bytes leaves the array")
        for n in range(to, to + size):
            counts[n] = counts.get(n, 0) + 1
        got[to:to + size] = source[origin:origin + size]
    plain = dict(copy, swizzle="NONE")  # the hardware swizzles; the plan says where the boxes are
    before = bytes([harness.FILL]) * len(got)
    if any(count != 1 for count in counts.values()) or sum(counts.values()) != plan["bytes"]:
        raise Wrong("not every byte arrives once")
    if bytes(got) != copies.expected(plain, before, source):
        raise Wrong("a byte arrives at another place")
    if plan["expectTx"] not in (0, plan["bytes"]):
        raise Wrong("the mbarrier does not expect all bytes")


def plan_of(options, folder, copy):
    """The plan of a copy, or None where there is none, which must be said."""
    path = folder / "copy.json"
    path.write_text(json.dumps(copy), encoding="ascii")
    status, said = call(options.command, "plan", "--format=json", path)
    document = json.loads(said) if status in (0, 1) else None
    if status not in (0, 1) or bool(document["plan"]) != (status == 0) or bool(document["diagnostics"]) != status:
        raise Wrong(f"status {status}:\n{said}")
    if status and document["diagnostics"][0]["rule"] != "no-plan":
        raise Wrong(f"the document is said to be wrong:\n{said}")
    return document["plan"]


def judge(copy, kind, plan):
    """Demands that there is a plan where there can be one, and that its copies are as large as they can be."""
    room = sum(copies.span(copy, side) for side in SIDES if side != outside_of(copy))
    if kind.startswith("tensor") or room > SMALLEST_ROOM:
        return
    unit, run = copies.unit_of(copy)
    if kind == "cp-async":
        widest = next((width for width in (16, 8, 4) if unit % width == 0), None)
    else:
        widest = run if unit % 16 == 0 else None
    if (plan["run"] if plan else None) != widest:
        raise Wrong(f"copies of {plan['run'] if plan else None} bytes are planned, and {widest} can be")


def test(options, folder, copy, kind, rng):
    """Tests one copy; gives whether it has a plan."""
    plan = plan_of(options, folder, copy)
    judge(copy, kind, plan)
    if not plan:
        return False
    tensor_map, module = plan["tensorMap"], plan["module"]
    simulated(copy, plan, rng)
    check(options, folder, "plan.ptx", module, tensor_map, "-Wlikely")
    wrapped = harness.wrap(kind, module, copies.span(copy, "source"), copies.span(copy, "destination"))
    # The harness goes through large arrays byte by byte, which is more than is executed in search of hazards.
    check(options, folder, "wrapped.ptx", wrapped, tensor_map, "--pedantic", "-Wanalysis-incomplete=off")
    return True


def write(options, folder):
    """Writes the modules and their index."""
    rng, folder = random.Random(options.seed), pathlib.Path(options.write)
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "index.tsv", "w", encoding="ascii", newline="") as index:
        rows = csv.DictWriter(index, FIELDS, delimiter="\t", lineterminator="\n")
        rows.writeheader()
        for kind in copies.KINDS:
            number = 0
            while number < options.count:
                if kind == "bulk-cluster" and number < 128:  # tiles of one run, and as many of rows
                    copy = copies.tile_copy(rng, number >= 64)
                else:
                    copy = copies.random_copy(rng, kind, ["sm_90"], rng.choice([600, 8000, 24000, 60000]))
                plan = plan_of(options, folder, copy)
                if not plan:
                    continue
                number += 1
                outside = outside_of(copy)
                name = f"{kind}-{number}.ptx"
                text = harness.wrap(kind, plan["module"], copies.span(copy, "source"),
                                    copies.span(copy, "destination"))
                (folder / name).write_text(text, encoding="ascii")
                rows.writerow({"file": name, "kind": kind, "base": copy[outside]["alignment"] if outside else 0,
                               "dynamic": plan["dynamicShared"], "cluster": plan["cluster"], "copy": json.dumps(copy),
                               "map": json.dumps(plan["tensorMap"])})
    (folder / "copy.json").unlink()


def test_all(options):
    """Tests copies of each kind; gives the exit status."""
    for kind in copies.KINDS:
        planned = 0
        for number in range(options.count):
            rng = random.Random(f"{options.seed} {kind} {number}")
            copy = copies.random_copy(rng, kind, TARGETS + ["sm_80"] * (kind == "cp-async"))
            with tempfile.TemporaryDirectory() as folder:
                try:
                    planned += test(options, pathlib.Path(folder), copy, kind, rng)
                except (Wrong, simulate.Odd) as error:
                    print(f"seed {options.seed}, {kind} {number}: {error}\n{json.dumps(copy)}")
                    return 1
        print(f"{kind}: {planned} of {options.count} copies have a plan")
        if planned * 3 < options.count:
            print(f"seed {options.seed}: too few copies have a plan")
            return 1
    return 0


def main():
    """Reads the arguments, and does what they ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--live", action="store_true")
    parser.add_argument("--write", metavar="DIR")
    parser.add_argument("command")
    options = parser.parse_args()
    options.ptxas = os.environ.get("PTXAS") or shutil.which("ptxas")
    if options.live and not options.ptxas:
        print("there is no ptxas")
        return SKIPPED
    if options.write:
        write(options, options.write)
        return 0
    return test_all(options)


if __name__ == "__main__":
    sys.exit(main())
