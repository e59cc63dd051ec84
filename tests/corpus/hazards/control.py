"""Disguises that change the flow of control: guards, loops, functions, scopes. The table stands in disguises.py."""

import re

from body import Statement, registers
import edit


def runs(kernel, rnd):
    """Gives the places of statements with the same guard that follow each other, each as a range; branches stay."""
    found, at = [], 0
    while at < len(kernel.body):
        end = at + 1
        guard = kernel.body[at].guard
        if guard and not kernel.body[at].is_branch():
            while end < len(kernel.body) and kernel.body[end].guard == guard and not kernel.body[end].labels \
                    and not kernel.body[end].is_branch() and guard[1] not in kernel.body[end - 1].written() \
                    and rnd.random() < 0.8:
                end += 1
            found.append((at, end))
        at = end
    return found


def branches(kernel, rnd, _rule):
    """Jumps around statements in place of guarding them."""
    found = runs(kernel, rnd)
    for start, end in reversed(found):
        guard, skip = kernel.body[start].guard, kernel.label("SKIP")
        labels, kernel.body[start].labels = kernel.body[start].labels, []
        for statement in kernel.body[start:end]:
            statement.guard = None
        kernel.body.insert(end, Statement("", None, [skip]))
        inverse = ("" if guard[0] else "!", guard[1])
        if rnd.random() < 0.6:
            kernel.body.insert(start, Statement(f"bra {skip}", inverse, labels))
        else:
            do = kernel.label("DO")
            kernel.body[start].labels = [do]
            kernel.body[start:start] = [Statement(f"bra {do}", guard, labels), Statement(f"bra {skip}")]
    return bool(found)


def predicates(kernel, rnd, _rule):
    """Guards with a predicate that was computed from the other one, as asm statements do."""
    found = runs(kernel, rnd)
    for start, end in reversed(found):
        negated, name = kernel.body[start].guard
        number, made = kernel.register("b32"), kernel.register("pred")
        way = rnd.choice(["not", "number", "inverse"])
        if way == "not":
            before, guard = [Statement(f"not.pred {made}, {name}")], ("" if negated else "!", made)
        else:
            test = "ne" if way == "number" else "eq"
            before = [Statement(f"selp.b32 {number}, 1, 0, {name}"), Statement(f"setp.{test}.b32 {made}, {number}, 0")]
            guard = (negated if way == "number" else "" if negated else "!", made)
        for statement in kernel.body[start:end]:
            statement.guard = guard
        edit.insert(kernel, kernel.body[start], before)
    return bool(found)


def counted(kernel, inside, rnd):
    """Gives a loop that runs a number of times that is known at run time."""
    count, index, again = kernel.register("b32"), kernel.register("b32"), kernel.register("pred")
    kernel.prelude.append(Statement(f"ld.param.u32 {count}, [{kernel.parameter('u32', 'n')}]"))
    top = kernel.label("LOOP")
    if rnd.random() < 0.5:
        return [Statement(f"mov.u32 {index}, 0"), Statement("", None, [top]), *inside,
                Statement(f"add.s32 {index}, {index}, 1"), Statement(f"setp.lt.u32 {again}, {index}, {count}"),
                Statement(f"bra {top}", ("", again))]
    done, enter = kernel.label("END"), kernel.register("pred")
    return [Statement(f"setp.eq.s32 {enter}, {count}, 0"), Statement(f"bra {done}", ("", enter)),
            Statement(f"mov.u32 {index}, {count}"), Statement("", None, [top]), *inside,
            Statement(f"add.s32 {index}, {index}, -1"), Statement(f"setp.ne.s32 {again}, {index}, 0"),
            Statement(f"bra {top}", ("", again)), Statement("", None, [done])]


def loop(kernel, rnd, _rule):
    """Runs the body several times, with a barrier between."""
    kernel.body = counted(kernel, kernel.body + [Statement("bar.sync 0")], rnd)
    return True


def unroll(kernel, _rnd, _rule):
    """Has the body twice, with a barrier between."""
    labels = {label: kernel.label("AGAIN") for statement in kernel.body for label in statement.labels}
    again = [statement.copy(labels=[labels[x] for x in statement.labels]) for statement in kernel.body]
    for statement in again:
        if statement.is_branch():
            statement.text = f"bra {labels[statement.operands()[0]]}"
    kernel.body += [Statement("bar.sync 0")] + again
    return True


def other_loop(kernel, rnd, _rule):
    """Has a loop over other data before or after the body."""
    where, sum_, value = (kernel.register(kind) for kind in ("b64", "b32", "b32"))
    kernel.prelude.append(Statement(f"ld.param.u64 {where}, [{kernel.parameter('u64')}]"))
    inside = [Statement(f"ld.global.u32 {value}, [{where}]"), Statement(f"add.u32 {sum_}, {sum_}, {value}"),
              Statement(f"add.s64 {where}, {where}, 4")]
    made = [Statement(f"mov.u32 {sum_}, 0"), *counted(kernel, inside, rnd),
            Statement(f"st.global.u32 [{where}], {sum_}")]
    kernel.body = made + kernel.body if rnd.random() < 0.5 else kernel.body + made
    return True


