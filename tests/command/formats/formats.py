"""formats.py COMMAND: what `ptxcheck check` writes for machines means what it should. JSON is held against
docs/ptxcheck.schema.json, with what `where` and `dump` print; SARIF against what SARIF 2.1.0 demands, and against its
schema where $SARIF_SCHEMA names one. Places are compared with the bytes of the sources, whatever a file is called."""

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

from jsonschema import Draft4Validator, Draft202012Validator

COMMAND = os.path.abspath(sys.argv[1])
TOP = Path(__file__).resolve().parents[3]
HERE = TOP / "tests/command/formats"
SCHEMA = json.loads((TOP / "docs/ptxcheck.schema.json").read_text(encoding="utf-8"))
# Names of files, and how a terminal may be shown them.
NAMES = {
    "a b.cu": "a b.cu",
    "100%.cu": "100%.cu",
    "%41.cu": "%41.cu",
    "größe 大小.cu": "größe 大小.cu",
    "\"'\\.cu": "\"'\\.cu",
    "a\nb.cu": "a?b.cu",
    "a:b,c;d=e.cu": "a:b,c;d=e.cu",
    "\x1b[31m.cu": "?[31m.cu",
    b"a\xffb.cu": "a?b.cu",
    "dir/./x#y?z.cu": "dir/./x#y?z.cu",
}
failures = []


def expect(condition, *what):
    if not condition:
        failures.append(what)
        print("failed:", *what)


