"""The tables in words: forms of instructions, and rules."""

import dataclasses
import functools
from typing import Any, Optional, Tuple

from ptxcheck._core import ffi, lib
from ptxcheck._library import member, run_command, string, text_of
from ptxcheck.names import Certainty, FixUse, RuleClass, Severity


@dataclasses.dataclass(frozen=True)
class Form:
    """A legal shape of an instruction.

    Attributes:
        name: stays the same from one version of the tables to the next: "CP_ASYNC_CA".
        mnemonic: "cp.async".
        syntax: a line as in the ISA.
        needs: the PTX versions and targets.
        section: of the PTX ISA.
    """

    name: str
    mnemonic: str
    syntax: str
    needs: str
    section: str


@dataclasses.dataclass(frozen=True)
class Rule:
    """A rule.

    Attributes:
        id: what a diagnostic has as its `rule`: "cp-size".
        rule_class: on whose word it rests.
        severity: that of its findings.
        summary: what it asks for, in a line.
        why: where it comes from, and what goes wrong otherwise.
        section: of the PTX ISA, or "".
        wrong, right: PTX that raises this rule alone, and a near miss that raises nothing.
        fix_use: what its fixes are good for, at most.
        catalogue: the number of a hazard, "G01", or "".
        certainty: how sure its findings are, at best.
    """

    id: str
    rule_class: RuleClass
    severity: Severity
    summary: str
    why: str
    section: str
    wrong: str
    right: str
    fix_use: FixUse
    catalogue: str
    certainty: Certainty


@functools.lru_cache(maxsize=1)
def forms() -> Tuple[Form, ...]:
    """Returns all forms, in the order of the tables."""
    return tuple(Form(string(lib.ptxc_form_name(i)), string(lib.ptxc_form_mnemonic(i)), text_of(lib.ptxc_form_syntax, i),
                      text_of(lib.ptxc_form_needs, i), string(lib.ptxc_form_section(i)))
                 for i in range(lib.ptxc_form_count()))


def _rule(native: Any) -> Rule:
    return Rule(string(native.id), member(RuleClass, native.rule_class), member(Severity, native.severity),
                string(native.summary), string(native.why), string(native.section), string(native.wrong),
                string(native.right), member(FixUse, native.fix), string(native.catalogue), member(Certainty, native.level))


def _native() -> Any:
    native = ffi.new("struct ptxc_rule *")
    native.size = ffi.sizeof("struct ptxc_rule")
    return native


@functools.lru_cache(maxsize=1)
def rules() -> Tuple[Rule, ...]:
    """Returns all rules, in the order of the tables."""
    native = _native()
    return tuple(_rule(native) for i in range(lib.ptxc_rule_count()) if lib.ptxc_rule_get(i, native))


def rule(name: str) -> Optional[Rule]:
    """Returns the rule of an id; None where there is none."""
    native = _native()
    return _rule(native) if lib.ptxc_rule_from_id(name.encode(), native) else None


def explain(name: str) -> str:
    """Returns what `ptxcheck explain` prints of a rule, or of a hazard by its number: "cp-size", "G01".

    Raises:
        PtxError: there is no such rule; it says which is meant.
    """
    return run_command(["explain", name])
