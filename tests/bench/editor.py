"""What an editor waits for: the answers of the language server after keystrokes in the middle of a large module."""

import pathlib
import shutil
import statistics
import sys
import time

import inputs
import measure
from subjects import MEGABYTE, TOP, Part, Row

sys.path.insert(0, str(TOP / "tests" / "command" / "lsp"))
from client import PUSHED, Client  # noqa: E402

NAME = "file:///bench/edited.ptx"
COPY = "    cp.async.cg.shared.global [%r1], [%rd1], {size};\n"


class Typist:
    """A document in the server, and a line in its middle that is typed again and again."""

    def __init__(self, bench, text):
        self.client = Client(str(bench.command))
        self.client.initialize()
        self.text = text
        self.version = 1
        middle = text.index("\tret;", len(text) // 2)
        self.line = text.count("\n", 0, middle)
        self.client.open(NAME, text, "ptx")
        self.await_verdicts()
        self.replace(0, COPY.format(size=16))

    def await_verdicts(self):
        """Waits until the server has told what is found; gives the number of findings."""
        while (message := self.client.read()).get("method") != PUSHED or message["params"].get("version") != self.version:
            pass
        return len(message["params"]["diagnostics"])

    def replace(self, lines, text):
        """Puts a text in the place of the lines from that line on; gives the seconds until the verdicts are there."""
        self.version += 1
        begin = time.perf_counter()
        place = {"start": {"line": self.line, "character": 0}, "end": {"line": self.line + lines, "character": 0}}
        self.client.change(NAME, self.version, {"range": place, "text": text})
        self.await_verdicts()
        return time.perf_counter() - begin

    def keystroke(self, number):
        """Makes the copy right or wrong, so that something else is found each time."""
        return self.replace(1, COPY.format(size=8 if number % 2 else 16))

    def ask(self, method, **params):
        """The seconds that an answer takes."""
        begin = time.perf_counter()
        answer = self.client.ask(method, {"textDocument": {"uri": NAME}, **params})
        if "result" not in answer:
            raise measure.Trouble(f"{method}: {answer['error']['message']}")
        return time.perf_counter() - begin

    def memory(self):
        """The bytes that the server has."""
        status = pathlib.Path(f"/proc/{self.client.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) * 1024


def workspace(bench):
    """Milliseconds that 99 of 100 keystrokes wait at most for their findings while the server looks at 1,000 files of a
    workspace, and seconds that all of them take."""
    folder = bench.scratch / "workspace"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for number in range(20 if bench.small else 1000):
        inputs.write_synthetic(folder / f"{number}.ptx", "tenth", 10_000)
    client = Client(str(bench.command))
    client.ask("initialize", {"capabilities": {"textDocument": {"diagnostic": {}}},
                              "workspaceFolders": [{"uri": folder.as_uri(), "name": "all"}]})
    client.notify("initialized", {})
    client.open(NAME, COPY.format(size=8), "ptx")
    begin, waited, count = time.perf_counter(), [], 0
    client.send({"id": "all", "method": "workspace/diagnostic", "params": {"previousResultIds": []}})
    while not any(message.get("id") == "all" for message in client.others):
        count += 1
        stroke = time.perf_counter()
        client.change(NAME, count, {"text": COPY.format(size=8 if count % 2 else 16)})
        client.pull(NAME)
        waited.append(time.perf_counter() - stroke)
    whole = time.perf_counter() - begin
    client.end()
    shutil.rmtree(folder)
    return sorted(waited)[len(waited) * 99 // 100] * 1e3, whole


def editor(bench):
    """Keystrokes in a module of 5 MB, and what is asked after each."""
    path = bench.scratch / "editor.ptx"
    inputs.write_synthetic(path, "tenth", 10_000 if bench.small else 5_000_000)
    typist = Typist(bench, path.read_text(encoding="ascii"))
    at_name = {"position": {"line": typist.line, "character": COPY.index("%r1") + 1}}
    at_word = {"position": {"line": typist.line, "character": COPY.index(".shared")}}
    took = {"verdicts": [], "completion": [], "hover": [], "hazards": []}
    for number in range(2 if bench.small else 10 * bench.rounds):
        took["verdicts"].append(typist.keystroke(2 * number + 1))
        took["completion"].append(typist.ask("textDocument/completion", **at_word))
        took["verdicts"].append(typist.keystroke(2 * number))
        took["hover"].append(typist.ask("textDocument/hover", **at_name))
        took["hazards"].append(typist.ask("textDocument/diagnostic"))
    memory = typist.memory() / path.stat().st_size
    typist.client.end()
    path.unlink()
    worst, whole = workspace(bench)
    half = {name: statistics.median(seconds) * 1e3 for name, seconds in took.items()}
    return Part("editor", [
        Row("editor/verdicts", "the language server, 5 MB: from a keystroke to the verdicts", half["verdicts"], "ms", 5),
        Row("editor/completion", "completion after a keystroke", half["completion"], "ms", 5),
        Row("editor/hover", "hover over a name after a keystroke", half["hover"], "ms", 5),
        Row("editor/hazards", "hazards after a keystroke", half["hazards"], "ms", 50),
        Row("editor/memory", "memory, names and hazards asked for", memory, "times the module", 10),
        Row("editor/workspace", "99 of 100 keystrokes while 1,000 files are looked at", worst, "ms", 50),
        Row("editor/files", "until all of them were", whole, "s"),
    ])
