"""meaning.py COMMAND: what `ptxcheck plan --format=json` writes is what docs/ptxcheck.schema.json says, with a plan and
without one, and means what it should: the tensor map is one, the loops make as many copies, and the module is the
text."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from jsonschema import Draft202012Validator

TOP = Path(__file__).resolve().parents[3]
FILES = sorted(Path(__file__).with_name("copies").glob("*.json"))
SCHEMA = json.loads((TOP / "docs/ptxcheck.schema.json").read_text(encoding="utf-8"))
failures = []


def expect(condition, *what):
    if not condition:
        failures.append(what)
        print("failed:", *what)


def run(*arguments):
    result = subprocess.run([sys.argv[1], *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                            check=False)
    return result.returncode, result.stdout.decode("utf-8")


def check(path):
    status, text = run("plan", "--format=json", path)
    document = json.loads(text)
    errors = [error.message for error in Draft202012Validator(SCHEMA).iter_errors(document)]
    expect(not errors, path.name, errors)
    expect((document["plan"] is None) == (status == 1), path.name, "status", status)
    if document["plan"] is None:
        expect(document["diagnostics"], path.name, "says nothing")
        return
    plan, copies = document["plan"], 1
    for loop in plan["loops"]:
        copies *= loop["extent"]
    expect(copies == plan["copies"] and copies * plan["run"] == plan["bytes"], path.name, "its copies do not add up")
    expect(run("plan", path)[1] == plan["module"], path.name, "another text")
    if plan["tensorMap"]:
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(plan["tensorMap"], file)
            file.flush()
            expect(run("tensormap", "--no-config", file.name)[0] == 0, path.name, "its tensor map is refused")


for file in FILES:
    check(file)
print(f"{len(FILES)} copies, {len(failures)} failed")
sys.exit(1 if failures or not FILES else 0)
