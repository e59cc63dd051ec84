"""LLVM: the intrinsics of its NVPTX target, which intrinsics.cpp knows, compiled by llc."""

import glob
import os
import re

from common import HERE, Absent, Trouble, numbers, output, run

# The newest first: an intrinsic is compiled for the first one that llc knows and that has it.
TARGETS = ("sm_100a:+ptx86", "sm_90a:+ptx80", "sm_90:+ptx78", "sm_86:+ptx75")


class Compiler:
    """One LLVM, by the folder of its programs."""

    title = "LLVM NVPTX"
    assemblers = ["ptxas"]

    def __init__(self, programs, folder):
        self.llc = os.path.join(programs, "llc")
        config = os.path.join(programs, "llvm-config")
        self.version = output([config, "--version"]).strip()
        self.folder, self.writer = folder, os.path.join(folder, f"intrinsics-{self.version}")
        output([os.environ.get("CXX", "c++"), os.path.join(HERE, "intrinsics.cpp"), "-o", self.writer, "-fno-rtti",
                *output([config, "--cppflags", "--ldflags", "--libs", "core", "support"]).split(), "-std=c++17",
                "-Wl,-rpath," + output([config, "--libdir"]).strip()])
        self.targets = [x for x in TARGETS if not self.llc_for(x, os.devnull, os.devnull).stderr]

    def llc_for(self, target, source, ptx):
        """Compiles a module for a target and PTX version."""
        cpu, attribute = target.split(":")
        return run([self.llc, "-mtriple=nvptx64", f"-mcpu={cpu}", f"-mattr={attribute}", "-o", ptx, source])

    def listed(self):
        """Returns the names of the intrinsics of the family; the writer makes modules that call them."""
        modules = os.path.join(self.folder, f"modules-{self.version}")
        os.makedirs(modules, exist_ok=True)
        output([self.writer, modules])
        self.modules = {}
        for path in sorted(glob.glob(os.path.join(modules, "*.ll"))):
            self.modules.setdefault(re.sub(r"\.\d+\.ll$", "", os.path.basename(path)), []).append(path)
        return set(self.modules)

    def emit(self, rows, _):
        """Compiles the modules of each row; returns PTX files for each name, or why there are none."""
        made = {}
        for row in rows:
            try:
                made[row.name] = [self.compile(x) for x in self.modules[row.name]]
            except Trouble as trouble:
                made[row.name] = trouble
        return made

    def compile(self, source):
        """Compiles one module for the newest target that can; returns its PTX."""
        ptx, message = source.replace(".ll", ".ptx"), "llc knows none of the targets"
        for target in self.targets:
            done = self.llc_for(target, source, ptx)
            if done.returncode == 0:
                return ptx
            message = next(iter(done.stderr.splitlines()), "it fails")
        raise Trouble(message)


def find(options):
    """Returns each LLVM that is here with its headers, the oldest first: those of the folders $LLVM_DIRS of
    LLVMConfig.cmake, as the test of the pass in tests/unit/llvm takes them."""
    folders = os.environ.get("LLVM_DIRS", "").split() or glob.glob("/usr/lib/llvm-*/lib/cmake/llvm")
    programs = [os.path.normpath(os.path.join(x, "../../../bin")) for x in folders
                if os.path.exists(os.path.join(x, "LLVMConfig.cmake"))]
    found = [Compiler(x, options.folder) for x in programs if os.path.exists(os.path.join(x, "llc"))]
    if not found:
        raise Absent("no LLVM with its headers is here")
    return sorted(found, key=lambda x: numbers(x.version))
