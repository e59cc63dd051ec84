"""workspace.py COMMAND [FILES]: what is found in all files of a workspace is what a check of its folder finds. The files are
looked at one after another: what the client asks for meanwhile is answered between two, and it can end the scan."""

import json
import pathlib
import subprocess
import sys
import tempfile

from client import Client, frame

HEADER = ".version 8.0\n.target sm_90\n"
KERNEL = """.visible .entry k{number}(.param .u64 p)
{{
    .reg .b64 %rd<4>;
    .shared .align 16 .b8 tile[1024];
    ld.param.u64 %rd1, [p];
    cp.async.ca.shared.global [tile], [%rd1], {size};
    cp.async.commit_group;
    ret;
}}
"""
CUDA = 'void f(void *a, const void *b) {{ asm volatile("cp.async.ca.shared.global [%0], [%1], {size};" :: "r"(a), "l"(b)); }}\n'


def fill(folder, count):
    """Makes so many files, of which one in ten has a mistake."""
    for number in range(count):
        path = folder / f"part {number % 7}" / f"file{number}.{'cu' if number % 5 == 0 else 'ptx'}"
        path.parent.mkdir(exist_ok=True)
        size = 12 if number % 10 == 0 else 16
        path.write_text(CUDA.format(size=size) if path.suffix == ".cu" else HEADER + KERNEL.format(number=number, size=size))


def checked(command, folder):
    """The rules that a check finds, by path."""
    result = subprocess.run([command, "check", "--format=json", str(folder)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                            check=False)
    return {file["name"]: sorted(item["rule"] for item in file["diagnostics"]) for file in json.loads(result.stdout)["files"]}


def begin(command, folder):
    client = Client(command)
    client.ask("initialize", {"capabilities": {"textDocument": {"diagnostic": {}}, "window": {"workDoneProgress": True},
                                               "workspace": {"diagnostics": {"refreshSupport": True}}},
                              "workspaceFolders": [{"uri": folder.as_uri(), "name": "all"}]})
    client.notify("initialized", {})
    return client


def send(client, number, previous=(), **more):
    client.send({"id": number, "method": "workspace/diagnostic", "params": {"previousResultIds": list(previous), **more}})


def receive(client, number):
    """The answer to a request; what else comes is in `others`. The client makes each token that it is asked for."""
    while True:
        message = client.read()
        if message.get("id") == number and "method" not in message:
            return message
        client.others.append(message)
        if message.get("method") == "window/workDoneProgress/create":
            client.send({"id": message["id"], "result": None})


def named(folder, items):
    paths = {path.as_uri(): str(path) for path in folder.rglob("*.*")}
    return {paths[item["uri"]]: sorted(found["code"] for found in item["items"]) for item in items}


def take(client, method):
    found = [message["params"] for message in client.others if message["method"] == method]
    client.others.clear()
    return found


def found_in_all(command, folder):
    """All is found, as a check finds it, and nothing anew until something changes."""
    client = begin(command, folder)
    send(client, 1000)
    items = receive(client, 1000)["result"]["items"]
    assert named(folder, items) == checked(command, folder)
    shown = [params["value"] for params in take(client, "$/progress")]
    assert shown[0]["kind"] == "begin" and shown[0]["cancellable"] and shown[-1] == {"kind": "end"}, shown
    assert [each["percentage"] for each in shown[1:-1]] == sorted({each["percentage"] for each in shown[1:-1]}), shown
    previous = [{"uri": item["uri"], "value": item["resultId"]} for item in items]
    send(client, 1001, previous)
    assert {item["kind"] for item in receive(client, 1001)["result"]["items"]} == {"unchanged"}
    assert not take(client, "$/progress"), "only the first scan is shown"
    changed = folder / "part 1" / "file1.ptx"
    before = changed.read_text()
    changed.write_text(before.replace("16;", "12;"))
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": changed.as_uri(), "type": 2}]})
    send(client, 1002, previous, partialResultToken="part")
    assert receive(client, 1002)["result"] == {"items": []}
    items = [item for params in take(client, "$/progress") for item in params["value"]["items"]]
    assert [item["uri"] for item in items if item["kind"] == "full"] == [changed.as_uri()], items
    changed.write_text(before)
    assert client.end() == 0


def typed_meanwhile(command, folder):
    """While a scan goes on, what the client sends is answered before the next file is looked at; it can end the scan."""
    client = begin(command, folder)
    path = folder / "part 1" / "file1.ptx"
    client.open(path.as_uri(), path.read_text(), "ptx")
    send(client, 1000)
    answered = client.ask("textDocument/hover", {"textDocument": {"uri": path.as_uri()}, "position": {"line": 7, "character": 6}})
    assert answered["result"] and not any(message.get("id") == 1000 for message in client.others)
    receive(client, 1000)
    client.others.clear()
    for number, method, params in ((1001, "$/cancelRequest", {"id": 1001}),
                                   (1002, "window/workDoneProgress/cancel", {"token": "shown"}), (1003, "shutdown", None)):
        client.write(b"".join(frame(json.dumps({"jsonrpc": "2.0", **message}).encode()) for message in (
            {"id": number, "method": "workspace/diagnostic", "params": {"previousResultIds": [], "workDoneToken": "shown"}},
            {"method": method, "params": params, **({"id": 1} if method == "shutdown" else {})})))
        assert receive(client, number)["error"]["code"] == -32800, method
    shown = [params["value"]["kind"] for params in take(client, "$/progress")]
    assert shown == ["begin", "end"] * 2, shown  # the one that was taken back at once did not begin
    client.notify("exit")
    assert client.close() == 0


def main():
    command, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        fill(folder, count)
        found_in_all(command, folder)
        typed_meanwhile(command, folder)
    print("2 passed, 0 failed")


main()
