"""All formats tell of the same findings, at the same places."""

import json
import pathlib
import re
import urllib.parse
import xml.etree.ElementTree as ElementTree

try:
    import jsonschema
except ImportError:
    jsonschema = None  # the schema is then held against documents by other tests alone

from command import FIRST, expect
import sources

COUNTED = "findings"
ODD = ["\r", "\x1b[31m", "\u202e", "\ufeff", "\x7f", "é", "\U0001f600", "\t"]
SCHEMA = json.loads((pathlib.Path(__file__).resolve().parents[2] / "docs" / "configuration.schema.json").read_text())
RULES = SCHEMA["properties"]["rules"]["propertyNames"]["enum"]
VALIDATOR = jsonschema and jsonschema.Draft202012Validator(
    json.loads((pathlib.Path(__file__).resolve().parents[2] / "docs" / "ptxcheck.schema.json").read_text()))
LEVELS = {"error": "error", "warning": "warning", "notice": "note", "note": "note"}
GITHUB = re.compile(r"^::(\w+) file=([^,]*),line=(\d+),endLine=\d+,col=(\d+)(?:,endColumn=\d+)?,"
                    r"title=ptxcheck ([\w-]+)::(.*)$")


def disturbed(rnd, text):
    """Puts odd characters into comments and names, and bytes that are no UTF-8."""
    out = text.encode()
    for _ in range(rnd.randrange(4)):
        at = rnd.randrange(len(out) + 1)
        out = out[:at] + rnd.choice([x.encode() for x in ODD] + [b"\xff", b"\xc3"]) + out[at:]
    return out


def try_one(command, rnd, known):
    """Compares the formats on some random files."""
    names = []
    for i in range(rnd.randrange(1, 4)):
        extension, text = sources.source(rnd, known, most=2)
        names.append(f"{rnd.choice(['', 'a b/', 'ö/'])}made{i}.{extension}")
        command.write(names[-1], disturbed(rnd, text))
    options = ["--max-diagnostics=0", *(["-W", "qualifier-order=note"] if rnd.randrange(2) else [])]
    expected = [x._replace(message="") for x in command.findings(*options, *names)]
    if VALIDATOR and rnd.randrange(4) == 0:
        wrong = [error.message for error in VALIDATOR.iter_errors(command.document(*options, *names))]
        expect(not wrong, "the document is none of its schema:", *wrong)
    statuses, found = set(), {}
    for name, read in FORMATS.items():
        status, out, _ = command.run(f"--format={name}", "--no-config", *options, *names)
        statuses.add(status)
        found[name] = read(out.decode())
    expect(len(statuses) == 1, "the exit statuses differ")
    for name, (column, got) in found.items():
        want = [(x.file, x.line, getattr(x, column), x.severity, x.rule) for x in merged(expected, name)]
        expect(got == want, f"{name} differs:", *sorted(set(got) ^ set(want)), "order" if sorted(got) == sorted(want)
               else "")
    return len(expected)


def merged(findings, name):
    """Gives the findings, of which text merges equal notes; those are left out."""
    return [x for x in findings if name != "text" or x.severity != "note"]


def read_text(out):
    """Gives the findings of the format text."""
    for line in out.split("\n"):
        odd = [c for c in line if ord(c) < 32 and c != "\t" or 127 <= ord(c) < 160]
        expect(not odd, "a control character is printed:", repr(line))
    found = [FIRST.match(line) for line in out.split("\n")]
    return "column", [(x[1], int(x[2]), int(x[3]), x[4], x[6]) for x in found if x and x[4] != "note"]


def read_gcc(out):
    """Gives the findings of the format gcc."""
    found = [FIRST.match(line) for line in out.split("\n")]  # a note that ends in [addr] is no finding
    return "column", [(x[1], int(x[2]), int(x[3]), x[4], x[6]) for x in found if x and x[6] in RULES]


def read_jsonl(out):
    """Gives the findings of the format jsonl."""
    found = [json.loads(line) for line in out.split("\n")[:-1]]
    return "column", [(x["file"], x["position"]["line"], x["position"]["column"], x["severity"], x["rule"])
                      for x in found]


def read_sarif(out):
    """Gives the findings of the format sarif."""
    found, places = json.loads(out)["runs"][0]["results"], []
    for result in found:
        place = result["locations"][0]["physicalLocation"]
        places.append((urllib.parse.unquote(place["artifactLocation"]["uri"]), place["region"]["startLine"],
                       place["region"]["startColumn"], LEVELS[result["level"]], result["ruleId"]))
    return "utf16", places


def read_github(out):
    """Gives the findings of the format github."""
    found = [GITHUB.match(line) for line in out.split("\n")[:-1]]
    expect(all(found), "a line is no command:", out)
    return "utf16", [(urllib.parse.unquote(x[2]), int(x[3]), int(x[4]), LEVELS[x[1]], x[5]) for x in found]


def read_gitlab(out):
    """Gives the findings of the format gitlab, which has no columns."""
    levels = {"major": "error", "minor": "warning", "info": "note"}
    found = [(x["location"]["path"], x["location"]["lines"]["begin"], levels[x["severity"]], x["check_name"])
             for x in json.loads(out)]
    return "line", [(file, line, line, severity, rule) for file, line, severity, rule in found]


def read_junit(out):
    """Gives the findings of the format junit, likewise."""
    found = []
    for case in ElementTree.fromstring(out).iter("testcase"):
        failure, line = case.find("failure"), case.get("line")
        if line:
            found.append((case.get("file"), int(line), int(line), "note" if failure is None else failure.get("type"),
                          case.get("name")))
    return "line", found


FORMATS = {"text": read_text, "gcc": read_gcc, "jsonl": read_jsonl, "sarif": read_sarif, "github": read_github,
           "gitlab": read_gitlab, "junit": read_junit}

