"""edits.py [--edits N] [--seed S] COMMAND FILE...: random edits of files, in PTX and in other languages. After each, what the
server finds is what a check of the text finds; now and then the names are those of the text, too. However many edits there
are, the memory of the server does not grow."""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

from client import Client

PIECES = [";", "{", "}", "\n", " ", "\"", "12", "16", ".shared", ".global", "::cta", "%r1", "[", "]", ",", "//", "/*", "*/", "@%p ",
          "cp.async.ca.shared.global [%r1], [%rd1], 12;", "cp.async.commit_group;\n", "cp.async.wait_group 0;",
          "cp.async.wait_all;\n", "bar.sync 0;", "// ptxcheck: allow(cp-size) so\n", "ret;", ".reg .b32 %r9;", "\r\n", "\r",
          "\u00e4", "\U0001d538", "\t", "#if 1\n", "asm(\"\"", "'''", "\\", "0", "9"]
SEVERITIES = {"error": 1, "warning": 2, "note": 3}


def position(text, place):
    """The position of an offset, in UTF-16."""
    before = text[:place]
    line = before.count("\n") + before.count("\r") - before.count("\r\n")
    if before.endswith("\r") and text[place:place + 1] == "\n":
        line -= 1  # within the end of a line
        before = before[:-1]
    start = max(before.rfind("\n"), before.rfind("\r")) + 1
    return {"line": line, "character": len(before[start:].encode("utf-16-le")) // 2}


def is_inside(text, place):
    return text[place - 1:place + 1] == "\r\n"


def checked(command, path, text):
    """What a check finds: rule, severity, message and place, in bytes."""
    path.write_bytes(text.encode())
    result = subprocess.run([command, "check", "--format=json", str(path)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    files = json.loads(result.stdout)["files"]
    data, found = text.encode(), []
    for item in (item for file in files for item in file["diagnostics"]):
        begin = item["position"]["offset"]
        end = begin + item["position"]["length"]
        while begin > 0 and data[begin:begin + 1] and data[begin] & 0xc0 == 0x80:
            begin -= 1  # a position is none within a character
        while data[end:end + 1] and data[end] & 0xc0 == 0x80:
            end += 1
        found.append((item["rule"], SEVERITIES[item["severity"]], item["message"], begin, end - begin))
    return found


def places(text):
    """The offset of each position that findings can have, in bytes."""
    found, line, column, offset_now = {}, 0, 0, 0
    for index, character in enumerate(text):
        found[line, column] = offset_now
        offset_now += len(character.encode())
        column += 2 if character > "\uffff" else 1
        if character == "\n" or (character == "\r" and text[index + 1:index + 2] != "\n"):
            line, column = line + 1, 0
    found[line, column] = offset_now
    return found


def served(client, uri, text):
    known = places(text)
    found = []
    for item in client.pull(uri):
        begin, end = (known[item["range"][name]["line"], item["range"][name]["character"]] for name in ("start", "end"))
        found.append((item["code"], item["severity"], item["message"].partition("\n")[0], begin, end - begin))
    return found


def draw(chance, text, undone):
    """An edit: begin, end, and the text between."""
    kind = chance.random()
    begin = chance.randrange(len(text) + 1)
    end = min(len(text), begin + chance.choice([0, 0, 0, 1, 1, 2, 5, 30]))
    while begin > 0 and is_inside(text, begin):
        begin -= 1
    while end < len(text) and is_inside(text, end):
        end += 1
    if kind < 0.25 and undone:
        return undone.pop()
    if kind < 0.35:
        start = chance.randrange(len(text) + 1)
        return begin, end, text[start:start + chance.choice([5, 50, 400])]
    return begin, end, "" if kind < 0.5 and end > begin else chance.choice(PIECES)


def memory(client):
    """How many bytes the server has."""
    status = pathlib.Path(f"/proc/{client.process.pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


def names(client, uri):
    symbols = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})["result"]
    return json.dumps(symbols).replace(uri, "")


def same_names(client, uri, text):
    """Whether a document has the names that it has when it is opened anew."""
    other = uri.replace("file:///", "file:///anew/")
    client.open(other, text)
    same = names(client, uri) == names(client, other)
    client.notify("textDocument/didClose", {"textDocument": {"uri": other}})
    return same


def grows(sizes):
    """Whether the memory after each of the same texts becomes ever more. It may become half as much again, and 8 MB."""
    early = sizes[:len(sizes) // 2]
    return len(early) > 0 and sizes[-1] > 1.5 * max(early) + (8 << 20)


def run(command, folder, source, count, chance):
    path = pathlib.Path(folder, source.name)
    text = original = source.read_bytes().decode()
    uri = path.as_uri()
    client = Client(command, cwd=folder)
    client.initialize("utf-16")
    client.open(uri, text)
    undone, sizes = [], []
    for number in range(count):
        changes = []
        for _ in range(chance.choice([1, 1, 1, 2, 3])):
            begin, end, new = draw(chance, text, undone)
            if end > len(text) or is_inside(text, begin) or is_inside(text, end):
                continue
            changes.append({"range": {"start": position(text, begin), "end": position(text, end)}, "text": new})
            undone = [*undone[-3:], (begin, begin + len(new), text[begin:end])]
            text = text[:begin] + new + text[end:]
        client.change(uri, number + 2, *changes)
        got, expected = served(client, uri, text), checked(command, path, text)
        named = number % 8 > 0 or same_names(client, uri, text)
        if sorted(got) != sorted(expected) or not named:
            print(f"{source}, edit {number + 1}: {changes}\nthe server: {sorted(set(got) - set(expected))}\n"
                  f"a check:    {sorted(set(expected) - set(got))}" + ("" if named else "\nthe names differ"))
            pathlib.Path(tempfile.gettempdir(), "lsp-edits-" + source.name).write_bytes(text.encode())
            return False
        if len(text) < 100 or len(text) > 40000 or number % 100 == 99:
            text = original
            client.change(uri, number + 2, {"text": text})
            served(client, uri, text)
            undone.clear()
            sizes.append(memory(client))
    pushed = [message for message in client.others if message.get("method") == "window/showMessage"]
    assert client.end() == 0 and not pushed, pushed
    if len(sizes) > 1:
        print(f"{source.name}: the server has {sizes[0]:,} bytes at first, {max(sizes):,} at most and {sizes[-1]:,} at last")
    if grows(sizes) and b"__asan_init" not in pathlib.Path(command).read_bytes():
        print(f"{source}: the memory of the server grows")
        return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edits", type=int, default=150, metavar="N", help="of each file (default: 150)")
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    parser.add_argument("command")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    print(f"seed {options.seed}, {options.edits} edits of each of {len(options.files)} files")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for file in options.files:
            failed += not run(options.command, os.path.realpath(folder), file, options.edits, chance)
    print(f"{len(options.files) - failed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