def run(*arguments, status=(0, 1), cwd=None):
    done = subprocess.run([COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd, check=False)
    expect(done.returncode in status, arguments, done.returncode, done.stderr[:300])
    return done.stdout


def valid(value, schema, what):
    for error in Draft202012Validator(schema).iter_errors(value):
        expect(False, what, list(error.absolute_path), error.message[:300])


def columns(text, offset):
    """The line, the column in bytes and the one in UTF-16 code units of an offset."""
    start = text.rfind(b"\n", 0, offset) + 1
    before = text[start:offset].decode("utf-8", "surrogateescape")  # a byte that is no character is one unit
    return text.count(b"\n", 0, offset) + 1, offset - start + 1, len(before.encode("utf-16-le", "surrogatepass")) // 2 + 1


def check_position(position, text):
    wanted = columns(text, position["offset"])
    expect((position["line"], position["column"], position["utf16"]) == wanted, position, wanted)


def check_diagnostic(finding, text):
    for place in [finding["position"], finding["cause"], *(x["position"] for x in finding["fixes"] + finding["notes"])]:
        if place:
            check_position(place, text)


def check_kernels():
    """What was executed: the members hang together, and the places are those of the names."""
    document = json.loads(run("check", "--format=json", "kernels.ptx"))
    valid(document, SCHEMA, "kernels")
    text = Path("kernels.ptx").read_bytes()
    kernels = document["files"][0]["kernels"]
    expect(len(kernels) == document["summary"]["kernels"], "the kernels are not all")
    expect(sum(not k["complete"] for k in kernels) == document["summary"]["unfinished"], "the unfinished are others")
    for kernel in kernels:
        begin = kernel["position"]["offset"]
        check_position(kernel["position"], text)
        expect(text[begin:begin + kernel["position"]["length"]].decode() == kernel["name"], kernel["name"], "its place")
        expect(kernel["complete"] == (kernel["incomplete"] is None), kernel["name"], "its reason")
        expect(kernel["finished"] <= kernel["executions"], kernel["name"], "its executions")
        expect((kernel["threads"] is None) == (kernel["executions"] == 0), kernel["name"], "its threads")


def check_json(files):
    """The three JSON formats, and that they say the same."""
    document = json.loads(run("check", "--format=json", *files, status=(1, 2)))
    valid(document, SCHEMA, "json")
    texts = {file["name"]: Path(file["name"]).read_bytes() for file in document["files"]}
    found = [{"file": file["name"], **finding} for file in document["files"] for finding in file["diagnostics"]]
    for finding in found:
        check_diagnostic(finding, texts[finding["file"]])
    lines = [json.loads(line) for line in run("check", "--format=jsonl", *files, status=(1, 2)).splitlines()]
    expect(lines == found and len(found) > 5, "jsonl is not json")
    for line in lines:
        valid(line, SCHEMA, "jsonl")
        expect(not Draft202012Validator(SCHEMA).is_valid(line | {"x": 1}), "a line with an unknown member is valid")
        for key in line:
            expect(not Draft202012Validator(SCHEMA).is_valid({k: v for k, v in line.items() if k != key}),
                   "a line is valid without", key)
    statistics = json.loads(run("check", "--format=json", "--statistics", *files, status=(1, 2)))
    valid(statistics, SCHEMA, "statistics")
    rules = Counter((x["rule"], x["class"]) for x in found)
    fixable = Counter(x["rule"] for x in found if x["fixes_certain"])
    expect(statistics["statistics"] == [
        {"rule": rule, "class": kind, "count": count, "fixable": fixable[rule]}
        for (rule, kind), count in sorted(rules.items(), key=lambda item: (-item[1], item[0]))], statistics)
    expect(statistics["exit_status"] == document["exit_status"], "exit status of the statistics")
    summary, counts = document["summary"], [x["severity"] for x in found]
    expect([summary[f"{x}s"] for x in ("error", "warning", "note")] == [counts.count(x) for x in ("error", "warning", "note")],
           summary)
    for key in document:
        expect(not Draft202012Validator(SCHEMA).is_valid({k: v for k, v in document.items() if k != key}), "valid without", key)
    for command in ("dump", "where"):
        expect(not Draft202012Validator(SCHEMA).is_valid({**document, "command": command}), "valid as that of", command)
    return found


def check_region(region, text):
    begin, end = region["byteOffset"], region["byteOffset"] + region["byteLength"]
    (line, _, column), (end_line, _, end_column) = columns(text, begin), columns(text, end)
    wanted = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    expect({key: region[key] for key in wanted} == wanted, region, wanted)


def name_of(location):
    return urllib.parse.unquote_to_bytes(location["uri"]).decode("utf-8", "surrogateescape")


def check_place(place, run_object, texts):
    physical = place["physicalLocation"]
    location = physical["artifactLocation"]
    artifact = run_object["artifacts"][location["index"]]["location"]
    expect({k: v for k, v in location.items() if k != "index"} == artifact, location, artifact)
    expect(re.fullmatch(r"[A-Za-z0-9._~/%-]+", location["uri"]), "not a URI", location["uri"])
    expect(location["uriBaseId"] in run_object["originalUriBaseIds"], location)
    check_region(physical["region"], texts(name_of(location)))


def check_result(result, run_object, texts):
    rule = run_object["tool"]["driver"]["rules"][result["ruleIndex"]]
    expect(rule["id"] == result["ruleId"], result["ruleId"], rule["id"])
    places = result["locations"] + result.get("relatedLocations", [])
    for flow in result.get("codeFlows", []):
        steps = flow["threadFlows"][0]["locations"]
        expect(len(steps) > 1, "a flow of one step", result)
        places += [step["location"] for step in steps]
    for place in places:
        check_place(place, run_object, texts)
    for fix in result.get("fixes", []):
        for change in fix["artifactChanges"]:
            for edit in change["replacements"]:
                check_region(edit["deletedRegion"], texts(name_of(change["artifactLocation"])))


def check_rules(rules, results):
    """Those that are reported, in the order in which they are."""
    expect([rule["id"] for rule in rules] == list(dict.fromkeys(x["ruleId"] for x in results)), "rules", len(rules))
    expect(len(rules) < len(results), "no rule was reported twice")
    for rule in rules:
        expect(rule["shortDescription"]["text"] and rule["fullDescription"]["text"] and rule["help"]["text"], rule["id"])
        expect(rule["help"]["markdown"].count("```ptx\n") == 2, rule["id"], "examples")
        expect(rule["defaultConfiguration"]["level"] in ("note", "warning", "error"), rule["id"])


def check_sarif(files, found):
    log = json.loads(run("check", "--format=sarif", *files, status=(1, 2)))
    if "SARIF_SCHEMA" in os.environ:
        for error in Draft4Validator(json.loads(Path(os.environ["SARIF_SCHEMA"]).read_text())).iter_errors(log):
            expect(False, "SARIF", list(error.absolute_path), error.message[:300])
    run_object = log["runs"][0]
    expect(log["version"] == "2.1.0" and len(log["runs"]) == 1 and run_object["columnKind"] == "utf16CodeUnits", "log")
    results = run_object["results"]
    check_rules(run_object["tool"]["driver"]["rules"], results)
    expect([(x["ruleId"], x["level"]) for x in results] == [(x["rule"], x["severity"]) for x in found], "results")
    for result in results:
        check_result(result, run_object, lambda name: Path(name).read_bytes())
    expect(any("fixes" in x for x in results) and any("codeFlows" in x for x in results), "nothing to look at")
    invocation = run_object["invocations"][0]
    missing = [x for x in files if not x.startswith("-") and not Path(x).exists()]
    expect(invocation["executionSuccessful"] == (not missing), invocation)
    expect([name_of(x["locations"][0]["physicalLocation"]["artifactLocation"]) for x in
            invocation["toolExecutionNotifications"]] == missing, invocation)


def check_origin(place, origin):
    """A location of SARIF is a place of JSON in a source, in UTF-16 code units where the source is here."""
    physical = place["physicalLocation"]
    path, region = Path(origin["file"]), physical["region"]
    expect(name_of(physical["artifactLocation"]).removeprefix("file://") == str(path) and region["startLine"] == origin["line"], place, origin)
    lines = path.read_bytes().splitlines() if path.exists() else []
    before = lines[origin["line"] - 1][:(origin["column"] or 1) - 1] if origin["line"] <= len(lines) else None
    wanted = (origin["column"] or 1) if before is None else len(before.decode().encode("utf-16-le")) // 2 + 1
    expect(region["startColumn"] == wanted, place, origin)


def check_origins(files):
    """What is found in modules stands in the sources that they were compiled from, and in the modules."""
    document = json.loads(run("check", "--format=json", *files))
    valid(document, SCHEMA, "source")
    found = [x for file in document["files"] for x in file["diagnostics"]]
    run_object = json.loads(run("check", "--format=sarif", *files))["runs"][0]
    bare = json.loads(run("check", "--format=json", "--source=ptx", *files))
    bare = [x for file in bare["files"] for x in file["diagnostics"]]
    expect(len(found) == len(run_object["results"]) == len(bare), "a finding counts once")
    for finding, result, other in zip(found, run_object["results"], bare):
        origins, related = finding.pop("source", []), result.get("relatedLocations", [])
        for note in finding["notes"]:
            note.pop("source", None)
        expect(finding == other, "other than in the PTX alone", finding, other)
        for place, origin in zip(result["locations"] + related, origins):
            check_origin(place, origin)
        ptx = related[len(origins) - 1] if origins else result["locations"][0]
        check_place(ptx, run_object, lambda name: Path(name).read_bytes())
        expect(ptx["physicalLocation"]["region"]["byteOffset"] == finding["position"]["offset"], ptx)
    expect(sum("source" in x for x in json.loads(run("check", "--format=json", *files))["files"][0]["diagnostics"]) > 1,
           "nothing to look at")


def prints(result):
    return [next(iter(x["partialFingerprints"].values())) for x in result["runs"][0]["results"]]


def check_fingerprints(source):
    """They stay when lines move, and are unique."""
    text = Path(source).read_bytes()
    with tempfile.TemporaryDirectory() as directory:
        moved = Path(directory, "moved.ptx")
        moved.write_bytes(text.replace(b"{\n", b"{\n\n  // more\n", 1) + text.split(b"{\n", 1)[1].replace(b"}", b""))
        before = prints(json.loads(run("check", "--format=sarif", source)))
        after = prints(json.loads(run("check", "--format=sarif", str(moved))))
    expect(set(before) <= set(after) and len(set(before)) == len(before) > 3, "fingerprints", before, after)


def check_reports(files, found):
    """Code Quality of GitLab and JUnit say the same as JSON, and each issue of GitLab is another one to it."""
    lines = [(x["rule"], x["message"], x["file"], x["position"]["line"], x["severity"]) for x in found]
    issues = json.loads(run("check", "--format=gitlab", *files, status=(1, 2)))
    levels = {"major": "error", "minor": "warning", "info": "note"}
    expect([(x["check_name"], x["description"], x["location"]["path"], x["location"]["lines"]["begin"], levels[x["severity"]])
            for x in issues if x["check_name"] != "ptxcheck"] == lines, "gitlab is not json")
    expect(len({x["fingerprint"] for x in issues}) == len(issues), "fingerprints of gitlab")
    suites = ElementTree.fromstring(run("check", "--format=junit", *files, status=(1, 2)))
    cases = [case for suite in suites for case in suite if case.get("name") != "ptxcheck"]
    failed = [case.find("failure") for case in cases]
    expect([(case.get("name"), case.get("file"), int(case.get("line")), "note" if failure is None else failure.get("type"))
            for case, failure in zip(cases, failed)] == [(rule, file, line, severity) for rule, _, file, line, severity in lines],
           "junit is not json")
    for suite in suites:
        counts = [len(suite.findall(path)) for path in ("testcase", "testcase/failure", "testcase/error")]
        expect([int(suite.get(key)) for key in ("tests", "failures", "errors")] == counts and counts[0], suite.attrib, counts)
    missing = [file for file in files if not file.startswith("-") and not Path(file).exists()]
    expect([x["location"]["path"] for x in issues if x["check_name"] == "ptxcheck"] == missing and
           [suite.get("name") for suite in suites if suite.find("testcase/error") is not None] == missing, "what is missing")


def xml_of(raw):
    """A name as an attribute of XML gives it: what XML cannot have is U+FFFD, and a line end a blank."""
    text = raw.decode("utf-8", "surrogateescape")
    return "".join(" " if c in "\n\t" else "\ufffd" if c < " " or "\udc80" <= c <= "\udcff" else c for c in text)


def unescape(text):
    for code, byte in (("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
        text = text.replace(code, byte)
    return text


def check_name(name, shown):
    raw = name if isinstance(name, bytes) else name.encode()
    text = raw.decode("utf-8", "surrogateescape")
    escaped = raw.decode("utf-8", "backslashreplace")
    Path(text).parent.mkdir(exist_ok=True)
    Path(text).write_bytes((HERE / "host.cu").read_bytes())
    output = {format: run("check", "--format=" + format, text) for format in
              ("text", "json", "jsonl", "sarif", "github", "gitlab", "junit", "gcc")}
    documents = [json.loads(output["json"])["files"][0]["name"], json.loads(output["jsonl"].splitlines()[0])["file"]]
    expect(documents == [escaped, escaped], "JSON", repr(name), documents)
    for format in ("text", "gcc"):
        expect(output[format].decode().startswith(f"{shown}:3:87: error: "), format, repr(name), output[format][:80])
    lines = output["github"].decode().splitlines()
    properties = re.fullmatch("::error file=([^:,]*),line=3,endLine=3,col=78,endColumn=79,title=[^:,]*::[^:]*", lines[0])
    safe = "".join(c if c == "\n" or c.isprintable() else "?" for c in text)
    expect(len(lines) == 2 and properties and unescape(properties[1]) == safe, "github", repr(name), lines)
    expect(json.loads(output["gitlab"])[0]["location"]["path"] == escaped, "gitlab", repr(name))
    case = ElementTree.fromstring(output["junit"])[0][0]
    expect((case.get("file"), case.get("line")) == (xml_of(raw), "3"), "junit", repr(name), case.attrib)
    log = json.loads(output["sarif"])
    expect(name_of(log["runs"][0]["artifacts"][0]["location"]) == text, "SARIF", repr(name))
    check_result(log["runs"][0]["results"][0], log["runs"][0], lambda path: Path(path).read_bytes())


def check_rule_table():
    """The list of rules says the same as JSON, and what `explain` says of fixes."""
    document = json.loads(run("rules", "--format=json"))
    valid(document, SCHEMA, "rules")
    lines = run("rules").decode().splitlines()
    expect(len(lines) == len(document["rules"]) > 100, "the rules are not all")
    for rule, line in zip(document["rules"], lines):
        words = line.split(None, 3)
        expect(words[:3] == [rule["rule"], rule["class"], rule["severity"]], rule, line)
        expect(words[3].startswith(rule["summary"]) and (rule["catalogue"] or "") in words[3], rule, line)
        option = {"certain": "", "likely": "-Wlikely", "possible": "--pedantic"}[rule["certainty"]]
        expect(not rule["catalogue"] or option in words[3], rule, line)
    for fix, words in ("applied", b"--fix applies it"), ("shown", b"not applied by --fix"):
        rule = next(rule["rule"] for rule in document["rules"] if rule["fix"] == fix)
        expect(words in run("explain", rule), rule, fix)


def main():
    os.chdir(HERE)
    Draft202012Validator.check_schema(SCHEMA)
    files = ["--portable=sm_100,sm_120", "module.ptx", "header.ptx", "host.cu", "missing.ptx"]
    found = check_json(files)
    check_sarif(files, found)
    check_reports(files, found)
    check_kernels()
    check_fingerprints("module.ptx")
    os.chdir(HERE.parent / "source")
    check_origins(["inlined.ptx", "race.ptx", "triton.ptx", "missing.ptx", "damaged.ptx"])
    os.chdir(HERE)
    for question in ("cp.async.wait_all", "cp.async.cg.shared.global [a], [b], 8", "fence.proxy.async::generic.acquire",
                     "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f16 [%0], [%1], 16"):
        valid(json.loads(run("where", "--format=json", question)), SCHEMA, question)
        expect(run("where", "--format=json", question) == run("where", "--json", question), "--json")
    check_rule_table()
    valid(json.loads(run("dump", "module.ptx", "header.ptx")), SCHEMA, "dump")
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        for name, shown in NAMES.items():
            check_name(name, shown)
        os.chdir(HERE)
    print(f"{len(found)} findings, {len(NAMES)} names, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
