"""faults.py PTXCHECK: faults that are planted are found. The assemblers here are scripts that refuse or crash."""

import os
import sys
import tempfile
import types
import unittest

import conformance
import table
from common import Row, Trouble, is_of_family
from judge import Judge

MODULE = """.version 8.0
.target sm_90
.entry f(.param .u64 p)
{
    .shared .align 16 .b8 s[16];
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [p];
    LINE
    ret;
}
"""
GOOD = "cp.async.cg.shared.global [s], [%rd1], 16;"
SCRIPT = '#!/bin/sh\n[ "$1" = --version ] && echo V13.0.88 && exit\n'
BODIES = {"refuses": "echo 'error: no'; exit 1", "crashes": "kill -11 $$"}
PTXCHECK = sys.argv.pop()


class Faults(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def verdict(self, line, row, assembler="refuses"):
        script = self.write("ptxas", f"{SCRIPT}{BODIES[assembler]}\n")
        os.chmod(script, 0o755)
        module = self.write("module.ptx", MODULE.replace("LINE", line))
        return conformance.judge_row(Judge(PTXCHECK, [script]), Row(row), [module])

    def test_a_refusal_is_expected_by_its_row_only(self):
        self.assertIn("legal", self.verdict("cp.async.wait_all.frob;", "a | cp.async.wait_all").wrong)
        self.assertNotIn("legal", self.verdict(GOOD.replace("16;", "8;"), "a | refused cp.async").wrong)

    def test_a_verdict_other_than_that_of_ptxas(self):
        self.assertIn("refuses it", self.verdict(GOOD, "a | refused cp.async").wrong["legal"])

    def test_a_crash(self):
        self.assertIn("signal 11", self.verdict(GOOD, "a | cp.async", "crashes").wrong["legal"])

    def test_what_is_not_read(self):
        self.assertIn("cp.async.frob", self.verdict("cp.async.frob [s];", "a | refused cp.async").wrong["read"])

    def test_what_is_not_emitted(self):
        wrong = self.verdict(GOOD, "a | refused mbarrier.init").wrong
        self.assertEqual("no mbarrier.init, but cp.async", wrong["emitted"])
        self.assertEqual({"emitted": "why"}, conformance.judge_row(None, Row("a | cp.async"), Trouble("why")).wrong)

    def test_a_new_intrinsic_and_one_that_is_gone(self):
        compiler = types.SimpleNamespace(title="X", version="2.0")
        self.assertEqual(2, conformance.compare_list(compiler, {"new", "old"}, {"old": None, "gone": None}, "2.0"))
        self.assertEqual(0, conformance.compare_list(compiler, {"new", "old"}, {"old": None, "gone": None}, "2.1"))

    def test_the_page(self):
        self.assertEqual([], table.disagreements())
        page = table.read(table.PAGE)
        for old, new in (("| nvcc | ", "| nvcc | 1"), ("- nvcc, ", "- nvcc: ")):
            table.read = lambda path, text=page.replace(old, new): text
            self.assertNotEqual([], table.disagreements())
        table.read = conformance.read

    def test_rows_and_names(self):
        self.assertRaises(Trouble, Row, "name")
        self.assertRaises(Trouble, Row, "name | - |")
        self.assertTrue(is_of_family("cp_async_bulk") and is_of_family("fence.proxy.async"))
        self.assertFalse(is_of_family("cp_asynchronous") or is_of_family("ld"))


if __name__ == "__main__":
    unittest.main()
