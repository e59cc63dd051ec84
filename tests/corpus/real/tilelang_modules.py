"""tilelang_modules.py FOLDER [TEXT...]: compiles tilelang kernels that copy asynchronously, without a GPU: each variant
with one of these texts in its name, all without one. What is there already is not made again. $NVCC, or nvcc on the
path, compiles what tilelang writes."""
import itertools
import os
import subprocess
import sys
import tempfile

import tilelang
import tilelang.language as T
from tvm.target import Target

HALF, WIDE = "float16", "float32"


def matmul(size, tile, stages, threads):
    """A GEMM whose loads are pipelined."""
    m, n, k = size
    block_m, block_n, block_k = tile

    @T.prim_func
    def main(a: T.Tensor((m, k), HALF), b: T.Tensor((k, n), HALF), c: T.Tensor((m, n), HALF)):
        with T.Kernel(T.ceildiv(n, block_n), T.ceildiv(m, block_m), threads=threads) as (x, y):
            a_tile = T.alloc_shared((block_m, block_k), HALF)
            b_tile = T.alloc_shared((block_k, block_n), HALF)
            c_tile = T.alloc_shared((block_m, block_n), HALF)
            total = T.alloc_fragment((block_m, block_n), WIDE)
            T.clear(total)
            for i in T.Pipelined(T.ceildiv(k, block_k), num_stages=stages):
                T.copy(a[y * block_m, i * block_k], a_tile)
                T.copy(b[i * block_k, x * block_n], b_tile)
                T.gemm(a_tile, b_tile, total)
            T.copy(total, c_tile)
            T.copy(c_tile, c[y * block_m, x * block_n])

    return main


def attention(length, width, tile, stages, threads):
    """Attention of one head after the other."""
    block_m, block_n = tile
    shape = (8, length, width)

    @T.prim_func
    def main(q: T.Tensor(shape, HALF), k: T.Tensor(shape, HALF), v: T.Tensor(shape, HALF), o: T.Tensor(shape, HALF)):
        with T.Kernel(T.ceildiv(length, block_m), 8, threads=threads) as (x, head):
            q_tile = T.alloc_shared((block_m, width), HALF)
            k_tile = T.alloc_shared((block_n, width), HALF)
            v_tile = T.alloc_shared((block_n, width), HALF)
            score = T.alloc_fragment((block_m, block_n), WIDE)
            weight = T.alloc_fragment((block_m, block_n), HALF)
            total = T.alloc_fragment((block_m, width), WIDE)
            most = T.alloc_fragment((block_m,), WIDE)
            before = T.alloc_fragment((block_m,), WIDE)
            scale = T.alloc_fragment((block_m,), WIDE)
            part = T.alloc_fragment((block_m,), WIDE)
            sums = T.alloc_fragment((block_m,), WIDE)
            T.copy(q[head, x * block_m:(x + 1) * block_m, :], q_tile)
            T.fill(total, 0)
            T.fill(sums, 0)
            T.fill(most, -T.infinity(WIDE))
            for i in T.Pipelined(T.ceildiv(length, block_n), num_stages=stages):
                T.copy(k[head, i * block_n:(i + 1) * block_n, :], k_tile)
                T.clear(score)
                T.gemm(q_tile, k_tile, score, transpose_B=True, policy=T.GemmWarpPolicy.FullRow)
                T.copy(v[head, i * block_n:(i + 1) * block_n, :], v_tile)
                T.copy(most, before)
                T.reduce_max(score, most, dim=1, clear=False)
                for j in T.Parallel(block_m):
                    scale[j] = T.exp2(before[j] - most[j])
                for j, l in T.Parallel(block_m, width):
                    total[j, l] *= scale[j]
                for j, l in T.Parallel(block_m, block_n):
                    score[j, l] = T.exp2(score[j, l] - most[j])
                T.reduce_sum(score, part, dim=1)
                for j in T.Parallel(block_m):
                    sums[j] = sums[j] * scale[j] + part[j]
                T.copy(score, weight)
                T.gemm(weight, v_tile, total, policy=T.GemmWarpPolicy.FullRow)
            for j, l in T.Parallel(block_m, width):
                total[j, l] /= sums[j]
            T.copy(total, o[head, x * block_m:(x + 1) * block_m, :])

    return main


