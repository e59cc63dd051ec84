"""talk.py COMMAND TALK...: conversations with the language server. A line of a talk is what the client does; below it
stands, with '<', what the server must answer. With UPDATE=1 the answers are written anew.

    > METHOD PARAMS      a request; PARAMS is JSON, in which $NAME is the URI of a file
    >> METHOD PARAMS     a notification
    > begin CAPABILITIES   what a client says first; it has seen the answer before. "params" in them has what else it says
    > open NAME [ID]     opens a file of files/ or docs/examples/, whose language the client calls ID
    > change NAME 3:0-3:5 TEXT   replaces a range; TEXT is a JSON string
    > write NAME TEXT    writes a file that the server may read
    > answer N RESULT  answers request N of the server
    > raw TEXT           sends these bytes, a JSON string, as they are
    # a comment

In the answers "3:0-3:5" stands for a range, and "0 4 2 7 1" for a semantic token.
"""

import difflib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from client import Client, frame

HERE = pathlib.Path(__file__).parent
EXAMPLES = HERE.parents[2] / "docs" / "examples"
WIDTH = 116


def layout(value, indent, room):
    """A value as JSON, on several lines where one is too long."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) <= room or not isinstance(value, (dict, list)) or not value:
        return line
    pad = " " * (indent + 2)
    named = isinstance(value, dict)
    rows = [(json.dumps(key) + ": " if named else "", item) for key, item in (value.items() if named else enumerate(value))]
    text = ",\n".join(pad + name + layout(item, indent + 2, WIDTH - indent - 2 - len(name)) for name, item in rows)
    return ("{\n" if named else "[\n") + text + "\n" + " " * indent + ("}" if named else "]")


def brief(value):
    """A value in which "3:0-3:5" stands for a range, "3:0" for a position, and "0 4 2 7 1" for a semantic token."""
    if isinstance(value, list) and len(value) >= 5 and all(type(item) is int for item in value):
        return [" ".join(map(str, value[i:i + 5])) for i in range(0, len(value), 5)]
    if isinstance(value, list):
        return [brief(item) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"line", "character"}:
        return f"{value['line']}:{value['character']}"
    if value.keys() == {"start", "end"}:
        return f"{brief(value['start'])}-{brief(value['end'])}"
    return {name: brief(item) for name, item in value.items()}


class Talk:
    def __init__(self, command, folder):
        self.folder = folder
        self.client = Client(command, cwd=folder, stderr=subprocess.DEVNULL, env={**os.environ, "PTXCHECK_SEED": "1", "TMPDIR": folder})
        self.versions = {}
        self.last = "none"
        self.lines = []

    def uri(self, name):
        return f"file://{self.folder}/{name}"

    def params(self, text):
        text = re.sub(r"\$([\w.]+)", lambda found: self.uri(found[1]), text)
        return json.loads(text) if text else None

    def say(self, message):
        word = message.get("method") or ("error" if "error" in message else "result")
        content = brief(message.get("params") if "method" in message else message[word])
        text = f"{word} {layout(content, 0, WIDTH - len(word))}".replace(f"file://{self.folder}/", "$").replace(self.folder, "$")
        text = re.sub(r"\$ptxcheck-\w{6}/", "$scratch/", text)
        self.lines.append("< " + text)

    def settle(self):
        """Waits until the server has done what notifications asked for: it answers a pull only then."""
        self.client.ask("textDocument/diagnostic", {"textDocument": {"uri": self.uri(self.last)}})

    def do(self, line):
        self.lines.append(line)
        mark, word, rest = (line.split(" ", 2) + [""])[:3]
        shown = None
        if word == "begin":
            self.client.initialize(**self.params(rest))
        elif word == "open":
            name, _, language = rest.partition(" ")
            self.last = name
            self.versions[name] = 1
            path = next(path for path in (HERE / "files" / name, EXAMPLES / name) if path.exists())
            self.client.open(self.uri(name), path.read_bytes().decode(), language)
        elif word == "change":
            name, where, text = rest.split(" ", 2)
            places = [dict(zip(("line", "character"), map(int, place.split(":")))) for place in where.split("-")]
            self.last = name
            self.versions[name] += 1
            self.client.change(self.uri(name), self.versions[name],
                               {"range": {"start": places[0], "end": places[1]}, "text": json.loads(text)})
        elif word == "write":
            name, text = rest.split(" ", 1)
            path = pathlib.Path(self.folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.loads(text))
        elif word == "answer":
            number, result = rest.split(" ", 1)
            self.client.send({"id": int(number), "result": self.params(result)})
        elif word == "raw":
            self.client.write(json.loads(rest).replace("$", f"file://{self.folder}/").encode("latin-1"))
        elif word == "body":
            self.client.write(frame(json.loads(rest).replace("$", f"file://{self.folder}/").encode("latin-1")))
        elif mark == ">>":
            self.client.notify(word, self.params(rest))
        else:
            shown = self.client.ask(word, self.params(rest))
        if shown is None and word not in ("write", "exit"):
            self.settle()
        for message in self.client.others:
            self.say(message)
        self.client.others.clear()
        if shown:
            self.say(shown)

    def end(self):
        self.lines.append(f"exit status {self.client.close()}")


def run(command, path):
    """What a talk becomes when it is had again."""
    said = [line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] in (">", "#")]
    with tempfile.TemporaryDirectory() as folder:
        talk = Talk(command, os.path.realpath(folder))
        for line in said:
            if line[0] == "#":
                talk.lines.append(line)
            else:
                talk.do(line)
        talk.end()
    return "\n".join(talk.lines) + "\n"


def main():
    failed = 0
    for path in map(pathlib.Path, sys.argv[2:]):
        text = run(sys.argv[1], path)
        if os.environ.get("UPDATE"):
            path.write_text(text, encoding="utf-8")
        elif text != path.read_text(encoding="utf-8"):
            print(*difflib.unified_diff(path.read_text(encoding="utf-8").splitlines(), text.splitlines(), str(path), "now",
                                        lineterm=""), sep="\n")
            failed += 1
    print(f"{len(sys.argv) - 2 - failed} passed, {failed} failed")
    sys.exit(failed > 0 or len(sys.argv) < 3)


if __name__ == "__main__":
    main()
