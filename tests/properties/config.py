"""A random configuration that the schema allows: what --show-config prints of it holds again. Changed bytes of it are
refused with a place, or taken."""

import json
import pathlib
import re
import string

from command import expect

COUNTED = "configurations"
SCHEMA = json.loads((pathlib.Path(__file__).resolve().parents[2] / "docs" / "configuration.schema.json").read_text())
PLACE = re.compile(rb"^ptxcheck: [^\n]*:\d+:\d+: ", re.MULTILINE)
SOURCE = b'asm volatile("cp.async.cg.shared.global [%0], [%1], 8;" :: "r"(a), "l"(b));\n'
WORDS = ["*.cu", "a/", "!b.cu", "/c", "**/d", "a b", "#x", "'q'", 'x"y', "ö", "[a-c]*", "x\\y", "a: b", "- z", "~",
         "null", "true", "8.6", "a#b", "{x}", "&a", "@x", "%y", " z", "z ", "?"]

PIECES = [b": ", b"- ", b"[", b"{", b"'", b'"', b"\n", b"\t", b"&a ", b"*a", b"!!str ", b"---\n", b"\0", b"\xff", b"#",
          b"\xef\xbb\xbf", b"|\n", b"? ", b"99999999999999999999"]


def name(rnd):
    """Gives the name of a macro."""
    letters = string.ascii_letters + string.digits
    return rnd.choice("ABC_") + "".join(rnd.choice(letters) for _ in range(rnd.randrange(4)))


def value(rnd, key, schema):
    """Gives a value that the schema of a key allows."""
    if key in ("ptx", "assembler"):
        return rnd.choice(["8.6", "8.0", "7.8", "9.0", None] if key == "ptx" else ["12.6", "13.0", "12.8", None])
    if key == "define":
        return [name(rnd) + rnd.choice(["", "=", "=1", "=a b", "=\"x\"", "=0x1F"]) for _ in range(rnd.randrange(4))]
    if key == "assume":
        known = [f"threads={rnd.randrange(1, 1025)}", f"cluster={rnd.randrange(1, 33)}", f"box({name(rnd)})=4096"]
        return rnd.sample(known, rnd.randrange(4))
    if key == "undefine":
        return [name(rnd) + "u" for _ in range(rnd.randrange(3))]
    if "enum" in schema:
        return rnd.choice(schema["enum"][-20:])  # of targets, those that are not long gone
    kind = schema["type"]
    if key == "rules":
        rules = rnd.sample(schema["propertyNames"]["enum"], rnd.randrange(5))
        return {rule: rnd.choice(schema["additionalProperties"]["enum"]) for rule in rules}
    if key == "overrides":
        return [section(rnd, schema["items"]["properties"], True) for _ in range(rnd.randrange(3))]
    if kind == "array" and "enum" in schema["items"]:
        return rnd.sample(schema["items"]["enum"][-9:], rnd.randrange(4))
    if kind == "array":
        return [rnd.choice(WORDS) for _ in range(rnd.randrange(1, 4))]
    return rnd.randrange(1000) if kind == "integer" else rnd.randrange(2) == 0


def section(rnd, properties, inner=False):
    """Gives a random mapping of the schema."""
    keys = [key for key in properties if key != "files" and rnd.randrange(3) == 0]
    return {**({"files": [rnd.choice(WORDS)] + ["*.cu"] * rnd.randrange(2)} if inner else {}),
            **{key: value(rnd, key, properties[key]) for key in keys}}


def written(rnd, thing):
    """Writes a value as YAML: in the manner of JSON, or as blocks."""
    if not isinstance(thing, dict) or not thing or rnd.randrange(3) == 0:
        return json.dumps(thing, ensure_ascii=rnd.randrange(2) == 0) + "\n"
    out = ""
    for key, one in thing.items():
        if isinstance(one, list) and one and rnd.randrange(2):
            before = rnd.choice(["  ", ""])
            out += key + ":\n" + "".join(f"{before}- {json.dumps(x, ensure_ascii=False)}\n" for x in one)
        elif isinstance(one, dict) and one and rnd.randrange(2):
            out += key + ":\n" + "".join(f"    {k}: {json.dumps(v)}\n" for k, v in one.items())
        else:
            out += f"{key}: {json.dumps(one, ensure_ascii=False)}{rnd.choice(['', '  # größe'])}\n"
    return out


def without_sources(shown):
    """Gives what --show-config printed without who said so."""
    return re.sub(rb" +# [^\n\"]*$", b"", shown, flags=re.MULTILINE)


def try_one(command, rnd, _):
    """Shows a configuration, shows what was shown, and changes its bytes."""
    text = written(rnd, section(rnd, SCHEMA["properties"])).encode()
    command.write("x.cu", SOURCE)
    command.write("a.yaml", text)
    status, shown, said = command.run("--config=a.yaml", "--show-config", "x.cu", statuses=(0, 2))
    if status == 2:  # the schema does not say which assembler knows what
        expect(re.search(rb"does not know|knows PTX up to", said) and PLACE.search(said), "it is refused:", said)
        return 0
    command.write("b.yaml", shown)
    again = command.run("--config=b.yaml", "--show-config", "x.cu", statuses=(0,))[1]
    expect(without_sources(shown) == without_sources(again), "shown was", shown.decode(), "and then", again.decode())
    one = command.run("--config=a.yaml", "--format=gcc", "x.cu")
    two = command.run("--config=b.yaml", "--format=gcc", "x.cu")
    expect(one == two, "it checks otherwise:", one, two)
    for _ in range(6):
        changed = mutated(rnd, rnd.choice([text, shown]))
        command.write("c.yaml", changed)
        status, out, said = command.run("--config=c.yaml", "--show-config", "x.cu", statuses=(0, 2))
        expect(status == 0 or PLACE.search(said) and not out, "it is refused without a place:", said, out, changed)
        command.run("--config=c.yaml", "x.cu", statuses=(0, 1, 2) if status == 0 else (2,))
    return 1


def mutated(rnd, text):
    """Changes, inserts, drops or repeats some bytes."""
    for _ in range(rnd.randrange(1, 4)):
        at, to = sorted([rnd.randrange(len(text) + 1), rnd.randrange(len(text) + 1)])
        to = min(to, at + 6)
        new = rnd.choice([b"", bytes([rnd.randrange(256)]), text[at:to] * 2, rnd.choice(PIECES)])
        text = text[:at] + new + text[to if rnd.randrange(2) else at:]
    return text
