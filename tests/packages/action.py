"""action.py STEP: prints what a step of .github/actions/ptxcheck/action.yml runs. Needs the Python package yaml."""

import sys
from pathlib import Path

import yaml

action = yaml.safe_load((Path(__file__).parents[2] / ".github/actions/ptxcheck/action.yml").read_text())
step = action["runs"]["steps"][int(sys.argv[1])]
assert step["shell"] == "bash"
print(step["run"])
