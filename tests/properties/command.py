"""Runs ptxcheck in a directory, and reads what it says."""

import collections
import json
import os
import re
import subprocess

Finding = collections.namedtuple("Finding", "file line column utf16 severity rule message")
FIRST = re.compile(r"^(.+?):(\d+):(\d+): (error|warning|note): (.*) \[([\w-]+)\]$")


class Broken(Exception):
    """A property does not hold."""


def expect(condition, *said):
    """Raises Broken where the condition does not hold."""
    if not condition:
        raise Broken("\n".join(str(part) for part in said))


class Command:
    """The command, run in one directory."""

    def __init__(self, program, folder):
        self.program, self.folder, self.runs = os.path.abspath(program), folder, 0

    def run(self, *arguments, given=None, statuses=(0, 1)):
        """Gives status, output and errors as bytes; the status must be one of these."""
        self.runs += 1
        done = subprocess.run([self.program, *arguments], input=given, capture_output=True, cwd=self.folder,
                              check=False, timeout=60)
        expect(done.returncode in statuses, "ptxcheck", *arguments, f"ends with {done.returncode}",
               done.stderr.decode(errors="replace"))
        return done.returncode, done.stdout, done.stderr

    def document(self, *arguments):
        """Gives the JSON document of a check, and its status."""
        status, out, _ = self.run("--format=json", "--no-config", *arguments)
        said = json.loads(out)
        expect(said["exit_status"] == status, "exit_status is", said["exit_status"], "and not", status)
        return said

    def diagnostics(self, *arguments):
        """Gives the pairs of a file and a diagnostic."""
        return [(file["name"], x) for file in self.document(*arguments)["files"] for x in file["diagnostics"]]

    def findings(self, *arguments):
        """Gives the findings in the order of the report."""
        return [Finding(name, x["position"]["line"], x["position"]["column"], x["position"]["utf16"], x["severity"],
                        x["rule"], x["message"]) for name, x in self.diagnostics(*arguments)]

    def write(self, name, content):
        """Writes a file."""
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())

    def read(self, name):
        """Reads a file as bytes."""
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()
