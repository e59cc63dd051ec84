#!/usr/bin/env python3
"""The errors that ptxcheck finds in checkouts of repositories, with what the assembler says of each: docs/found.md.

usage: found.py PTXCHECK CHECKOUT...

A checkout is a git working tree; its name for the table is OWNER/NAME of its remote, or OWNER+NAME, its directory. All
files below it are checked with --only=syntax,legality. Of a .ptx file ptxas assembles the whole. Of inline assembly it
gets the one instruction, each operand a register of its constraint, or 16; what cannot be put together so is not asked.
Errors with one rule and one message in one repository are one row, at the first place.

ptxas is $PTXAS or the one on the path. Exit status: 0, or 2 where something could not be done.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PTXAS = os.environ.get("PTXAS", "ptxas")
MODULE = pathlib.Path(__file__).resolve().parents[1] / "oracle" / "module.txt"
TARGETS = ["sm_100a", "sm_90a", "sm_120a", "sm_80"]  # an instruction that all of them refuse is refused
VERSION = "9.0"
REGISTERS = {"h": "%h", "r": "%r", "l": "%rd", "f": "%f", "d": "%fd"}  # by constraint, as module.txt declares them
CONSTANT = "16"  # for an "n" operand
MESSAGE = re.compile(r"line (\d+); (?:error|fatal)\s*: (.*)")
MOST = 400  # columns of what the assembler says


def stop(message):
    """Ends the program where the job cannot be done."""
    print(f"found.py: {message}", file=sys.stderr)
    sys.exit(2)


def run(*command, where=None):
    """The standard output and the messages of a command."""
    try:
        return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, cwd=where)
    except OSError as reason:
        return stop(f"{command[0]}: {reason.strerror}")


def assemble(text, target):
    """What ptxas objects to, as (line, words)."""
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        file.write(text)
        file.flush()
        done = run(PTXAS, f"-arch={target}", "-o", os.devnull, file.name)
    found = [(int(line), words) for line, words in MESSAGE.findall(done.stderr) if "aborted" not in words]
    if done.returncode and not found:
        found = [(0, re.sub(r"^ptxas fatal\s*:\s*", "", done.stderr.strip().splitlines()[-1]))]
    return found


def target_of(text):
    """The target that a module declares."""
    found = re.search(r"^\s*\.target\s+(\w+)", text, re.M)
    return found[1] if found else "sm_90a"


def constraints_of(instruction, rest):
    """The constraints of the operands of a statement, from its instruction or from the text that follows it."""
    if instruction:
        return [x["constraint"] for x in (instruction.get("snippet") or {}).get("operands", [])]
    return re.findall(r'"([=+&]*[a-z])"\s*\(', rest.split(");", 1)[0])


def instruction_text(source, place, instruction):
    """The instruction at a place as PTX with registers as operands, or None."""
    text = source[place["offset"] :].decode(errors="replace")
    end = len(source[place["offset"] :][: place["length"]].decode(errors="replace")) if instruction else text.find(";")
    constraints = constraints_of(instruction, text[end:])
    text = re.sub(r'"[\s\\]*(?:f|rf|fr|r)?"', "", text[:end])  # from one literal to the next
    text = re.sub(r"\\[nt\n]", " ", text)
    for number, constraint in reversed(list(enumerate(constraints))):
        letter = constraint.strip("=+&")
        value = f"{REGISTERS[letter]}{number % 8}" if letter in REGISTERS else CONSTANT if letter == "n" else None
        if value:
            text = re.sub(rf"[%$]{number}\b", value, text)
    text = " ".join(text.replace("%%", "%").replace("{{", "{").replace("}}", "}").split()).rstrip("; ")
    return None if re.search(r'["\\]|[%$]\d', text) else text + ";"


def assemble_file(text):
    """What ptxas says of a module, with the option for its target, or for one that compiles what is older."""
    said = assemble(text, target_of(text))
    return assemble(text, "sm_75") if said and said[0][0] == 0 and "not defined for option" in said[0][1] else said


def words_about(ptxcheck, checkout, file, error):
    """What the assembler says of the line, or of the instruction, of an error."""
    path = checkout / file
    source, line = path.read_bytes(), error["position"]["line"]
    if path.suffix == ".ptx":
        said = assemble_file(source.decode(errors="replace"))
        here = dict.fromkeys(words for number, words in said if number == line)
        return "; ".join(here) or (said[0][1] if said else "accepted")
    if error["rule"].startswith("asm-"):
        return "nothing: it is about the asm statement"
    offset, found = error["position"]["offset"], None
    files = json.loads(run(ptxcheck, "dump", file, where=checkout).stdout)["files"]
    for each in (instruction for file in files for instruction in file["instructions"]):
        if 0 <= offset - each["position"]["offset"] < each["position"]["length"]:
            found = each
    text = instruction_text(source, found["position"] if found else error["position"], found)
    if not text:
        return "not asked"
    module = MODULE.read_text(encoding="utf-8").replace("<version>", VERSION).replace("<the case>", text)
    said = [assemble(module.replace("<target>", target), target) for target in TARGETS]
    return said[0][0][1] if all(said) else "accepted"


def rows_of(ptxcheck, checkout):
    """The rows of a checkout: (place, rule, message, how many, words)."""
    done = run(ptxcheck, "check", "--only=syntax,legality", "--format=json", ".", where=checkout)
    try:
        files = json.loads(done.stdout)["files"]
    except ValueError:
        stop(f"{checkout}: {done.stderr.strip()}")
    rows = {}
    for file in files:
        for error in file["diagnostics"]:
            if error["severity"] == "error":
                name = file["name"].removeprefix("./")
                rows.setdefault((error["rule"], error["message"]), []).append((name, error))
    for (rule, message), places in rows.items():
        name, error = places[0]
        words = words_about(ptxcheck, checkout, name, error)
        yield f"{name}:{error['position']['line']}", rule, message, len(places), words


def name_of(checkout):
    """OWNER/NAME of a checkout."""
    remote = run("git", "remote", "get-url", "origin", where=checkout).stdout.strip()
    found = re.search(r"github\.com[:/]([^/]+/[^/]+?)(?:\.git)?$", remote)
    return found[1] if found else checkout.name.replace("+", "/")


def cell(text):
    """A text in a table."""
    return text.replace("|", "\\|")[:MOST]


def main():
    """Prints the table."""
    if len(sys.argv) < 3:
        stop("usage: found.py PTXCHECK CHECKOUT...")
    ptxcheck = os.path.abspath(sys.argv[1])
    checkouts = [pathlib.Path(x).resolve() for x in sys.argv[2:]]
    for checkout in checkouts:
        if not checkout.is_dir():
            stop(f"{checkout}: no such directory")
    count, with_errors, nothing = 0, 0, []
    print("| where | rule | what is wrong | ptxas says |\n|---|---|---|---|")
    for checkout in sorted(checkouts, key=name_of):
        commit = run("git", "rev-parse", "HEAD", where=checkout).stdout.strip()
        rows = list(rows_of(ptxcheck, checkout))
        if not rows:
            nothing.append(f"{name_of(checkout)} {commit[:12]}")
            continue
        with_errors += 1
        for place, rule, message, places, words in rows:
            count += places
            more = f", and {places - 1} more" if places > 1 else ""
            print(f"| {name_of(checkout)} {commit[:12]} `{place}`{more} | `{rule}` | {cell(message)} | {cell(words)} |")
    total = with_errors + len(nothing)
    print(f"\n{count} errors in {with_errors} of {total} repositories; none in: {', '.join(nothing)}.")


main()
