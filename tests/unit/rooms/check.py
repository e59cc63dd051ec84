"""check.py TOP NM OBJECTS: tests that no room of src/ sees another that it may not see, that no two files use each other
in a circle, that every source has its header, and that there is no more of anything than weight.py allows. OBJECTS is
a file with the path of an object on each line. Without nm only the includes are looked at, and the test counts as
skipped (77)."""

import shutil
import sys
from pathlib import Path

from rooms import Tree, problems, read_symbols
from weight import BOUNDS, too_much, weigh

top, nm, objects = sys.argv[1:]
tree = Tree(top)
symbols = read_symbols(nm, Path(objects).read_text().split("\n")) if shutil.which(nm) else {}
seen = any(defined for defined, _ in symbols.values())  # what is made for optimisation at link time has no symbols yet
counts = weigh(tree, symbols if seen else None, tree.public())
found = problems(tree, symbols if seen else None) + [*too_much(counts, BOUNDS)]
print(*found, sep="\n", end="\n" if found else "")
print(*(f"{count} {name}" for name, count in counts.items()), sep=", ")
print(f"{len(tree.sources)} sources, {len(symbols)} objects, {len(found)} problems")
if found:
    sys.exit(1)
if not seen:
    print("skipped: nm is missing or shows no symbols; only the includes were looked at")
    sys.exit(77)
