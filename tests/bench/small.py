#!/usr/bin/env python3
"""The bench on tiny inputs: every row of its table is there, and was measured or says why not. Nothing is said of time.

usage: small.py BUILD PAGE

That ptxcheck, grep and the generator see the same instructions is checked by the bench itself, which fails otherwise.
PAGE, docs/performance.md, must have the prose that the bench prints today.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

BENCH = pathlib.Path(__file__).resolve().parent
MEASURED = """plain/grep plain/hazards tenth/grep copies/grep copies/instruction calls/cp.async calls/any calls/requests
calls/source calls/requests/source calls/cp.async/session calls/any/session calls/requests/session
calls/requirement recheck recheck/hazards editor/verdicts
editor/completion editor/hover editor/hazards editor/memory editor/workspace editor/files growth/memory growth/time trees/one trees/all trees/cores""".split()
COUNTED = "plain/counted tenth/counted copies/counted".split()  # where valgrind is
SKIPPED = """real/grep real-lines/grep real-quiet/grep real-quiet/hazards ptxas/plain ptxas/hazards real/counted
real-lines/counted real-quiet/counted build build/lines""".split()


def check_rows(rows):
    """Gives what is wrong with the rows."""
    by_name = {row["name"]: row for row in rows}
    wrong = [f"{name} is no row" for name in (*MEASURED, *COUNTED, *SKIPPED) if name not in by_name]
    wrong += [f"{name} is not known to this test" for name in by_name if name not in MEASURED + COUNTED + SKIPPED]
    for name, row in by_name.items():
        skipped = row["verdict"].startswith("skipped: ")
        if name in MEASURED and (skipped or row["measured"] is None):
            wrong.append(f"{name} was not measured: {row['verdict']}")
        if name in SKIPPED and not skipped:
            wrong.append(f"{name} was measured in a small run")
        if name in COUNTED and not skipped and not row["measured"] > 1:
            wrong.append(f"{name}: {row['measured']} instructions a byte cannot be")
        if not skipped and row["goal"] is not None and row["verdict"] != (
                "met" if row["measured"] <= row["goal"] else "missed"):
            wrong.append(f"{name}: {row['measured']} of {row['goal']} is not {row['verdict']}")
    return wrong


def check_page(page):
    """Gives the lines of prose that the page lacks, of those that page.md has without a figure."""
    lines = page.read_text().splitlines()
    return [f"{page} lacks this line: {line}" for line in (BENCH / "page.md").read_text().splitlines()
            if "$" not in line and line not in lines]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as scratch:
        result, page = pathlib.Path(scratch) / "result.json", pathlib.Path(scratch) / "page.md"
        bench = [sys.executable, "-B", BENCH / "bench.py", "--small", "--build", sys.argv[1]]
        subprocess.run([*bench, "--scratch", scratch, "--json", result, "--print-doc", page], check=True)
        wrong = check_rows(json.loads(result.read_text())["rows"]) + check_page(page)
    wrong += check_page(pathlib.Path(sys.argv[2]))
    print("\n".join(wrong))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
