"""What `ptxcheck dump` prints for every test module is valid against docs/ptxcheck.schema.json, and the schema rejects a
document as soon as a field of it is missing, unknown, or of another kind."""

import copy
import glob
import json
import os
import subprocess
import sys

from jsonschema import Draft202012Validator

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))

# Fields that are absent where they do not apply.
OPTIONAL = {"name", "symbol", "number", "value", "type", "space", "alignment", "offset"}


def dump(files):
    """One run of the command; the document must be UTF-8."""
    run = subprocess.run([sys.argv[1], "dump", *files], stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout.decode("utf-8"))


def places(node, path=()):
    """Every object and array inside the document, with the path that leads to it."""
    if isinstance(node, (dict, list)):
        yield path, node
        for key, child in node.items() if isinstance(node, dict) else enumerate(node):
            yield from places(child, path + (key,))


def changed(document, path, change):
    """A copy of the document with a change made to the object at the path."""
    document = copy.deepcopy(document)
    node = document
    for key in path:
        node = node[key]
    change(node)
    return document


def single(document):
    """For each instruction, the document with this one alone: changes are tried on something small."""
    for index in range(len(document["files"][0]["instructions"])):
        alone = copy.deepcopy(document)
        alone["files"][0]["instructions"] = [alone["files"][0]["instructions"][index]]
        yield alone


def mutilations(document):
    """Documents that must be rejected, each with what was done to it."""
    for path, node in places(document):
        if isinstance(node, list) or path[-1:] == ("targets",):
            continue
        yield path, "an unknown field", changed(document, path, lambda n: n.update(unexpected=1))
        is_value = "flags" in node
        for key, value in node.items():
            if not (is_value and key in OPTIONAL):
                yield path, f"no {key}", changed(document, path, lambda n, k=key: n.pop(k))
            yield path, f"{key} of another kind", changed(document, path, lambda n, k=key: n.update({k: 1.5}))
        for key in {"kind", "shape", "opcode", "rule", "severity", "class", "type", "space", "slot"} & node.keys():
            yield path, f"{key} of no table", changed(document, path, lambda n, k=key: n.update({k: "nothing"}))
        if "targets" in node:
            yield path, "an unknown target", changed(document, path, lambda n: n["targets"].update(sm_1="8.0"))
        if node.get("damaged") is True:
            yield path, "a text of what was not read", changed(document, path, lambda n: n.update(canonical="a;"))
        if node.get("kind") == "integer":
            yield path, "a constant without value", changed(document, path, lambda n: n.pop("value"))
            yield path, "a constant with a name", changed(document, path, lambda n: n.update(name="a"))
        if node.get("kind") == "register":
            yield path, "a register without name", changed(document, path, lambda n: n.pop("name"))
            yield path, "a register without declaration", changed(document, path, lambda n: n.pop("symbol"))
        if node.get("kind") == "unknown":
            yield path, "an unknown name with a declaration", changed(document, path, lambda n: n.update(symbol=1))
        if is_value and "offset" in node:
            yield path, "a flag without offset", changed(document, path, lambda n: n.pop("offset"))


def main():
    with open("docs/ptxcheck.schema.json", encoding="utf-8") as file:
        schema = json.load(file)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    failures = 0

    directories = ["tests/corpus/modules", "tests/command/golden", "tests/command/dump"]
    files = sorted(file for directory in directories for file in glob.glob(directory + "/*.ptx"))
    files += sorted(glob.glob("tests/corpus/sources/*.cu")) + glob.glob("tests/command/dump/host.??")
    document = dump(files)
    for error in validator.iter_errors(document):
        failures += 1
        print("rejected:", list(error.absolute_path), error.message[:200])
    instructions = sum(len(file["instructions"]) for file in document["files"])
    if len(document["files"]) != len(files) or instructions < 200:
        failures += 1
        print(f"{len(document['files'])} of {len(files)} files and {instructions} instructions are in the document")

    count = 0
    for alone in single(dump(["tests/command/dump/small.ptx"])):
        if not validator.is_valid(alone):
            failures += 1
            print("rejected before anything was changed:", alone)
        for path, what, mutilated in mutilations(alone):
            count += 1
            if validator.is_valid(mutilated):
                failures += 1
                print("accepted:", list(path), what)

    print(f"{instructions} instructions, {count} mutilations, {failures} failures")
    return 1 if failures or count < 500 else 0


if __name__ == "__main__":
    sys.exit(main())