def conditional(kernel, rnd, _rule):
    """Runs the body where an argument of the kernel says so."""
    flag, out = kernel.register("b32"), kernel.register("pred")
    kernel.prelude.append(Statement(f"ld.param.u32 {flag}, [{kernel.parameter('u32', 'n')}]"))
    if rnd.random() < 0.5:
        leave = Statement(rnd.choice(["ret", "exit"]), ("", out))
        kernel.body[0:0] = [Statement(f"setp.eq.s32 {out}, {flag}, 0"), leave]
    else:
        skip = kernel.label("SKIP")
        kernel.body[0:0] = [Statement(f"setp.eq.s32 {out}, {flag}, 0"), Statement(f"bra {skip}", ("", out))]
        kernel.body.append(Statement("", None, [skip]))
    return True


def scopes(kernel, rnd, _rule):
    """Puts statements into scopes of their own, as nvcc prints asm statements, with the same labels in each."""
    changed = False
    for at in reversed(edit.wait_loops(kernel)):
        wait = kernel.body[at]
        ready = wait.operands()[0]
        if edit.read_elsewhere(kernel, ready, (at, at + 1)):
            continue
        text = re.sub(re.escape(ready) + r"\b", "P1", wait.text)
        kernel.body[at:at + 2] = [
            Statement("// begin inline asm", labels=wait.labels[:-1], plain=True), Statement("{", plain=True),
            Statement(".reg .pred P1"), wait.copy(text=text, labels=["LAB_WAIT"]),
            Statement("bra DONE", ("", "P1")), Statement("bra LAB_WAIT"), Statement("", None, ["DONE"]),
            Statement("}", plain=True), Statement("// end inline asm", plain=True)]
        changed = True
    for at in range(len(kernel.body) - 1, -1, -1):
        statement = kernel.body[at]
        if not statement.guard or statement.is_branch() or rnd.random() < 0.2:
            continue
        number, around = kernel.register("b32"), rnd.random() < 0.4
        test = [Statement("bra DONE", ("!", "P1"))] if around else []
        kernel.body[at:at + 1] = [
            Statement(f"selp.b32 {number}, 1, 0, {statement.guard[1]}", labels=statement.labels),
            Statement("// begin inline asm", plain=True), Statement("{", plain=True), Statement(".reg .pred P1"),
            Statement(f"setp.{'eq' if statement.guard[0] else 'ne'}.b32 P1, {number}, 0"), *test,
            statement.copy(guard=None if around else ("", "P1"), labels=[]),
            *([Statement("", None, ["DONE"])] if around else []),
            Statement("}", plain=True), Statement("// end inline asm", plain=True)]
        changed = True
    return changed


def closed(statements):
    """Whether no branch goes into these statements or out of them."""
    labels = {label for statement in statements for label in statement.labels}
    return all(statement.operands()[0] in labels for statement in statements if statement.is_branch())


def move_symbols(kernel, statements):
    """Declares the variables that these statements name for the whole module; false where one cannot be, or where a
    parameter is named."""
    words = " ".join(statement.text for statement in statements)
    for line in list(kernel.declared):
        name = re.search(r"(\w+)(?:\[\d+\])?;$", line)[1]
        if re.search(rf"\b{name}\b", words):
            if line.startswith(".local"):
                return False
            kernel.declared.remove(line)
            kernel.outside.append(line)
    return not any(re.search(rf"\b{name}\b", words) for name in map(parameter_name, kernel.parameters))


def parameter_name(parameter):
    """Gives the name in a declaration."""
    return re.search(r"(\w+)(?:\[\d+\])?$", parameter)[1]


