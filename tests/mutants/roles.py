"""Says where a statement leads: a warp whose number is compared with constants goes only where all the comparisons hold
that have led it there."""

import operator
import re

import kinds

COMPARE = {"eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt,
           "ge": operator.ge, "lo": operator.lt, "ls": operator.le, "hi": operator.gt, "hs": operator.ge}
NUMBERS = frozenset(range(64))  # of warps


class Untold(Exception):
    """The text does not tell."""


def successors(statement):
    """Gives the indices of the statements that may come next, and whether a guard leads there: True, False, or None
    where there is none."""
    after = [statement.index + 1] if statement.index + 1 < len(statement.function.statements) else []
    if statement.is_(r"brx|call"):
        raise Untold
    if statement.is_(r"ret\b|exit\b|trap\b"):
        return [(x, False) for x in after] if statement.guard else []
    if not statement.is_(r"bra\b"):
        return [(x, None) for x in after]
    target = statement.function.target(statement)
    if target is None:
        raise Untold
    return [(target, True)] + [(x, False) for x in after] if statement.guard else [(target, None)]


def sole_writer(function, register):
    """Gives the statement that alone writes a register, once; or None."""
    writers = function.writers.get(register, [])
    return writers[0] if len(writers) == 1 and not writers[0].guard and not writers[0].in_loop else None


def numbers(branch, taken):
    """Gives a register and the numbers that it may be where a guarded branch is taken, or is not; or None."""
    writer = sole_writer(branch.function, branch.guard)
    found = writer and re.match(r"setp\.(\w+)\.[bsu]32$", writer.name)
    if not found or found[1] not in COMPARE or len(writer.operands) != 3:
        return None
    register, constant = writer.operands[1], kinds.number(writer.operands[2])
    if constant is None or not sole_writer(branch.function, register):
        return None
    wanted = taken != branch.negated
    return register, frozenset(x for x in NUMBERS if COMPARE[found[1]](x, constant) == wanted)


def reached(function, first, passes):
    """Gives the indices of the statements that these lead to, over the edges that `passes` lets pass."""
    seen, todo = set(), list(first)
    while todo:
        index = todo.pop()
        if index not in seen:
            seen.add(index)
            statement = function.statements[index]
            todo += [x for x, taken in successors(statement) if passes(statement, taken)]
    return seen


def roles(statement):
    """Gives for each register that branches on the way to a statement compare the numbers that it may be there."""
    known = {}
    for branch in statement.function.statements:
        if not branch.is_(r"bra\b") or not branch.guard or numbers(branch, True) is None:
            continue
        for taken in (True, False):
            others = reached(statement.function, [0], lambda x, way: x is not branch or way != taken)
            if statement.index not in others:
                register, allowed = numbers(branch, taken)
                known[register] = known.get(register, NUMBERS) & allowed
    return known


def next_statements(statement):
    """Gives the statements that may come after one, in its role."""
    known = roles(statement)

    def passes(branch, taken):
        found = numbers(branch, taken) if taken is not None and branch.is_(r"bra\b") else None
        return not found or bool(known.get(found[0], NUMBERS) & found[1])

    first = [x for x, taken in successors(statement) if passes(statement, taken)]
    return [statement.function.statements[x] for x in sorted(reached(statement.function, first, passes))]
