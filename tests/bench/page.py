"""What was measured, in words: the table of a run, the same as JSON, and docs/performance.md made of page.md."""

import pathlib
import string

HERE = pathlib.Path(__file__).resolve().parent
HEADER = ["what", "measured", "goal", ""]


def figure(value):
    """A number with as many digits as say something."""
    if value is None:
        return ""
    if value == int(value) and abs(value) < 1e6:
        return f"{int(value):,}"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def with_unit(value, unit):
    return f"{figure(value)} {unit}".strip() if value is not None else ""


def cells(row):
    return [row.what, "" if row.skipped else with_unit(row.measured, row.unit),
            "" if row.goal is None else f"≤ {with_unit(row.goal, row.unit)}", row.verdict()]


def table(header, lines):
    """A table of Markdown whose columns are aligned."""
    lines = [[str(cell) for cell in line] for line in lines]
    widths = [max(3, *(len(line[i]) for line in (header, *lines))) for i in range(len(header))]
    ruler = ["-" * width for width in widths]
    return "".join("| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |\n"
                   for line in (header, ruler, *lines))


def goals(parts):
    return table(HEADER, [cells(row) for part in parts for row in part.rows])


def details(parts, name):
    """The table of details of a part."""
    for part in parts:
        if part.name == name and part.details:
            return table(part.header, part.details)
    return "It was not measured in this run.\n"


def describe(kind):
    """The machine and the tools, as a table."""
    lines = [["machine", f"{kind['cpu']}, {kind['cores']} cores, {kind['system']}"], *kind["versions"].items()]
    return table(["on", "what"], lines)


def text(kind, parts):
    """All tables, for who has asked."""
    tables = [f"\n{part.name}\n{table(part.header, part.details)}" for part in parts if part.details]
    return f"{describe(kind)}\n{goals(parts)}{''.join(tables)}"


def document(kind, parts):
    """The same as a value for JSON."""
    rows = [{"name": row.name, "what": row.what, "measured": row.measured, "unit": row.unit, "goal": row.goal,
             "verdict": row.verdict()} for part in parts for row in part.rows]
    return {"machine": kind, "rows": rows,
            "details": {part.name: [part.header, *part.details] for part in parts if part.details}}


def markdown(kind, parts):
    """docs/performance.md: the prose of page.md around the tables of this run."""
    names = {part.name: details(parts, part.name) for part in parts}
    values = {"machine": describe(kind), "goals": goals(parts),
              **{name: details(parts, name) for name in ("grep", "calls", "growth", "counts", "profile")}, **names}
    return string.Template((HERE / "page.md").read_text()).substitute(values)
