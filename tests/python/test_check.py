"""Checks through the Python module: what is given, what comes back, and what is refused."""

import concurrent.futures
import pathlib
import tempfile
import unittest

from support import TESTS, WRONG

import ptxcheck

CU = TESTS / "command" / "lsp" / "files" / "copy.cu"


class Checks(unittest.TestCase):
    def test_a_finding(self):
        report = ptxcheck.check(WRONG)
        self.assertEqual(len(report), 1)
        found = report[0]
        self.assertEqual((found.rule, found.line, found.column), ("unknown-qualifier", 7, 37))
        self.assertIs(found.severity, ptxcheck.Severity.ERROR)
        self.assertIs(found.rule_class, ptxcheck.RuleClass.LEGALITY)
        self.assertIs(found.certainty, ptxcheck.Certainty.CERTAIN)
        self.assertEqual(WRONG[found.span.offset:found.span.offset + found.span.length], ".bulk_grup")
        self.assertEqual([fix.text for fix in found.fixes], [".bulk_group"])
        self.assertEqual(str(found), "7:37: error: cp.async.bulk has no qualifier .bulk_grup; did you mean .bulk_group? "
                                     "[unknown-qualifier]")
        self.assertEqual(report.errors, tuple(report))
        self.assertEqual(report[-1:], (found,))
        self.assertEqual(report.warnings, ())

    def test_text_bytes_and_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "wrong.ptx")
            path.write_text(WRONG, encoding="utf-8")
            reports = [ptxcheck.check(WRONG), ptxcheck.check(WRONG.encode()), ptxcheck.check(path)]
            self.assertEqual(reports[2].name, str(path))
        self.assertEqual(len({str(report[0]) for report in reports}), 1)
        with self.assertRaises(OSError):
            ptxcheck.check(path)

    def test_another_language(self):
        text = CU.read_text(encoding="utf-8")
        self.assertTrue(ptxcheck.check(CU).errors)
        self.assertEqual(list(map(str, ptxcheck.check(text, name="kernel.cu"))), list(map(str, ptxcheck.check(CU))))

    def test_options(self):
        copy = "cp.async.bulk.prefetch.L2.global [%rd1], 16;"
        self.assertEqual(len(ptxcheck.check(copy, target="sm_90", ptx="8.0")), 0)
        self.assertEqual(ptxcheck.check(copy, target=ptxcheck.Target.SM_80, ptx=8.0)[0].rule, "unavailable")
        self.assertEqual(len(ptxcheck.check(copy, target="sm_80", only="advice,hazard")), 0)
        self.assertEqual(len(ptxcheck.check(copy, target="sm_80", only=[ptxcheck.RuleClass.ADVICE])), 0)
        quiet = ptxcheck.check(copy, target="sm_80", severity={"unavailable": "warning"})
        self.assertEqual((len(quiet.errors), len(quiet.warnings)), (0, 1))

    def test_hazards(self):
        body = (TESTS / "command" / "lsp" / "files" / "mixed.ptx").read_text().replace("bulk_grup", "bulk_group")
        self.assertIn("bulk-store-pending-at-exit", [each.rule for each in ptxcheck.check(body)])
        self.assertEqual(len(ptxcheck.check(body, hazards=False)), 0)
        kernel, = ptxcheck.check(body, assume={"threads": 64}).kernels
        self.assertEqual((kernel.name, kernel.threads, kernel.incomplete), ("mixed", (64, 1, 1), None))

    def test_what_is_refused(self):
        for options, words in (({"target": "sm_91"}, "did you mean sm_90"), ({"ptx": "99"}, "version"),
                               ({"ptx": "eight"}, "a version is such as"), ({"only": "legal"}, "class of rules"),
                               ({"severity": {"cp-sise": "off"}}, "cp-sise"), ({"severity": {"cp-size": "bad"}}, "severity"),
                               ({"assume": {"treads": 1}}, "treads"), ({"maps": "{"}, None)):
            with self.subTest(options), self.assertRaisesRegex(ValueError, words or "."):
                ptxcheck.check("", **options)

    def test_errors_are_raised(self):
        with self.assertRaises(ptxcheck.CheckError) as raised:
            ptxcheck.check(WRONG, name="wrong.ptx").raise_for_errors()
        self.assertEqual(len(raised.exception.report), 1)
        self.assertTrue(str(raised.exception).startswith("wrong.ptx:7:37: error: "))
        report = ptxcheck.check("cp.async.wait_all;")
        self.assertIs(report.raise_for_errors(), report)

    def test_fix(self):
        self.assertEqual(ptxcheck.check(WRONG).fix(), WRONG.replace("bulk_grup", "bulk_group"))
        self.assertEqual(ptxcheck.check("").fix(), "")
        shown = ptxcheck.check("cp.async.cg.shared.global [a], [b], 8;")
        self.assertEqual(shown.fix(), "cp.async.cg.shared.global [a], [b], 8;")
        self.assertEqual(shown.apply(shown[0]), "cp.async.ca.shared.global [a], [b], 8;")
        self.assertEqual(shown.apply(), shown.fix())

    def test_threads(self):
        texts = [WRONG, "cp.async.wait_all.frob;", "cp.async.wait_all;"] * 50
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            counts = list(pool.map(lambda text: len(ptxcheck.check(text)[:]), texts))
        self.assertEqual(counts, [1, 1, 0] * 50)

    def test_bytes_that_are_no_text(self):
        self.assertTrue(ptxcheck.check(b"cp.async.\xff;"))
        self.assertEqual(ptxcheck.check(b"// \xff\n").fix(), "// \udcff\n")


if __name__ == "__main__":
    unittest.main()
