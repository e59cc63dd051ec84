"""What the files here share: running programs, the words of the family, and the rows of the data files."""

import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
LIMIT = 600  # seconds for one program


class Trouble(Exception):
    """What was asked for cannot be done."""


class Absent(Trouble):
    """A compiler is not here."""


def run(command, **others):
    """Runs a command; returns what it did, with text as output."""
    try:
        return subprocess.run(command, capture_output=True, check=False, text=True, errors="replace", timeout=LIMIT,
                              **others)
    except (OSError, subprocess.TimeoutExpired) as reason:
        raise Trouble(str(reason)) from reason


def output(command, **others):
    """Runs a command; returns what it prints, or says why it fails."""
    done = run(command, **others)
    if done.returncode:
        raise Trouble(first_error(done.stderr or done.stdout) or f"{command[0]} ends with {done.returncode}")
    return done.stdout


def first_error(text):
    """Returns the first line of messages that tells of an error, else the last one."""
    lines = [x.strip() for x in text.splitlines() if x.strip()]
    return next((x for x in lines if re.search("error|fatal", x, re.I)), lines[-1] if lines else "")[:300]


def read(path):
    """Returns the text of a file."""
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return file.read()


def stems():
    """Returns what mnemonics of the family begin with."""
    return re.findall(r'^FAMILY\("([^"]+)"\)', read(os.path.join(HERE, "family.def")), re.M)


MNEMONIC = re.compile(r"(?<![\w.%$])(?:" + "|".join(re.escape(x) for x in stems()) + r")(?=[._:\s;])[\w.:]*")


def is_of_family(name):
    """Whether a name with underscores or dots begins as a mnemonic of the family."""
    dotted = name.replace("_", ".")
    return any((dotted + ".").startswith(x.replace("_", ".") + ".") for x in stems())


MARKS = ("refused", "crashes", "unknown")


class Row:
    """A row of a data file: an intrinsic with the mnemonics that it gives and a call, or why it is not emitted. A mark
    before the mnemonics, "refused" or "crashes", says what ptxas does with what the compiler emits, "unknown" that
    ptxcheck does not know it."""

    def __init__(self, line):
        fields = [x.strip() for x in line.split(" | ", 2)]
        self.name, given, rest = (fields + ["", ""])[:3]
        self.emitted = given != "-"
        self.mark = next((x for x in MARKS if given.startswith(x + " ")), "")
        self.mnemonics = [x for x in given.split() if x not in ("-", *MARKS)]
        self.call, self.reason = (rest, "") if self.emitted else ("", rest)
        proper = all(re.fullmatch(r"[a-z][\w.:]+", x) for x in self.mnemonics)
        if not self.name or not given or not proper or (not self.emitted and not rest):
            raise Trouble(f"a row must be NAME | MNEMONIC... | CALL or NAME | - | REASON, not '{line}'")


def rows(compiler):
    """Returns the rows of a compiler's data file by their names, in order, and the release that they were written
    for."""
    path, found, release = os.path.join(HERE, f"{compiler}.txt"), {}, None
    for line in read(path).splitlines():
        if line.startswith("release "):
            release = line.split()[1]
        elif line.strip() and not line.startswith("#"):
            row = Row(line)
            if row.name in found:
                raise Trouble(f"{path} has two rows for {row.name}")
            found[row.name] = row
    if not release:
        raise Trouble(f"{path} has no line 'release VERSION'")
    return found, release


def numbers(text):
    """Returns the first version in a text as numbers: (13, 0, 88)."""
    version = re.search(r"\d+(\.\d+)*", text)
    return tuple(map(int, version[0].split("."))) if version else ()
