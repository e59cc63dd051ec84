#!/usr/bin/env python3
"""What ptxcheck costs, as one table: against grep, wc, cat and ptxas on the same bytes, in calls, memory, instructions.

    tests/bench/bench.py [OPTION...]

It builds library and command afresh, without debugging aids, and times that too; --build=DIR takes what is there.
Inputs are made on the spot, in the directory of --scratch. All that is compared runs in turns, one process after
another on one core, and the least CPU time of the rounds counts. Seconds differ by machine; ratios and counts do so
much less.
"""

import argparse
import json
import os
import pathlib
import platform
import shutil
import sys
import tempfile

import editor
import inputs
import measure
import page
import subjects

TARGETS = ["ptxcheck", "ptxcheck-command"]
HELPERS = ["bench-calls", "bench-peak"]


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, metavar="DIR", help="measure this build, made before")
    parser.add_argument("--scratch", type=pathlib.Path, metavar="DIR", default=subjects.TOP / "build" / "bench",
                        help="where inputs are made; 2 GB are needed (default: build/bench)")
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="of each comparison (default: 7)")
    parser.add_argument("--parts", metavar="NAME,...", help="measure these parts alone: " + ", ".join(PARTS))
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write what was measured to this file")
    parser.add_argument("--print-doc", type=pathlib.Path, metavar="FILE", help="write docs/performance.md of this run")
    parser.add_argument("--small", action="store_true", help="tiny inputs: to see that all of it works")
    return parser.parse_args()


def build(scratch):
    """Builds library and command in a fresh directory, then the helpers; gives the directory and the CPU seconds."""
    directory = scratch / "build"
    shutil.rmtree(directory, ignore_errors=True)
    jobs = f"-j{len(os.sched_getaffinity(0))}"
    measure.run(["cmake", "-S", subjects.TOP, "-B", directory, "-G", "Unix Makefiles", "-DCMAKE_BUILD_TYPE=Release",
                 "-DBUILD_TESTING=ON"], good=(0,))
    seconds = measure.run(["make", "-C", directory, jobs, *TARGETS], good=(0,)).seconds
    measure.run(["make", "-C", directory, jobs, *HELPERS], good=(0,))
    return directory, seconds


def make_bench(arguments, directory):
    if arguments.small:
        return subjects.Bench(directory, arguments.scratch, rounds=1, size=60_000, seconds=0.01,
                              growth=(20_000, 40_000), each=1, small=True)
    return subjects.Bench(directory, arguments.scratch, rounds=arguments.rounds, size=32_000_000, seconds=0.3,
                          growth=(10**6, 10**7, 10**8, 10**9), each=4, small=False)


# The parts of the table, in its order. Each takes the bench, the inputs and the seconds of the build.
PARTS = {
    "grep": lambda bench, made, seconds: subjects.against_grep(bench, made),
    "calls": lambda bench, made, seconds: subjects.library_calls(bench),
    "recheck": lambda bench, made, seconds: subjects.recheck(bench),
    "editor": lambda bench, made, seconds: editor.editor(bench),
    "growth": lambda bench, made, seconds: subjects.growth(bench),
    "trees": lambda bench, made, seconds: subjects.trees(bench),
    "ptxas": lambda bench, made, seconds: subjects.assembler(bench),
    "counts": lambda bench, made, seconds: subjects.counts(bench, made),
    "profile": lambda bench, made, seconds: subjects.profiles(bench),
    "build": lambda bench, made, seconds: subjects.build_time(bench, seconds),
}


def machine():
    """The kind of the machine, and what was used on it."""
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        model = platform.machine()
    tools = {"cc": ["cc", "--version"], "grep": ["grep", "--version"]}
    if nvcc := inputs.find_tool("nvcc"):
        tools["nvcc"] = [nvcc, "--version"]
    versions = {}
    for name, command in tools.items():
        lines = measure.run(command).output.decode().strip().splitlines()
        versions[name] = lines[-1] if name == "nvcc" else lines[0]
    return {"cpu": model, "cores": os.cpu_count(), "system": platform.system(), "versions": versions}


def main():
    arguments = read_arguments()
    chosen = arguments.parts.split(",") if arguments.parts else list(PARTS)
    if unknown := set(chosen) - set(PARTS):
        sys.exit(f"bench: there is no part {', '.join(sorted(unknown))}; the parts are {', '.join(PARTS)}")
    arguments.scratch.mkdir(parents=True, exist_ok=True)
    if arguments.small:
        arguments.scratch = pathlib.Path(tempfile.mkdtemp(dir=arguments.scratch))
    try:
        directory, seconds = (arguments.build, None) if arguments.build else build(arguments.scratch)
        bench = make_bench(arguments, directory)
        made = subjects.make_inputs(bench) if {"grep", "counts"} & set(chosen) else {}
        parts = []
        for name in chosen:
            print(f"measuring: {name} …", flush=True)
            parts.append(PARTS[name](bench, made, seconds))
            print(page.goals(parts[-1:]), flush=True)
    except (measure.Trouble, OSError) as trouble:
        sys.exit(f"bench: {trouble}")
    finally:
        if arguments.small:
            shutil.rmtree(arguments.scratch)
    kind = machine()
    print(page.text(kind, parts))
    if arguments.json:
        arguments.json.write_text(json.dumps(page.document(kind, parts), indent=1, ensure_ascii=False) + "\n")
    if arguments.print_doc:
        arguments.print_doc.write_text(page.markdown(kind, parts))


if __name__ == "__main__":
    main()
