"""What `--fix` mended and left nothing to say of ptxas accepts."""

import os
import re
import shutil

from command import expect
import ask
import material
import sources

COUNTED = "mended instructions"


def unavailable():
    """Gives why it cannot be tried, or None."""
    program = shutil.which(os.environ.get("PTXAS") or "ptxas")
    release = program and ask.Assembler(program, None).release()
    return None if release == (13, 0) else "no ptxas 13.0 is here"


def alone(lines, places, kept):
    """Gives the module in which of the lines at `places` only those `kept` stand."""
    return "\n".join("" if i in places and i not in kept else line for i, line in enumerate(lines))


def only_clean(command, lines, places, kept):
    """Gives those of the lines `kept` that have no finding where they stand alone.

    They are judged again without the others, since a syntax error elsewhere keeps ptxcheck from saying that a name
    is not declared: what was not read may declare it.
    """
    command.write("alone.ptx", alone(lines, places, kept))
    found = {x.line - 1 for x in command.findings("--only=syntax,legality", "alone.ptx")}
    return [i for i in kept if i not in found]


def try_one(command, rnd, known):
    """Mends a module and asks ptxas about the lines that were mended."""
    instructions = sources.lines(rnd, known, 40, 2)
    text = sources.module(rnd, instructions, True)
    command.write("made.ptx", text)
    command.run("--fix", "--no-config", "--only=syntax,legality", "made.ptx")
    mended = command.read("made.ptx").decode()
    places = range(material.PLACE, material.PLACE + len(instructions))
    lines = mended.split("\n")
    changed = [i for i in places if lines[i] != text.split("\n")[i]]
    for _ in ("no line with a syntax error", "no line with a name that such a line kept from being reported"):
        changed = only_clean(command, lines, places, changed)
    target = re.search(r"\.target (\w+)", text)[1]
    assembler = ask.Assembler(shutil.which(os.environ.get("PTXAS") or "ptxas"), command.folder)
    verdicts = assembler.judge(alone(lines, places, changed), target, changed) if changed else {}
    for line, verdict in verdicts.items():
        expect(verdict is None, "ptxas refuses", lines[line], "of", text.split("\n")[line], "with", verdict)
    return len(changed)
