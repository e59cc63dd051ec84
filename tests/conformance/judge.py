"""What ptxcheck and ptxas say of PTX that a compiler emitted: whether ptxcheck reads each instruction of the family,
has the verdict of ptxas, and gives back by fmt what ptxas makes the same machine code of."""

import json
import os
import re
import shutil
import struct

from common import MNEMONIC, TOP, Absent, Trouble, first_error, numbers, output, read, run

VERSIONS = os.path.join(TOP, "grammar", "versions.def")
RUNS = (".text.", ".nv.constant", ".nv.info", ".nv.shared")


class Verdict:
    """What was seen in modules: the mnemonics read, and what was wrong by the step that showed it."""

    def __init__(self):
        self.opcodes, self.wrong = set(), {}
        self.assembler = ""  # "refused" or "crashes"
        self.message = ""

    def fails(self, step, text):
        """Notes the first thing that was wrong in a step."""
        self.wrong.setdefault(step, text)


class Judge:
    """Asks ptxcheck, and the assemblers in turn: the first one that knows the PTX version of a module."""

    def __init__(self, ptxcheck, assemblers):
        self.ptxcheck = os.path.abspath(ptxcheck)
        self.assemblers = [(assembler_release(x), x) for x in map(shutil.which, assemblers) if x]
        if not self.assemblers:
            raise Absent("no ptxas is here to ask")

    def assembler(self, text):
        """Returns the release and the path of the assembler for a module."""
        needed = numbers(re.search(r"^\.version\s+(\S+)", text, re.M)[1])
        for release, path in self.assemblers:
            if newest_ptx(release) >= needed:
                return release, path
        raise Trouble(f"no ptxas here knows PTX {'.'.join(map(str, needed))}")

    def judge(self, path, verdict):
        """Judges one module."""
        text = read(path)
        release, assembler = self.assembler(text)
        self.judge_reading(path, text, verdict)
        code, message = assemble(assembler, path, text)
        if message:
            verdict.assembler, verdict.message = "crashes" if code else "refused", message
        ours = self.ask("check", "--only=syntax,legality", "--assembler=%d.%d" % release[:2], path)
        if ours.returncode != (code is None):
            verdict.fails("legal", f"ptxas {'.'.join(map(str, release))} " +
                          (f"refuses it: {message}" if code is None else f"takes it: {first_error(ours.stdout)}"))
        self.judge_fmt(path, text, code, assembler, verdict)

    def judge_reading(self, path, text, verdict):
        """Each instruction of the family must be read, wherever its mnemonic stands in the text."""
        dumped = json.loads(output([self.ptxcheck, "dump", path]))["files"][0]["instructions"]
        verdict.opcodes |= {x["opcode"] for x in dumped}
        lines = [x["position"]["line"] for x in dumped if not x["damaged"]]
        for number, line in enumerate(text.splitlines(), 1):
            found = [] if line.lstrip().startswith(".") else MNEMONIC.findall(re.sub(r"//.*", "", line))
            if len(found) > lines.count(number):
                verdict.fails("read", f"{found[-1]} is not read")

    def judge_fmt(self, path, text, code, assembler, verdict):
        """The canonical form must be its own, and mean the same to the assembler."""
        formatted = self.ask("fmt", path)
        if formatted.returncode:
            verdict.fails("same", first_error(formatted.stderr))
            return
        other = path + ".fmt.ptx"
        with open(other, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(formatted.stdout)
        if self.ask("fmt", other).stdout != formatted.stdout:
            verdict.fails("same", "fmt changes its own output")
        if code is not None and assemble(assembler, other, text)[0] != code:
            verdict.fails("same", "ptxas makes other machine code of the output of fmt")

    def ask(self, command, *arguments):
        """Runs the command ptxcheck; says so where it cannot do its job."""
        done = run([self.ptxcheck, command, *(["--no-config"] if command == "check" else []), *arguments])
        if done.returncode not in (0, 1) and command != "fmt":
            raise Trouble(f"ptxcheck {command} {' '.join(arguments)}: {first_error(done.stderr)}")
        return done


def assemble(assembler, path, text):
    """Returns the machine code of a module, or None, and what the assembler says where it does not make it. A crash is
    no verdict: then it is asked again, not to optimise."""
    target = re.search(r"^\.target\s+(sm_\w+)", text, re.M)[1]
    cubin, message = path + ".cubin", ""
    for options in ([], ["-O0"]):
        done = run([assembler, "-c", *options, f"-arch={target}", "-o", cubin, path])
        message = message or (f"signal {-done.returncode}" if done.returncode < 0
                              else first_error(done.stderr or done.stdout) if done.returncode else "")
        if done.returncode == 0:
            return machine_code(cubin), message
        if done.returncode > 0:
            break
    return None, message


def machine_code(cubin):
    """Returns the sections of a cubin that hold what runs, by name: the others tell of lines and columns."""
    with open(cubin, "rb") as file:
        data = file.read()
    table, size, count, names = *struct.unpack_from("<Q", data, 0x28), *struct.unpack_from("<HHH", data, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", data, table + i * size) for i in range(count)]
    texts = {}
    for name, _, _, _, offset, length in headers:
        at = headers[names][4] + name
        text = data[at:data.index(b"\0", at)].decode()
        if text.startswith(RUNS):
            texts[text] = data[offset:offset + length]
    return texts


def assembler_release(path):
    """Returns the release of an assembler as numbers."""
    return numbers(re.search(r"V(\d+\.\d+\.\d+)", output([path, "--version"]))[1])


def newest_ptx(release):
    """Returns the newest PTX version that a release of the assembler knows, as versions.def has it."""
    rows = re.findall(r"MEASURED\( PTXAS\((\d+), (\d+)\), PTX\((\d+), (\d+)\) \)", read(VERSIONS))
    return max(((int(c), int(d)) for a, b, c, d in rows if (int(a), int(b)) <= release[:2]), default=(0,))
