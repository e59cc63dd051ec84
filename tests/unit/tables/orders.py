"""Whether the sources take something from the order of the rows of a table: a comparison that ranks the enumerator of a
row. What a row means stands in its columns. A limit is a number, and no row.

usage: orders.py ROOT
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
tables = sorted(root.glob("grammar/*.def")) + sorted(root.glob("src/**/*.def"))
rows = {name for table in tables for name in
        re.findall(r"^(?!\w+_LIMIT)[A-Z_]+\( *(PTXC_\w+)(?<!_NONE)[ ,]", table.read_text(), re.MULTILINE)}
ranked = re.compile(r"(?<![-<>])[<>]=? *\(?\w*\)? *(PTXC_\w+)|\b(PTXC_\w+) *[<>]=?(?![<>=])")
wrong = []
for source in sorted(root.glob("src/**/*.[ch]")) + sorted(root.glob("src/**/*.re")):
    for number, line in enumerate(source.read_text().splitlines(), 1):
        names = {name for match in ranked.finditer(line) for name in match.groups() if name in rows}
        wrong += [f"{source.relative_to(root)}:{number}: {name} is ranked" for name in sorted(names)]
print("\n".join(wrong) or f"none of {len(rows)} enumerators is ranked")
sys.exit(bool(wrong) or len(rows) < 500)