def outline(kernel, start, end, symbols):
    """Moves statements into a function that gets what they read as parameters, the addresses of shared memory too where
    they are asked for as `symbols`. False where they cannot be moved."""
    moved, rest = kernel.body[start:end], kernel.body[:start] + kernel.body[end:]
    written, needed = set(), []
    for statement in moved:
        needed += sorted(x for x in statement.read() if x in kernel.kinds and x not in written and x not in needed)
        written |= statement.written()
    inside = {label for statement in moved for label in statement.labels}
    elsewhere = {x for statement in rest for x in statement.read()}
    if any(statement.is_branch() for statement in rest):  # perhaps a loop around them
        elsewhere |= set(needed)
    if not closed(moved) or edit.is_targeted(rest, inside) or elsewhere & written or not any(s.text for s in moved):
        return False
    before, texts = [], [statement.text for statement in moved]
    for symbol in edit.SYMBOLS if symbols else ():
        if any(re.search(rf"\b{symbol}\b", statement.text) for statement in moved):
            register = kernel.register("b32")
            before.append(Statement(f"mov.u32 {register}, {symbol}"))
            for statement in moved:
                statement.text = re.sub(rf"^mov\.u64 (%\w+), {symbol}$", rf"cvt.u64.u32 \1, {register}", statement.text)
                statement.text = re.sub(rf"\b{symbol}\b", register, statement.text)
            needed.append(register)
    if not move_symbols(kernel, moved):
        for statement, text in zip(moved, texts):
            statement.text = text
        return False
    for statement in moved:
        if statement.text == "ret" and end < len(kernel.body):  # which ended the kernel, and not only this part
            statement.text = "exit"
    calls = call(kernel, moved, needed)
    labels, moved[0].labels = [x for x in moved[0].labels if x not in inside], moved[0].labels
    kernel.body[start:end] = [Statement("", None, labels), *before, *calls]
    return True


def call(kernel, moved, needed):
    """Writes the function, and gives the statements that call it."""
    kernel.numbers += 1
    name = f"step_{kernel.numbers}"
    entry, passed, sent = [], [], []
    for i, register in enumerate(needed):
        kind = kernel.kinds[register]
        if kind == "pred":
            number, here = kernel.register("b32"), kernel.register("b32")
            passed.append(Statement(f"selp.b32 {here}, 1, 0, {register}"))
            entry += [Statement(f"ld.param.b32 {number}, [{name}_{i}]"),
                      Statement(f"setp.ne.b32 {register}, {number}, 0")]
            kind, register = "b32", here
        else:
            entry.append(Statement(f"ld.param.{kind} {register}, [{name}_{i}]"))
        sent += [Statement(f".param .{kind} {name}_arg{i}"),
                 Statement(f"st.param.{kind} [{name}_arg{i}], {register}")]
    text = [line for statement in entry + moved for line in statement.lines()]
    formal = ", ".join(f".param .{kernel.kinds[x].replace('pred', 'b32')} {name}_{i}" for i, x in enumerate(needed))
    kernel.outside += [f".func {name}({formal})", "{",
                       *[f"\t{line}" for line in registers("\n".join(text), kernel.kinds)], *text, "\tret;", "}"]
    actual = f", ({', '.join(f'{name}_arg{i}' for i in range(len(needed)))})" if needed else ""
    return [*passed, Statement("{", plain=True), *sent, Statement(f"call.uni {name}{actual}"),
            Statement("}", plain=True)]


def function(kernel, rnd, _rule):
    """Moves the body into a function that gets pointers."""
    return outline(kernel, 0, len(kernel.body), rnd.random() < 0.5)


def step(kernel, rnd, _rule):
    """Moves a part of the body, such as a wait, into a function."""
    waits = edit.wait_loops(kernel)
    ranges = [(at, at + 2) for at in waits] + [(i, j) for i in range(len(kernel.body))
                                               for j in range(i + 1, min(i + 5, len(kernel.body) + 1))]
    rnd.shuffle(ranges)
    for start, end in ([rnd.choice(ranges[:1])] if rnd.random() < 0.5 else []) + ranges:
        if any(s.head() and not s.is_branch() and not s.is_arithmetic() for s in kernel.body[start:end]) \
                and outline(kernel, start, end, rnd.random() < 0.5):
            return True
    return False


def bare_function(kernel, _rnd, _rule):
    """Moves the kernel into a function without parameters; what were its parameters are variables."""
    statements = kernel.prelude + kernel.body
    variables = {}
    for parameter in kernel.parameters:
        kind, name = re.match(r"\.param (?:\.align \d+ )?\.(\w+) (\w+)", parameter).groups()
        variables[name] = f".global .align 128 .b8 {name}[{65536 if kind == 'u64' else 128}];"
    if not closed(statements) or not move_symbols(kernel, kernel.body):
        return False
    kernel.parameters = []
    move_symbols(kernel, kernel.prelude)
    pointers = set()
    for statement in statements:
        load = re.match(r"ld\.param\.u(32|64) (%\w+), \[(\w+)\]", statement.text)
        if load:
            statement.text = f"mov.u64 {load[2]}, {load[3]}" if load[1] == "64" else \
                f"ld.global.u32 {load[2]}, [{load[3]}]"
            pointers |= {load[2]} if load[1] == "64" else set()
        convert = re.match(r"cvta\.to\.global\.u64 (%\w+), (%\w+)", statement.text)
        if convert and convert[2] in pointers:
            statement.text = f"mov.u64 {convert[1]}, {convert[2]}"
        statement.text = statement.text.replace("cvta.param", "cvta.global")
    kernel.outside += variables.values()
    kernel.prelude, kernel.body = [], call(kernel, statements, [])
    return True
