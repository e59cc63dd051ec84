"""compile.py NAME OUTPUT: compiles the Triton kernel of NAME.py to PTX for sm_90; it needs no GPU."""
import importlib
import os
import sys

os.environ["TRITON_DISABLE_LINE_INFO"] = "1"
import triton  # noqa: E402
from triton.backends.compiler import GPUTarget  # noqa: E402

sys.path.insert(0, os.path.dirname(__file__))
case = importlib.import_module(sys.argv[1])
if case.kernel.__class__.__name__.startswith("Gluon"):
    from triton.experimental.gluon._runtime import GluonASTSource as Source
else:
    from triton.compiler import ASTSource as Source
arguments = {**case.signature, **{name: "constexpr" for name in case.constants}}
aligned = {(place,): [["tt.divisibility", 16]] for place in case.divisible}
options = {"ptx_version": 87, **case.options}
source = Source(fn=case.kernel, signature=arguments, constexprs=case.constants, attrs=aligned)
compiled = triton.compile(source, target=GPUTarget("cuda", 90, 32), options=options)
with open(sys.argv[2], "w") as output:
    output.write(compiled.asm["ptx"])
