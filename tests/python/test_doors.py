"""The doors into what compiles CUDA in a Python program, and into JAX. Packages that are not here are stood in for by the
little of them that the doors need; those that are here compile a kernel with a hazard, and one without."""

import concurrent.futures
import functools
import importlib
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import types
import unittest

import compilers
from support import RIGHT, WRONG, modules, said_by

import ptxcheck
import ptxcheck.cuda
import ptxcheck.cupy
import ptxcheck.jax
import ptxcheck.tvm
from ptxcheck import _compile_cuda, _hooks, _nvcc, _sources

SOURCE = """
__global__ void wrong() { here(); }
"""
LINE = next(number for number, text in enumerate(pathlib.Path(__file__).read_text(encoding="utf-8").splitlines(), 1)
            if "here();" in text)


def compiled(source, options=()):
    """Returns the PTX of source as a compiler makes it: wrong in the line that says "wrong"."""
    if "right" in source:
        return RIGHT
    if not {"-lineinfo", b"-lineinfo"} & set(options):
        return WRONG
    line, file, number = 0, "", 0
    for text in source.split("\n"):
        number += 1
        given = re.match(r'#line (\d+) "(.*)"', text)
        if given:
            number, file = int(given[1]) - 1, given[2]
        elif "wrong" in text:
            line = number
    return WRONG.replace("    cp.async", f"    .loc 1 {line} 0\n    cp.async") + f'.file 1 "{file}"\n'


def places(reports):
    return [(pathlib.Path(report[0].places[0].file).name, report[0].places[0].line) for report in reports]


class Nvrtc(types.SimpleNamespace):
    """What cuda.bindings.nvrtc is to the doors."""

    def __init__(self):
        self.programs = []
        super().__init__(nvrtcCreateProgram=self.create, nvrtcCompileProgram=self.compile, nvrtcGetPTXSize=self.size,
                         nvrtcGetPTX=self.ptx, nvrtcDestroyProgram=lambda program: (0,))

    def create(self, source, name, count, headers, names):
        self.programs.append([source.decode(), None])
        return 0, len(self.programs) - 1

    def compile(self, program, count, options):
        assert count == len(options)
        self.programs[program][1] = compiled(self.programs[program][0], options).encode() + b"\0"
        return ("not a program" in self.programs[program][0],)

    def size(self, program):
        made = self.programs[program][1]
        return (0, len(made)) if made else (1, 0)

    def ptx(self, program, text):
        text[:] = self.programs[program][1]
        return (0,)


class Compiled:
    """A method that is no function, as Cython has them."""

    def __init__(self, function):
        self.function = function

    def __get__(self, instance, owner):
        return functools.partial(self.function, *([] if instance is None else [instance]))


class Sources(unittest.TestCase):
    def test_a_literal_is_found_in_its_file(self):
        self.assertEqual(_sources.with_lines(SOURCE, "a.cu"), f'#line {LINE - 1} "{__file__}"\n{SOURCE}')
        text = _sources.with_lines(f"#include <a>\n{SOURCE}", "a.cu")
        self.assertEqual(text, f'#include <a>\n#line {LINE - 1} "{__file__}"\n{SOURCE}')
        self.assertEqual(_sources.with_lines("__global__ x\n", "a.cu"), '#line 1 "a.cu"\n__global__ x\n')
        escaped = "__global__ y\n"  # it has two lines in one
        self.assertEqual(_sources.with_lines(escaped, "a.cu"), f'#line 1 "a.cu"\n{escaped}')
        self.assertEqual(_sources.kernel_name(WRONG), "wrong")


