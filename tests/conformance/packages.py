"""Compilers that are Python packages: emit_NAME.py, run by the interpreter that has the package, lists what it offers
and writes the PTX of each call (emitting.py)."""

import glob
import json
import os

from common import HERE, Absent, Trouble, first_error, output, run


class Compiler:
    """One package, through its program."""

    def __init__(self, name, title, options):
        self.title, self.folder = title, os.path.join(options.folder, name)
        self.command = [options.python, "-B", "-W", "ignore", os.path.join(HERE, f"emit_{name}.py")]
        self.environment = {**os.environ, "TMPDIR": options.folder}  # what the packages leave there goes with it
        done = run([*self.command, "list"], env=self.environment)
        if done.returncode == 77:
            raise Absent(first_error(done.stdout) or "the package is not here")
        if done.returncode:
            raise Trouble(first_error(done.stderr))
        said = json.loads(done.stdout.splitlines()[-1])
        self.version, self.names = said["version"], set(said["listed"])
        self.assemblers = ["ptxas", *said["assemblers"]]

    def listed(self):
        """Returns the names of what the package offers."""
        return self.names

    def emit(self, rows, _):
        """Has each call compiled; returns PTX files for each name, or why there are none."""
        os.makedirs(self.folder, exist_ok=True)
        output([*self.command, self.folder], input=json.dumps([[x.name, x.call] for x in rows]),
               env=self.environment)
        return {row.name: self.made(number) for number, row in enumerate(rows)}

    def made(self, number):
        """Returns the PTX files of a call, or why there are none."""
        found = sorted(glob.glob(os.path.join(self.folder, f"{number}-*.ptx")))
        if found:
            return found
        error = os.path.join(self.folder, f"{number}.error")
        if os.path.exists(error):
            with open(error, encoding="utf-8") as file:
                return Trouble(file.read().strip())
        return Trouble("the compiler ends without a word")


def find_triton(options):
    """Returns Triton, where the interpreter has it."""
    return [Compiler("triton", "Triton", options)]


def find_cutedsl(options):
    """Returns CuTe DSL, where the interpreter has it."""
    return [Compiler("cutedsl", "CuTe DSL", options)]


def find_tirx(options):
    """Returns TIRx, where the interpreter has it."""
    return [Compiler("tirx", "TIRx", options)]
