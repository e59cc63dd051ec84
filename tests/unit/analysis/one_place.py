"""Each rule about hazards is reported from one place: from one function, or by rows of violations.def. That somebody
asks whether a finding has a rule, or whether one is wanted, is no report.

usage: one_place.py TOP
"""

import collections
import re
import sys
from pathlib import Path

top = Path(sys.argv[1])
hazards = "".join(path.read_text(encoding="utf-8") for path in sorted((top / "grammar").glob("hazard_*.def")))
rules = set(re.findall(r"^HAZARD\( (PTXC_RULE_\w+),", hazards, re.MULTILINE))
places = collections.defaultdict(set)
for path in sorted((top / "src/analysis").rglob("*.[cd]*")):
    function = None
    for line in path.read_text(encoding="utf-8").splitlines():
        begun = re.match(r"(?:static )?(?:const )?(?:struct |enum )?\w+ \*?(\w+)\(", line)
        function = begun[1] if begun else function
        for rule in re.findall(r"(?<!== )(?<!!= )\bPTXC_RULE_\w+", re.sub(r"ptxc_sink_wants\([^)]*\)", "", line)):
            places[rule].add(path.name if path.suffix == ".def" else f"{path.name}: {function}")
wrong = [f"{rule} is reported from {len(places[rule])} places: {', '.join(sorted(places[rule]))}"
         for rule in sorted(rules) if len(places[rule]) > 1]
print("\n".join(wrong or [f"{len(rules)} rules, each reported from one place"]))
sys.exit(bool(wrong))
