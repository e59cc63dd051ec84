"""What the tests of the Python module share: where the command and the texts of other tests are."""

import os
import pathlib

TESTS = pathlib.Path(__file__).resolve().parent.parent
ROOT = TESTS.parent
COMMAND = os.environ["PTXCHECK"]

# The module finds the command in PATH.
os.environ["PATH"] = f"{pathlib.Path(COMMAND).parent}{os.pathsep}{os.environ['PATH']}"

WRONG = """.version 8.0
.target sm_90
.visible .entry wrong(.param .u64 source)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<4>;
    cp.async.bulk.global.shared::cta.bulk_grup [%rd1], [%r1], 16;
    ret;
}
"""
