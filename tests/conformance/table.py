"""The section "What compilers emit" of docs/compilers.md: a row for each compiler, and what is not emitted, which the
data files say. Only a run of a compiler writes its row; the rest is printed from the data files."""

import os
import re

from common import TOP, read, rows

PAGE = os.path.join(TOP, "docs", "compilers.md")
HEAD = "| compiler | version | intrinsics | emitted | legal | the same by `fmt` |\n|---|---|---|---|---|---|\n"
LIST = "\nNot emitted, not assembled, or not known:\n\n"
SAID = {"refused": "ptxas refuses it", "crashes": "ptxas crashes on it", "unknown": "ptxcheck does not know it yet"}
TITLES = {"nvcc": "nvcc", "llvm": "LLVM NVPTX", "triton": "Triton", "cutedsl": "CuTe DSL", "tirx": "TIRx"}


def written():
    """Returns the rows of the table as the page has them: the columns after the first, by the first."""
    lines = read(PAGE).partition(HEAD)[2].split("\n\n", maxsplit=1)[0].splitlines()
    return {x[0]: x[1:] for x in (line[2:-2].split(" | ") for line in lines)}


def not_emitted():
    """Returns the list of what is not emitted, not assembled or not known, by compiler and reason."""
    text = ""
    for compiler, title in TITLES.items():
        reasons = {}
        for row in rows(compiler)[0].values():
            if not row.emitted or row.mark:
                reasons.setdefault(row.reason or SAID[row.mark], []).append(f"`{row.name}`")
        text += "".join(wrap(f"{title}, {reason}: {', '.join(names)}") for reason, names in reasons.items())
    return text


def wrap(text):
    """Returns an item of a list in lines of at most 120 characters."""
    lines, line = [], "-"
    for word in text.split():
        if len(line) + 1 + len(word) > 120:
            lines.append(line)
            line = " "
        line += " " + word
    return "\n".join([*lines, line]) + "\n"


def page(results):
    """Returns the text of the page with the rows of these results: the columns after the first, by compiler."""
    text, have = read(PAGE), written()
    have.update({TITLES[x]: list(map(str, y)) for x, y in results.items()})
    table = HEAD + "".join(f"| {' | '.join([x, *have[x]])} |\n" for x in TITLES.values() if x in have)
    begin, end = text.index(HEAD), re.compile(r"\Z|^## ", re.M)
    return text[:begin] + table + LIST + not_emitted() + text[end.search(text, begin).start():]


def disagreements():
    """Returns what the page says otherwise than the data files, in lines."""
    have, found = written(), []
    for compiler, title in TITLES.items():
        each, release = rows(compiler)
        emitted = sum(x.emitted for x in each.values())
        if title not in have:
            found.append(f"{title} has no row")
            continue
        version, listed, gave, legal, same = have[title]
        if version != release or [int(listed), int(gave)] != [len(each), emitted]:
            found.append(f"{compiler}.txt has {len(each)} rows for {release}, and {emitted} that are emitted, "
                         f"but the page {version}, {listed} and {gave}")
        if max(int(legal), int(same)) > emitted:
            found.append(f"of {title} more is legal or the same than is emitted")
    if page({}) != read(PAGE):
        found.append("the list of what is not emitted differs")
    return found
