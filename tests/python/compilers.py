"""Tries the doors into compilers with packages of PyPI, each version in an environment of its own: compilers.py [PACKAGE…].

PACKAGE is the name of a door, or one with a version: cupy, cupy==13.6.0. Of each, the kernels of kernels/PACKAGE.py are
compiled without the door and with it. A hazard in them must be found at its line, the same kernel that waits must have no
finding, and what is compiled must be the same byte for byte. No GPU is needed; TVM and tilelang need a CUDA toolkit.
`compilers.py --here PACKAGE…` takes the packages of the Python that runs it. `compilers.py --newest PACKAGE` tries its last
version alone, and ends with status 77 where that cannot be installed. PYTHONPATH names the module, if it is not installed.
"""

import hashlib
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

KERNELS = pathlib.Path(__file__).resolve().parent / "kernels"

NVRTC = ["nvidia-cuda-nvrtc-cu12==12.9.*", "nvidia-cuda-runtime-cu12==12.9.*"]

# Of each door the versions that are tried, with what is installed for them.
VERSIONS = {
    "triton": {each: [f"triton=={each}"] for each in ("3.6.0", "3.7.1", "3.9.0")},
    "numba": {"0.20.0": ["numba-cuda[cu12]==0.20.0", "numba==0.62.1"],
              "0.24.0": ["numba-cuda[cu12]==0.24.0", "numba==0.62.1"], "0.30.4": ["numba-cuda[cu12]==0.30.4"]},
    "tilelang": {each: [f"tilelang=={each}", "cuda-bindings"] for each in ("0.1.12", "0.1.15")},
    "cutlass": {each: [f"nvidia-cutlass-dsl=={each}"] for each in ("4.3.5", "4.4.2", "4.5.3", "4.6.3", "4.8.1")},
    "cupy": {each: [f"cupy-cuda12x=={each}", *NVRTC] for each in ("13.0.0", "13.6.0", "14.2.0")},
    "cuda": {each: [f"cuda-core[cu12]=={each}"] for each in ("0.3.2", "0.5.1", "0.6.0", "0.7.0", "1.2.2")},
    "tvm": {"0.25.0.post1": ["apache-tvm==0.25.0.post1", "apache-tvm-ffi==0.1.12", "cuda-bindings"],
            "0.26.0": ["apache-tvm==0.26.0", "apache-tvm-ffi==0.1.13.post2", "cuda-bindings"],
            "0.27.0.post1": ["apache-tvm==0.27.0.post1", "cuda-bindings"]},
    "jax": {each: [f"jax=={each}", f"jax-cuda12-plugin=={each}", f"jax-cuda12-pjrt=={each}", "absl-py"]
            for each in ("0.6.2", "0.7.2", "0.9.2", "0.10.2")},
}

# A driver that knows its version and no GPU, for packages that ask for it before they compile.
DRIVER = """
#define _GNU_SOURCE
#include <dlfcn.h>
int cuInit(unsigned flags) { return 100; }
int cuDriverGetVersion(int *version) { *version = 13000; return 0; }
int cuGetProcAddress_v2(const char *name, void **address, int version, unsigned long long flags, int *status) {
    *address = dlsym(dlopen("libcuda.so.1", RTLD_LAZY), name);
    return *address ? 0 : 500;
}
"""


def attempt(door, checked):
    """Compiles the kernels of a door in this process; prints what was made and found."""
    spec = importlib.util.spec_from_file_location(f"kernels_{door}", KERNELS / f"{door}.py")
    kernels = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = kernels
    spec.loader.exec_module(kernels)
    made = []
    for racing in (True, False):
        builds = kernels.build(racing)
        while True:
            reports = []
            if checked:  # anew: what was said of a kernel is not said again
                importlib.import_module(f"ptxcheck.{door}").enable(on=reports.append)
            data, file, marker = next(builds, (None, None, None))
            if data is None:
                break
            lines = pathlib.Path(file).read_text(encoding="utf-8").splitlines()
            marked = [number for number, text in enumerate(lines, 1) if marker in text and "yield" not in text]
            made.append({"code": hashlib.sha256(data).hexdigest(), "size": len(data), "racing": racing,
                         "expected": [[pathlib.Path(file).name, line] for line in marked],
                         "found": [[pathlib.Path(place.file).name, place.line] for report in reports for each in report
                                   for place in each.places[:1]],
                         "said": "".join(report.render() for report in reports)})
    print(json.dumps(made))


