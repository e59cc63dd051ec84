"""What docs/python.md shows is what comes out; with Triton here, its kernel too. docs/python-reference.md is printed."""

import doctest
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import reference
from support import ROOT

PAGE = ROOT / "docs" / "python.md"


class Page(unittest.TestCase):
    def test_examples(self):
        result = doctest.testfile(str(PAGE), module_relative=False)
        self.assertGreater(result.attempted, 20)
        self.assertEqual(result.failed, 0)

    def test_docstrings(self):
        import ptxcheck
        self.assertEqual(doctest.testmod(ptxcheck).failed, 0)
        for name in ptxcheck.__all__:
            self.assertTrue(getattr(ptxcheck, name).__doc__, name)

    def test_reference(self):
        page, text = ROOT / "docs" / "python-reference.md", reference.page()
        if os.environ.get("UPDATE"):
            page.write_text(text, encoding="utf-8")
        self.assertEqual(page.read_text(encoding="utf-8"), text)

    @unittest.skipUnless(importlib.util.find_spec("triton"), "there is no Triton")
    def test_the_kernel(self):
        text = PAGE.read_text(encoding="utf-8")
        kernel = re.search(r"```python kernel.py\n(.*?)```", text, re.DOTALL)[1]
        shown = re.search(r"```text\n(.*?)```", text, re.DOTALL)[1]
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "kernel.py").write_text(kernel, encoding="utf-8")
            result = subprocess.run([sys.executable, "kernel.py"], cwd=folder, stdout=subprocess.PIPE,
                                    stderr=subprocess.STDOUT, check=False, env={**os.environ, "TRITON_CACHE_DIR": folder})
        self.assertIn(shown, result.stdout.decode().replace(f"{os.path.realpath(folder)}/", "").replace(f"{folder}/", ""))


if __name__ == "__main__":
    unittest.main()
