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


def try_one(command, rnd, known):
    """Mends a module and asks ptxas about the lines that were mended."""
    instructions = sources.lines(rnd, known, 40, 2)
    text = sources.module(rnd, instructions, True)
    command.write("made.ptx", text)
    command.run("--fix", "--no-config", "--only=syntax,legality", "made.ptx")
    mended = command.read("made.ptx").decode()
    left = {x.line - 1 for x in command.findings("--only=syntax,legality", "made.ptx")}
    places = range(material.PLACE, material.PLACE + len(instructions))
    lines = mended.split("\n")
    changed = [i for i in places if lines[i] != text.split("\n")[i] and i not in left]
    target = re.search(r"\.target (\w+)", text)[1]
    assembler = ask.Assembler(shutil.which(os.environ.get("PTXAS") or "ptxas"), command.folder)
    kept = "\n".join("" if i in places and i not in changed else line for i, line in enumerate(lines))
    verdicts = assembler.judge(kept, target, changed) if changed else {}
    for line, verdict in verdicts.items():
        expect(verdict is None, "ptxas refuses", lines[line], "of", text.split("\n")[line], "with", verdict)
    return len(changed)