def compare(door, python, libraries=""):
    """Returns what is wrong with a door in an environment, a line for each."""
    results = []
    for mode in ("plain", "checked"):
        with tempfile.TemporaryDirectory() as folder:
            caches = {name: str(pathlib.Path(folder, name)) for name in ("TRITON_CACHE_DIR", "CUPY_CACHE_DIR")}
            environment = {**os.environ, **caches, "LD_LIBRARY_PATH": f"{libraries}:{os.environ.get('LD_LIBRARY_PATH', '')}"}
            made = subprocess.run([python, "-B", __file__, "--attempt", door, mode], cwd=folder, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, env=environment, check=False)
        if made.returncode:
            return [f"{mode}: " + (made.stderr.decode(errors="replace").strip()[-2000:] or "it fails")]
        results.append(json.loads(made.stdout.splitlines()[-1]))
    wrong = []
    for number, (plain, checked) in enumerate(zip(*results)):
        if plain["code"] != checked["code"] or plain["size"] == 0:
            wrong.append(f"kernel {number}: what is compiled is not the same")
        found = checked["found"]
        if len(found) != checked["racing"] or not all(place in checked["expected"] for place in found):
            wrong.append(f"kernel {number}: expected one of {checked['expected']}, found {found}: {checked['said']}")
    return wrong or ([] if results[0] else ["no kernel was compiled"])


def install(requirements, folder):
    """Makes an environment in a folder; returns its Python and where its libraries are, None if it cannot be made."""
    if subprocess.run([sys.executable, "-m", "venv", folder], check=False).returncode:
        return None
    python = str(pathlib.Path(folder, "bin", "python"))
    if subprocess.run([python, "-m", "pip", "install", "-q", "cffi", "numpy", *requirements], check=False).returncode:
        return None
    libraries = [str(path) for path in pathlib.Path(folder).glob("lib/python*/site-packages/nvidia/*/lib")]
    if not os.path.exists("/dev/nvidia0"):
        pathlib.Path(folder, "driver.c").write_text(DRIVER, encoding="utf-8")
        subprocess.run(["cc", "-shared", "-fPIC", "-o", "libcuda.so.1", "driver.c", "-ldl"], cwd=folder, check=True)
        libraries.append(folder)
    return python, ":".join(libraries)


def tried(name, wrong):
    """Prints how a door did; returns whether it did well."""
    print(f"{name}: " + ("\n    ".join(wrong) or "found, silent, and compiles the same"), flush=True)
    return not wrong


def in_environment(door, version):
    """Tries a version in an environment that is made for it; returns whether it did well, None if it cannot be installed."""
    with tempfile.TemporaryDirectory() as folder:
        made = install(VERSIONS[door][version], folder)
        return tried(f"{door} {version}", compare(door, *made)) if made else None


def newest(door):
    """Tries the last version of a door; returns a status."""
    version = list(VERSIONS[door])[-1]
    if door in ("tvm", "tilelang") and not shutil.which("nvcc"):
        print("there is no CUDA toolkit")
        return 77
    well = in_environment(door, version)
    return 77 if well is None else int(not well)


def in_environments(names):
    """Tries the doors in environments that are made for them; gives for each whether it did well."""
    for name in names or VERSIONS:
        door, _, version = name.partition("==")
        for each in [version] if version else VERSIONS[door]:
            well = in_environment(door, each)
            yield tried(f"{door} {each}", ["it cannot be installed"]) if well is None else well


if __name__ == "__main__":
    if sys.argv[1:2] == ["--attempt"]:
        attempt(sys.argv[2], sys.argv[3] == "checked")
    elif sys.argv[1:2] == ["--here"]:
        sys.exit(not all([tried(door, compare(door, sys.executable)) for door in sys.argv[2:]]))
    elif sys.argv[1:2] == ["--newest"]:
        sys.exit(newest(sys.argv[2]))
    else:
        sys.exit(not all(list(in_environments(sys.argv[1:]))))
