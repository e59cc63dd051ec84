"""What the disguises share: places, addresses and constants in the statements of a body."""

import re

from body import REGISTER, Statement

ADDRESS = re.compile(r"\[(%?\w+)(?:\+(\d+))?\]")
SYMBOLS = ("sm", "mb")
WAIT = re.compile(r"mbarrier\.(try|test)_wait")


def insert(kernel, statement, made, hoist=False):
    """Puts statements before one of the body, under its labels, or at the start of the body."""
    at = 0 if hoist else next(i for i, other in enumerate(kernel.body) if other is statement)
    if not hoist:
        made[0].labels, statement.labels = statement.labels + made[0].labels, []
    kernel.body[at:at] = made


def wait_loops(kernel):
    """Gives the places of the waits of which the next statement branches back to them."""
    found = []
    for i, (wait, back) in enumerate(zip(kernel.body, kernel.body[1:])):
        if WAIT.match(wait.head()) and wait.labels and back.guard and back.is_branch() and not back.labels \
                and back.operands()[0] == wait.labels[-1] and back.guard == ("!", wait.operands()[0]):
            found.append(i)
    return found


def read_elsewhere(kernel, register, but):
    """Whether a statement at none of these places reads a register."""
    return any(register in statement.read() for i, statement in enumerate(kernel.body) if i not in but)


def is_targeted(statements, labels):
    """Whether a branch of these statements goes to one of the labels."""
    return any(s.is_branch() and s.operands()[0] in labels for s in statements)


def kind_of(kernel, base):
    """Gives the kind of the register that holds an address: b32, or b64 for what is one."""
    return kernel.kinds.get(base, "b32")


def constant(kernel, rnd, value, kind, ways=("move", "add", "shift", "select", "multiply")):
    """Gives statements that compute a constant, and the register."""
    result, word = kernel.register(kind), {"b16": "u16", "b32": "u32", "b64": "u64"}[kind]
    way = rnd.choice(ways)
    low = value & -value if value > 0 else 1
    if kind == "b16":
        wide = kernel.register("b32")
        return rnd.choice([[Statement(f"mov.u16 {result}, {value}")],
                           [Statement(f"mov.u32 {wide}, {value}"), Statement(f"cvt.u16.u32 {result}, {wide}")]]), result
    first = kernel.register(kind)
    if way == "add":
        part = rnd.randrange(1, 4096)
        return [Statement(f"mov.{word} {first}, {part}"),
                Statement(f"add.s{kind[1:]} {result}, {first}, {value - part}")], result
    if way == "shift" and low > 1:
        return [Statement(f"mov.{word} {first}, {value // low}"),
                Statement(f"shl.b{kind[1:]} {result}, {first}, {low.bit_length() - 1}")], result
    if way == "select":
        true = kernel.register("pred")
        return [Statement(f"setp.ne.b32 {true}, {rnd.randrange(1, 9)}, 0"),
                Statement(f"selp.b{kind[1:]} {result}, {value}, {rnd.randrange(64)}, {true}")], result
    if way == "multiply" and low > 1:
        return [Statement(f"mov.{word} {first}, {low}"),
                Statement(f"mul.lo.s{kind[1:]} {result}, {first}, {value // low}")], result
    if way == "broadcast" and kind == "b32":
        lane = kernel.register("b32")
        return [Statement(f"mov.u32 {lane}, {value}"),
                Statement(f"shfl.sync.idx.b32 {result}, {lane}, 0, 31, -1")], result
    return [Statement(f"mov.{word} {result}, {value}")], result


def address(kernel, rnd, base, offset):
    """Gives statements that compute an address in another way, and the operand for it."""
    symbol = not REGISTER.match(base)
    kind = rnd.choice(["b32", "b64"]) if symbol else kind_of(kernel, base)
    bits, left = kind[1:], rnd.choice([0, 0, 16, offset, rnd.randrange(64)])
    start, result = kernel.register(kind), kernel.register(kind)
    made = [Statement(f"mov.b{bits} {start}, {base}" if not symbol else f"mov.u{bits} {start}, {base}")]
    if symbol and kind == "b64" and rnd.random() < 0.6:
        made += through_generic(kernel, start)
        if rnd.random() < 0.5:
            start32 = kernel.register("b32")
            made.append(Statement(f"cvt.u32.u64 {start32}, {start}"))
            start, kind, bits, result = start32, "b32", "32", kernel.register("b32")
    way = rnd.choice(["add", "sub", "mad", "two"])
    rest = offset - left
    if way == "mad":
        more, factor = constant(kernel, rnd, rnd.choice([1, 4, 16]), kind, ("move",))
        value = int(more[0].operands()[1])
        if rest % value == 0:
            return made + more + [Statement(f"mad.lo.s{bits} {result}, {factor}, {rest // value}, {start}")], \
                operand(result, left)
    if way == "sub":
        return made + [Statement(f"sub.s{bits} {result}, {start}, {-rest}")], operand(result, left)
    if way == "two":
        middle, part = kernel.register(kind), rnd.randrange(256)
        more, register = constant(kernel, rnd, rest - part, kind)
        return made + [Statement(f"add.s{bits} {middle}, {start}, {part}")] + more + \
            [Statement(f"add.s{bits} {result}, {register}, {middle}")], operand(result, left)
    return made + [Statement(f"add.s{bits} {result}, {start}, {rest}")], operand(result, left)


def through_generic(kernel, register):
    """Gives statements that make an address generic, and shared again."""
    generic = kernel.register("b64")
    return [Statement(f"cvta.shared.u64 {generic}, {register}"),
            Statement(f"cvta.to.shared.u64 {register}, {generic}")]


def operand(register, offset):
    """Gives an operand in memory."""
    return f"[{register}+{offset}]" if offset else f"[{register}]"
