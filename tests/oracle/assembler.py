#!/usr/bin/env python3
"""Asks an assembler that is new what the tables do not know of it, and prints the rows that are to be added.

usage: assembler.py PTXCHECK NEW [BEFORE]

NEW is a ptxas, a wheel of nvidia-cuda-nvcc that has one, or its release, which comes from PyPI; BEFORE is the same of the
one before, otherwise the ptxas on the path. In this order it prints

- the MEASURED row of versions.def, and the targets that targets.def has not;
- the qualifiers and first words in NEW that neither BEFORE nor the tables have, and which instructions take them;
- what NEW says of each recorded case, and of what was legal in its own PTX version, where ptxcheck, as the newest
  assembler that it knows or as NEW, says something else.

What NEW said goes to build/assembler/ptxas-RELEASE.tsv.gz, as record.py writes it. Exit status: 0 where nothing is to be
added, 1 where something is, 2 where something could not be done.
"""

import concurrent.futures
import gzip
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import zipfile

import record

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
CASES = 400  # statements that ptxas is given at once
SHOWN = 60
WORD = re.compile(rb"(?<![\x21-\x7e])\.[a-zA-Z][a-zA-Z0-9_]*(?:::[a-zA-Z0-9_]+)*(?![\x21-\x7e])")
HEAD = re.compile(rb"(?<![\x21-\x7e])[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*(?:::[a-z0-9_]+)*)+(?![\x21-\x7e])")


def stop(message):
    """Ends the program where the job cannot be done."""
    print(f"assembler: {message}", file=sys.stderr)
    sys.exit(2)


def run(arguments, good=None):
    """Gives what a command prints; where `good` are given, its status must be one of them."""
    try:
        done = subprocess.run([str(x) for x in arguments], capture_output=True, text=True, check=False, timeout=600)
    except (OSError, subprocess.TimeoutExpired) as trouble:
        stop(trouble)
    if good and done.returncode not in good:
        stop(f"{arguments[0]} gave {done.returncode}: {done.stderr.strip()}")
    return done.stdout + done.stderr


def find(name, scratch):
    """Gives the path of the ptxas that NEW or BEFORE names."""
    if re.fullmatch(r"\d+(\.\d+)*", name):
        run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", scratch / name,
             f"nvidia-cuda-nvcc=={name}.*" if name.count(".") < 2 else f"nvidia-cuda-nvcc=={name}"], (0,))
        name = str(next((scratch / name).iterdir()))
    if name.endswith(".whl"):
        with zipfile.ZipFile(name) as wheel:
            inside = next((x for x in wheel.namelist() if x.endswith("/bin/ptxas")), None)
            if not inside:
                stop(f"{name} has no ptxas")
            path = pathlib.Path(wheel.extract(inside, scratch / pathlib.Path(name).stem))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)
    path = pathlib.Path(shutil.which(name) or stop(f"there is no {name}"))
    called = re.search(rb"/\S+/ptxas", path.read_bytes()) if path.read_bytes().startswith(b"#!") else None
    return called[0].decode() if called else str(path)  # a script runs the program whose words are asked for


