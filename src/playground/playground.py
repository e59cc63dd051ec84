#!/usr/bin/env python3
"""Builds the playground: one page with an editor, and with the command as WebAssembly in it.

    src/playground/playground.py TOP WORK OUT

TOP is the checkout, WORK a directory for what is built on the way, and the page becomes OUT/index.html: one file, which
needs no server and loads nothing. Emscripten and CodeMirror are those of Debian, jansson and libyaml are built from its
sources, which apt fetches and verifies unless they are in WORK/sources. Exit status: 0, or 2 where it cannot be built.
"""

import argparse
import base64
import gzip
import hashlib
import os
import pathlib
import re
import subprocess
import sys

TOOLCHAIN = "/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake"
CODEMIRROR = pathlib.Path("/usr/share/javascript/codemirror")
LIBRARIES = {"jansson": ["-DJANSSON_BUILD_DOCS=OFF", "-DJANSSON_WITHOUT_TESTS=ON", "-DJANSSON_EXAMPLES=OFF"],
             "libyaml": ["-DBUILD_TESTING=OFF"]}
LINK = ("-sMODULARIZE -sEXPORT_NAME=ptxcheck -sINVOKE_RUN=0 -sALLOW_MEMORY_GROWTH -sENVIRONMENT=worker "
        "-sEXPORTED_RUNTIME_METHODS=callMain,FS")


def run(log, *command, cwd=None):
    """Runs a program, whose output goes to a file; raises CalledProcessError where it fails."""
    # the node of the system knows where Debian keeps the modules that Emscripten needs, another one is told
    environment = {**os.environ, "NODE_PATH": "/usr/share/nodejs"}
    with open(log, "a", encoding="utf-8") as file:
        subprocess.run([str(word) for word in command], check=True, cwd=cwd, env=environment, stdout=file,
                       stderr=subprocess.STDOUT)


def cmake(log, source, build, *options):
    """Configures and builds a project for WebAssembly, as small as may be."""
    run(log, "cmake", "-S", source, "-B", build, f"-DCMAKE_TOOLCHAIN_FILE={TOOLCHAIN}", "-DCMAKE_CROSSCOMPILING_EMULATOR=",
        "-DCMAKE_BUILD_TYPE=MinSizeRel", "-DCMAKE_C_FLAGS_MINSIZEREL=-Oz -DNDEBUG", *options)
    run(log, "cmake", "--build", build, "-j", os.cpu_count() or 1)


def build_libraries(work, log):
    """Builds jansson and libyaml, and gives the directory that they are installed in."""
    prefix, sources = work / "prefix", work / "sources"
    sources.mkdir(exist_ok=True)
    for name, options in LIBRARIES.items():
        if (work / f"{name}-build" / "install_manifest.txt").exists():
            continue
        if not list(sources.glob(f"{name}_*.orig.tar.gz")):
            run(log, "apt-get", "source", "--download-only", name, cwd=sources)
        (work / name).mkdir(exist_ok=True)
        run(log, "tar", "xf", next(sources.glob(f"{name}_*.orig.tar.gz")), "-C", work / name, "--strip-components=1")
        cmake(log, work / name, work / f"{name}-build", f"-DCMAKE_INSTALL_PREFIX={prefix}", *options)
        run(log, "cmake", "--install", work / f"{name}-build")
    return prefix


def build_command(top, work, log):
    """Builds the command, and gives its two files: the module, and the script that starts it."""
    prefix, build = build_libraries(work, log), work / "command"
    cmake(log, top, build, "-DBUILD_TESTING=OFF", "-DPTXCHECK_PYTHON=OFF", f"-DCMAKE_EXE_LINKER_FLAGS={LINK}",
          f"-DPTXCHECK_JANSSON_INCLUDE={prefix}/include", f"-DPTXCHECK_JANSSON_LIBRARY={prefix}/lib/libjansson.a",
          f"-DPTXCHECK_YAML_INCLUDE={prefix}/include", f"-DPTXCHECK_YAML_LIBRARY={prefix}/lib/libyaml.a")
    return (build / "ptxcheck.wasm").read_bytes(), (build / "ptxcheck.js").read_text(encoding="utf-8")


def policy(*scripts):
    """Gives the Content-Security-Policy of the page: these scripts run, and nothing is loaded."""
    hashes = " ".join(f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in scripts)
    return (f"default-src 'none'; script-src 'wasm-unsafe-eval' {hashes}; worker-src blob:; style-src 'unsafe-inline'; "
            "img-src data:; base-uri 'none'; form-action 'none'")


def assemble(top, module, starter):
    """Gives the text of the page."""
    here = top / "src" / "playground"

    def read(*paths):
        return "\n".join(path.read_text(encoding="utf-8") for path in paths)
    script = read(CODEMIRROR / "lib/codemirror.js", CODEMIRROR / "addon/mode/simple.js", CODEMIRROR / "mode/clike/clike.js",
                  here / "ptx-mode.js", here / "playground.js")
    picture = "\n" + read(top / "src/cli/commands/pipeline/page.js")  # the script of what `ptxcheck pipeline --html` writes
    version = re.search(r"^project\(ptxcheck VERSION (\S+)", read(top / "CMakeLists.txt"), re.MULTILINE)
    parts = {"POLICY": policy(script, picture), "STYLE": read(CODEMIRROR / "lib/codemirror.css", here / "playground.css"),
             "VERSION": version[1], "ENGINE": starter + read(here / "worker.js"),
             "MODULE": base64.b64encode(gzip.compress(module, 9, mtime=0)).decode(),
             "PTX": read(top / "docs/examples/double-buffer.ptx"), "CUDA": read(here / "clobber.cu"), "SCRIPT": script}
    for name, text in parts.items():
        if "</script" in text or "<!--" in text:
            raise OSError(f"what becomes {name} of the page has what ends it")
    return re.sub("@([A-Z]+)@", lambda match: parts[match[1]], read(here / "index.html"))


def main():
    """Reads the arguments, and builds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("top", "work", "out"):
        parser.add_argument(name, type=pathlib.Path)
    arguments = parser.parse_args()
    top, work, out = (path.resolve() for path in (arguments.top, arguments.work, arguments.out))
    log = work / "build.log"
    try:
        work.mkdir(parents=True, exist_ok=True)
        out.mkdir(parents=True, exist_ok=True)
        log.unlink(missing_ok=True)
        (out / "index.html").write_text(assemble(top, *build_command(top, work, log)), encoding="utf-8")
    except (OSError, subprocess.CalledProcessError) as trouble:
        print(f"playground: {trouble}; {log} says more", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
