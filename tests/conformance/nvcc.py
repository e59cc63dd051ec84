"""nvcc: what the toolkit's headers offer, called from kernels that it compiles to PTX."""

import glob
import os
import re
import shutil

import cuda_ptx
from common import Absent, Trouble, numbers, output, read

# Headers, what comes before the names of their functions, and how these are declared. cuda::ptx has a file of its own.
HEADERS = (
    ("cuda_pipeline_primitives.h", "", r"^void (__pipeline_\w+)\("),
    ("cuda_awbarrier_primitives.h", "", r"^\w+ (__mbarrier_\w+)\("),
    ("crt/sm_90_rt.h", "", r"\b(__cluster_\w+)\("),
    ("cuda_device_runtime_api.h", "", r"(cuda\w+)\((?:void)?\)\s*\{\s*asm volatile\(\"griddepcontrol"),
    ("cuda_pipeline.h", "nvcuda::experimental::pipeline::", r"^    _CUDA_PIPELINE_QUALIFIER \w+ (\w+)\("),
    ("cuda_awbarrier.h", "nvcuda::experimental::awbarrier::", r"^    _CUDA_AWBARRIER_QUALIFIER \w+ (\w+)\("),
    ("cooperative_groups/details/async.h", "cooperative_groups::", r"^_CG_STATIC_QUALIFIER void (memcpy\w*|wait\w*)\("),
    ("cooperative_groups/details/helpers.h", "cooperative_groups::cluster_group::",
     r"(\w+)\([^)]*\)\s*\{[^}]*__cluster_"),
    ("cuda/barrier", "cuda::device::experimental::", r"^inline _CCCL_DEVICE void\s+(\w+)\("),
    ("cuda/__barrier/barrier_block_scope.h", "cuda::barrier::", r"HIDE_FROM_ABI (?:friend )?\w+\s+([a-z]\w*)\("),
    ("cuda/__barrier/barrier_*_tx.h", "cuda::device::", r"_CCCL_DEVICE inline [\w<>:]+\s+(\w+)\("),
    ("cuda/__memcpy_async/memcpy_async_tx.h", "cuda::device::", r"_CCCL_DEVICE inline \w+ (\w+)\("),
    ("cuda/__memcpy_async/memcpy_async.h", "cuda::", r"HIDE_FROM_ABI async_contract_fulfillment ([a-z]\w*)\("),
    ("cuda/pipeline", "cuda::pipeline::", r"^  _LIBCUDACXX_HIDE_FROM_ABI \w+\s+([a-z]\w*)\("),
    ("cuda/pipeline", "cuda::", r"^_LIBCUDACXX_HIDE_FROM_ABI [\w<>]+\s+((?:make_)?pipeline\w*)\("),
)
NEWEST_OLD = 75  # nvcc 13 knows no target before compute_75
TARGET = "compute_90"
SOURCE = """#define __cccl_lib_experimental_ctk12_cp_async_exposure
#include <cuda_pipeline.h>
#include <cuda_pipeline_primitives.h>
#include <cuda_awbarrier.h>
#include <cuda_awbarrier_primitives.h>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
using awbarrier = nvcuda::experimental::awbarrier;
extern "C" __global__ void k0(volatile unsigned long long *out, const int *global, int *result, size_t n, unsigned u,
                              const CUtensorMap *map)
{
    alignas(128) __shared__ int shared[1024];
    alignas(8) __shared__ __mbarrier_t bar;
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    CALL
}
"""


class Compiler:
    """nvcc, and what its headers have."""

    title = "nvcc"

    def __init__(self):
        self.nvcc = shutil.which(os.environ.get("NVCC", "nvcc"))
        if not self.nvcc:
            raise Absent("nvcc is not on the path")
        self.version = re.search(r"V(\d+\.\d+\.\d+)", output([self.nvcc, "--version"]))[1]
        include = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(self.nvcc))), "include")
        self.folders = [os.path.join(include, "cccl"), include]
        self.assemblers = [os.path.join(os.path.dirname(os.path.realpath(self.nvcc)), "ptxas")]
        self.functions = cuda_ptx.overloads(self.folders[0])
        if not self.functions:
            raise Trouble(f"{self.folders[0]} has no functions of cuda::ptx")

    def listed(self):
        """Returns the names of what the headers offer."""
        names = set(self.functions)
        for header, before, pattern in HEADERS:
            paths = [y for x in self.folders for y in glob.glob(os.path.join(x, header))]
            found = {before + y for x in paths for y in re.findall(pattern, read(x), re.M)}
            if not found:
                raise Trouble(f"{header} has nothing that is declared as {pattern}")
            names |= found
        return names

    def emit(self, rows, folder):
        """Compiles a call of each row; returns PTX files for each name, or why there are none."""
        made = {}
        for number, row in enumerate(rows):
            sources = [(TARGET, SOURCE.replace("CALL", row.call))] if row.call else \
                cuda_ptx.sources(self.functions.get(row.name, []))
            made[row.name] = []
            try:
                for target, text in sources:
                    made[row.name].append(self.compile(target, text, os.path.join(folder, f"{number}-{target}.cu")))
            except Trouble as trouble:
                made[row.name] = trouble
        return made

    def compile(self, target, text, path):
        """Compiles one source; returns its PTX."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        ptx = path.replace(".cu", ".ptx")
        target = f"compute_{NEWEST_OLD}" if numbers(target)[0] < NEWEST_OLD else target
        output([self.nvcc, "-ptx", "-w", "-std=c++17", f"-arch={target}", "-o", ptx, path])
        return ptx


def find(_):
    """Returns the compilers: nvcc as the path or $NVCC has it."""
    return [Compiler()]
