#!/usr/bin/env python3
"""Asks ptxas which words begin an instruction, and holds mnemonics.def against what it says.

usage: first_words.py [--ptxas FILE]

Asked for are the words among the strings of the assembler, with and without what follows their dots, and those of the
table. Each word that it knows must be a row: of what is none, a word near one of the family is taken for a mistake. Exit
status: 0, 1 where a row is missing, 77 where there is no ptxas of a known release.
"""

import argparse
import codecs
import os
import pathlib
import re
import sys
import tempfile

sys.dont_write_bytecode = True  # the tests leave nothing in the sources
import ask  # noqa: E402
import material  # noqa: E402

PART = 400
WORD = re.compile(r"_?[a-z][a-z0-9_]*(\.[a-z0-9_:]+)*")
UNKNOWN = "Not a name of any known instruction"
HEADER = ".version {}.{}\n.target sm_90\n.address_size 64\n.visible .entry kernel()\n{{\n"


def candidates(program):
    """Names in the strings of the assembler, some of which are kept in rot13; and what they begin with."""
    words = set()
    for run in re.findall(rb"[\x20-\x7e]{2,60}(?=\0)", pathlib.Path(program).read_bytes()):
        for text in (run.decode(), codecs.encode(run.decode(), "rot13")):
            if WORD.fullmatch(text):
                parts = text.split(".")
                words.update(".".join(parts[:i + 1]) for i in range(len(parts)))
    return words


def known(assembler, words, version):
    """Those of the words that the assembler takes for names of instructions."""
    found, parts = set(), [words[i:i + PART] for i in range(0, len(words), PART)]
    while parts:
        part = parts.pop()
        try:
            said = assembler.run([HEADER.format(*version) + ";\n".join(part) + ";\nret;\n}\n"], "sm_90")[1][0]
        except ask.NoVerdict:  # some word is more than it can stand
            parts += [part[:len(part) // 2], part[len(part) // 2:]] if len(part) > 1 else []
            continue
        syntax = [line - 5 for line, what in said if what.startswith("Parsing error")]
        if syntax:  # nothing after it is read
            at = min(max(syntax[0], 0), len(part) - 1)
            parts += [rest for rest in (part[:at], part[at + 1:]) if rest]
            continue
        strange = {line - 5 for line, what in said if what.startswith(UNKNOWN)}
        found.update(word for i, word in enumerate(part) if i not in strange)
    return found


def main():
    """Asks, and compares."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ptxas", default=os.environ.get("PTXAS") or "ptxas")
    with tempfile.TemporaryDirectory() as folder:
        assembler, release = ask.known_assembler(parser.parse_args().ptxas, folder)
        rows = re.findall(r'KNOWN\( "(\w+)"', material.table("mnemonics.def"))
        found = known(assembler, sorted(candidates(assembler.command) | set(rows)), material.newest(release))
    first = {word.split(".")[0] for word in found}
    missing, ours = sorted(first - set(rows)), len(first & set(rows))
    print(f"{ours} of {len(rows)} rows known to this assembler; without a row: {' '.join(missing) or 'none'}")
    return bool(missing) or ours < len(rows) // 2


if __name__ == "__main__":
    sys.exit(main())
