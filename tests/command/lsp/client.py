"""A client of the language server that knows nothing of it but the protocol: messages in, messages out."""

import json
import os
import subprocess

PUSHED = "textDocument/publishDiagnostics"


def frame(body):
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


class Client:
    """A server at work. What it sends and nobody waits for is in `others`."""

    def __init__(self, command, **options):
        self.process = subprocess.Popen([command, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options)
        self.count = 0
        self.others = []

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        self.write(frame(json.dumps({"jsonrpc": "2.0", **message}).encode()))

    def read(self):
        """The next message of the server; None at its end."""
        length = None
        while (line := self.process.stdout.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            assert name == b"Content-Length", line
            length = int(value)
        if length is None:
            return None
        body = self.process.stdout.read(length)
        assert len(body) == length
        return json.loads(body)

    def notify(self, method, params=None):
        self.send({"method": method, **({} if params is None else {"params": params})})

    def ask(self, method, params=None):
        """Sends a request and returns the whole answer."""
        self.count += 1
        self.send({"id": self.count, "method": method, **({} if params is None else {"params": params})})
        while (message := self.read()) is not None:
            if message.get("id") == self.count and "method" not in message:
                return message
            self.others.append(message)
        raise EOFError(f"the server has ended instead of answering {method}")

    def initialize(self, encoding="utf-8", params=None, **capabilities):
        answer = self.ask("initialize", {"processId": os.getpid(), "rootUri": None, **(params or {}), "capabilities":
                                         {"general": {"positionEncodings": [encoding]}, **capabilities}})
        self.notify("initialized", {})
        return answer["result"]

    def open(self, uri, text, language="", version=1):
        self.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": language, "version": version,
                                                              "text": text}})

    def change(self, uri, version, *changes):
        self.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version},
                                               "contentChanges": list(changes)})

    def pull(self, uri):
        """What is found in a document."""
        answer = self.ask("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        return answer["result"]["items"] if "result" in answer else answer

    def end(self):
        """Ends the server as the protocol has it; returns its exit status."""
        self.ask("shutdown")
        self.notify("exit")
        return self.close()

    def close(self):
        self.process.stdin.close()
        while (message := self.read()) is not None:
            self.others.append(message)
        self.process.stdout.close()
        return self.process.wait(timeout=60)
