#!/usr/bin/env python3
"""Modules as compilers make them of kernels that others wrote, and what ptxcheck finds in them.

usage: real.py make FOLDER [--only TEXT]... [--python EXE] [--repositories FOLDER] [--list]
       real.py try PTXCHECK
       real.py check PTXCHECK FOLDER [--only TEXT]...
       real.py mutants PTXCHECK FOLDER [--only TEXT]... [--sample N] [OPTION OF mutants.py...]
               [-- OPTION OF PTXCHECK...]

make     makes what real/sources.txt lists, as FOLDER/modules/NAME.ptx; what is there already is not made again. The
         packages are installed by pip into FOLDER/python, unless --python names an interpreter that has them. A
         repository is looked for as OWNER/NAME in --repositories, and fetched into FOLDER/repositories where it is not
         there. nvcc is the one on the path, or $NVCC. What cannot be made is said, and the rest goes on.
check    lists the findings about hazards, by default and with -Wlikely, and how far the kernels were executed.
try      makes a few modules, checks them, and leaves nothing behind.
mutants  has tests/mutants/mutants.py try mutants of these modules, with --sample of N of them, always the same.

--only   only modules with this in their name; --list prints the names.

Exit status: 0; 1 where check finds what real/known.txt does not have; 2 where something could not be done; 77 where
nothing could be made.
"""

import argparse
import collections
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
REAL = os.path.join(HERE, "real")
TOP = os.path.dirname(os.path.dirname(HERE))
EXAMPLES = "examples/python/CuTeDSL"
FAMILY = re.compile(r"\b(cp\.(reduce\.)?async|mbarrier|tcgen05|wgmma|(st|red)\.async|tensormap)\b")
FEW = ["here-sm_80-groups", "here-sm_90a-roles"]  # `try` makes those with this in their names
LIMIT = 900  # seconds for one module


class Trouble(Exception):
    """What was asked for cannot be done."""


def run(command, **others):
    """Runs a command; gives its output, or says why there is none."""
    try:
        done = subprocess.run(command, capture_output=True, check=False, **others)
    except (OSError, subprocess.TimeoutExpired) as reason:
        raise Trouble(str(reason)) from reason
    if done.returncode:
        lines = [x for x in done.stderr.decode(errors="replace").splitlines() if x.strip()]
        errors = [x for x in lines if "rror" in x] or lines[-1:] or [f"exit status {done.returncode}"]
        raise Trouble(errors[0].strip()[:300])
    return done.stdout


def rows():
    """Returns the rows of sources.txt as lists of words; the last one of an instance is C++."""
    with open(os.path.join(REAL, "sources.txt"), encoding="utf-8") as file:
        for line in file:
            if line.startswith("instance "):
                yield line.strip().split(" ", 4)
            elif line.strip() and not line.startswith("#"):
                yield shlex.split(line)


