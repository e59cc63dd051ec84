"""nonsense.py COMMAND [SEED COUNT]: whatever a client sends, the server lives, and answers what comes next."""

import json
import random
import sys

from client import Client, frame

TEXT = "text = 'cp.async.ca.shared.global [%0], [%1], 12;'\n"
URI = "file:///nowhere/copy.py"
DEEP = 3000

# What is sent as it is, and how many errors without an id must come back.
RAW = [
    (b"Content-Length: x\r\n\r\n", 1),
    (b"Content-Length: -5\r\n\r\n", 1),
    (b"Content-Length:\r\n\r\n", 1),
    (b"Content-Length: 99999999999999999999\r\n\r\n", 1),
    (b"nonsense\r\n\r\n", 1),
    (b"\r\n\r\n", 1),
    (b"x" * 10000, 1),
    (b"nonsense\r\nContent-Length: 2\r\n\r\n{}", 2),
    (b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n[]", 1),
    (b"content-length: 2\n\n{}", 1),
]
# What is sent as the body of a message, likewise.
BODIES = [
    b"", b"{", b"[", b"3", b"null", b'"text"', b"{}", b"[]", b"[{}]", b"nul", b"\xff\xfe", b"\0", b'{"id": {}}',
    b'{"method": 3}', b'{"method": "shutdown", "id": {}}', b'{"method": "shutdown", "id": [1]}', b"[" * DEEP,
    b'{"a":' * DEEP, b'{"id": 1e999, "method": "x"}', b'{"id": 99999999999999999999999, "method": "x"}',
    b'{"method": "\\ud800"', b'{"method": "textDocument/didChange", ',
]
METHODS = ["initialize", "initialized", "textDocument/didOpen", "textDocument/didChange", "textDocument/didSave",
           "textDocument/didClose", "textDocument/diagnostic", "workspace/didChangeWatchedFiles", "$/cancelRequest",
           "$/nothing", "textDocument/hover", "textDocument/completion", "textDocument/codeAction",
           "textDocument/formatting", "textDocument/rangeFormatting", "textDocument/definition",
           "textDocument/references", "textDocument/documentHighlight", "textDocument/documentSymbol",
           "textDocument/foldingRange", "textDocument/prepareRename", "textDocument/rename", "textDocument/inlayHint",
           "workspace/diagnostic", "workspace/didChangeWorkspaceFolders", "window/workDoneProgress/cancel",
           "workspace/didChangeConfiguration", "nothing", ""]
ATOMS = [None, True, 0, -1, 1, 7, 2**31, 2**62, 0.5, "", "x", URI, "file:///nowhere/none.ptx", "%", "\0", "\u00e4\U0001d538",
         [], {}, "ptx", "quickfix"]
NAMES = ["textDocument", "uri", "text", "version", "languageId", "contentChanges", "range", "start", "end", "line",
         "character", "position", "context", "newName", "options", "only", "previousResultId", "id", "event", "added", "removed",
         "previousResultIds", "value", "workDoneToken", "partialResultToken", "token"]


def alive(client, what):
    answer = client.ask("textDocument/diagnostic", {"textDocument": {"uri": URI}})
    assert "result" in answer or answer["error"]["code"] in (-32801, -32802, -32602), (what, answer)


def reopen(client):
    client.open(URI, TEXT)
    found = client.pull(URI)
    assert [item["code"] for item in found] == ["cp-size"], found


def fixed(client):
    for data, errors in [*RAW, *((frame(body), 1) for body in BODIES)]:
        client.others.clear()
        client.write(data)
        alive(client, data)
        got = [message for message in client.others if message.get("id", 0) is None and "error" in message]
        assert len(got) == errors, (data[:60], got)
        reopen(client)


def value(chance, depth):
    kind = chance.random()
    if depth == 0 or kind < 0.3:
        return chance.choice(ATOMS)
    if kind < 0.4:
        return [value(chance, depth - 1) for _ in range(chance.randrange(3))]
    if kind < 0.55:
        return {"uri": URI}
    if kind < 0.7:
        return {"line": chance.randrange(-1, 4), "character": chance.randrange(-1, 60)}
    return {chance.choice(NAMES): value(chance, depth - 1) for _ in range(chance.randrange(5))}


def plausible(chance):
    """Params that are nearly right."""
    place = lambda: {"line": chance.randrange(3), "character": chance.randrange(60)}
    params = {"textDocument": {"uri": URI, "version": 3}, "position": place(), "range": {"start": place(), "end": place()},
              "context": {"diagnostics": [], "includeDeclaration": True}, "newName": "x", "options": {},
              "contentChanges": [{"range": {"start": place(), "end": place()}, "text": "x"}], "text": TEXT,
              "event": {"added": [{"uri": "file:///nowhere", "name": "x"}], "removed": [{"uri": "file:///nowhere"}]},
              "previousResultIds": [{"uri": URI, "value": "1"}], "workDoneToken": "x", "partialResultToken": 1, "token": "x",
              "settings": {"ptxcheck": {"target": "sm_90", "flow": True, "rules": {"cp-size": "error"}, "define": ["A=1"], "delay": 0}}}
    where = params
    name = chance.choice(list(params))
    while isinstance(where[name], dict) and where[name] and chance.random() < 0.6:
        where = where[name]
        name = chance.choice(list(where))
    if chance.random() < 0.3:
        del where[name]
    else:
        where[name] = value(chance, 3)
    return params


def drawn(client, chance, count):
    for number in range(count):
        method = chance.choice(METHODS)
        params = plausible(chance) if chance.random() < 0.7 else value(chance, 4)
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if chance.random() < 0.5:
            message["id"] = chance.choice([10**6 + number, "text", None, 1.5])
        body = bytearray(json.dumps(message).encode())
        for _ in range(chance.choice([0, 0, 0, 1, 3])):
            body[chance.randrange(len(body))] = chance.randrange(256)
        if b"shutdown" not in body and b'"exit"' not in body:
            client.write(frame(bytes(body)))
        if number % 16 == 15:
            client.others.clear()
            reopen(client)


def main():
    command = sys.argv[1]
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(2**32)
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    print(f"seed {seed}, {count} messages")
    for before in (False, True):
        client = Client(command)
        if before:  # nothing of it counts before the server is initialized
            for body in BODIES:
                client.write(frame(body))
            client.open(URI, TEXT)
        client.initialize()
        reopen(client)
        fixed(client)
        drawn(client, random.Random(seed), count)
        alive(client, "the end")
        assert client.end() == 0
    client = Client(command)  # ends without a word, within a message
    client.initialize()
    client.write(b"Content-Length: 100\r\n\r\n{")
    assert client.close() == 1
    client = Client(command)
    client.notify("exit")
    assert client.close() == 1
    print("1 passed, 0 failed")


main()
