"""What is measured: a function for each part of the table. Each gives rows with their goals, and a table of details."""

import os
import pathlib
import shutil
import statistics
from dataclasses import dataclass, field

import inputs
import measure

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
PATTERN = r"cp\.(reduce\.)?async"
GREP = ["grep", "-cE", PATTERN]
MEGABYTE = 1e6


@dataclass
class Row:
    """One line of the table. The goal is the most that it may be; None: there is none."""

    name: str
    what: str
    measured: float = None
    unit: str = ""
    goal: float = None
    skipped: str = ""  # why it was not measured

    def verdict(self):
        if self.skipped:
            return f"skipped: {self.skipped}"
        if self.goal is None:
            return ""
        return "met" if self.measured <= self.goal else "missed"


@dataclass
class Part:
    """What one function has measured."""

    name: str
    rows: list
    header: list = field(default_factory=list)  # of the table of details
    details: list = field(default_factory=list)


@dataclass
class Bench:
    """What all parts need to know."""

    build: pathlib.Path  # has the command, and tests/bench
    scratch: pathlib.Path
    rounds: int
    size: int  # of inputs, bytes
    seconds: float  # that a run should last
    growth: tuple  # sizes in bytes
    each: int  # instructions of a form that calls are timed for
    small: bool

    def __post_init__(self):
        self.command = self.build / "ptxcheck"
        self.check = [self.command, "check", "--no-config", "--jobs=1"]
        self.plain = [*self.check, "--no-flow"]

    def helper(self, name):
        return self.build / "tests" / "bench" / name

    def has_nvcc(self):
        return not self.small and inputs.find_tool("nvcc") is not None


NO_NVCC = "no nvcc here, or a small run"
NO_CALLGRIND = "no valgrind here"
FIRST, REST = "cp.async", "any legal form"

# name, what it is, goal without hazards, goal with them. Where a function has a copy, the search for hazards has no goal
# and is not measured here: it takes as long as the loops of a kernel ask for.
COMPARED = (
    ("real", "modules of nvcc", 1.0, None),
    ("real-lines", "modules of nvcc with -lineinfo", 1.0, None),
    ("real-quiet", "modules of nvcc without a copy", 1.0, 1.3),
    ("plain", "synthetic, no copy", 1.0, 1.3),
    ("tenth", "synthetic, one line in ten a copy", None, None),
    ("copies", "synthetic, copies alone", None, None),
)


def number_before(word, output):
    """The number that stands before a word in the output of the command."""
    words = output.decode(errors="replace").replace(",", "").split()
    return int(words[words.index(word) - 1])


def make_inputs(bench):
    made = [inputs.synthetic(bench.scratch, kind, bench.size) for kind in inputs.KINDS]
    return {one.name: one for one in (*(inputs.real(bench.scratch, bench.size) if bench.has_nvcc() else ()), *made)}


def check_counts(bench, one):
    """Makes sure that grep and ptxcheck see the same instructions; gives how many ptxcheck saw."""
    found = number_before("instructions", measure.run([*bench.plain, *one.files]).output)
    lines = int(measure.run(["sh", "-c", 'cat "$@" | grep -cE "$0"', PATTERN, *one.files]).output)
    if one.copies is not None and not lines == found == one.copies:
        raise measure.Trouble(f"{one.title}: {one.copies} copies were written, grep sees {lines}, ptxcheck {found}")
    if lines > found:
        raise measure.Trouble(f"{one.title}: grep sees {lines} copies, and ptxcheck {found} instructions")
    return found