class Maker:
    """What modules are made with."""

    def __init__(self, options):
        self.folder = os.path.abspath(options.folder)
        self.modules = os.path.join(self.folder, "modules")
        self.options = options
        self.packages, self.sources, self.found, self.interpreter = [], {}, {}, options.python
        self.printed, self.failed = {}, []

    def python(self):
        """Returns an interpreter that has the packages."""
        if not self.interpreter:
            home = os.path.join(self.folder, "python")
            self.interpreter = os.path.join(home, "bin", "python")
            if not os.path.exists(self.interpreter):
                run([sys.executable, "-m", "venv", home])
            run([self.interpreter, "-m", "pip", "install", "--quiet", *self.packages])
        return self.interpreter

    def repository(self, name):
        """Returns the folder with the files of a repository."""
        if name == "here":
            return TOP
        if name not in self.found:
            self.found[name] = self.fetch(name)
        if isinstance(self.found[name], Trouble):
            raise self.found[name]
        return self.found[name]

    def fetch(self, name):
        """Returns the folder with the files of a repository, or the trouble."""
        address, commit = self.sources[name][:2]
        files = os.path.join(self.folder, "sources", f"{name}-{commit[:12]}")
        git = os.path.join(self.options.repositories or "", address)
        try:
            if os.path.exists(files):
                return files
            if not self.options.repositories or not os.path.isdir(git):
                git = os.path.join(self.folder, "repositories", address)
                run(["git", "init", "--quiet", "--bare", git])
                run(["git", "-C", git, "fetch", "--quiet", "--depth=1", f"https://github.com/{address}", commit])
            extract(git, commit, files + ".part")
            os.rename(files + ".part", files)
        except Trouble as trouble:
            return trouble
        return files

    def expanded(self, flags):
        """Returns flags with the folders that they name."""
        for flag in flags:
            if flag == "{torch}":
                yield from self.includes("import torch.utils.cpp_extension as c; print(*c.include_paths(), sep='\\n')")
            elif flag == "{python}":
                yield from self.includes("import sysconfig; print(sysconfig.get_path('include'))")
            else:
                yield re.sub(r"\{([\w.-]+)\}", lambda x: self.repository(x[1]), flag)

    def includes(self, program):
        """Returns the flags for the folders that a program in Python prints."""
        if program not in self.printed:
            self.printed[program] = run([self.python(), "-c", program]).decode().splitlines()
        return [y for x in self.printed[program] for y in ("-isystem", x)]

    def nvcc(self, name, target, file, flags, path):
        """Compiles a file of a repository."""
        command = [os.environ.get("NVCC", "nvcc"), "-ptx", f"-arch={target}", "-w",
                   *self.expanded(self.sources[name][2:]), *self.expanded(flags)]
        part = path + ".part"
        run([*command, "-o", part, os.path.join(self.repository(name), file)], timeout=LIMIT)
        with open(part, encoding="utf-8", errors="surrogateescape") as text:
            if not FAMILY.search(text.read()):
                raise Trouble("no kernel copies asynchronously")
        os.replace(part, path)

    def instance(self, name, target, header, template, path):
        """Compiles a kernel that a header has the template of."""
        source = path + ".cu"
        space = template.split("::", maxsplit=1)[0]
        with open(source, "w", encoding="utf-8") as file:
            file.write(f"#include <{header}>\nusing namespace {space};\n"
                       f"void instance() {{ auto kernel = reinterpret_cast<void *>(&{template}); (void)kernel; }}\n")
        try:
            self.nvcc(name, target, source, [], path)
        finally:
            os.remove(source)

    def cutedsl(self, target, file, arguments, path):
        """Compiles an example of CuTe DSL."""
        script = os.path.join(self.repository("cutlass"), EXAMPLES, file)
        run([self.python(), os.path.join(REAL, "cutedsl_module.py"), target, path, script, *arguments], timeout=LIMIT)

    def generated(self, program):
        """Compiles what a program here has the kernels of; it takes the folder and what the names contain."""
        command = [self.python(), "-W", "ignore", os.path.join(REAL, program), self.modules, *(self.options.only or [])]
        sys.stdout.flush()
        if subprocess.run(command, check=False).returncode:
            raise Trouble("it ends with an error")


