"""The module and the command find the same in all texts of the command's own tests, in the same words."""

import json
import pathlib
import subprocess
import tempfile
import unittest

from support import COMMAND, TESTS

import ptxcheck

EXTENSIONS = {".ptx", ".cu", ".cpp", ".py", ".rs", ".jl", ".ll", ".mlir"}
TEXTS = sorted(path for folder in ("command/golden", "corpus/sources", "command/source", "command/fix", "corpus/modules")
               for path in (TESTS / folder).glob("*") if path.suffix in EXTENSIONS)


def command(*arguments, data=b""):
    result = subprocess.run([COMMAND, *arguments], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if result.returncode > 1:
        raise AssertionError(result.stderr.decode())
    return result.stdout.decode("utf-8", "surrogateescape")


def as_json(found):
    """A finding as the command prints it, as far as the module has it."""
    return {"rule": found.rule, "class": found.rule_class.value, "severity": found.severity.value,
            "certainty": found.certainty.value, "message": found.message, "section": found.section or None,
            "position": (found.span.offset, found.span.length, found.line, found.column),
            "notes": [note.text for note in found.notes],
            "fixes": [(fix.text, fix.span.offset, fix.span.length) for fix in found.fixes],
            "certain": found.fix_use is ptxcheck.FixUse.APPLIED}


def without_more(row):
    """What the command prints, as far as the module has it."""
    place = row["position"]
    return {**{key: row[key] for key in ("rule", "class", "severity", "certainty", "message", "section")},
            "position": (place["offset"], place["length"], place["line"], place["column"]),
            "notes": [note["message"] for note in row["notes"]],
            "fixes": [(fix["text"], fix["position"]["offset"], fix["position"]["length"]) for fix in row["fixes"]],
            "certain": row["fixes_certain"]}


class Equality(unittest.TestCase):
    def test_findings(self):
        self.assertGreater(len(TEXTS), 200)
        for path in TEXTS:
            with self.subTest(path.name):
                printed = json.loads(command("check", "--no-config", "--format=json", str(path)))["files"][0]
                report = ptxcheck.check(path)
                self.assertEqual([as_json(found) for found in report], [without_more(row) for row in printed["diagnostics"]])
                self.assertEqual(report.instructions, printed["instruction_count"])
                self.assertEqual([kernel.name for kernel in report.kernels], [row["name"] for row in printed["kernels"]])

    def test_words(self):
        path = TESTS / "command" / "lsp" / "files" / "mixed.ptx"
        printed = command("check", "--no-config", "-q", "--color=never", str(path))
        self.assertEqual(ptxcheck.check(path).render().strip(), printed.strip())
        colored = command("check", "--no-config", "-q", "--color=always", str(path))
        self.assertEqual(ptxcheck.check(path).render(color=True).strip(), colored.strip())

    def test_fixes(self):
        for path in TEXTS:
            if path.parent.name != "fix":
                continue
            with self.subTest(path.name), tempfile.TemporaryDirectory() as folder:
                copy = pathlib.Path(folder, path.name)
                copy.write_bytes(path.read_bytes())
                command("check", "--no-config", "--fix", str(copy))
                self.assertEqual(ptxcheck.check(path).fix(), copy.read_text(encoding="utf-8", errors="surrogateescape"))

    def test_formats(self):
        path = TESTS / "command" / "lsp" / "files" / "mixed.ptx"
        report = ptxcheck.check(path, target="sm_80", severity={"unavailable": "warning"}, likely=True)
        asked = ["--no-config", "--target=sm_80", "-Wunavailable=warning", "-Wlikely", str(path)]
        self.assertEqual(json.loads(report.to_json()), json.loads(command("check", "--format=json", *asked)))
        self.assertEqual(json.loads(report.to_sarif())["runs"][0]["results"],
                         json.loads(command("check", "--format=sarif", *asked))["runs"][0]["results"])

    def test_rules_and_forms(self):
        lines = command("rules").splitlines()
        self.assertEqual([rule.id for rule in ptxcheck.rules()], [line.split()[0] for line in lines])
        self.assertEqual(ptxcheck.explain("cp-size"), command("explain", "cp-size"))
        self.assertIsNone(ptxcheck.rule("cp-sise"))
        for rule in ptxcheck.rules():
            self.assertEqual(ptxcheck.rule(rule.id), rule)
        syntaxes = [form.syntax for form in ptxcheck.forms()]
        self.assertEqual(len(set(form.name for form in ptxcheck.forms())), len(syntaxes))
        self.assertTrue(any("cp.async.ca" in syntax for syntax in syntaxes))

    def test_formatting(self):
        for path in sorted((TESTS / "command" / "fmt").glob("*.ptx")):
            with self.subTest(path.name):
                result = subprocess.run([COMMAND, "fmt", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
                self.assertEqual(ptxcheck.Module(path).format().encode("utf-8", "surrogateescape"), result.stdout)


if __name__ == "__main__":
    unittest.main()
