"""Two Pallas kernels, by Triton and by Mosaic, compiled for the GPU that is here, or else ahead of time for an H100. Ahead
of time Mosaic compiles from JAX 0.10 on."""

import inspect
import os
import struct

if not os.path.exists("/dev/nvidia0"):
    os.environ["JAX_SKIP_CUDA_CONSTRAINTS_CHECK"] = "1"

import jax
import jax.numpy as jnp
from jax.experimental import pallas, topologies
from jax.experimental.pallas import mosaic_gpu, triton

from racing import copy as racing_copy

H100 = """
gpu_device_info {
  threads_per_block_limit: 1024 threads_per_warp: 32 shared_memory_per_block: 49152 shared_memory_per_core: 233472
  threads_per_core_limit: 2048 core_count: 132 fpus_per_core: 128 block_dim_limit_x: 2147483647 block_dim_limit_y: 65535
  block_dim_limit_z: 65535 memory_bandwidth: 3352320000000 l2_cache_size: 52428800 clock_rate_ghz: 1.98
  device_memory_size: 84942979072 shared_memory_per_block_optin: 232448 cuda_compute_capability { major: 9 }
  registers_per_core_limit: 65536 registers_per_block_limit: 65536
}
platform_name: "CUDA"
dnn_version_info { major: 9 minor: 8 }
device_description_str: "NVIDIA H100 80GB HBM3"
"""


def with_triton(racing):
    def kernel(source, target):
        x = source[...]
        shape = jax.ShapeDtypeStruct(x.shape, jnp.int32)
        asm = racing_copy("" if racing else "cp.async.wait_group 0;")
        target[...], = triton.elementwise_inline_asm(asm, args=[x], constraints="=r,r", pack=1, result_shape_dtypes=[shape])

    shape = jax.ShapeDtypeStruct((128,), jnp.int32)
    call = pallas.pallas_call(kernel, out_shape=shape, compiler_params=triton.CompilerParams(num_warps=4), **by("triton"))
    return lambda x: call(x)  # TRITON


def with_mosaic(racing):
    def kernel(source, target, slots, barrier):
        mosaic_gpu.copy_gmem_to_smem(source, slots, barrier)
        if not racing:
            mosaic_gpu.barrier_wait(barrier)
        target[...] = slots[...] + 1  # MOSAIC

    return pallas.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((128,), jnp.int32),
                              in_specs=[pallas.BlockSpec(memory_space=mosaic_gpu.GMEM)],
                              scratch_shapes=[mosaic_gpu.SMEM((128,), jnp.int32), mosaic_gpu.Barrier()],
                              compiler_params=mosaic_gpu.CompilerParams(), **by("mosaic_gpu"))


def by(backend):
    """Returns what older versions must be told, and newer ones know by their parameters."""
    return {"backend": backend} if "backend" in inspect.signature(pallas.pallas_call).parameters else {}


def compiled(function):
    """Returns what XLA makes of a function: the images of code in it, without the options that it was made with."""
    if os.path.exists("/dev/nvidia0"):
        traced = jax.jit(function).trace(jax.ShapeDtypeStruct((128,), jnp.int32))
    else:
        topology = topologies.get_topology_desc("H100", "cuda", target_config=H100, topology="1x1x1")
        sharding = jax.sharding.SingleDeviceSharding(topology.devices[0])
        traced = jax.jit(function).trace(jax.ShapeDtypeStruct((128,), jnp.int32, sharding=sharding))
    made = traced.lower(lowering_platforms=("cuda",)).compile()._executable.xla_executable
    return images(made.serialize() if hasattr(made, "serialize") else made.client.serialize_executable(made))


def images(data):
    """Returns the ELF images in a serialized executable, which is packed by snappy."""
    begin = data.find(b"\x7fELF")
    unpacked = max((unpack(data, at) for at in range(begin)), key=lambda each: each.count(b"\x7fELF") and len(each), default=b"")
    found, at = [], unpacked.find(b"\x7fELF")
    while at >= 0:
        programs, sections = struct.unpack_from("<QQ", unpacked, at + 32)
        program_size, program_count, section_size, section_count = struct.unpack_from("<4H", unpacked, at + 54)
        length = max(programs + program_size * program_count, sections + section_size * section_count)
        found.append(unpacked[at:at + length])
        at = unpacked.find(b"\x7fELF", at + length)
    return b"".join(found)


def unpack(data, at):
    """Returns what snappy has packed at a place; nothing where it has not."""
    length = shift = 0
    made = bytearray()
    try:
        while True:
            byte = data[at]
            length |= (byte & 127) << shift
            at, shift = at + 1, shift + 7
            if byte < 128:
                break
        while len(made) < length:
            tag, at = data[at], at + 1
            if tag & 3 == 0:
                count = tag >> 2
                if count >= 60:
                    wide = count - 59
                    count, at = int.from_bytes(data[at:at + wide], "little"), at + wide
                made += data[at:at + count + 1]
                at += count + 1
                continue
            count, wide = ((4 + (tag >> 2 & 7), 1), ((tag >> 2) + 1, 2), ((tag >> 2) + 1, 4))[(tag & 3) - 1]
            back = int.from_bytes(data[at:at + wide], "little") | (tag >> 5 << 8 if tag & 3 == 1 else 0)
            at += wide
            if not 0 < back <= len(made):
                return b""
            for _ in range(count):
                made.append(made[-back])
    except IndexError:
        return b""
    return bytes(made)


def build(racing):
    yield compiled(with_triton(racing)), __file__, "# TRITON"
    mosaic = compiled(with_mosaic(racing))
    if mosaic:
        yield mosaic, __file__, "# MOSAIC"