def extract(git, commit, into):
    """Writes the files of a commit; those that the repository lacks are left out."""
    names = {}
    for entry in run(["git", "-C", git, "ls-tree", "-rz", commit]).split(b"\0"):
        if entry.split(b" ", 2)[0] in (b"100644", b"100755"):
            meta, name = entry.split(b"\t", 1)
            names.setdefault(meta.split()[2], []).append(name.decode(errors="surrogateescape"))
    asked = b"".join(x + b"\n" for x in names)
    text, at = run(["git", "-C", git, "cat-file", "--batch"], input=asked), 0
    for same in names.values():
        end = text.index(b"\n", at)
        words, at = text[at:end].split(), end + 1
        if len(words) < 3:
            continue
        for name in same:
            path = os.path.join(into, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(text[at:at + int(words[2])])
        at += int(words[2]) + 1


def stem(words):
    """Returns the name of the module that a row makes."""
    kind, *rest = words
    if kind == "cutedsl":
        target, file, *more = rest
        name, more = f"cutedsl-{target}-{os.path.splitext(os.path.basename(file))[0]}", "".join(more)
    else:
        origin, target, file, *more = rest
        name = f"{origin}-{target}-{os.path.splitext(os.path.basename(file))[0]}"
        if kind == "instance":
            more = hashlib.sha1(more[0].encode()).hexdigest()[:6]
        else:
            more = "".join(x for x in more if re.match("-G$|-D(?!TORCH).*=", x))
    return name + re.sub(r"[^A-Za-z0-9]+", "-", "-" + more if more else "")


def make(options):
    """Makes the modules."""
    maker, jobs = Maker(options), []
    for words in rows():
        if words[0] == "package":
            maker.packages.append("==".join(words[1:]))
        elif words[0] == "repository":
            maker.sources[words[1]] = words[2:]
        elif not options.only or any(x in stem(words) for x in options.only):
            jobs.append(words)
    if options.list:
        print(*map(stem, jobs), sep="\n")
        return 0
    os.makedirs(maker.modules, exist_ok=True)
    for program in ("triton_modules.py", "tilelang_modules.py"):
        if options.only and not any(x.startswith(program.split("_", maxsplit=1)[0]) for x in options.only):
            continue
        attempt(maker, program, lambda program=program: maker.generated(program))
    for words in jobs:
        path = os.path.join(maker.modules, stem(words) + ".ptx")
        if not os.path.exists(path):
            attempt(maker, stem(words), lambda words=words, path=path: make_one(maker, words, path))
    count = len([x for x in os.listdir(maker.modules) if x.endswith(".ptx")])
    print(f"{count} modules, {len(maker.failed)} could not be made")
    return 0 if count else 77


def make_one(maker, words, path):
    """Makes the module of a row."""
    if words[0] == "nvcc":
        maker.nvcc(words[1], words[2], words[3], words[4:], path)
    elif words[0] == "instance":
        maker.instance(*words[1:], path)
    elif words[0] == "cutedsl":
        maker.cutedsl(words[1], words[2], words[3:], path)
    else:
        raise Trouble(f"sources.txt has no rows of {words[0]}")


def attempt(maker, name, action):
    """Makes something, or says why it cannot be made."""
    try:
        action()
        print(f"made {name}", flush=True)
    except Trouble as trouble:
        maker.failed.append(name)
        print(f"not made: {name}: {trouble}", flush=True)


def modules(options):
    """Returns the modules of a folder."""
    folder = os.path.join(options.folder, "modules")
    if not os.path.isdir(folder):
        raise Trouble(f"{folder} is not there: real.py make FOLDER makes it")
    return sorted(os.path.join(folder, x) for x in os.listdir(folder) if x.endswith(".ptx")
                  and (not options.only or any(y in x for y in options.only)))


def report(options, file, *asked):
    """Returns what ptxcheck finds of hazards in a module, or says why it ends otherwise."""
    command = [options.ptxcheck, "check", "--format=json", "--no-config", "--only=hazard", *asked, file]
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=LIMIT)
    except (OSError, subprocess.TimeoutExpired) as reason:
        raise Trouble(f"{file}: {reason}") from reason
    if done.returncode not in (0, 1):
        raise Trouble(f"{file}: ptxcheck ends with {done.returncode}: {done.stderr.decode(errors='replace')[:300]}")
    return json.loads(done.stdout)["files"][0]["diagnostics"]


def kernels(file):
    """Returns the names of the kernels that come to an instruction of the family, by the lines they begin in."""
    with open(file, encoding="utf-8", errors="surrogateescape") as source:
        text = source.read()
    starts = list(re.finditer(r"\.(entry|func)\s+(?:\([^)]*\)\s*)?([\w$]+)", text))
    bodies = {}
    for start, after in zip(starts, [*starts[1:], None]):
        bodies[start[2]] = bodies.get(start[2], "") + text[start.end():after.start() if after else len(text)]
    calls = {x: bodies.keys() & set(re.findall(r"[\w$]+", body)) for x, body in bodies.items()}
    using = {x for x, body in bodies.items() if FAMILY.search(body)}
    while more := {x for x in calls if calls[x] & using} - using:
        using |= more
    return {text.count("\n", 0, x.start()) + 1: x[2] for x in starts if x[1] == "entry" and x[2] in using}


