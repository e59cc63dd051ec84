"""The functions of cuda::ptx, read from the headers that generate them, and kernels that call each overload with each
of the values that its comment lists. A comment of such a header says

    // mbarrier.arrive.sem.scope.space.b64 state, [addr]; // 1a. PTX ISA 80, SM_90
    // .sem       = { .release }
    // .scope     = { .cta, .cluster }
    template <cuda::ptx::dot_scope Scope>
    __device__ static inline uint64_t mbarrier_arrive(
      cuda::ptx::sem_release_t,
      cuda::ptx::scope_t<Scope> scope,
      ...
"""

import glob
import itertools
import os
import re

from common import is_of_family, read

TYPES = {".b8": "uint8_t", ".b16": "uint16_t", ".b32": "uint32_t", ".b64": "uint64_t", ".u32": "uint32_t",
         ".u64": "uint64_t", ".s32": "int32_t", ".s64": "int64_t"}
SIZED = {"B8": "uint8_t", "B16": "uint16_t", "B32": "uint32_t", "B64": "uint64_t", "B128": "int4"}
SIZE = 128  # of a tensor map, the only one that is taken
WORDS = {".shared::cta": "shared", ".shared::cluster": "cluster", ".and": "and_op", ".or": "or_op", ".xor": "xor_op"}


class Overload:
    """One overload: its targets, the values of its words, its template and its parameters."""

    def __init__(self, comment):
        text = re.sub(r"\s+", " ", comment.replace("//", " "))
        signature = re.search(r"__device__ static inline (\S+) (\w+)\((.*)\);", text)
        self.type, self.name, parameters = signature.groups()
        self.target = "compute_" + re.search(r"SM_(\d+a?)", text)[1]
        self.values = {x: re.findall(r"\.[\w:]+", y) for x, y in re.findall(r"\.(\w+) *= \{([^}]*)\}", text)}
        self.words = re.findall(r"dot_(\w+) (\w+)", text)
        self.names = re.findall(r"typename (\w+)", text)
        self.parameters = [x.strip() for x in parameters.split(",") if x.strip()]

    def calls(self):
        """Returns a kernel's parameters and body for each choice of values."""
        for chosen in itertools.product(*(self.values[word] for word, _ in self.words)):
            constants = {word: f"cuda::ptx::{word}_{spelled(x)}" for (word, _), x in zip(self.words, chosen)}
            kinds = self.values["type"] if "Type" in self.names else [None]
            for kind in kinds:
                yield self.call(constants, {**SIZED, "Type": TYPES.get(kind)})

    def call(self, constants, types):
        """Returns the parameters and the body of a kernel that calls the overload once."""
        takes, before, arguments, after = [], [], [], []
        for number, parameter in enumerate(self.parameters):
            tag = re.fullmatch(r"cuda::ptx::(\w+?)_t(<\w+>)?( \w+)?", parameter)
            array = re.fullmatch(r"(.*) \(&\w+\)\[(\d+)\]", parameter)
            if tag:
                kind = f"n32_t<{SIZE if tag[3] == ' size' else 0}>" if tag[1] == "n32" else f"{tag[1]}_t"
                arguments.append(constants.get(tag[1], f"cuda::ptx::{kind}{{}}"))
                continue
            name = f"p{number}"
            arguments.append(name)
            if not array:
                kind = re.sub(r"&| \w+$", "", parameter) if " " in parameter else parameter
                takes.append(f"{typed(kind, types)} {name}")
                continue
            kind, count = typed(array[1].replace("const ", ""), types), int(array[2])
            takes.append(f"{kind} {name}_0")
            before.append(f"{kind} {name}[{count}] = {{" + ", ".join(f"{name}_0 + {x}" for x in range(count)) + "};")
            if "const" not in array[1]:
                after += [f"((volatile {kind} *)out)[{x}] = {name}[{x}];" for x in range(count)]
        given = "<uint32_t>" if self.names[:1] == ["B32"] and self.type == "B32" else ""
        call = f"cuda::ptx::{self.name}{given}({', '.join(arguments)});"
        if self.type != "void":
            call = f"*(volatile {typed(self.type, types)} *)out = {call}"
        return ", ".join(["void *out", *takes]), " ".join([*before, call, *after])


def typed(name, types):
    """Returns a type with what stands for the names of a template."""
    return re.sub(r"\b(B\d+|Type)\b", lambda x: types[x[1]] or "uint32_t", name)


def spelled(value):
    """Returns how cuda::ptx spells a value, such as ".cta_group::1"."""
    return WORDS.get(value) or re.split(r"[.:]+", value)[-1]


def overloads(include):
    """Returns the overloads of functions of the family, by the function's name."""
    found = {}
    folder = os.path.join(include, "cuda", "__ptx", "instructions", "generated")
    for path in sorted(glob.glob(os.path.join(folder, "*.h"))):
        for comment in re.findall(r"^/\*\n(.*?)^\*/", read(path), re.M | re.S):
            names = re.findall(r"__device__ static inline \S+ (\w+)\(|^// (\S+)", comment, re.M)
            if "__device__" in comment and any(map(is_of_family, filter(None, itertools.chain(*names)))):
                each = Overload(comment)
                found.setdefault("cuda::ptx::" + each.name, []).append(each)
    return found


def sources(functions):
    """Returns a source for each target that these overloads need, as (target, C++)."""
    for target in sorted({x.target for x in functions}):
        kernels = [y for x in functions if x.target == target for y in x.calls()]
        text = "\n".join(f'extern "C" __global__ void k{number}({takes}) {{ {body} }}'
                         for number, (takes, body) in enumerate(kernels))
        yield target, f"#include <cuda/ptx>\n{text}\n"