class Cuda(unittest.TestCase):
    def test_programs_of_bindings(self):
        nvrtc = Nvrtc()
        before = vars(nvrtc).copy()
        with modules(cuda={}, cuda__bindings={}, cuda__core={"__version__": "9"}):
            sys.modules["cuda.bindings.nvrtc"] = nvrtc
            try:
                reports = []
                ptxcheck.cuda.enable(on=reports.append)
                for source in (SOURCE, "right", "not a program"):
                    _, program = nvrtc.nvrtcCreateProgram(source.encode(), b"", 0, [], [])
                    self.assertEqual(nvrtc.nvrtcCompileProgram(program, 1, [b"-a"]), (source == "not a program",))
                    nvrtc.nvrtcDestroyProgram(program)
                self.assertEqual(places(reports), [("test_doors.py", LINE)])
                ptxcheck.cuda.disable()
                self.assertEqual(vars(nvrtc), before)
            finally:
                del sys.modules["cuda.bindings.nvrtc"]

    def test_programs_of_core(self):
        nvrtc = Nvrtc()

        class Program:
            handle = None

            def __init__(self, code, code_type, options=None):
                self.code, self.options = code, options or {}
                _, self.handle = nvrtc.create(code.encode(), b"", 0, [], [])

            def really_compile(self, target_type, name_expressions=()):
                if self.options.get("cached") is None:
                    nvrtc.compile(self.handle, 1, ["-lineinfo" if self.options.get("lineinfo") else ""])
                return types.SimpleNamespace(code=WRONG.encode())

            compile = Compiled(really_compile)

        user = types.ModuleType("user")
        user.Program = Program
        core = {"__version__": "9", "Program": Program}
        with modules(cuda={}, cuda__bindings={}, cuda__core=core, user={"Program": Program}):
            sys.modules["cuda.bindings.nvrtc"] = nvrtc
            try:
                user, reports = sys.modules["user"], []
                ptxcheck.cuda.enable(on=reports.append)
                ours = user.Program
                self.assertEqual(ours.__mro__[1], Program)
                for source, kind, options in ((SOURCE, "c++", None), ("right", "c++", {}), (SOURCE, "c++", {"cached": 1})):
                    self.assertEqual(ours(source, kind, options).compile("cubin").code, WRONG.encode())
                self.assertEqual(places(reports), [("test_doors.py", LINE)])
                ours(WRONG, "ptx").compile("cubin")
                ours("llvm", "nvvm").compile("ptx")
                self.assertEqual([report.name for report in reports[1:]], ["wrong.ptx"])  # the second is the same
                ptxcheck.cuda.disable()
                self.assertIs(user.Program, Program)
                ours(SOURCE + " ", "c++").compile("cubin")
                self.assertEqual(len(reports), 2)
                Program.compile = 0
                del Program.compile
                self.assertIn("cuda.core 9 is not known", said_by(ptxcheck.cuda.enable))
                ptxcheck.cuda.disable()
            finally:
                del sys.modules["cuda.bindings.nvrtc"]


