"""What the tests of the Python module share: where the command and the texts of other tests are."""

import contextlib
import io
import os
import pathlib
import sys
import types

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

RIGHT = ".version 8.0\n.target sm_90\n.visible .entry right()\n{\n    ret;\n}\n"


def stand_in(name, **members):
    """Makes a module that is found by its name."""
    module = types.ModuleType(name)
    vars(module).update(members)
    sys.modules[name] = module
    return module


@contextlib.contextmanager
def modules(**made):
    """Has modules stand in for others, by their names with '__' for '.'."""
    names = [name.replace("__", ".") for name in made]
    kept = {name: sys.modules.get(name) for name in names}
    for name, members in zip(names, made.values()):
        stand_in(name, **members)
    try:
        yield
    finally:
        for name, module in kept.items():
            sys.modules.pop(name, None)
            if module:
                sys.modules[name] = module


def said_by(call):
    """Returns what a call says on standard error."""
    with contextlib.redirect_stderr(io.StringIO()) as said:
        call()
    return said.getvalue()
