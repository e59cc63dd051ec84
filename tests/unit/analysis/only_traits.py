"""What instructions do stands in events.def: outside of the room semantics the analysis names no qualifier and no opcode,
and looks for no word in a mnemonic, but asks for actions and traits.

usage: only_traits.py TOP
"""

import re
import sys
from pathlib import Path

BEFORE_TRAITS = "a rule by dataflow, which asks as all did before there were traits"
ARITHMETIC = "what an instruction computes stands in words that are no matter of the memory model"

# What may ask itself, and why.
EXCEPTIONS = {
    "code/mnemonic.c": ARITHMETIC,
    "values/comparison.c": ARITHMETIC,
    "values/integers.c": ARITHMETIC,
    "values/moves.c": ARITHMETIC,
}

root = Path(sys.argv[1]) / "src/analysis"
asks = re.compile(r"\bPTXC_(?:Q|OP)_(?!NONE\b|COUNT\b)\w+|\bptxc_word_has\b")
wrong, needed = [], set()
for path in sorted(root.rglob("*.c")):
    name = path.relative_to(root).as_posix()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for found in asks.findall(line) if not name.startswith("semantics/") else []:
            needed.add(name)
            if name not in EXCEPTIONS:
                wrong.append(f"src/analysis/{name}:{number}: {found}, where a row of events.def should say what is meant")
wrong += [f"{name} is an exception and asks for nothing" for name in sorted(EXCEPTIONS.keys() - needed)]
print("\n".join(wrong or [f"none asks but {len(EXCEPTIONS)} exceptions"]))
sys.exit(bool(wrong))
