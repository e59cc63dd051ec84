"""The doors into compilers, pytest and notebooks. Compilers that are not here are stood in for by the little of them that
the doors need; with Triton here, a kernel with a hazard is compiled by it."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import types
import unittest
import warnings

from support import RIGHT, TESTS, WRONG, modules, said_by, stand_in

import ptxcheck
import ptxcheck.cutlass
import ptxcheck.jupyter
import ptxcheck.numba
import ptxcheck.tilelang
import ptxcheck.triton
from ptxcheck import _hooks

# A kernel of Triton that reads a copy before it has waited, at its line 18.
KERNEL = textwrap.dedent('''
    import triton, triton.language as tl
    from triton.compiler import ASTSource
    from triton.backends.compiler import GPUTarget
    import ptxcheck, ptxcheck.triton

    @triton.jit
    def racing(a, b, n, BLOCK: tl.constexpr):
        i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        x = tl.load(a + i, mask=i < n)
        x = tl.inline_asm_elementwise("""{
            .shared .align 16 .b8 slot[16384];
            .reg .b32 %p, %q;
            mov.u32 %q, %tid.x;
            mov.u32 %p, slot;
            mad.lo.u32 %p, %q, 16, %p;
            cp.async.ca.shared.global [%p], [$2], 4;
            cp.async.commit_group;
            ld.shared.b32 $0, [%p]; }""", "=r,r,l", [x, a + i], dtype=tl.int32, is_pure=False, pack=1)
        tl.store(b + i, x, mask=i < n)

    ptxcheck.triton.enable()
    source = ASTSource(fn=racing, signature={"a": "*i32", "b": "*i32", "n": "i32", "BLOCK": "constexpr"},
                       constexprs={"BLOCK": 128})
    try:
        triton.compile(source, target=GPUTarget("cuda", 90, 32))
    except ptxcheck.CheckError as error:
        found = error.report[0]
        print(found.rule, found.places[0].line)
''')


class Triton(unittest.TestCase):
    def setUp(self):
        self.real = {name: sys.modules.pop(name, None) for name in ("triton",)}
        self.runtime = types.SimpleNamespace(add_stages_inspection_hook=None)
        stand_in("triton", __version__="3.9.0", __file__="/nowhere/triton/__init__.py", knobs=types.SimpleNamespace(runtime=self.runtime))

    def tearDown(self):
        ptxcheck.triton.disable()
        del sys.modules["triton"]
        sys.modules.update({name: module for name, module in self.real.items() if module})

    def compile(self, ptx, **metadata):
        """Does with the hook what the compiler does."""
        self.assertIsInstance(self.runtime.add_stages_inspection_hook()[0], str)
        stages = {"ptx": lambda source, data: ptx, "cubin": None}
        self.runtime.add_stages_inspection_hook("backend", stages, "options", "language", 90)
        return stages["ptx"]("source", {"name": "kernel", "num_warps": 4, **metadata})

    def test_errors(self):
        ptxcheck.triton.enable()
        self.assertEqual(self.compile(RIGHT), RIGHT)
        with self.assertRaisesRegex(ptxcheck.CheckError, "bulk_grup"):
            self.compile(WRONG)
        ptxcheck.triton.disable()
        self.assertIsNone(self.runtime.add_stages_inspection_hook)

    def test_warnings_come_once(self):
        ptxcheck.triton.enable(on="warn")
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            self.assertEqual(self.compile(WRONG), WRONG)
            self.compile(WRONG)
        self.assertEqual([each.category for each in said], [_hooks.PtxcheckWarning])

    def test_functions_and_other_hooks(self):
        calls, reports = [], []
        self.runtime.add_stages_inspection_hook = lambda *given: calls.append(len(given)) or ("key", "hash")
        ptxcheck.triton.enable(on=reports.append, severity={"unknown-qualifier": "warning"})
        self.compile(WRONG)
        self.assertEqual(calls, [0, 5])
        self.assertEqual([report[0].severity.value for report in reports], ["warning"])
        with self.assertRaises(ValueError):
            ptxcheck.triton.enable(on="stop")

    def test_what_triton_knows(self):
        text = ".entry k(.param .align 64 .b8 k_param_0[128], .param .u64 k_param_1)"
        known = ptxcheck.triton._known(text, {"num_warps": 8, "num_ctas": 2, "tensordesc_meta": [
            {"block_size": [64, 32], "elem_size": 2}]})
        self.assertEqual(known, {"threads": 256, "cluster": 2, "box(k_param_0)": 4096})
        self.assertEqual(ptxcheck.triton._known(text + " .reqntid 128", {"num_warps": 8}), {})

    def test_without_the_hook(self):
        del self.runtime.add_stages_inspection_hook
        names = "TRITON_PTXAS_PATH", "PTXCHECK_MODE", "PTXCHECK_PTXAS"
        before = [os.environ.get(name) for name in names]
        for on in ("warn", "error"):
            ptxcheck.triton.enable(on=on)
            link = os.environ["TRITON_PTXAS_PATH"]
            self.assertEqual(os.path.realpath(link), os.path.realpath(ptxcheck.command()))
            self.assertEqual(os.environ["PTXCHECK_MODE"], on)
            self.assertEqual(os.environ["PTXCHECK_PTXAS"], "/nowhere/triton/backends/nvidia/bin")
        ptxcheck.triton.disable()
        self.assertEqual([os.environ.get(name) for name in names], before)


@unittest.skipUnless(importlib.util.find_spec("triton"), "there is no Triton")
class RealTriton(unittest.TestCase):
    def test_a_race_is_found_at_its_line(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "racing.py")
            path.write_text(KERNEL, encoding="utf-8")
            result = subprocess.run([sys.executable, str(path)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                                    env={**os.environ, "TRITON_CACHE_DIR": folder})
        self.assertIn("read-before-wait 19", result.stdout.decode())


class Numba(unittest.TestCase):
    def test_modules_are_checked_when_they_are_compiled(self):
        class Library:
            _name = "kernel"

            def __init__(self):
                self._ptx_cache = {}

            def get_asm_strs(self, cc=None):
                return self._ptx_cache.setdefault(cc, [WRONG])

        with modules(numba={}, numba__cuda={"codegen": types.SimpleNamespace(CUDACodeLibrary=Library), "__version__": "0.30"}):
            cuda = sys.modules["numba"].cuda = sys.modules["numba.cuda"]
            reports = []
            ptxcheck.numba.enable(on=reports.append)
            library = Library()
            self.assertEqual(library.get_asm_strs(cc=(9, 0)), [WRONG])
            self.assertEqual(library.get_asm_strs(cc=(9, 0)), [WRONG])
            self.assertEqual(len(reports), 1)
            ptxcheck.numba.enable()
            with self.assertRaises(ptxcheck.CheckError):
                Library().get_asm_strs()
            ptxcheck.numba.disable()
            self.assertEqual(Library().get_asm_strs(), [WRONG])
            del Library.get_asm_strs  # older versions have one text
            Library.get_asm_str = lambda self, cc=None: self._ptx_cache.setdefault(cc, WRONG)
            ptxcheck.numba.enable()
            with self.assertRaises(ptxcheck.CheckError):
                Library().get_asm_str()
            ptxcheck.numba.disable()
            cuda.codegen = types.SimpleNamespace()
            self.assertIn("numba-cuda 0.30 is not known", said_by(ptxcheck.numba.enable))


class Tilelang(unittest.TestCase):
    def test_what_nvcc_keeps_is_checked(self):
        with tempfile.TemporaryDirectory() as folder:
            compiler = pathlib.Path(folder, "nvcc")
            compiler.write_text(f"#!/bin/sh\n[ $1 = --keep ] && cat >\"$3/k.ptx\" <<'E'\n{WRONG}E\necho made\n", encoding="utf-8")
            compiler.chmod(0o755)
            nvcc = types.SimpleNamespace(subprocess=subprocess, compile_cuda=lambda code, form, options=None: (
                nvcc.subprocess.Popen([str(compiler), code], stdout=subprocess.PIPE).communicate()[0]))
            before = nvcc.compile_cuda
            contrib = {"nvcc": nvcc}
            with modules(tilelang={"__version__": "0.1", "contrib": contrib}, tilelang__contrib=contrib):
                reports = []
                ptxcheck.tilelang.enable(on=reports.append)
                self.assertEqual(nvcc.compile_cuda("code", "cubin"), b"made\n")
                self.assertEqual([report[0].rule for report in reports], ["unknown-qualifier"])
                ptxcheck.tilelang.enable()
                with self.assertRaises(ptxcheck.CheckError):
                    nvcc.compile_cuda("code", "cubin")
                ptxcheck.tilelang.disable()
                self.assertIs(nvcc.compile_cuda, before)
                self.assertIs(nvcc.subprocess, subprocess)
                del nvcc.compile_cuda
                self.assertIn("tilelang 0.1 is not known", said_by(ptxcheck.tilelang.enable))


class CuTe(unittest.TestCase):
    def test_what_the_compiler_keeps_is_checked(self):
        class Artifacts:
            def __init__(self, ptx):
                self.PTX = ptx
                self.__post_init__()

            def __post_init__(self):
                pass
        executor = {"JitFunctionArtifacts": Artifacts}
        before = {name: value for name, value in os.environ.items() if name.startswith("CUTE_DSL")}
        settings = types.SimpleNamespace(keep_ptx=False, dump_dir=".")
        compiler = types.SimpleNamespace(envar=settings)
        dsl = types.SimpleNamespace(DSLSingletonMeta=types.SimpleNamespace(_instances={"CuTe": compiler}))
        package = {"jit_executor": types.SimpleNamespace(**executor), "dsl": dsl}
        with modules(cutlass={"__version__": "4.8"}, cutlass__base_dsl=package,
                     cutlass__base_dsl__jit_executor=executor):
            reports = []
            ptxcheck.cutlass.enable(on=reports.append)
            self.assertIn("ptx", os.environ["CUTE_DSL_KEEP"].split(","))
            self.assertTrue(os.path.isdir(os.environ["CUTE_DSL_DUMP_DIR"]))
            self.assertEqual((settings.keep_ptx, settings.dump_dir), (True, os.environ["CUTE_DSL_DUMP_DIR"]))
            Artifacts(None)
            Artifacts(WRONG + "\0")
            self.assertEqual([report[0].rule for report in reports], ["unknown-qualifier"])
            ptxcheck.cutlass.disable()
            self.assertEqual((settings.keep_ptx, settings.dump_dir), (False, "."))
            Artifacts(WRONG)
            self.assertEqual(len(reports), 1)
            del sys.modules["cutlass.base_dsl"].jit_executor.JitFunctionArtifacts
            self.assertIn("CuTe DSL 4.8 is not known", said_by(ptxcheck.cutlass.enable))
        for name in [name for name in os.environ if name.startswith("CUTE_DSL")]:
            del os.environ[name]
        os.environ.update(before)


@unittest.skipUnless(importlib.util.find_spec("pytest"), "there is no pytest")
class Pytest(unittest.TestCase):
    TEST = textwrap.dedent('''
        import sys
        import types
        import triton

        def compiled(ptx):
            stages = {"ptx": lambda source, data: ptx}
            triton.knobs.runtime.add_stages_inspection_hook("backend", stages, None, None, 90)
            return stages["ptx"](None, {"name": "kernel"})

        def test_right():
            compiled(RIGHT)

        def test_wrong():
            compiled(WRONG)
    ''')

    def run_pytest(self, folder, *arguments):
        result = subprocess.run([sys.executable, "-B", "-m", "pytest", "-q", "-p", "ptxcheck.pytest_plugin", "-p",
                                 "no:cacheprovider", *arguments, "test_kernels.py"], cwd=folder, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, check=False,
                                env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{os.environ['PYTHONPATH']}"})
        return result.stdout.decode()

    def test_findings_fail_the_test(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "triton.py").write_text(
                "import types\nknobs = types.SimpleNamespace(runtime=types.SimpleNamespace(add_stages_inspection_hook=None))\n")
            pathlib.Path(folder, "test_kernels.py").write_text(f"RIGHT = {RIGHT!r}\nWRONG = {WRONG!r}\n{self.TEST}")
            said = self.run_pytest(folder, "--ptxcheck", "-v")
            self.assertIn("ptxcheck: checks kernels of triton", said)
            self.assertIn("1 failed, 1 passed", said)
            self.assertIn("did you mean .bulk_group?", said)
            said = self.run_pytest(folder, "--ptxcheck-update-baseline", "--ptxcheck-baseline=known.json")
            self.assertIn("2 passed", said)
            self.assertIn("unknown-qualifier", pathlib.Path(folder, "known.json").read_text())
            self.assertIn("2 passed", self.run_pytest(folder, "--ptxcheck", "--ptxcheck-baseline=known.json"))
            self.assertIn("is no baseline", self.run_pytest(folder, "--ptxcheck", "--ptxcheck-baseline=triton.py"))


class Notebooks(unittest.TestCase):
    def test_cells(self):
        magics = {}
        shell = types.SimpleNamespace(register_magic_function=lambda function, magic_kind, magic_name: magics.update(
            {magic_name: function}))
        ptxcheck.load_ipython_extension(shell)
        page = magics["ptx"]("--target sm_90a", "cp.async.cg.shared.global [%r1], [%rd1], 8; // <a>\n")
        self.assertIn('underline wavy #d33" title="cp-size must be 16 with .cg, not 8">8</span>; // &lt;a&gt;',
                      page._repr_html_())
        self.assertEqual(repr(magics["ptx"]("", "cp.async.wait_all;")), "nothing found")
        text = (TESTS / "command" / "lsp" / "files" / "mixed.ptx").read_text(encoding="utf-8")
        plan = ptxcheck.plan((64, 64), 2, ptxcheck.Side("global", (8192, 2), 16), ptxcheck.Side("shared::cta"), target="sm_90")
        self.assertIn("<iframe", magics["ptx"]("--pipeline --assume threads=32", plan.module)._repr_html_())
        self.assertEqual(len(magics["ptx"]("", text).report), 1)
        for line in ("--frob", "--assume threads=many", "--target sm_91"):
            with self.subTest(line), self.assertRaises(ValueError):
                magics["ptx"](line, "")


if __name__ == "__main__":
    unittest.main()