def incomplete(found, diagnostics):
    """Returns why kernels were not executed to their end, by their names, as far as the report of ptxcheck tells."""
    reasons = {}
    for x in diagnostics:
        if x["rule"] == "analysis-incomplete":
            line = max((y for y in found if y <= x["position"]["line"]), default=None)
            reasons[found.get(line, "a function")] = x["message"]
    return reasons


def known():
    """Returns the findings that are shown to be right, as (how the name of the module begins, rule)."""
    path = os.path.join(REAL, "known.txt")
    with open(path, encoding="utf-8") as file:
        return [line.split()[:2] for line in file if line.strip() and not line.startswith("#")]


def check(options):
    """Lists what is found in the modules, and what was not executed."""
    right, total, stopped, alarms = known(), 0, {}, collections.Counter()
    for file in modules(options):
        name, seen, found = os.path.basename(file)[:-len(".ptx")], set(), kernels(file)
        total += len(found)
        for level, asked in (("default", []), ("likely", ["-Wlikely"])):
            for x in report(options, file, *asked):
                line = x["position"] and x["position"]["line"]
                if (line, x["rule"], x["message"]) in seen:
                    continue
                seen.add((line, x["rule"], x["message"]))
                state = " (known)" if any(name.startswith(y) and z == x["rule"] for y, z in right) else ""
                alarms[level] += not state
                print(f"{file}:{line}: {level}{state}: {x['rule']}: {x['message']}", flush=True)
        stopped.update({(file, x): why for x, why in incomplete(found, report(options, file, "--pedantic")).items()})
    for (file, kernel), why in stopped.items():
        print(f"{file}: {kernel} is not executed to its end: {why}")
    print(f"{total} kernels have instructions of the family; {len(stopped)} are said not to be executed to their end")
    print(f"{alarms['default']} findings by default and {alarms['likely']} more with -Wlikely are not in known.txt")
    return 1 if +alarms else 0


def mutants(options, others):
    """Has mutants of the modules tried."""
    program = os.path.join(TOP, "tests", "mutants", "mutants.py")
    asked, theirs = (others[:others.index("--")], others[others.index("--"):]) if "--" in others else (others, [])
    files = modules(options)
    if options.sample:
        files.sort(key=lambda x: hashlib.sha1(os.path.basename(x).encode()).digest())
        files = sorted(files[:options.sample])
    command = [sys.executable, program, *asked, options.ptxcheck, *files, *theirs]
    return subprocess.run(command, check=False).returncode


def attempt_few(options):
    """Makes the modules of FEW and checks them."""
    with tempfile.TemporaryDirectory() as options.folder:
        options.only = FEW
        return make(options) or check(options)


def arguments():
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(dest="action", required=True)
    for name in ("make", "check", "mutants", "try"):
        action = actions.add_parser(name)
        action.set_defaults(python=None, repositories=None, list=False)
        if name != "make":
            action.add_argument("ptxcheck")
        if name != "try":
            action.add_argument("folder")
            action.add_argument("--only", action="append")
        if name == "mutants":
            action.add_argument("--sample", type=int)
        if name == "make":
            action.add_argument("--python")
            action.add_argument("--repositories")
            action.add_argument("--list", action="store_true")
    options, others = parser.parse_known_args()
    if others and options.action != "mutants":
        parser.error(f"{others[0]} is not known")
    return options, others


def main():
    """Does what the command line asks for."""
    options, others = arguments()
    try:
        if options.action == "make":
            return make(options)
        if options.action == "try":
            return attempt_few(options)
        return check(options) if options.action == "check" else mutants(options, others)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
