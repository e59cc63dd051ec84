"""The schema of configurations and the command judge alike: what check --show-config prints is valid, and of many small
configurations the schema refuses those that the command refuses."""

import json
import os
import subprocess
import sys
import tempfile

import yaml
from jsonschema import Draft202012Validator

SAME = [  # for both right or for both wrong
    "", "{}", "target: sm_90a", "target: null", "target: sm_1", "target: [sm_90]", "ptx: 8.6", 'ptx: "8.6"', "ptx: new",
    "ptx: null", "assembler: 12.8", "assembler: {}", "portable: [sm_90, sm_100a]", "portable: sm_90", "portable: []",
    "portable: [sm_90, sm_9]", "only: [syntax]", "only: [sintax]", "only: syntax", "rules: {cp-size: off}",
    "rules: {cp-size: warning, cp-size-cg: error}", "rules: {cp-size: of}", "rules: {cp-sise: off}", "rules: [cp-size]",
    "werror: true", "werror: false", "werror: 1", "werror: [true]", "max-diagnostics: 0", "max-diagnostics: -1",
    "max-diagnostics: few", "exclude: [build/, '*.inl']", "exclude: build/", "exclude: ['']", "exclude: [[a]]",
    "define: [A, B=2]", "define: A", "define: [[A]]",
    "undefine: [A]", "undefine: []", "inherit: true", "inherit: maybe", "files: [a]", "frob: 1", "overrides: []", "overrides: {files: [a]}",
    "overrides: [{files: [a], target: sm_90}]", "overrides: [{target: sm_90}]", "overrides: [{files: [a], exclude: [b]}]",
    "overrides: [{files: [a], frob: 1}]", "overrides: [a]", "- target", "target",
]  # fmt: skip


class Loader(yaml.SafeLoader):
    """YAML 1.2, where `off` is a word."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in rows if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
    for first, rows in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def main():
    command = os.path.abspath(sys.argv[1])
    with open(sys.argv[2], encoding="utf-8") as stream:
        schema = json.load(stream)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    failed = 0
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "a.yaml")
        for text in SAME:
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(text + "\n")
            run = subprocess.run([command, "check", "--config", path, "--show-config"], capture_output=True, check=False)
            valid = validator.is_valid(yaml.load(text, Loader))
            if valid != (run.returncode == 0):
                print(f"{text!r}: the schema says {valid}, the command {run.returncode}: {run.stderr.decode()}")
                failed += 1
            if run.returncode == 0 and not validator.is_valid(yaml.load(run.stdout.decode(), Loader)):
                print(f"{text!r}: what the command shows is not valid: {run.stdout.decode()}")
                failed += 1
    print(f"{len(SAME)} configurations, {failed} wrong")
    return failed > 0


sys.exit(main())