def add(size, tile, stages, threads):
    """Sums of rows: a pipeline without a tensor core."""
    rows, columns = size
    block_m, block_n = tile

    @T.prim_func
    def main(a: T.Tensor((rows, columns), WIDE), b: T.Tensor((rows,), WIDE)):
        with T.Kernel(T.ceildiv(rows, block_m), threads=threads) as x:
            tile_of_a = T.alloc_shared((block_m, block_n), WIDE)
            values = T.alloc_fragment((block_m, block_n), WIDE)
            part = T.alloc_fragment((block_m,), WIDE)
            sums = T.alloc_fragment((block_m,), WIDE)
            T.clear(sums)
            for i in T.Pipelined(T.ceildiv(columns, block_n), num_stages=stages):
                T.copy(a[x * block_m, i * block_n], tile_of_a)
                T.copy(tile_of_a, values)
                T.reduce_sum(values, part, dim=1)
                for j in T.Parallel(block_m):
                    sums[j] += part[j]
            T.copy(sums, b[x * block_m])

    return main


def variants():
    """Gives (name, target, function)."""
    for target, (tile, threads), stages in itertools.product(
            ("sm_80", "sm_90a", "sm_120a"),
            [((128, 128, 32), 128), ((64, 64, 64), 128), ((128, 128, 64), 256)], (2, 3)):
        name = f"tilelang-{target}-matmul-{'x'.join(map(str, tile))}-{stages}-{threads}"
        yield name, target, lambda t=tile, s=stages, n=threads: matmul((1024, 1024, 1024), t, s, n)
    for target, width, stages in itertools.product(("sm_80", "sm_90a"), (64, 128), (1, 2)):
        name = f"tilelang-{target}-attention-{width}-{stages}"
        yield name, target, lambda w=width, s=stages: attention(1024, w, (64, 64), s, 128)
    for target, stages in itertools.product(("sm_80", "sm_90a", "sm_100a"), (2, 4)):
        yield f"tilelang-{target}-add-{stages}", target, lambda s=stages: add((1024, 1024), (64, 64), s, 128)


def compiled(target, function, path):
    """Compiles a function to PTX."""
    kind = Target({"kind": "cuda", "arch": target})
    with kind:
        source = tilelang.lower(function(), target=kind, enable_device_compile=False).kernel_source
    home = os.path.dirname(tilelang.__file__)
    with tempfile.NamedTemporaryFile("w", suffix=".cu", encoding="utf-8") as file:
        file.write(source)
        file.flush()
        subprocess.run([os.environ.get("NVCC", "nvcc"), "-ptx", f"-arch={target}", "-std=c++17", "-w",
                        "--expt-relaxed-constexpr", "-I" + os.path.join(home, "src"),
                        "-I" + os.path.join(home, "3rdparty", "cutlass", "include"), "-o", path + ".part", file.name],
                       check=True, capture_output=True)
    os.replace(path + ".part", path)


def main():
    """Compiles the variants."""
    folder, texts = sys.argv[1], sys.argv[2:]
    for name, target, function in variants():
        path = os.path.join(folder, name + ".ptx")
        if os.path.exists(path) or (texts and not any(x in name for x in texts)):
            continue
        try:
            compiled(target, function, path)
            print(f"made {name}", flush=True)
        except subprocess.CalledProcessError as reason:
            print(f"not made: {name}: {reason.stderr.decode(errors='replace').splitlines()[0]}", flush=True)
        except Exception as reason:  # pylint: disable=broad-except
            print(f"not made: {name}: {str(reason).splitlines()[:1]}", flush=True)


if __name__ == "__main__":
    main()
