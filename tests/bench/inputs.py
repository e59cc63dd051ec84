"""What is checked: modules that nvcc makes on the spot, and synthetic ones.

Nothing of it is kept in the repository. Real modules are made of cuda/*.cu and the headers of the toolkit, once for
each toolkit, since that takes minutes; they stay in the scratch directory.
"""

import hashlib
import itertools
import pathlib
import re
import shutil
from typing import NamedTuple

import measure

HERE = pathlib.Path(__file__).resolve().parent
ARCHITECTURES = ("sm_80", "sm_90a")
FLAGS = ["-std=c++17", "--ptx", "-diag-suppress=20054"]
# A module with algorithms alone is large and has no copy, one with copies alone is small. Together they have about as
# many instructions of the family a megabyte as what programs are made of.
SHARES = {"algorithms": 1, "copies": 8}

HEADER = """.version 8.6
.target sm_90a
.address_size 64
.global .align 128 .b8 map[128];
.shared .align 128 .b8 tile[4096];
.shared .align 8 .b64 bar;
"""
REGISTERS = """.reg .pred %p<8>;
.reg .b16 %h<8>;
.reg .b32 %r<64>;
.reg .f32 %f<64>;
.reg .b64 %rd<64>;
"""
# What compilers write between copies; {i} is a number that makes lines differ.
PLAIN = """ld.global.nc.v4.f32 {{%f{i}, %f1, %f2, %f3}}, [%rd{i}+16];
fma.rn.f32 %f{i}, %f1, %f2, %f{i};
mad.lo.s32 %r{i}, %r1, %r2, %r{i};
add.s64 %rd{i}, %rd{i}, 128;
ld.shared.f32 %f{i}, [%r{i}+2048];
setp.lt.s32 %p{p}, %r{i}, %r3;
@%p{p} bra $L_{label};
shl.b32 %r{i}, %r{i}, 2;
$L_{label}:
selp.b32 %r{i}, %r4, %r5, %p{p};
cvt.rn.f32.s32 %f{i}, %r{i};
// begin inline asm
st.shared.v2.f32 [%r{i}], {{%f{i}, %f7}};
// end inline asm
mov.b64 %rd{i}, {{%r{i}, %r8}};
bar.sync 0;
""".splitlines()
# Legal forms of the family that grep finds, one a line.
COPIES = """cp.async.ca.shared.global [%r{i}], [%rd{i}], 4;
cp.async.ca.shared.global [%r{i}+16], [%rd1+16], 8, %r3;
cp.async.cg.shared.global [%r{i}], [%rd2], 16;
cp.async.cg.shared.global.L2::128B [tile+32], [%rd{i}+32], 16, %r4;
@%p{p} cp.async.cg.shared.global.L2::cache_hint [%r{i}], [%rd3], 16, %rd5;
cp.async.commit_group;
cp.async.wait_group 2;
cp.async.mbarrier.arrive.noinc.shared.b64 [bar];
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r{i}], [%rd1], 1024, [bar];
cp.async.bulk.global.shared::cta.bulk_group [%rd{i}], [tile], 512;
cp.async.bulk.commit_group;
cp.async.bulk.wait_group.read 0;
cp.async.bulk.prefetch.L2.global [%rd{i}], 4096;
cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd{i}], [tile], 128;
cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [tile], [map, {{%r{i}, %r5}}], [bar];
cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [map, {{%r{i}, %r5, %r6}}], [tile];
cp.async.bulk.prefetch.tensor.2d.L2.global.tile [map, {{%r{i}, %r5}}];
cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.tile.bulk_group [map, {{%r{i}}}], [tile];
cp.async.wait_all;
""".splitlines()
FUNCTION_LINES = 200
FUNCTIONS = 19  # begin with another copy each
NUMBER = "######"  # stands for that of the function
KINDS = {"plain": 0, "tenth": 10, "copies": 1}  # of a synthetic module: one line in so many is a copy; 0: none is


class Input(NamedTuple):
    name: str
    title: str
    files: list  # of paths
    copies: int  # how many lines grep must find; None where that is not known

    def size(self):
        return sum(path.stat().st_size for path in self.files)