def against_grep(bench, made):
    """ptxcheck, grep, wc and cat on the same bytes."""
    part = Part("grep", [], ["input", "MB", "instructions", "grep", "wc -l", "cat", "ptxcheck", "with hazards"])
    for name, what, goal, goal_hazards in COMPARED:
        rows = [Row(f"{name}/grep", f"{what}, without hazards", None, "× grep", goal)]
        if goal_hazards is not None:
            rows.append(Row(f"{name}/hazards", f"{what}, with hazards", None, "× grep", goal_hazards))
        part.rows += rows
        if name not in made:
            for row in rows:
                row.skipped = NO_NVCC
            continue
        one = made[name]
        found = check_counts(bench, one)
        commands = {"grep": GREP, "wc": ["wc", "-l"], "cat": ["cat"], "plain": bench.plain}
        if goal_hazards is not None:
            commands["hazards"] = bench.check
        took = measure.seconds_each(commands, one.files, bench.seconds, bench.rounds)
        for row, kind in zip(rows, ("plain", "hazards")):
            row.measured = took[kind] / took["grep"]
        megabytes = one.size() / MEGABYTE
        scale = 1e3 * 100 / megabytes
        part.details.append([what, f"{megabytes:.1f}", found,
                             *(f"{took[kind] * scale:.1f}" if kind in took else "" for kind in
                               ("grep", "wc", "cat", "plain", "hazards"))])
        if name == "copies":
            nanoseconds = took["plain"] * 1e9 / found
            what = "a module of copies alone, for each instruction"
            part.rows.append(Row("copies/instruction", what, nanoseconds, "ns", 300))
    return part


def library_calls(bench):
    """Calls of the library, one instruction each."""
    records = TOP / "tests" / "oracle" / "ptxas-13.0.88.tsv.gz"
    with measure.one_core():
        rounds = bench.rounds * 5  # of some microseconds each
        output = measure.run([bench.helper("bench-calls"), records, rounds, bench.each], good=(0,)).output
    calls, requests, forms = {}, {}, set()
    for line in output.decode().splitlines():
        call, form, nanoseconds, asked, text = line.split("\t")
        calls.setdefault(call, {})[form, text] = float(nanoseconds)
        requests[call] = max(requests.get(call, 0), int(asked))
        forms.add(form)
    rows = []
    for suffix, words, key in ("", "", ""), (" in a session", ", in a session", "/session"):
        both = {each: calls["parse" + suffix][each] + time for each, time in calls["check" + suffix].items()}
        copies = [time for (_, text), time in both.items() if text.startswith("cp.async.c")]
        rows += [
            Row(f"calls/cp.async{key}", f"parse and check of a cp.async, the slowest of them{words}", max(copies), "ns",
                300),
            Row(f"calls/any{key}", f"parse and check of any legal form, the slowest{words}", max(both.values()), "ns",
                1000),
            Row(f"calls/requests{key}", f"requests of memory in a parse and check{words}",
                requests["parse" + suffix] + requests["check" + suffix], "", 0),
        ]
    sources = {text: time for (_, text), time in calls["check of a source"].items() if text.startswith("cp.async.c")}
    rows += [
        Row("calls/source", "check of a source of one cp.async, the slowest", max(sources.values()), "ns", 1000),
        Row("calls/requests/source", "requests of memory in the check of a source of one instruction",
            requests["check of a source"], "", 0),
    ]
    rows.append(Row("calls/requirement", "where an instruction is legal, the slowest",
                    max(calls["requirement"].values()) / 1e3, "µs", 5))
    details = [[call, f"{min(times.values()):,.0f}", f"{statistics.median(times.values()):,.0f}",
                f"{max(times.values()):,.0f}", requests[call]] for call, times in calls.items()]
    header = [f"call ({len(both)} instructions of {len(forms)} forms)", "least ns", "median ns", "most ns", "requests"]
    return Part("calls", rows, header, details)


def recheck(bench):
    """The check of a document of 5 MB after an edit in a function in its middle."""
    path = bench.scratch / "edited.ptx"
    inputs.write_synthetic(path, "tenth", 10_000 if bench.small else 5_000_000)
    slowest = {}
    with measure.one_core():
        for what in ("recheck", "recheck-hazards"):
            output = measure.run([bench.helper("bench-calls"), what, path, bench.rounds], good=(0,)).output
            slowest[what] = max(float(line.split("\t")[2]) / 1e6 for line in output.decode().splitlines())
    path.unlink()
    return Part("recheck", [
        Row("recheck", "a module of 5 MB after one edit", slowest["recheck"], "ms", 1),
        Row("recheck/hazards", "the same, with hazards", slowest["recheck-hazards"], "ms"),
    ])