class CuPy(unittest.TestCase):
    def test_what_nvrtc_and_nvcc_compile_is_checked(self):
        class Program:
            def __init__(self, src, name, name_expressions=None, method="ptx"):
                self.src, self.name, self.name_expressions, self.method, self.ptr = src, name, name_expressions, method, []

            def compile(self, options=(), log_stream=None):
                self.ptr[:] = [compiled(self.src, options).encode() + b"\0"]
                return b"cubin" if self.method == "cubin" else self.ptr[0], None

        def nvcc(source, options=(), arch=None, filename="kern.cu", code_type="cubin"):
            command = cuda["get_nvcc_path"]() if isinstance(cuda, dict) else cuda.get_nvcc_path()
            if code_type == "ptx":
                return compiled(source, options).encode()
            words = command.split()
            if "--keep-dir" in words:
                pathlib.Path(words[-1], "kern.ptx").write_text(compiled(source, options), encoding="utf-8")
            return b"cubin"

        compiler = {"_NVRTCProgram": Program, "nvrtc": types.SimpleNamespace(getPTX=lambda ptr: ptr[0]),
                    "runtime": types.SimpleNamespace(is_hip=False), "compile_using_nvcc": nvcc, "CompileException": KeyError,
                    "_preprocess": lambda *given: "version", "_empty_file_preprocess_cache": {"a": "b"},
                    "_remove_rdc_option": tuple}
        before = Program.compile
        with modules(cupy={"__version__": "99"}, cupy__cuda={"get_nvcc_path": lambda: "nvcc"}, cupy__cuda__compiler=compiler):
            module, cuda, reports = sys.modules["cupy.cuda.compiler"], sys.modules["cupy.cuda"], []
            ptxcheck.cupy.enable(on=reports.append)
            self.assertEqual(Program(SOURCE, "k.cu", method="cubin").compile(("-a",))[0], b"cubin")
            self.assertEqual(Program("right", "k.cu").compile()[0], RIGHT.encode() + b"\0")
            Program(SOURCE, "k.cu", method="lto").compile()
            self.assertEqual(places(reports), [("test_doors.py", LINE)])
            self.assertIn("ptxcheck", module._preprocess("", (), "90", "nvrtc"))
            self.assertEqual(module._empty_file_preprocess_cache, {})
            self.assertEqual(os.environ["CUPY_CACHE_IN_MEMORY"], "1")
            self.assertEqual(module.compile_using_nvcc(SOURCE + " // once more", ("-a",), "90"), b"cubin")
            self.assertEqual([report.name for report in reports], ["wrong.ptx"])  # it is the same PTX
            self.assertEqual(module.compile_using_nvcc("right"), b"cubin")
            ptxcheck.cupy.enable()
            self.assertNotIn("CUPY_CACHE_IN_MEMORY", os.environ)
            with self.assertRaises(ptxcheck.CheckError):
                module.compile_using_nvcc("wrong")
            self.assertEqual(cuda.get_nvcc_path(), "nvcc")
            with self.assertRaises(ptxcheck.CheckError):
                Program("wrong", "k.cu").compile()
            ptxcheck.cupy.disable()
            self.assertIs(Program.compile, before)
            self.assertEqual(module._empty_file_preprocess_cache, {"a": "b"})
            module.runtime.is_hip = True
            self.assertIn("CuPy 99 is not known", said_by(ptxcheck.cupy.enable))


