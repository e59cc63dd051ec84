"""meaning.py COMMAND: what `ptxcheck pipeline` writes for machines is well-formed and means what it should: the JSON is
held against docs/ptxcheck.schema.json, what its events point to is there, and the page is XML but for its first line,
its listing is the source, and each box of the drawing has a line in the listing."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

from jsonschema import Draft202012Validator

TOP = Path(__file__).resolve().parents[3]
FILES = [TOP / "docs/examples" / name for name in ("ampere-gemm.ptx", "hopper-ring.ptx", "store-epilogue.ptx")]
FILES.append(Path(__file__).with_name("early.ptx"))
failures = []


def expect(condition, *what):
    if not condition:
        failures.append(what)
        print("failed:", *what)


def run(*arguments):
    result = subprocess.run([sys.argv[1], "pipeline", *arguments], stdout=subprocess.PIPE, check=False)
    expect(result.returncode == 1, arguments, "exit status", result.returncode)
    return result.stdout.decode("utf-8")


def check_event(source, events, index, kernel):
    event = events[index]
    expect(event["cause"] is None or event["cause"] < index, index, "its cause comes after it")
    expect(event["role"] < len(kernel["roles"]), index, "has no role")
    who = {"cta": event["cta"], "warp": event["warp"]}
    expect(who in kernel["roles"][event["role"]]["warps"], index, "its warp is not of its role")
    if event["position"] and event["kind"] == "copy":
        begin = event["position"]["offset"]
        text = source[begin:begin + event["position"]["length"]].decode()
        expect("cp." in text or "st.async" in text, index, "is no copy:", text)
        expect(event["slot"] is None or event["slot"] < len(kernel["slots"]), index, "has no slot")
    if event["kind"] == "complete" and event["cause"] is not None:
        expect(events[event["cause"]]["kind"] in ("copy", "multiply"), index, "completes no copy")


def check_json():
    schema = json.loads((TOP / "docs/ptxcheck.schema.json").read_text(encoding="utf-8"))
    document = json.loads(run("--json", *map(str, FILES)))
    for error in Draft202012Validator(schema).iter_errors(document):
        expect(False, list(error.absolute_path), error.message[:300])
    kernels = document["kernels"]
    expect([kernel["name"] for kernel in kernels] == ["gemm", "gemm_ring", "scale", "early", "late"], "other kernels")
    for kernel in kernels:
        source = Path(kernel["file"]).read_bytes()
        execution = kernel["execution"]
        expect(execution["executions"] == 1 and execution["cluster"] == kernel["ctas"], kernel["name"], "executions")
        expect(execution["incomplete"] == kernel["stopped"], kernel["name"], "to the end, and not")
        for index in range(len(kernel["events"])):
            check_event(source, kernel["events"], index, kernel)
        kinds = {event["kind"] for event in kernel["events"]}
        expect({"copy", "complete", "exit"} <= kinds, kernel["name"], "lacks events:", kinds)
        expect(("hazard" in kinds) == (kernel["name"] in ("early", "late")), kernel["name"], "hazards")


class Page(HTMLParser):
    """The elements of a page are closed in the order in which they are opened; ids are met once."""

    VOID = {"meta"}
    SINGLE = {"rect", "path", "circle"}

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.lines, self.listed, self.text = [], set(), set(), {}, None

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag not in self.VOID:
            self.open.append(tag)
        if "id" in values and tag != "marker":
            expect(values["id"] not in self.ids, "twice:", values["id"])
            self.ids.add(values["id"])
        for arrow in (values.get("data-a") or "").split():
            expect(arrow in self.ids, "an arrow from or to nothing:", arrow)
        if tag == "section":
            self.lines, self.listed = set(), {}
        if "data-l" in values and tag == "g":
            self.lines.add(values["data-l"])
        if "data-l" in values and tag == "div":
            self.listed[values["data-l"]] = True

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag):
        expect(self.open and self.open.pop() == tag, "not opened:", tag, self.getpos())
        if tag == "section":
            expect(self.lines and self.lines <= self.listed.keys(), "not listed:", self.lines - self.listed.keys())


def check_page():
    text = run("--html", "-", *map(str, FILES))
    page = Page()
    page.feed(text)
    page.close()
    expect(not page.open, "not closed:", page.open)
    listing = re.findall(r"<div class=\"has[^>]*data-l=\"(\d+)\"><i>(\d+)</i>", text)
    expect(listing and all(a == b for a, b in listing), "lines with other numbers")
    expect(not re.search(r"https?://", text), "it names something outside")


check_json()
check_page()
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