def growth(bench):
    """Time and memory from 1 MB to 1 GB."""
    part = Part("growth", [], ["size, MB", "ms a MB", "peak, MB", "with hazards, ms a MB", "peak, MB"])
    largest = bench.growth[-1]
    per_byte, peak = [], 0
    for size in bench.growth:
        if shutil.disk_usage(bench.scratch).free < 2 * size:
            part.details.append([f"{size / MEGABYTE:g}", "no room on the disk", "", "", ""])
            continue
        path = bench.scratch / "growth.ptx"
        try:
            inputs.write_synthetic(path, "tenth", size)
            cells = []
            for check in (bench.plain, bench.check):
                runs = [measure.peak_memory(bench.helper("bench-peak"), [*check, path], bench.scratch)
                        for _ in range(1 if size >= 3e8 else bench.rounds)]
                seconds, memory = min(run[0] for run in runs), max(run[1] for run in runs)
                cells += [f"{seconds * 1e3 / size * MEGABYTE:.2f}", f"{memory / MEGABYTE:.1f}"]
                if check is bench.plain:
                    per_byte.append(seconds / size)
                    peak = memory
            part.details.append([f"{size / MEGABYTE:g}", *cells])
        finally:
            path.unlink(missing_ok=True)
    name = f"{largest / MEGABYTE:,.0f} MB" if largest >= MEGABYTE else "the largest size"
    memory = Row("growth/memory", f"most memory at {name}", peak / 2**20, "MiB", 16)
    first = f"{bench.growth[0] / MEGABYTE:g} MB"
    time = Row("growth/time", f"time for each byte at {name}, by that at {first}", None, "×", 1.2)
    if len(per_byte) < len(bench.growth):
        memory.skipped = time.skipped = "no room on the disk"
    else:
        time.measured = per_byte[-1] / per_byte[0]
    part.rows = [memory, time]
    return part


def make_tree(bench):
    """A tree of sources: the headers of the toolkit or, where there are none, those of the system."""
    tree = bench.scratch / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    if bench.small:
        shutil.copytree(TOP / "include", tree / "0")
        return tree
    nvcc = inputs.find_tool("nvcc")
    headers = nvcc.resolve().parent.parent / "include" if nvcc else pathlib.Path("/usr/include")
    for number in range(3):
        shutil.copytree(headers, tree / str(number), ignore_dangling_symlinks=True)
    return tree


def trees(bench):
    """A directory of sources, against grep -r."""
    tree = make_tree(bench)
    files = sum(len(names) for _, _, names in os.walk(tree))
    check = [bench.command, "check", "--no-config", "--no-ignore", "--quiet"]
    grep = ["grep", "-rcE", PATTERN, tree]
    took = measure.least_seconds({"grep": grep, "one": [*check, "--jobs=1", tree]}, bench.rounds)
    cores = len(os.sched_getaffinity(0))
    runs = [(measure.run([*check, "--jobs=1", tree]), measure.run([*check, tree]), measure.run(grep))
            for _ in range(bench.rounds)]
    wall = [min(run.wall for run in column) for column in zip(*runs)]
    shutil.rmtree(tree)
    rows = [Row("trees/one", f"a tree of {files:,} sources on one core", took["one"] / took["grep"], "× grep -r", 1.0),
            Row("trees/all", f"the same on all {cores} cores, by the clock", wall[1] / wall[2], "× grep -r", 1.0),
            Row("trees/cores", "the same, by the clock, as part of the time on one core", wall[1] / wall[0], "×")]
    return Part("trees", rows)