class Tvm(unittest.TestCase):
    def test_lines_keep_their_numbers(self):
        code = "// 1\n#include <cuda.h>\n#if 3\n# ifdef 4\n#include <cuda.h>\n# endif\n#endif\n// 8"
        numbered = _compile_cuda._numbered(code, "a.cu").split("\n")
        self.assertEqual(numbered[:2], ['#line 1 "a.cu"', "// 1"])
        self.assertEqual(numbered[2:4], ["#include <cuda.h>", '#line 3 "a.cu"'])
        self.assertEqual(numbered[-2:], ['#line 8 "a.cu"', "// 8"])
        self.assertEqual(len(numbered), 11)

    def test_each_thread_has_its_own(self):
        barrier = threading.Barrier(2)

        def run():
            with _nvcc.collected() as made:
                folder = _nvcc.options()[-1]
                barrier.wait(timeout=60)
                pathlib.Path(folder, "k.ptx").write_text(folder, encoding="utf-8")
                barrier.wait(timeout=60)
            return made == [folder] and _nvcc.options() == []

        with concurrent.futures.ThreadPoolExecutor() as pool:
            self.assertEqual([each.result() for each in [pool.submit(run), pool.submit(run)]], [True, True])

    def test_what_nvrtc_and_nvcc_compile_is_checked(self):
        nvrtc = Nvrtc()

        def compile_cuda(code, target_format=None, arch=None, options=None, path_target=None, compiler="nvrtc"):
            if compiler == "nvrtc":
                source = "\n".join(line for line in code.split("\n") if line.strip() != "#include <cuda.h>")
                _, program = nvrtc.nvrtcCreateProgram(source.encode(), b"", 0, [], [])
                nvrtc.nvrtcCompileProgram(program, len(options or []), options or [])
                return bytearray(b"cubin")
            command = ["nvcc", "-o", compiled(code, options or [])]
            return module.subprocess.Popen(command, stdout=module.subprocess.PIPE).communicate()[0]

        with tempfile.TemporaryDirectory() as folder, modules(
                tvm={"__version__": "0.9", "__path__": []}, tvm__support={"__path__": []},
                tvm__support__nvcc={"compile_cuda": compile_cuda, "subprocess": subprocess}, cuda={}, cuda__bindings={}):
            nvcc = pathlib.Path(folder, "nvcc")
            nvcc.write_text('#!/bin/sh\n[ "$1" = --keep ] && printf %s "$5" >"$3/k.ptx"\necho cubin\n', encoding="utf-8")
            nvcc.chmod(0o755)
            module, reports, patch = sys.modules["tvm.support.nvcc"], [], _hooks.Patch()
            patch.put_variable("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
            sys.modules["cuda.bindings.nvrtc"] = nvrtc
            try:
                ptxcheck.tvm.enable(on=reports.append)
                self.assertEqual(module.compile_cuda("// a\n#include <cuda.h>\nwrong", "cubin"), b"cubin")
                self.assertEqual(places(reports), [("wrong.cu", 3)])
                self.assertEqual(module.compile_cuda("right", "cubin"), b"cubin")
                self.assertEqual(module.compile_cuda("right", "cubin", compiler="nvcc"), b"cubin\n")
                ptxcheck.tvm.enable()
                for compiler in ("nvrtc", "nvcc"):
                    with self.assertRaisesRegex(ptxcheck.CheckError, "wrong.cu:1"):
                        module.compile_cuda("wrong", "cubin", compiler=compiler)
                ptxcheck.tvm.disable()
                self.assertIs(module.subprocess, subprocess)
                self.assertIs(module.compile_cuda, compile_cuda)
                del module.compile_cuda
                self.assertIn("TVM 0.9 is not known", said_by(ptxcheck.tvm.enable))
            finally:
                patch.restore()
                del sys.modules["cuda.bindings.nvrtc"]


MODULE = """HloModule jit_f

FileNames
1 "/nowhere/f.py"

FileLocations
2 {file_name_id=1 function_name_id=1 line=40 end_line=40 column=4 end_column=50}

StackFrames
1 {file_location_id=2 parent_frame_id=1}

ENTRY %main (x: s32[128]) -> s32[128] {
  ROOT %call.1 = s32[128]{0} custom-call(%x), metadata={op_name="a" METADATA}, backend_config={debug = false, name = "wrong"}
}
"""


class Jax(unittest.TestCase):
    MOSAIC = """//
// Generated by LLVM NVPTX Back-End
//

.version 8.0
.target sm_90a
// __dynamic_shmem__0 has been demoted
.visible .entry mosaic()
{
    .reg .b64 %rd<4>;
    .shared .align 16 .b8 __dynamic_shmem__0;
    mov.b64 %rd1, __dynamic_shmem__0;
    .loc 1 7 0
    mbarrier.init.shared.b64 [__dynamic_shmem__0+2048], COUNT;
    ret;
}
.file 1 "/nowhere/m.py"
"""

    def options(self, folder=""):
        debug = types.SimpleNamespace(xla_dump_to=folder)
        return types.SimpleNamespace(executable_build_options=types.SimpleNamespace(debug_options=debug))

    def test_what_xla_dumps_is_checked(self):
        def compile_(backend, module, options, callbacks):
            folder = pathlib.Path(options.executable_build_options.debug_options.xla_dump_to)
            if backend.platform != "cpu":
                (folder / "module_1.f.1.ptx").write_text(ptx, encoding="utf-8")
                (folder / "module_1.f.2.ptx").write_text("", encoding="utf-8")
                (folder / "module_1.f.sm_90_gpu_after_optimizations.txt").write_text(text, encoding="utf-8")
            return "executable"

        gpu = types.SimpleNamespace(platform="gpu")
        with modules(jax={"__version__": "1.0"}, jax___src={}, jax___src__compiler={"backend_compile": compile_}):
            compiler = sys.modules["jax._src.compiler"]
            reports = []
            ptxcheck.jax.enable(on=reports.append)
            options = self.options()
            cases = ((WRONG, "stack_frame_id=1", [("f.py", 40)]), (RIGHT, "", []),
                     (WRONG.replace("wrong", "wrong__1"), 'source_file="/nowhere/g.py" source_line=41', [("g.py", 41)]))
            for ptx, metadata, expected in cases:
                text = MODULE.replace("METADATA", metadata)
                self.assertEqual(compiler.backend_compile(gpu, "module", options, []), "executable")
                self.assertEqual(places(reports), expected)
                reports.clear()
            self.assertEqual(options.executable_build_options.debug_options.xla_dump_to, "")
            self.assertEqual(compiler.backend_compile(types.SimpleNamespace(platform="cpu"), "", options, []), "executable")
            ptx = WRONG.replace("    cp.async", "    .loc 1 9 0\n    cp.async") + '.file 1 "/nowhere/h.py"\n'
            compiler.backend_compile(gpu, "module", options=options, callbacks=[])
            self.assertEqual(places(reports), [("h.py", 9)])
            with tempfile.TemporaryDirectory() as folder:  # who asks for a dump has it
                pathlib.Path(folder, "old.ptx").write_text(WRONG, encoding="utf-8")
                ptx = ptx.replace("9 0", "10 0")
                compiler.backend_compile(gpu, "module", self.options(folder), [])
                self.assertEqual(len(list(pathlib.Path(folder).glob("*.ptx"))), 3)
            self.assertEqual(places(reports), [("h.py", 9), ("h.py", 10)])
            ptxcheck.jax.disable()
            self.assertIs(compiler.backend_compile, compile_)
            del compiler.backend_compile
            self.assertIn("JAX 1.0 is not known", said_by(ptxcheck.jax.enable))

    def test_what_mosaic_prints_is_checked(self):
        with tempfile.TemporaryFile() as console:
            saved = os.dup(1)
            sys.stdout.flush()
            os.dup2(console.fileno(), 1)
            try:
                with ptxcheck.jax._printed(True) as texts:
                    self.assertEqual(os.environ["MOSAIC_GPU_DUMP_PTX"], "1")
                    os.write(1, ("of others\n" + self.MOSAIC + self.MOSAIC).encode())
                with ptxcheck.jax._printed(False) as none:
                    os.write(1, b"after\n")
            finally:
                os.dup2(saved, 1)
                os.close(saved)
            console.seek(0)
            self.assertEqual(console.read(), b"of others\nafter\n")
        self.assertNotIn("MOSAIC_GPU_DUMP_PTX", os.environ)
        self.assertEqual((texts, none), ([self.MOSAIC] * 2, []))
        inspected = []
        inspector = types.SimpleNamespace(examine=lambda text, name: inspected.append(ptxcheck.check(text, name="m.ptx")))

        def compile_(backend, module, options):
            os.write(1, self.MOSAIC.replace("COUNT", module.split()[0]).encode())

        checking = ptxcheck.jax._checking(compile_, inspector)
        for count in ("1", "0"):
            checking(types.SimpleNamespace(platform="cuda"), f"{count} mosaic_gpu", self.options())
        self.assertEqual([[found.places[0].line for found in report] for report in inspected], [[], [7]])


class Packages(unittest.TestCase):
    """The doors with packages that are here, as `compilers.py` tries them with many versions."""

    def test_packages(self):
        needed = {"cuda": "cuda.core", "tvm": "tvm.support", "jax": "jax_plugins"}
        for door in compilers.VERSIONS:
            with self.subTest(door):
                try:
                    found = importlib.util.find_spec(needed.get(door, door))
                except ModuleNotFoundError:
                    found = None
                if found is None:
                    self.skipTest(f"there is no {door}")
                self.assertEqual(compilers.compare(door, sys.executable), [])


if __name__ == "__main__":
    unittest.main()
