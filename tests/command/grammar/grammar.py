"""grammar.py COMMAND SAMPLE EXPECTED: the grammars give each text of the sample its kind. That of TextMate is read as the
editors do: at each place the first of the patterns that match soonest; and that of Kate must have the same patterns.
That of Vim is read by Neovim, where there is one. With UPDATE=1 the expected kinds are written anew."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

# The groups of Vim and the styles of Kate that stand for a scope of TextMate.
KINDS = {"comment": "Comment", "string": "String", "entity.name.label": "Label", "variable.language": "Special register",
         "variable.other": "Register", "keyword.control": "Directive", "storage.modifier": "State space",
         "storage.type": "Type", "support.function": "Asynchronous copy", "keyword.mnemonic": "Mnemonic",
         "support.type": "Qualifier", "constant.numeric": "Number"}


def kind_of(scope):
    return next(kind for begin, kind in KINDS.items() if scope.startswith(begin))


def textmate(grammar, lines):
    """The kind of each character, '' of none."""
    patterns = [(re.compile(row.get("match", row.get("begin"))), row) for row in grammar["patterns"]]
    inside = None
    for line in lines:
        kinds, at = [""] * len(line), 0
        while at < len(line):
            if inside:
                found, row = re.compile(inside["end"]).search(line, at), inside
                end = found.end() if found else len(line)
                inside = None if found else inside
            else:
                matches = [(found.start(), i) for i, (pattern, _) in enumerate(patterns) if (found := pattern.search(line, at))]
                if not matches:
                    break
                at, row = min(matches)[0], patterns[min(matches)[1]][1]
                end = patterns[min(matches)[1]][0].search(line, at).end()
                inside = row if "begin" in row else None
            kinds[at:end] = [kind_of(row["name"])] * (end - at)
            at = max(end, at + 1)
        yield kinds


def words(line, kinds):
    """The texts of a line that have a kind."""
    at = 0
    while at < len(line):
        end = at
        while end < len(line) and kinds[end] == kinds[at]:
            end += 1
        if kinds[at] and line[at:end].strip():
            yield f"{kinds[at]}: {line[at:end].strip()}"
        at = end


def vim(printed, sample, lines):
    """The kind of each character by Neovim; None where there is none."""
    neovim = shutil.which("nvim")
    if not neovim:
        return None
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "syntax").mkdir()
        (folder / "syntax" / "ptx.vim").write_text(printed, encoding="utf-8")
        (folder / "ask.vim").write_text(
            "let rows = []\nfor l in range(1, line('$'))\n"
            "call add(rows, map(range(1, strlen(getline(l))), 'synIDattr(synID(l, v:val, 1), \"name\")'))\nendfor\n"
            f"call writefile([json_encode(rows)], '{folder}/kinds')\nquit!\n", encoding="utf-8")
        subprocess.run([neovim, "--headless", "-u", "NONE", "-n", "--cmd", f"set runtimepath^={folder}", "-c",
                        "syntax on | set filetype=ptx syntax=ptx", "-c", f"source {folder}/ask.vim", sample],
                       env={**os.environ, "HOME": name}, check=True, timeout=60, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        rows = json.loads((folder / "kinds").read_text(encoding="utf-8"))
    names = {"ptx" + kind.replace(" ", ""): kind for kind in KINDS.values()}
    assert len(rows) == len(lines)
    return [[names.get(name, "") for name in row] for row in rows]


def main():
    command, sample, expected = sys.argv[1:4]
    printed = {form: subprocess.run([command, "grammar", f"--format={form}"], capture_output=True, check=True).stdout.decode()
               for form in ("textmate", "vim", "kate")}
    lines = pathlib.Path(sample).read_text(encoding="utf-8").splitlines()
    grammar = json.loads(printed["textmate"])
    kinds = list(textmate(grammar, lines))
    text = "".join(f"{i}: {word}\n" for i, (line, row) in enumerate(zip(lines, kinds), 1) for word in words(line, row))
    if os.environ.get("UPDATE"):
        pathlib.Path(expected).write_text(text, encoding="utf-8")
    failures = []
    if text != pathlib.Path(expected).read_text(encoding="utf-8"):
        failures.append(f"the kinds are others than in {expected}:\n{text}")
    ours = [row["match"] for row in grammar["patterns"] if "match" in row]
    if ours != [rule.get("String") for rule in xml.fromstring(printed["kate"]).iter("RegExpr")]:
        failures.append("Kate has other patterns")
    shown = vim(printed["vim"], sample, lines)
    for i, (line, theirs, mine) in enumerate(zip(lines, shown or [], kinds), 1):
        if list(words(line, theirs)) != list(words(line, mine)):
            failures.append(f"line {i} in Vim: {list(words(line, theirs))}, and not {list(words(line, mine))}")
    print("\n".join(failures))
    print(f"{int(not failures)} passed, {len(failures)} failed{'' if shown else '; there is no nvim'}")
    sys.exit(bool(failures))


main()