def synthetic_functions(kind):
    """The functions of which a synthetic module is made in turn, each a text and how many copies it has."""
    every = KINDS[kind]
    plain, copies = itertools.cycle(PLAIN), itertools.cycle(COPIES)
    functions = []
    for _ in range(FUNCTIONS):
        lines = [f".visible .entry kernel_{NUMBER}()\n{{\n{REGISTERS}"]
        count = 0
        label = 0
        for i in range(FUNCTION_LINES):
            is_copy = every and i % every == every - 1
            line = next(copies if is_copy else plain)
            count += bool(is_copy)
            lines.append("\t" + line.format(i=9 + i % 50, p=i % 8, label=f"{NUMBER}_{label}") + "\n")
            label += line.endswith(":")
        lines.append(f"$L_{NUMBER}_{label}:\n\tret;\n}}\n")
        functions.append(("".join(lines), count))
    return functions


def write_synthetic(path, kind, size):
    """Writes a module of at least `size` bytes; gives how many copies it has."""
    copies = 0
    with open(path, "w", encoding="ascii") as file:
        written = file.write(HEADER)
        for number, (text, count) in enumerate(itertools.cycle(synthetic_functions(kind))):
            written += file.write(text.replace(NUMBER, f"{number:06}"))
            copies += count
            if written >= size:
                return copies


def synthetic(scratch, kind, size):
    title = {"plain": "synthetic, no copy", "tenth": "synthetic, one line in ten a copy",
             "copies": "synthetic, copies alone"}[kind]
    path = scratch / f"{kind}.ptx"
    return Input(kind, title, [path], write_synthetic(path, kind, size))


def find_tool(name):
    """The path of a program of the toolkit, or None."""
    found = shutil.which(name) or shutil.which(name, path="/usr/local/cuda/bin")
    return pathlib.Path(found) if found else None


def compile_modules(nvcc, scratch):
    """Makes the real modules, unless an earlier run has; gives their paths by source and whether they have lines."""
    version = measure.run([nvcc, "--version"], good=(0,)).output
    made = {}
    for source, lines, target in itertools.product(SHARES, (False, True), ARCHITECTURES):
        text = HERE / "cuda" / f"{source}.cu"
        key = hashlib.sha256(version + text.read_bytes() + repr(FLAGS).encode()).hexdigest()[:12]
        path = scratch / f"{source}{'.lines' if lines else ''}.{target}.{key}.ptx"
        if not path.exists():
            half = path.with_suffix(".half")
            print(f"making {path.name} …", flush=True)
            measure.run([nvcc, *FLAGS, *["-lineinfo"] * lines, f"-arch={target}", text, "-o", half], good=(0,))
            half.rename(path)
        made.setdefault((source, lines), []).append(path)
    return made


def spread(paths, directory, size):
    """Copies files, in turn, until they have `size` bytes together; gives the paths of the copies."""
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir()
    total, copies = 0, []
    for number, path in enumerate(itertools.cycle(paths)):
        if total >= size and number % len(paths) == 0:
            return copies
        copies.append(directory / f"{number}.ptx")
        shutil.copyfile(path, copies[-1])
        total += path.stat().st_size


def real(scratch, size):
    """The inputs that are made of real modules; none where there is no nvcc."""
    nvcc = find_tool("nvcc")
    if not nvcc:
        return []
    made = compile_modules(nvcc, scratch)
    inputs = []
    for name, title, lines, shares in (
            ("real", "modules of nvcc", False, SHARES), ("real-lines", "modules of nvcc with -lineinfo", True, SHARES),
            ("real-quiet", "modules of nvcc without a copy", False, {"algorithms": 1})):
        paths = [path for source, share in shares.items() for path in made[source, lines] * share]
        inputs.append(Input(name, title, spread(paths, scratch / name, size), None))
    return inputs


def statements(paths):
    """How many statements the modules have: what ends in a semicolon outside of comments."""
    text = b"".join(path.read_bytes() for path in paths)
    return re.sub(rb"//[^\n]*|/\*.*?\*/", b"", text, flags=re.DOTALL).count(b";")
