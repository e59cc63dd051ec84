"""Says which mutants change nothing, as the text proves: whichever way is taken, no less is waited for, and nothing is
ordered less. They are no mistakes, so that a tool must find nothing in them."""

import re

import kinds
import roles

MOST = 64  # so many pending groups, and more, are one number
# What neither touches memory that threads share nor orders accesses to it, and what only orders.
QUIET = re.compile(r"(abs|add|and|bfe|bfi|cvt|cvta|div|elect|fma|ld\.param|lop3|mad|max|min|mov|mul|mul24|neg|not|or|"
                   r"prmt|rem|selp|setp|shf|shl|shr|sub|xor)\b|\.")
ORDER = re.compile(r"(fence|cp\.async(\.bulk)?\.wait)")
# What besides writes no data into shared memory.
KEEPS = re.compile(r"(ld|ret|exit|bra|bar|barrier|mbarrier|membar|griddepcontrol|nanosleep|ldmatrix|wgmma|shfl|vote|bfind|"
                   r"popc|clz|brev|set|ex2|lg2|rcp|rsqrt|sqrt|tanh|copysign)\b|(st|red|atom)\.(\w+\.)*(global|local|param)\b|"
                   r"tcgen05\.(ld|wait|dealloc|relinquish|fence)|"
                   r"cp\.(reduce\.)?async\.bulk\.(commit_group|prefetch|(tensor\.\w+\.)?global)|prefetch")
# What nobody else can see, beside what is quiet.
UNSEEN = re.compile(r"(mbarrier\.(try|test)_wait|ret|exit|bra|nanosleep|shfl|vote|ld\.(global|const))\b")
REMOTE = re.compile(r"multicast|\bmapa\b|cta_group::2")


class Groups:
    """The statements of one kind of groups: commits, waits and copies."""

    def __init__(self, commit, wait, copy):
        self.commit, self.wait, self.copy = commit, wait, copy


PLAIN = Groups(kinds.COMMIT, kinds.WAIT, kinds.COPY)
BULK = Groups(kinds.BULK_COMMIT, kinds.BULK_WAIT, kinds.BULK)


def left(wait):
    """Gives how many groups a wait leaves pending at most."""
    if wait.is_(r"cp\.async\.wait_all"):
        return 0
    groups = kinds.number(wait.operands[0]) if wait.operands else None
    if groups is None:
        raise roles.Untold
    return groups


def successors(statement):
    """Gives the indices of the statements that may come next."""
    return [index for index, _ in roles.successors(statement)]


def pending_after(statement, groups, pending, bare):
    """Gives what in_flight gives, after a statement."""
    if statement.is_(groups.wait) and not statement.guard and ".read" not in statement.name:
        return min(pending, left(statement)), bare and not statement.is_(r"cp\.async\.wait_all")
    if statement.is_(groups.commit):
        return min(pending + 1, MOST) if pending or bare else 0, bare and bool(statement.guard)
    return pending, bare or statement.is_(groups.copy)


def in_flight(statement, groups):
    """Gives how many groups there are at most before a statement from the oldest on that may have a copy in flight, and
    whether some copy may be in none, whichever way leads there."""
    function, before = statement.function, {}
    todo = [(0, 0, False)] if ".entry" in function.header else [(0, MOST, True)]
    while todo:
        index, count, bare = todo.pop()
        old = before.get(index, (-1, False))
        new = max(count, old[0]), bare or old[1]
        if new != old:
            before[index] = new
            after = pending_after(function.statements[index], groups, *new)
            todo += [(x, *after) for x in successors(function.statements[index])]
    return before.get(statement.index, (0, False))


def waits_for_nothing(wait, groups):
    """Decides whether nothing that a wait waits for is pending."""
    count, bare = in_flight(wait, groups)
    return count <= left(wait) and not (bare and wait.is_(r"cp\.async\.wait_all"))


def waits_after(commit, groups):
    """Gives the waits that come after a commit, until one waits for its group: how many groups each leaves pending, and
    how many were committed in between, one more where it also waits for copies of no group."""
    found, seen, todo = set(), set(), [(x, 0) for x in successors(commit)]
    while todo:
        index, count = todo.pop()
        statement = commit.function.statements[index]
        if (index, count) in seen:
            continue
        seen.add((index, count))
        if statement.is_(groups.wait):
            found.add((left(statement), count + statement.is_(r"cp\.async\.wait_all")))
            if left(statement) <= count and not statement.guard and ".read" not in statement.name:
                continue
        if statement.is_(groups.commit):
            if statement.guard:
                raise roles.Untold
            count = min(count + 1, MOST)
        todo += [(x, count) for x in successors(statement)]
    return found


