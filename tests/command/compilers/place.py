"""place.py: puts ptxcheck in the place of ptxas, before modules of the corpus and with options of every kind.

usage: place.py [--seed N] [--modules N] [--kills N] [--ptxas FILE] PTXCHECK

Each module is assembled twice with each set of options: by ptxas, and by a link to ptxcheck that is named ptxas. Both
write the same bytes to the output and to standard output, and end alike. Standard error is what `ptxcheck check` finds,
and then what ptxas says. Calls are also killed while they run. No file is left behind in $TMPDIR.

--seed N      what was printed, to have the same modules again; otherwise others each time
--modules N   how many modules (12)
--kills N     how many calls are killed (30)
--ptxas FILE  a ptxas 13.0 (the one of $PTXAS, or on the path)

Exit status 77 where there is no ptxas 13.0.
"""

import argparse
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CORPUS = [Path(__file__).parents[2] / "corpus", Path(__file__).parents[3] / "docs"]

# M is the module, TARGET the target that it declares, TEXT what it has; it is also on standard input, and options.rsp
# names it.
OPTIONS = """
M
-arch=TARGET M
-arch=TARGET -O0 M
-arch TARGET M -O1
-arch=TARGET -O2 -v M
--gpu-name=TARGET --opt-level 3 M
-c -O1 --verbose --gpu-name TARGET M
-arch=TARGET --compile-only M
-arch=TARGET -warn-spills -warn-lmem-usage -maxrregcount 24 -v M
-arch=TARGET -maxrregcount=32 -override-directive-values M
-arch=TARGET -lineinfo M
-arch=TARGET -lineinfo -suppress-debug-info M
-arch=TARGET --fmad=false M
-arch=TARGET -g M
-arch=TARGET -g -O0 -v --warn-on-spills M
-arch=sm_100 M
-arch=sm_90a M
-arch=compute_90 M
-arch=lto_90 M
-arch=TARGET -w M
-arch=TARGET -Werror M
-arch=TARGET -Ofc max M
-arch=TARGET -dlcm=cg -dscm wt M
-arch=TARGET -ewp M
-arch=TARGET -e none M
-arch=TARGET -sanitize memcheck M
-arch=TARGET -split-compile 2 M
-arch=TARGET -sp-bounds-check -ret-end -no-bb-merge M
-arch=TARGET -pic true -preserve-relocs -c M
-arch=TARGET -optf options.rsp
-arch=TARGET --options-file=none.rsp M
-arch=TARGET M M
-arch=TARGET M missing.ptx
-arch=TARGET missing.ptx
-arch=TARGET -
-arch=TARGET -ias TEXT
-arch=TARGET -frobnicate M
-arch=sm_12 M
-arch
--version M
-V
--help
-version-ls
""".strip().splitlines()


def find_modules():
    """Returns the modules that ptxas is quick with."""
    files = sorted(file for folder in CORPUS for file in folder.rglob("*.ptx"))
    return [file for file in files if file.stat().st_size < 30000]


def target_of(text):
    found = re.search(r"^\s*\.target\s+(sm_\w+)", text, re.MULTILINE)
    return found[1] if found else "sm_90"


def words_of(line, text):
    words = {"M": "module.ptx", "TEXT": text}
    return [words.get(word, word.replace("TARGET", target_of(text))) for word in line.split()]


class Place:
    def __init__(self, command, assembler):
        self.command, self.assembler = command, assembler
        self.cases = self.failures = 0
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("PTXCHECK_")}
        self.environment.update(PTXCHECK_PTXAS=assembler, TMPDIR=os.path.abspath("tmp"))
        os.mkdir("tmp")
        os.symlink(command, "ptxas")

    def check(self, what, right):
        self.cases += 1
        if not right:
            self.failures += 1
            print(f"failed: {what}")

    def call(self, program, words):
        """Returns what a call gives: its exit status, output, standard output and standard error."""
        with open("module.ptx", "rb") as module:
            done = subprocess.run([program, *words, *(["-o", "x.cubin"] if len(words) > 1 else [])], stdin=module,
                                  capture_output=True, env=self.environment, check=False)
        output = Path("x.cubin").read_bytes() if os.path.exists("x.cubin") else None
        Path("x.cubin").unlink(missing_ok=True)
        messages = re.sub(rb"Compile time = .*|tmpxft_\w+-\w+", b"", done.stderr)
        return done.returncode, output, done.stdout, messages

    def findings(self, words):
        modules = [word for word in words if word == "module.ptx"]
        if not modules and "-optf" in words:
            modules = ["module.ptx"]
        return subprocess.run([self.command, "check", "--quiet", "--jobs=1", "--assembler=13.0", *modules],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False).stdout if modules else b""

    def compare(self, file, line, text):
        words = words_of(line, text)
        status, output, printed, messages = self.call(self.assembler, words)
        through = self.call("./ptxas", words)
        self.check(f"{file}: ptxas {line}: it ends with {through[0]}, not {status}", through[0] == status)
        self.check(f"{file}: ptxas {line}: another output", through[1] == output)
        self.check(f"{file}: ptxas {line}: another standard output", through[2] == printed)
        self.check(f"{file}: ptxas {line}: other messages", through[3] == self.findings(words) + messages)

    def kill(self, number, seconds):
        """Kills a call after some time; what it has started ends by itself."""
        with subprocess.Popen(["./ptxas", "-arch=sm_90", "module.ptx", "-o", "x.cubin"], stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.environment) as process:
            time.sleep(seconds)
            process.send_signal(number)
            status = process.wait(60)
        what = f"{signal.Signals(number).name} after {seconds:.4f} s"
        self.check(f"{what}: it ends with {status}", status in (-number, 0, 255))
        return what


def run(place, options, dice):
    modules = find_modules()
    for file in dice.sample(modules, min(options.modules, len(modules))):
        text = file.read_text(encoding="utf-8", errors="surrogateescape")
        shutil.copyfile(file, "module.ptx")
        Path("options.rsp").write_text('-v -lineinfo "module.ptx"', encoding="utf-8")
        for line in OPTIONS:
            place.compare(file, line, text)
            left = os.listdir("tmp")
            place.check(f"{file}: ptxas {line}: {left} are left", not left)
    for i in range(options.kills):
        what = place.kill((signal.SIGTERM, signal.SIGINT, signal.SIGKILL)[i % 3], dice.uniform(0, 0.04))
        place.check(f"{what}: something is left", not os.listdir("tmp"))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1000000))
    parser.add_argument("--modules", type=int, default=12)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--ptxas", default=os.environ.get("PTXAS", "ptxas"))
    parser.add_argument("command")
    options = parser.parse_args()
    assembler = shutil.which(options.ptxas)
    if not assembler or b"V13.0" not in subprocess.run([assembler, "--version"], stdout=subprocess.PIPE,
                                                       check=False).stdout:
        print("ptxas 13.0 is not here")
        return 77
    command, assembler = os.path.abspath(options.command), os.path.abspath(assembler)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        place = Place(command, assembler)
        run(place, options, random.Random(options.seed))
        os.chdir("/")
    print(f"--seed {options.seed}: {place.cases} cases, {place.failures} failed")
    return 1 if place.failures else 0


if __name__ == "__main__":
    sys.exit(main())
