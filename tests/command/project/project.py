"""project.py COMMAND: ptxcheck in a project of 50 kernels, of which three have a defect and two allow what they do.

One command finds the three and nothing else in every format, a baseline makes the next run clean, and --fix mends what
it says that it mends and changes no other byte. The kernels differ from run to run: the seed is printed on failure.
"""

import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

COMMAND = str(Path(sys.argv[1]).resolve())
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(1 << 32)
CHANCE = random.Random(SEED)

PTX = """.version 8.0
.target sm_90
.address_size 64

.visible .entry {name}(.param .u64 source)
{{
    .reg .b32 %r<4>;
    .reg .b64 %rd<2>;
    .shared .align 128 .b8 tile[{room}];
    .shared .align 8 .b64 bar;

    ld.param.u64 %rd1, [source];
{body}
    cp.async.commit_group;
    cp.async.wait_group 0;
    ret;
}}
"""
CUDA = """#include <cstdint>

// Loads {room} bytes of the tile.
__device__ void {name}(uint32_t tile, const void *source, uint32_t bar)
{{
    asm volatile(
{body}
        :: "r"(tile), "l"(source), "r"(bar)
        : "memory");
}}
"""
PYTHON = '''import triton.language as tl


def {name}(tile, source):
    """Copies {room} bytes, 16 at a time."""
    return tl.inline_asm_elementwise(
        """
{body}
        """,
        "=r,r,l", [tile, source], dtype=tl.int32, is_pure=False, pack=1)
'''


def ptx(name, wrong=None):
    size = CHANCE.choice([4, 8, 16])
    count = CHANCE.randrange(1, 5)
    lines = [f"    cp.async.ca.shared.global [tile+{16 * i}], [%rd1+{16 * i}], {size};" for i in range(count)]
    lines += wrong or []
    return PTX.format(name=name, room=128 * CHANCE.randrange(1, 9), body="\n".join(lines))


def cuda(name, wrong=None):
    size = 16 * CHANCE.randrange(1, 64)
    copy = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
    lines = [f'        "{copy} [%0], [%1], {size}, [%2];\\n"'] * CHANCE.randrange(1, 3)
    lines += wrong or []
    return CUDA.format(name=name, room=size, body="\n".join(lines))


def python(name, wrong=None):
    lines = [f"        cp.async.cg.shared.global [$1+{16 * i}], [$2], 16;" for i in range(CHANCE.randrange(1, 5))]
    lines += wrong or []
    return PYTHON.format(name=name, room=16 * len(lines), body="\n".join(lines))


# What is wrong: a language, the lines, the rule, and what --fix makes of the first line (None: a person must decide).
DEFECTS = [
    (ptx, ["    cp.async.cg.shared.globl [tile+64], [%rd1], 16;"], "unknown-qualifier",
     "    cp.async.cg.shared.global [tile+64], [%rd1], 16;"),
    (cuda, ['        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::byte [%0], [%1], 64, [%2];\\n"'],
     "unknown-qualifier",
     '        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 64, [%2];\\n"'),
    (python, ["        cp.async.ca.shared.global [$1], [$2], 12;"], "cp-size", None),
]
# What is allowed by a comment: without it each would be a finding.
ALLOWED = [
    (ptx, ["    // ptxcheck: allow(misaligned-address) the kernel that calls this one moves the tile by 8",
           "    cp.async.cg.shared.global [tile+72], [%rd1], 16;"]),
    (ptx, ["    cp.async.ca.shared.global [tile+68], [%rd1], 16; // ptxcheck: allow(misaligned-address) likewise"]),
]
KINDS = {ptx: "ptx", cuda: "cu", python: "py"}


class Project:
    """A directory with the 50 kernels; `defects` are the file, the rule, the line, its text and what to make of it."""

    def __init__(self, top):
        self.top, self.defects, self.allowed = Path(top), [], []
        names = CHANCE.sample(range(100, 1000), 50)
        special = DEFECTS + ALLOWED
        for place, number in enumerate(names):
            make = special[place][0] if place < len(special) else CHANCE.choice(list(KINDS))
            wrong = special[place][1] if place < len(special) else None
            directory = CHANCE.choice(["kernels", "kernels/attention", "src/copies"])
            path = Path(directory) / f"kernel_{number}.{KINDS[make]}"
            text = make(f"kernel_{number}", wrong)
            (self.top / path).parent.mkdir(parents=True, exist_ok=True)
            (self.top / path).write_text(text)
            if place < len(DEFECTS):
                line = text.splitlines().index(wrong[0]) + 1
                self.defects.append((path.as_posix(), DEFECTS[place][2], line, wrong[0], DEFECTS[place][3]))
            elif wrong:
                self.allowed.append(path.as_posix())

    def run(self, *arguments):
        return subprocess.run([COMMAND, *arguments], cwd=self.top, capture_output=True, text=True, timeout=60)

    def files(self):
        return {path.relative_to(self.top).as_posix(): path.read_text()
                for path in self.top.rglob("kernel_*") if path.is_file()}


def from_text(output):
    return [(path, rule, int(line)) for path, line, rule in
            re.findall(r"^([^\s:]+):(\d+):\d+: (?:error|warning): .* \[([\w-]+)\]$", output, re.M)]


