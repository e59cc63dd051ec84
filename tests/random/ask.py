"""Asks ptxas and ptxcheck about instructions, each on a line of its own in a module.

A module is a text whose lines may be instructions under test: `lines` are their numbers, from 0. A verdict of ptxas is
None where it accepts, and its messages where it does not. What ptxas says of itself and not of the text (a crash, code
that it has put in place of an instruction, too much time or memory) is no verdict and raises NoVerdict.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import material

MESSAGE = re.compile(r"^ptxas (\S+), line (\d+); (?:error|fatal)\s*: (.*)$", re.MULTILINE)
WHOLE = re.compile(r"^ptxas fatal\s*: (.*32-Bit.*)$", re.MULTILINE)  # about an address, without its place
OPTION = re.compile(r"^ptxas fatal(?!.*32-Bit).*(architecture|option|SM version)", re.MULTILINE)
FINDING = re.compile(r"^(.*):(\d+):\d+: error: (.*) \[([\w-]+)\]$", re.MULTILINE)
SECONDS, MEMORY = 30, 4 << 20  # in KiB: some inputs make ptxas allocate without end
PART = 250  # instructions, or modules, in one run
SKIPPED = 77  # the exit status of a test that has nothing to ask
LIMITED = f'ulimit -v {MEMORY}; exec "$@"'

# A declaration beside the instruction, which is not under test.
DECLARED = re.compile(r"^(Feature 'Type |Type \.b128 may only be used as|Duplicate definition of variable)")


class NoVerdict(Exception):
    """ptxas failed without saying what is wrong with the text."""


class Assembler:
    """ptxas."""

    def __init__(self, command, folder):
        self.command, self.folder, self.options = command, folder, {}
        self.workers = concurrent.futures.ThreadPoolExecutor(os.cpu_count())

    def release(self):
        """Gives (13, 0), or None where there is no assembler."""
        try:
            said = subprocess.run([self.command, "--version"], capture_output=True, text=True, check=False).stdout
        except OSError:
            return None
        found = re.search(r"V(\d+)\.(\d+)\.\d+", said)
        return found and (int(found[1]), int(found[2]))

    def run(self, texts, target, code=False):
        """Gives the status, and the errors in each of the modules as pairs of a line from 0 and a message. Only where
        code is made does ptxas see some conflicts, and it takes longer."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            names = [f"{number}.ptx" for number in range(len(texts))]
            for name, text in zip(names, texts):
                pathlib.Path(folder, name).write_text(text)
            status, output = self._run_files(folder, names, target, code)
        said = [[] for _ in texts]
        for name, line, what in MESSAGE.findall(output):
            if name in names:
                said[int(name[:-4])].append((int(line) - 1, what.strip()))
        if status == 255 and len(texts) == 1 and not said[0]:
            said[0] = [(None, what) for what in WHOLE.findall(output)]
        if status not in (0, 255) or (status and not any(said)):
            raise NoVerdict(output.strip() or f"ptxas ended with {status}")
        return status, said

    def _run_files(self, folder, names, target, code):
        """Runs ptxas with an option that suits the target. It no more compiles for the oldest ones."""
        number = target.removeprefix("sm_")
        named = [f"compute_{number}", f"sm_{number}", f"compute_{number.replace('101', '110')}", "compute_90"]
        if code:
            named[:0] = [f"sm_{number}", f"sm_{number.replace('101', '110')}"]
        for option in [self.options[target, code]] if (target, code) in self.options else named:
            try:
                done = subprocess.run(["sh", "-c", LIMITED, "sh", self.command, f"-arch={option}", "-o", os.devnull,
                                       *names], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS,
                                      cwd=folder, text=True, errors="replace", check=False)
            except subprocess.TimeoutExpired as error:
                raise NoVerdict("ptxas does not end") from error
            if not OPTION.search(done.stdout):
                self.options[target, code] = option
                break
        return done.returncode, done.stdout

    def alone(self, text, target):
        """Gives the verdict on a module with one instruction under test, or an instance of NoVerdict."""
        try:
            said = self.run([text], target)[1][0] or self.run([text], target, True)[1][0]
            if any(DECLARED.match(what) for _, what in said):
                raise NoVerdict(said[0][1])
            return " || ".join(what for _, what in said) or None
        except NoVerdict as error:
            return error

    def refuses(self, text, target):
        """Decides whether a module is no legal one."""
        return self.alone(text, target) is not None

    def judge_each(self, texts, target, line):
        """Gives the verdict on the one line under test in each of the modules. All go into one run first; those that
        it says nothing about are asked alone, because some checks run only where no earlier one, in whatever module,
        has failed."""
        verdicts = [None] * len(texts)
        for start in range(0, len(texts), PART):
            try:
                said = self.run(texts[start:start + PART], target)[1]
            except NoVerdict:
                continue
            for i, messages in enumerate(said, start):
                verdicts[i] = next((what for at, what in messages if at == line), None)
        rest = [i for i, verdict in enumerate(verdicts) if verdict is None]
        for i, verdict in zip(rest, self.workers.map(lambda i: self.alone(texts[i], target), rest)):
            verdicts[i] = verdict
        return verdicts

    def judge(self, text, target, lines):
        """Gives the verdict on each of the lines of a module, or an instance of NoVerdict. What was rejected is taken
        out and the rest asked again, until it is accepted: some checks run only where no earlier one has failed."""
        verdicts = dict.fromkeys(lines)
        parts = [lines[i:i + PART] for i in range(0, len(lines), PART)]
        list(self.workers.map(lambda part: self._judge_part(text.split("\n"), target, part, lines, verdicts), parts))
        return verdicts

    def _judge_part(self, text, target, part, lines, verdicts):
        """Judges some of the lines, without the others; halves them where ptxas names none."""
        while part:
            kept = list(text)
            for line in set(lines) - set(part):
                kept[line] = ""
            try:
                found = self.run(["\n".join(kept)], target)[1][0]
                blamed = {line: what for line, what in reversed(found) if line in part}
            except NoVerdict as error:
                found, blamed = [(None, error)], {}
            if not found:
                return
            if not blamed and len(part) == 1:
                blamed = {part[0]: found[0][1]}
            verdicts.update(blamed)
            part = [line for line in part if line not in blamed]
            if not blamed:
                self._judge_part(text, target, part[:len(part) // 2], lines, verdicts)
                part = part[len(part) // 2:]


def known_assembler(command, folder):
    """Returns the assembler and its release; ends the test as skipped where that is none that the tables know."""
    program = shutil.which(command)
    assembler = program and Assembler(program, folder)
    release = assembler and assembler.release()
    if not release or not material.newest(release):
        print("no ptxas of a known release is here")
        sys.exit(SKIPPED)
    return assembler, release


class Checker:
    """The command ptxcheck, which follows the assembler in the classes syntax and legality."""

    def __init__(self, command):
        self.command, self.options = command, ["--only=syntax,legality", "--max-diagnostics=0", "--quiet",
                                               "--no-ignore"]

    def follow(self, release, newest):
        """Gives the PTX versions, among those up to the newest, that ptxcheck judges as this release does."""
        usage = subprocess.run([self.command, "--help"], capture_output=True, text=True, check=False).stdout
        if "--assembler=" in usage:
            self.options.append(f"--assembler={release[0]}.{release[1]}")
            return lambda version: version <= newest
        oldest = newest if release > (13, 0) else (1, 0)
        return lambda version: release >= (13, 0) and oldest <= version <= newest

    def judge_all(self, texts):
        """Gives the errors in each of the modules, as triples of a line from 0, a rule and a message."""
        if not texts:
            return []
        with tempfile.TemporaryDirectory() as folder:
            for number, text in enumerate(texts):
                pathlib.Path(folder, f"{number}.ptx").write_text(text)
            done = subprocess.run([self.command, *self.options, folder], capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            raise SystemExit(f"ptxcheck ended with {done.returncode}: {done.stderr}")
        found = [[] for _ in texts]
        for path, line, what, rule in FINDING.findall(done.stdout):
            found[int(pathlib.Path(path).stem)].append((int(line) - 1, rule, what))
        return found