def assembler(bench):
    """ptxas on modules with copies, which it takes apart as well as ptxcheck, and assembles."""
    rows = [Row("ptxas/plain", "modules of kernels that copy, without hazards", None, "× ptxas"),
            Row("ptxas/hazards", "the same with hazards", None, "× ptxas")]
    ptxas = inputs.find_tool("ptxas")
    if not ptxas or not bench.has_nvcc():
        for row in rows:
            row.skipped = "no ptxas here, or a small run"
        return Part("ptxas", rows)
    made = inputs.compile_modules(inputs.find_tool("nvcc"), bench.scratch)["copies", False]
    path = next(path for path in made if ".sm_90a." in path.name)
    times = 50
    took = measure.least_seconds({"ptxas": [ptxas, "-arch=sm_90a", path, "-o", bench.scratch / "cubin"],
                                  "plain": [*bench.plain, *[path] * times], "hazards": [*bench.check, *[path] * times]},
                                 min(bench.rounds, 3))
    for row, kind in zip(rows, ("plain", "hazards")):
        row.measured = took[kind] / times / took["ptxas"]
    return Part("ptxas", rows)


def count_beyond_first(check, paths, out):
    """What files cost when given a second time, in instructions of the processor; leaves a profile in `out`."""
    return measure.callgrind([*check, *paths, *paths], out) - measure.callgrind([*check, *paths], f"{out}.once")


def counted_files(bench, name, made):
    """The files of an input, each once, and small enough for callgrind."""
    if name not in inputs.KINDS:
        return list({path.stat().st_size: path for path in made[name].files}.values())
    path = bench.scratch / "counted.ptx"
    inputs.write_synthetic(path, name, 20_000 if bench.small else 1_000_000)
    return [path]


def counts(bench, made):
    """Instructions of the processor, which repeat."""
    header = ["input", "a byte", "a statement", "an instruction of the family", "with hazards, a byte"]
    part = Part("counts", [], header)
    for name, what, _, goal_hazards in COMPARED:
        row = Row(f"{name}/counted", f"{what}: instructions of the processor", None, "a byte")
        part.rows.append(row)
        if not measure.has_callgrind() or name not in made:
            row.skipped = NO_NVCC if name not in made else NO_CALLGRIND
            continue
        paths = counted_files(bench, name, made)
        size = sum(path.stat().st_size for path in paths)
        found = number_before("instructions", measure.run([*bench.plain, *paths]).output)
        counted = count_beyond_first(bench.plain, paths, bench.scratch / f"{name}.callgrind")
        hazards = ""
        if goal_hazards is not None:
            hazards = f"{count_beyond_first(bench.check, paths, bench.scratch / 'hazards.out') / size:.2f}"
        row.measured = counted / size
        part.details.append([what, f"{row.measured:.2f}", f"{counted / inputs.statements(paths):.0f}",
                             f"{counted / found:,.0f}" if name == "copies" else "", hazards])
    return part


def profiles(bench):
    """Where the instructions go, in the profiles that `counts` has left."""
    part = Part("profile", [], ["input", "function", "of its own"])
    if not shutil.which("callgrind_annotate"):
        return part
    for name, what, *_ in COMPARED:
        out = bench.scratch / f"{name}.callgrind"
        if out.exists() and name in ("real", "real-lines", "copies"):
            part.details += [[what, f"`{function}`", f"{share:.1%}"] for function, share in measure.profile(out, 10)]
    return part


def build_time(bench, seconds):
    """What it took to build library and command; `seconds` is None where they were built before."""
    sources = [path for room in ("src", "grammar", "include") for path in (TOP / room).rglob("*")
               if path.suffix in (".c", ".h", ".re", ".def")]
    lines = sum(len(path.read_bytes().splitlines()) for path in sources)
    rows = [Row("build", f"build of library and command, {lines:,} lines", seconds, "s CPU", 8),
            Row("build/lines", "the same for each 1,000 lines", seconds and seconds / lines * 1000, "s CPU", 0.45)]
    if seconds is None:
        for row in rows:
            row.skipped = "it was built before"
    return Part("build", rows)
