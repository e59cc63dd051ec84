#!/usr/bin/env python3
"""Asks ptxas about instructions and adds what it says to the recorded verdicts.

usage: record.py GROUP [DIRECTORY] <CASES

A case is a line "VERSION TARGET INSTRUCTION;", such as "9.0 sm_90 cp.async.wait_all;"; it is put into module.txt. The
row goes to ptxas-RELEASE.tsv.gz in DIRECTORY (that of this file), where RELEASE is that of $PTXAS or of the ptxas on
the path. A case that is recorded already is left as it is. Exit status: 0, or 2 where something could not be asked.
"""

import gzip
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PTXAS = os.environ.get("PTXAS", "ptxas")
HERE = pathlib.Path(__file__).resolve().parent
MODULE = (HERE / "module.txt").read_text(encoding="utf-8")
SECONDS = 10
UNSUITED = re.compile(r"fatal(?!.*32-Bit).*(architecture|option|SM version)")
HEAD = "#id\tversion\ttarget\tverdict\tgroup\tinstruction\tmessage"


def stop(message):
    """Ends the program where the job cannot be done."""
    print(f"record.py: {message}", file=sys.stderr)
    sys.exit(2)


def run(arguments):
    """Gives the status and all that ptxas prints. Where it does not end, it has nothing against what it was given: on
    some loops it makes code for ever."""
    try:
        done = subprocess.run([PTXAS, *arguments], capture_output=True, text=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return 0, ""
    except OSError as error:
        stop(f"{PTXAS}: {error.strerror}")
    return done.returncode, done.stdout + done.stderr


def release():
    """The release of the assembler: "13.0.88"."""
    found = re.search(r"V(\d+\.\d+\.\d+)", run(["--version"])[1])
    return found[1] if found else stop(f"{PTXAS} does not say its release")


def ask(module, target):
    """The verdict on a module, and the messages. The verdict depends on .version and .target alone, but ptxas wants an
    option that suits the target; targets that it compiles for no more go with the oldest that it does. Asked for no
    code (compute_) it answers sooner, but takes addresses of 32 bits: so what it takes, it must not refuse to make code
    of."""
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        file.write(module)
        file.flush()
        number = target.removeprefix("sm_")
        for option in (f"compute_{number}", f"sm_{number}", f"compute_{number.rstrip('f')}", "sm_75", "compute_90"):
            status, output = run([f"-arch={option}", "-o", os.devnull, file.name])
            if not UNSUITED.search(output):
                break
        else:
            stop(f"no option suits {target}: {output}")
        with_code = run([f"-arch=sm_{number}", "-o", os.devnull, file.name]) if status == 0 else (0, "")
    if with_code[0] == 255 and not UNSUITED.search(with_code[1]):
        status, output = with_code
    if status not in (0, 255):
        stop(f"ptxas died with status {status} on:\n{module}")
    messages = re.findall(r"(?:error|fatal)\s*: (.*)", output)
    return "error" if status else "ok", " || ".join(m for m in messages if "aborted" not in m)


def fill(version, target, statement):
    """Gives the module with statements."""
    return MODULE.replace("<version>", version).replace("<target>", target).replace("<the case>", statement)


def identity(case):
    """Gives the name of the row of a case, a PTX version, a target and an instruction."""
    return hashlib.sha1("|".join(case).encode()).hexdigest()[:14]


def write(path, rows):
    """Writes a file of verdicts: its head and its rows."""
    path.write_bytes(gzip.compress(("\n".join(rows) + "\n").encode(), mtime=0))


def main():
    """Reads the cases, asks, writes the file anew."""
    if len(sys.argv) not in (2, 3):
        stop("usage: record.py GROUP [DIRECTORY] <CASES")
    path = pathlib.Path(sys.argv[2] if len(sys.argv) == 3 else HERE) / f"ptxas-{release()}.tsv.gz"
    rows = gzip.decompress(path.read_bytes()).decode().splitlines() if path.exists() else [HEAD]
    known = {row.split("\t", 1)[0] for row in rows}
    before = len(rows)
    for case in sys.stdin.read().splitlines():
        parts = case.split(maxsplit=2)
        if len(parts) != 3 or "\t" in case:
            stop(f"a case is VERSION TARGET INSTRUCTION, not '{case}'")
        version, target, instruction = parts
        name = identity(parts)
        if name in known:
            continue
        known.add(name)
        module = fill(version, target, instruction)
        verdict, messages = ask(module, target)
        rows.append("\t".join((name, version, target, verdict, sys.argv[1], instruction, messages)))
        print(verdict, case, messages and f"({messages})")
    write(path, rows)
    print(f"{len(rows) - before} rows more in {path.name}")


if __name__ == "__main__":
    main()
