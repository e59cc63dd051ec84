"""`fmt --keep-layout` puts qualifiers in order and changes nothing else; what it makes reads as the same."""

import json
import re

from command import expect
import sources

COUNTED = "files that changed"
# A mnemonic with its qualifiers, in one piece or with blanks and comments between.
NAME = re.compile(rb"(?<![\w.])[A-Za-z_]\w*(?:(?:\s|/\*.*?\*/)*\.\w+(?:::\w+)*)+", re.DOTALL)
WORD = re.compile(rb"\.\w+(?:::\w+)*")


def loosened(rnd, text):
    """Moves qualifiers, and puts a blank or a comment between some."""
    guard, words, rest = sources.parts(text)
    if rnd.randrange(2) and len(words) > 3:
        tail = words[2:]
        rnd.shuffle(tail)
        words[2:] = tail
    return guard + "".join(word + rnd.choice([""] * 12 + ["/* x */"]) for word in words) + rest


def instructions(command, name):
    """Gives the instructions of a file, as dump reads them, in canonical form."""
    said = json.loads(command.run("dump", name)[1])
    return [(x["canonical"], x["damaged"], x["opcode"]) for x in said["files"][0]["instructions"]]


def try_one(command, rnd, known):
    """Formats a random module, twice."""
    text = sources.module(rnd, [loosened(rnd, x) for x in sources.lines(rnd, known, rnd.randrange(1, 9))])
    name, text = "made.ptx", text.encode()
    command.write(name, text)
    before = instructions(command, name)
    status, out, _ = command.run("fmt", "--keep-layout", name, statuses=(0, 2))
    checked = command.run("fmt", "--keep-layout", "--check", name, statuses=(0, 1, 2))[0]
    expect(checked == (status or out != text), "--check ends with", checked)
    bare, made = (NAME.sub(lambda x: WORD.sub(b"", x[0]), x) for x in (text, out))
    expect(bare == made, "more than qualifiers was changed:", out.decode())
    words = [[sorted(WORD.findall(x)) for x in NAME.findall(whole)] for whole in (text, out)]
    expect(words[0] == words[1], "qualifiers were changed:", out.decode())
    command.write(name, out)
    expect(instructions(command, name) == before, "it reads as something else:", out.decode())
    again = command.run("fmt", "--keep-layout", name, statuses=(0, 2))
    expect(again[1] == out and again[0] == status, "a second time changes more:", again[1].decode())
    whole = command.run("fmt", name, statuses=(0, 2))[1]
    command.write(name, whole)
    expect(command.run("fmt", name, statuses=(0, 2))[1] == whole, "fmt is not idempotent:", whole.decode())
    expect(command.run("fmt", "--keep-layout", name, statuses=(0, 2))[1] == whole, "canonical is out of order")
    expect(instructions(command, name) == before, "fmt makes something else:", whole.decode())
    return int(out != text)
