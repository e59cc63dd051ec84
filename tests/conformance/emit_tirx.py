"""TIRx (TVM): the instructions of T.ptx, which a table describes; see emitting.py.

Their helpers are CUDA, as TIRx's code generator renders them, and nvcc makes PTX of them: the one beside the package,
else the one on the path. Of each instruction as many variants are emitted as it takes to have each modifier once."""

import glob
import importlib.metadata
import itertools
import os
import re
import shutil

import emitting
from common import is_of_family, output

try:
    from tvm_tirx.backend.cuda.ptx import TABLE, render, table
except ImportError:
    emitting.absent("apache-tvm-tirx is not here")

MOST = 20000  # combinations of modifiers, of which one that the table allows is looked for
ARCHITECTURE = "sm_90"  # where the table says none
HEAD = "#include <cuda.h>\n#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <cstdint>\n"
FOUND = sorted(glob.glob(os.path.join(importlib.metadata.distribution("apache-tvm-tirx").locate_file("nvidia"), "cu*",
                                      "bin", "nvcc")))
NVCC = FOUND[-1] if FOUND else shutil.which("nvcc")


def listed():
    """Returns the instructions of the family."""
    return [name for name, entry in TABLE.items() if is_of_family(name) or is_of_family(entry.ptx_name)]


def allowed(entry, slot, choice):
    """Returns a combination of modifiers with this choice in a slot, or None where the table allows none."""
    axes = [(choice,) if x is slot else (*(("",) if x.optional else ()), *x.choices) for x in entry.slots]
    return next((x for x in itertools.islice(itertools.product(*axes), MOST)
                 if entry.check is None or not entry.check(table.mods(entry, x))), None)


def variants(entry):
    """Returns combinations of modifiers that have each choice of each slot that the table allows."""
    found = {allowed(entry, slot, x) for slot in entry.slots for x in slot.choices} if entry.slots else {()}
    return sorted(found - {None})


def kernels(entry):
    """Yields the source of each helper and of a kernel that calls it."""
    asked = [(x, y, z) for x in variants(entry) for y in table.imm_combos(entry) for z in table.pred_forms(entry)]
    for number, (tokens, immediates, predicated) in enumerate(asked):
        _, helper, source = render.render_variant(entry, tokens, predicated, None, immediates)
        parameters = [x.strip().rsplit(" ", 1) for x in re.search(r"void \w+\((.*)\) \{", source)[1].split(",") if x]
        takes = ", ".join(f"{x.replace('&', '*')} {y}" for x, y in parameters)
        gives = ", ".join(("*" if x.endswith("&") else "") + y for x, y in parameters)
        yield source, f'extern "C" __global__ void k{number}({takes}) {{ {helper}({gives}); }}\n'


def emit(name, _, path):
    """Returns the PTX of kernels that call the variants of an instruction."""
    entry = TABLE[name]
    made = list(kernels(entry))
    text = HEAD + "".join(dict.fromkeys(x for x, _ in made)) + "".join(x for _, x in made)
    source, ptx = path.replace(".py", ".cu"), path.replace(".py", ".ptx")
    emitting.write(source, text)
    output([NVCC, "-ptx", "-w", "-std=c++17", f"-arch={entry.cert_arch or ARCHITECTURE}", "-o", ptx, source])
    with open(ptx, encoding="utf-8") as file:
        return [file.read()]


if __name__ == "__main__":
    if not NVCC:
        emitting.absent("nvcc is not here, which makes PTX of what TIRx emits")
    emitting.main(importlib.metadata.version("apache-tvm-tirx"), listed, emit,
                  [os.path.join(os.path.dirname(NVCC), "ptxas")])