def from_github(output):
    return [(path, rule, int(line)) for path, line, rule in
            re.findall(r"^::(?:error|warning) file=([^,]+),line=(\d+),.*title=ptxcheck ([\w-]+)::", output, re.M)]


def from_json(output):
    return [(file["name"], finding["rule"], finding["position"]["line"])
            for file in json.loads(output)["files"] for finding in graver(file["diagnostics"])]


def from_jsonl(output):
    findings = [json.loads(line) for line in output.splitlines()]
    return [(finding["file"], finding["rule"], finding["position"]["line"]) for finding in graver(findings)]


def from_sarif(output):
    found = []
    for result in json.loads(output)["runs"][0]["results"]:
        place = result["locations"][0]["physicalLocation"]
        if result["level"] in ("error", "warning"):
            found.append((place["artifactLocation"]["uri"], result["ruleId"], place["region"]["startLine"]))
    return found


def graver(findings):
    return [finding for finding in findings if finding["severity"] in ("error", "warning")]


def summary_of(run):
    summary = json.loads(run.stdout)["summary"]
    return summary["errors"], summary["fixed"], summary["allowed"], summary["known"]


READERS = {"text": from_text, "gcc": from_text, "github": from_github, "json": from_json, "jsonl": from_jsonl,
           "sarif": from_sarif}
FAILURES = []


def hold(condition, what, output=""):
    if not condition:
        FAILURES.append(what)
        print(f"failed: {what}\n{output[:3000]}")


def check_formats(project):
    """The three defects, in every format, and nothing else."""
    wanted = sorted((path, rule, line) for path, rule, line, _, _ in project.defects)
    for name, read in READERS.items():
        run = project.run(f"--format={name}", "--max-diagnostics=0", ".")
        hold(run.returncode == 1, f"{name}: exit status {run.returncode}", run.stderr)
        hold(sorted(read(run.stdout)) == wanted, f"{name}: not the three defects", run.stdout)
    run = project.run("--format=json", ".")
    hold(summary_of(run) == (3, 0, len(ALLOWED), 0), "the summary in JSON", run.stdout)
    run = project.run("--ignore-allow", "--format=jsonl", ".")
    wanted = sorted([path for path, *_ in wanted] + project.allowed)
    hold(sorted(path for path, *_ in from_jsonl(run.stdout)) == wanted, "without the comments", run.stdout)


def check_baseline(project):
    """The second run with a baseline is clean, until there is a new defect."""
    first = project.run("--baseline=known.json", "--update-baseline", ".")
    hold(first.returncode == 0, f"writing the baseline: exit status {first.returncode}", first.stderr)
    second = project.run("--baseline=known.json", ".")
    hold(second.returncode == 0 and not from_text(second.stdout), "the second run", second.stdout + second.stderr)
    run = project.run("--baseline=known.json", "--format=json", ".")
    hold(summary_of(run) == (0, 0, len(ALLOWED), 3), "the summary in JSON with a baseline", run.stdout)
    new = project.top / "kernels" / "kernel_new.ptx"
    new.write_text(ptx("kernel_new", DEFECTS[0][1]))
    third = project.run("--baseline=known.json", ".")
    hold([path for path, *_ in from_text(third.stdout)] == ["kernels/kernel_new.ptx"], "a new defect", third.stdout)
    hold(third.returncode == 1, f"a new defect: exit status {third.returncode}", third.stderr)
    new.unlink()
    (project.top / "known.json").unlink()


def check_fix(project):
    """--diff changes nothing; --fix changes the lines that it can mend, and no other byte; then there is no more to."""
    before = project.files()
    wanted = dict(before)
    for path, _, _, wrong, right in project.defects:
        if right:
            wanted[path] = wanted[path].replace(wrong, right)
    run = project.run("--diff", "--format=json", "--output=found.json", ".")
    found = json.loads((project.top / "found.json").read_text())
    hold(found["summary"]["fixed"] == 2, "what --diff would fix, in JSON", str(found["summary"]))
    diff = project.run("--diff", ".")
    hold(project.files() == before, "--diff changed a file")
    changes = [line for line in diff.stdout.splitlines() if re.match(r"[-+](?![-+])", line)]
    listed = [line for *_, wrong, right in project.defects if right for line in ("-" + wrong, "+" + right)]
    hold(sorted(changes) == sorted(listed), "what --diff shows", diff.stdout)
    fixed = project.run("--fix", ".")
    hold(project.files() == wanted, "what --fix made", diff.stdout)
    left = sorted((path, rule) for path, rule, _, _, right in project.defects if not right)
    hold(sorted((path, rule) for path, rule, _ in from_text(fixed.stdout)) == left, "what --fix left", fixed.stdout)
    hold("2 fixed" in fixed.stderr and fixed.returncode == 1, "what --fix said", fixed.stderr)
    project.run("--fix", ".")
    hold(project.files() == wanted, "a second --fix changed something")


def main():
    with tempfile.TemporaryDirectory() as top:
        project = Project(top)
        hold(len(project.files()) == 50, "the project has 50 kernels")
        for check in (check_formats, check_baseline, check_fix):
            check(project)
    if FAILURES:
        print(f"run again with: {sys.argv[0]} {COMMAND} {SEED}")
    print(f"{'no' if not FAILURES else len(FAILURES)} failures")
    return 1 if FAILURES else 0


sys.exit(main())