class Assembler:
    """A ptxas: its release, the PTX version that it brought, and what it says."""

    def __init__(self, path):
        self.path = path
        found = re.search(r"V(\d+\.\d+\.\d+)", run([path, "--version"]))
        self.release = found[1] if found else stop(f"{path} does not say its release")
        said = self.judge("99.9", "sm_90", ["ret;"])[0]
        found = re.search(r"current version is '(\d+\.\d+)'", said)
        self.newest = found[1] if found else stop(f"{path} does not say its PTX version: {said}")
        self.targets = {f"sm_{x}" for x in re.findall(r"'compute_(\w+)'", run([path, "--help"]))}

    def words(self):
        """Gives the qualifiers and the first words of instructions that the program has as text."""
        data = pathlib.Path(self.path).read_bytes()
        return {x.decode() for x in WORD.findall(data)}, {x.decode() for x in HEAD.findall(data)}

    def run(self, version, target, statements, options):
        """Gives the status and the messages about a module, with the first of these options that suits its target: the
        verdict depends on .target alone."""
        with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
            file.write(record.fill(version, target, "\n".join(statements)))
            file.flush()
            for option in options:
                done = subprocess.run([self.path, f"-arch={option}", "-o", os.devnull, file.name], capture_output=True,
                                      text=True, check=False)
                if not record.UNSUITED.search(done.stderr):
                    break
        return done.returncode, done.stderr

    def refusal(self, case):
        """Gives why no code is made of a case that is taken where none is asked for; '' where it is made."""
        status, said = self.run(*case[:2], case[2:], [case[1], "sm_75"])
        return said.strip() if status and not record.UNSUITED.search(said) else ""

    def judge(self, version, target, statements):
        """Gives the messages about each statement, joined; '' where there are none. Where the assembler does not read to
        the end, halves of them are asked about."""
        first = record.MODULE[:record.MODULE.index("<the case>")].count("\n") + 1
        number = target.removeprefix("sm_")
        status, said = self.run(version, target, statements, [f"compute_{number}", "sm_75", "compute_90"])
        messages = [[] for _ in statements]
        lost = status not in (0, 255)
        for line in said.splitlines():
            found = re.search(r", line (\d+); (?:error|fatal)\s*: (.*)", line)
            if found and first <= int(found[1]) < first + len(statements):
                messages[int(found[1]) - first].append(found[2])
            elif re.search(r"(error|fatal)\s*: ", line) and "aborted" not in line:
                lost = True
            lost |= "Parsing error" in line or "syntax error" in line
        if lost and len(statements) > 1:
            half = len(statements) // 2
            return self.judge(version, target, statements[:half]) + self.judge(version, target, statements[half:])
        if lost and not messages[0]:
            messages[0].append(said.strip() or f"status {status}")
        return [" || ".join(x) for x in messages]

    def judge_all(self, cases):
        """Gives the messages about each case, a PTX version, a target and a statement."""
        groups = {}
        for case in cases:
            groups.setdefault(case[:2], []).append(case)
        parts = [(key, group[i:i + CASES]) for key, group in groups.items() for i in range(0, len(group), CASES)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            answers = pool.map(lambda part: self.judge(*part[0], [case[2] for case in part[1]]), parts)
            return {case: said for (_, group), all_said in zip(parts, answers) for case, said in zip(group, all_said)}


def known_words():
    """Gives the qualifiers of the tables, their mnemonics, their targets and their newest assembler."""
    grammar = {path.name: path.read_text(encoding="utf-8") for path in (TOP / "grammar").glob("*.def")}
    measured = re.findall(r"MEASURED\( PTXAS\((\d+), (\d+)\), PTX\((\d+), (\d+)\) \)", grammar["versions.def"])
    return (set(re.findall(r'"(\.[^"]+)"', grammar["qualifiers.def"])),
            set(re.findall(r'"([a-z][a-z0-9_.:]*)"', grammar["opcodes.def"] + grammar["other_instructions.def"])),
            set(re.findall(r'"(sm_\w+)"', grammar["targets.def"])), measured)


def ptxcheck_rejects(command, assembler, cases):
    """Gives the cases in which ptxcheck finds an error, as that assembler does."""
    wrong = set()
    with tempfile.TemporaryDirectory() as scratch:
        paths = {}
        for i, (version, target, statement) in enumerate(cases):
            path = pathlib.Path(scratch, f"{i}.ptx")
            path.write_text(record.fill(version, target, statement), encoding="utf-8")
            paths[str(path)] = cases[i]
        said = run([command, "check", "--no-config", "--no-flow", "--only=syntax,legality", "--format=json",
                    f"--assembler={assembler}", scratch], (0, 1)).partition("\nptxcheck:")[0]
        for file in json.loads(said)["files"]:
            if any(x["severity"] == "error" for x in file["diagnostics"]):
                wrong.add(paths[file["name"]])
    return wrong


def recorded(release):
    """Gives the cases that are recorded of an assembler, with its verdict: of ORACLE_EVERY of them one."""
    path = next(HERE.glob(f"ptxas-{release}.*.tsv.gz"), None) or stop(f"nothing of ptxas {release} is recorded")
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()[1:]
    rows = [row.split("\t") for row in lines[::int(os.environ.get("ORACLE_EVERY", "1"))]]
    return {(row[1], row[2], row[5]): row[3] for row in rows if "\\" not in row[5]}


def samples(cases, known):
    """Gives for each instruction of the tables its shortest legal statement."""
    shortest = {}
    for (_, _, statement), verdict in cases.items():
        mnemonic = statement.split(None, 1)[0].rstrip(";")
        parts = mnemonic.split(".")
        opcode = next((name for n in range(len(parts), 0, -1) if (name := ".".join(parts[:n])) in known), None)
        if verdict == "ok" and opcode and len(statement) < len(shortest.get(opcode, statement + " ")):
            shortest[opcode] = statement
    return shortest


def insertions(statement, word):
    """Gives the statement with one more qualifier, at each place."""
    mnemonic = re.match(r"[\w.:]+", statement)[0]
    places = [m.start() for m in re.finditer(r"\.", mnemonic)][1:] + [len(mnemonic)]
    return [statement[:at] + word + statement[at:] for at in places]


def print_words(new, before, known, cases):
    """Prints the words that are new, and the instructions that take them; gives whether there are any."""
    qualifiers, heads = (a - b for a, b in zip(new.words(), before.words()))
    target = "sm_100a"
    candidates = sorted(x for x in qualifiers - known[0] if len(x) > 3)
    said = new.judge(new.newest, target, [f"cp.async.wait_all{x};" for x in candidates])
    words = [x for x, message in zip(candidates, said) if message and "Unknown modifier" not in message]
    tries = {(new.newest, target, changed): (word, opcode) for opcode, statement in samples(cases, known[1]).items()
             for word in words for changed in insertions(statement, word)}
    takes = {}
    for case, message in new.judge_all(list(tries)).items():
        if not message:
            takes.setdefault(tries[case][0], set()).add(tries[case][1])
    for word, opcodes in sorted(takes.items()):
        print(f"  QUALIFIER {word}: {', '.join(sorted(opcodes))}")
    print(f"  of other instructions: {' '.join(x for x in words if x not in takes) or 'none'}")
    first = {opcode.split(".")[0] for opcode in samples(cases, known[1])}
    candidates = sorted(x for x in heads - known[1] if len(x) > 8 and (x.split(".")[0] in first or ".async" in x))
    said = new.judge(new.newest, target, [f"{x} %r1;" for x in candidates])
    names = [x for x, message in zip(candidates, said) if "Not a name of any known instruction" not in message]
    for name in names:
        print(f"  OPCODE {name}")
    return bool(takes or names)


def save(new, answers):
    """Keeps what the assembler said, as record.py does."""
    folder = TOP / "build" / "assembler"
    folder.mkdir(parents=True, exist_ok=True)
    rows = [record.HEAD]
    for case, said in answers.items():
        rows.append("\t".join((record.identity(case), case[0], case[1], "error" if said else "ok", "assembler", case[2], said)))
    path = folder / f"ptxas-{new.release}.tsv.gz"
    record.write(path, rows)
    return path


def main():
    """Reads the arguments, asks, and prints."""
    if len(sys.argv) not in (3, 4):
        stop("usage: assembler.py PTXCHECK NEW [BEFORE]")
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        new = Assembler(find(sys.argv[2], scratch))
        before = Assembler(find(sys.argv[3] if len(sys.argv) == 4 else "ptxas", scratch))
        known = known_words()
        major, minor = new.release.split(".")[:2]
        like = next((x for x in known[3] if x[:2] == (major, minor)), known[3][-1])
        followed = f"{like[0]}.{like[1]}"
        cases = recorded(followed)
        print(f"ptxas {new.release}, beside {before.release} and what is known of {followed}")
        added = like[:2] != (major, minor)
        if added:
            ptx = ", ".join(new.newest.split("."))
            print(f"  MEASURED( PTXAS({major}, {minor}), PTX({ptx}) )")
        for target in sorted(new.targets - known[2]):
            print(f"  TARGET {target}")
            added = True
        added |= print_words(new, before, known, cases)
        own = f"{like[2]}.{like[3]}"
        again = {(new.newest, target, statement): (own, target, statement)
                 for (version, target, statement), verdict in cases.items() if verdict == "ok" and version != own}
        answers = {case: said for case, said in new.judge_all([*cases, *again]).items() if not record.UNSUITED.search(said)}
        asked = {case: again.get(case, case) for case in answers}
        rejects = ptxcheck_rejects(sys.argv[1], followed, list(dict.fromkeys(asked.values())))
        for case in [case for case, said in answers.items() if not said and asked[case] in rejects]:
            answers[case] = new.refusal(case)
        differ = [case for case, said in answers.items() if bool(said) != (asked[case] in rejects)]
        print(f"  {len(answers)} cases, {len(differ)} of which ptxcheck judges otherwise")
        for case in differ[:SHOWN]:
            print(f"    {' '.join(case)}\n      {answers[case] or 'it assembles'}")
        print(f"  {save(new, answers)}")
    sys.exit(1 if added or differ else 0)


if __name__ == "__main__":
    main()