def is_covered(commit, groups):
    """Decides whether the next commit will do, as before each wait comes another one, and the wait is for all groups; or
    none is needed, as nothing is in flight."""
    if in_flight(commit, groups) == (0, False):
        return True
    found = waits_after(commit, groups)
    return bool(found) and all(pending == 0 and count > 0 for pending, count in found)


def may_join_next(copy, groups):
    """Decides whether each wait for the group of a copy is for the next group too, and the copy stays as it is when it is
    moved behind its commit."""
    registers = set(re.findall(r"%[\w$]+", copy.text))
    for other in copy.function.statements[copy.index + 1:]:
        if other.is_(groups.commit):
            found = waits_after(other, groups)
            return bool(found) and all(pending != count for pending, count in found)
        if registers.intersection(other.written) or not (QUIET.match(other.name) or other.is_(groups.copy)):
            return False
    return False


def next_barrier(statement, through=None, step=1):
    """Gives the next barrier of the block, or the one before it, where nothing that it orders stands between, but what
    `through` matches; or None."""
    statements, labels = statement.function.statements, set(statement.function.labels.values())
    index = statement.index + step
    while 0 <= index < len(statements) and (index if step > 0 else index + 1) not in labels:
        if statements[index].is_(kinds.BAR):
            return None if statements[index].guard else statements[index]
        if not QUIET.match(statements[index].name) and not (through and through.match(statements[index].name)):
            break
        index += step
    return None


def is_spare(barrier):
    """Decides whether a barrier beside this one orders all that this one does."""
    beside = [next_barrier(barrier, ORDER), next_barrier(barrier, step=-1)]
    return not barrier.guard and any(x and (x.name, x.operands) == (barrier.name, barrier.operands) for x in beside)


def has_two_barriers(statement):
    """Decides whether what is put behind the next barrier stands before another one like it still."""
    first = next_barrier(statement)
    second = first and next_barrier(first, ORDER)
    return bool(second) and (first.name, first.operands) == (second.name, second.operands)


def is_kept(wait):
    """Decides whether nothing is written into shared memory after a wait for reads, whichever way leads on: then it does
    not matter who knows of it."""
    seen, todo = set(), successors(wait)
    while todo:
        statement = wait.function.statements[todo.pop()]
        if statement.index in seen:
            continue
        seen.add(statement.index)
        if not any(x.match(statement.name) for x in (QUIET, ORDER, KEEPS)):
            return False
        todo += successors(statement)
    return ".read" in wait.name


def is_released(fence):
    """Decides whether whatever tells others of an mbarrier releases its init, so that no fence is needed for it (lint
    F05): nothing in the function is relaxed."""
    return not any(re.search(r"\.relaxed\b", x.name) for x in fence.function.statements)


def is_last(wait):
    """Decides whether nothing that others see comes after a wait, in the role of its warp, and no other CTA arrives, for
    which it had to stay."""
    return (not any(REMOTE.search(x.text) for x in wait.function.statements)
            and all(any(y.match(x.name) for y in (QUIET, ORDER, UNSEEN)) for x in roles.next_statements(wait)))


def is_harmless(kind, statement):
    """Decides whether a mutant of this kind changes nothing that matters."""
    if kind == "init fence deleted":
        return is_released(statement)
    groups = BULK if kind.startswith("bulk ") else PLAIN
    try:
        if "wait " in kind and statement.is_(groups.wait) and waits_for_nothing(statement, groups):
            return True
        if kind == "bulk wait after barrier" and is_kept(statement):
            return True
        if kind in ("commit deleted", "commit after wait", "bulk commit deleted", "bulk commit after wait"):
            return is_covered(statement, groups)
        if kind in ("mbarrier wait deleted", "mbarrier wait once"):
            return is_last(statement)
        if kind == "copy after commit":
            return may_join_next(statement, groups)
    except roles.Untold:
        return False
    if kind.endswith("after barrier"):
        return has_two_barriers(statement)
    return kind == "barrier deleted" and is_spare(statement)


def level(kind, statement):
    """Says whether a mutant must, should or may be found, or is harmless."""
    return "harmless" if is_harmless(kind, statement) else kinds.level(kind, statement)
