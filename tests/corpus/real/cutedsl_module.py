"""cutedsl_module.py TARGET FILE SCRIPT [ARGUMENT...]: compiles what an example of CuTe DSL compiles, without a GPU, and
writes the kernel that copies asynchronously to FILE; further ones to FILE-2, FILE-3 with .ptx at the end. The example
sees a GPU that is not there: tensors lie on the host and say that they do not, and it ends where it would launch."""
import ctypes
import glob
import os
import re
import runpy
import sys
import tempfile

TARGET, FILE, SCRIPT = sys.argv[1:4]
DUMP = tempfile.mkdtemp()
for prefix in ("CUTE_DSL", "CUTE_EXPERIMENTAL_DSL"):
    for setting, text in (("ARCH", TARGET), ("KEEP", "ptx"), ("DUMP_DIR", DUMP), ("DISABLE_FILE_CACHING", "1"),
                          ("NO_CACHE", "1")):
        os.environ[f"{prefix}_{setting}"] = text
import torch  # noqa: E402
from torch.overrides import TorchFunctionMode  # noqa: E402

FAMILY = re.compile(r"\b(cp\.(reduce\.)?async|mbarrier|tcgen05|wgmma|(st|red)\.async|tensormap)\b")
CUDA = 2  # DLPack's name of the device
ALIGNMENT = 1024
NUMBER = int(re.search(r"\d+", TARGET)[0])


class Launched(Exception):
    """The example has come to a launch."""


class Pretended:
    """A stream, an event or the properties of a device."""
    cuda_stream = 0
    name = "H100" if NUMBER < 100 else "B200"
    major, minor = NUMBER // 10, NUMBER % 10
    multi_processor_count = 132
    total_memory, L2_cache_size, shared_memory_per_block_optin = 80 << 30, 50 << 20, 232448

    def __init__(self, *_, **__):
        pass

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Pretended

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


class OnHost(TorchFunctionMode):
    """Functions of torch work on the host where they are told to use a GPU."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        if getattr(func, "__name__", "") in ("cuda", "pin_memory"):
            return args[0]
        values = {key: host(x) for key, x in (kwargs or {}).items() if key != "pin_memory"}
        return func(*map(host, args), **values)


def host(value):
    """Returns the host for a GPU, and everything else as it is."""
    named = isinstance(value, str) and value.startswith("cuda")
    return "cpu" if named or (isinstance(value, torch.device) and value.type == "cuda") else value


def pretend_torch():
    """Makes torch say that there is a GPU."""
    values = {"is_available": True, "get_device_capability": (Pretended.major, Pretended.minor), "current_device": 0,
              "device_count": 1, "get_device_name": Pretended.name}
    for name, value in values.items():
        setattr(torch.cuda, name, lambda *_, value=value: value)
    for name in ("Stream", "stream", "Event", "current_stream", "default_stream", "get_device_properties"):
        setattr(torch.cuda, name, Pretended)
    for name in ("synchronize", "set_device", "init", "empty_cache", "manual_seed"):
        setattr(torch.cuda, name, lambda *_: None)
    torch.Tensor.is_cuda = True
    address, export = torch.Tensor.data_ptr, torch.Tensor.__dlpack__
    torch.Tensor.data_ptr = lambda self: address(self) // ALIGNMENT * ALIGNMENT
    torch.Tensor.__dlpack__ = lambda self, *_, **__: pretend_capsule(export(self.detach()))


def pretend_capsule(capsule):
    """Makes DLPack's description of a tensor one of memory of a GPU, and aligned as such is."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    at = pointer(capsule, b"dltensor")
    data = ctypes.c_uint64.from_address(at)
    data.value = data.value // ALIGNMENT * ALIGNMENT
    ctypes.c_int32.from_address(at + 8).value = CUDA
    return capsule


class Compiled:
    """What cute.compile returns."""

    def __init__(self, function):
        self.function = function

    def __call__(self, *_, **__):
        raise Launched

    def __getattr__(self, name):
        return getattr(self.function, name)


def pretend_cutlass():
    """Makes CuTe DSL compile, and launch nothing."""
    import cutlass.cute.testing as testing  # pylint: disable=import-outside-toplevel
    import cutlass.torch  # pylint: disable=import-outside-toplevel
    import cutlass.utils  # pylint: disable=import-outside-toplevel
    from cuda.bindings import driver  # pylint: disable=import-outside-toplevel
    from cutlass.base_dsl import compiler, jit_executor  # pylint: disable=import-outside-toplevel
    driver.cuInit = lambda *_: (driver.CUresult.CUDA_SUCCESS,)
    driver.cuDeviceGetCount = lambda: (driver.CUresult.CUDA_SUCCESS, 1)
    compile_one = compiler.CompileCallable.__call__
    compiler.CompileCallable.__call__ = lambda *args, **kwargs: Compiled(compile_one(*args, **kwargs))
    jit_executor.JitCompiledFunction.run_compiled_program = lambda *_, **__: None
    cutlass.torch.convert_cute_tensor = lambda source, tensor, *_, **__: tensor
    testing.convert = lambda *_, **__: None
    information = cutlass.utils.HardwareInfo
    information.__init__ = lambda *_, **__: None
    for name in ("get_max_active_clusters", "get_device_multiprocessor_count"):
        setattr(information, name, lambda *_, **__: Pretended.multi_processor_count)
    information.get_l2_cache_size_in_bytes = lambda *_: Pretended.L2_cache_size


def main():
    """Runs the example until it would launch, and keeps what it compiled."""
    pretend_torch()
    pretend_cutlass()
    above = os.path.dirname(os.path.abspath(SCRIPT))
    sys.path.insert(0, above)
    while os.path.basename(above) not in ("CuTeDSL", ""):
        above = os.path.dirname(above)
    sys.path[1:1] = [above, os.path.join(above, "utils")]
    sys.argv = sys.argv[3:]
    trouble = None
    try:
        with OnHost():
            runpy.run_path(SCRIPT, run_name="__main__")
    except Launched:
        pass
    except BaseException as reason:  # pylint: disable=broad-except
        trouble = reason
    texts = []
    for path in sorted(glob.glob(os.path.join(DUMP, "*.ptx")), key=os.path.getmtime):
        with open(path, encoding="utf-8") as file:
            texts.append(file.read().rstrip("\0"))
    texts = [x for x in texts if FAMILY.search(x)]
    for number, text in enumerate(texts, 1):
        with open(FILE if number == 1 else f"{FILE[:-len('.ptx')]}-{number}.ptx", "w", encoding="utf-8") as file:
            file.write(text)
    if not texts:
        print(f"error: {trouble or 'no kernel copies asynchronously'}"[:300].replace("\n", " "), file=sys.stderr)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(not texts)  # threads of the compiler may still be there


if __name__ == "__main__":
    main()
