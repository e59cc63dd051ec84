"""ptxcheck: what is wrong with the asynchronous-copy instructions of PTX, and why.

    >>> import ptxcheck
    >>> report = ptxcheck.check("cp.async.cg.shared.global [%r1], [%rd1], 8;")
    >>> report[0].message
    'cp-size must be 16 with .cg, not 8'

`check` takes text or a file; `Instruction` is one instruction as a value, `Module` those of a text; `where` says where an
instruction is legal. `TensorMap`, `plan`, `swizzle`, `descriptor` and `pipeline` are about what copies move. Nothing here
needs a GPU, and all of it may be called by any number of threads.
"""

from typing import Any as _Any

from ptxcheck import swizzle
from ptxcheck._core import lib as _lib
from ptxcheck._library import PtxError, command, string as _string
from ptxcheck.descriptors import Descriptor, check_descriptor, descriptor
from ptxcheck.instruction import Instruction, Module, Operand, Reason, Requirement, where
from ptxcheck.names import Certainty, FixUse, Opcode, Qualifier, RuleClass, Severity, Slot, Space, Target, Type
from ptxcheck.options import Options
from ptxcheck.pipelines import Event, Pipeline, PipelineKernel, pipeline
from ptxcheck.planning import Loop, Plan, Side, plan, plans
from ptxcheck.report import CheckError, Diagnostic, Fix, Kernel, Note, Place, Report, Span, check
from ptxcheck.tables import Form, Rule, explain, forms, rule, rules
from ptxcheck.tensormap import TensorMap


def load_ipython_extension(shell: _Any) -> None:
    """Gives a notebook the magic %%ptx: %load_ext ptxcheck."""
    from ptxcheck.jupyter import load
    load(shell)


__version__ = _string(_lib.ptxc_version())

__all__ = [
    "Certainty", "CheckError", "Descriptor", "Diagnostic", "Event", "Fix", "FixUse", "Form", "Instruction", "Kernel", "Loop",
    "Module", "Note", "Opcode", "Operand", "Options", "Pipeline", "PipelineKernel", "Place", "Plan", "PtxError", "Qualifier",
    "Reason", "Report", "Requirement", "Rule", "RuleClass", "Severity", "Side", "Slot", "Space", "Span", "Target", "TensorMap",
    "Type", "check", "check_descriptor", "command", "descriptor", "explain", "forms", "pipeline", "plan", "plans", "rule",
    "rules", "swizzle", "where",
]
