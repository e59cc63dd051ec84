"""Executes the module of a plan, thread by thread, and says which bytes it copies where. It knows the few instructions
that such a module has, and nothing of ptxcheck.
"""

import re

ARITHMETIC = {"add": lambda a, b: a + b, "rem": lambda a, b: a % b, "div": lambda a, b: a // b,
              "mad": lambda a, b, c: a * b + c}
COPIES = re.compile(r"cp\.async\.(ca|cg|bulk\.(?!commit|wait))")


class Odd(Exception):
    """Something that a plan must not do."""


class Cta:
    """What the threads of one CTA share."""

    def __init__(self, rank):
        self.rank, self.expected, self.arrived = rank, 0, 0


class Machine:
    """A module, its variables in shared memory, and what it does. `shared` is where dynamic shared memory begins."""

    def __init__(self, module, tensor_map, base=0, threads=3):
        self.base = base  # of the side in global memory
        self.lines = [line.strip() for line in module.split("\n")]
        self.labels = {line[:-1]: n for n, line in enumerate(self.lines) if re.fullmatch(r"\w+:", line)}
        self.map, self.threads, self.copies = tensor_map, threads, []
        self.symbols, address = {}, 0
        for align, name, size in re.findall(r"\.shared \.align (\d+) \.b\d+ (\w+)(?:\[(\d*)\])?;", module):
            address = -(-address // int(align)) * int(align)
            self.symbols[name] = address
            address += int(size or 8)
        found = re.search(r"\.reqnctapercluster (\d+)", module)
        self.ctas = [Cta(rank) for rank in range(int(found[1]) if found else 1)]

    def run(self):
        """Runs all threads of all CTAs; gives the copies: where from, where to, how many bytes."""
        for cta in self.ctas:
            for thread in range(self.threads):
                Thread(self, cta, thread).run()
        for cta in self.ctas:
            if cta.expected != cta.arrived:
                raise Odd(f"CTA {cta.rank} expects {cta.expected} bytes, and {cta.arrived} arrive")
        return self.copies


class Thread:
    """One thread."""

    def __init__(self, machine, cta, index):
        self.machine, self.cta = machine, cta
        self.values = {"%tid.x": index, "%ntid.x": machine.threads, "%cluster_ctarank": cta.rank}
        self.at, self.turns, self.committed, self.pending = 0, 0, False, False

    def value(self, text):
        """The value of an operand: a number, a register or a symbol, with an offset."""
        total = 0
        for part in re.split(r"\+(?=\w)", text.strip()):
            if re.fullmatch(r"-?\d+", part):
                total += int(part)
            elif part in self.machine.symbols:
                total += self.machine.symbols[part]
            elif part in ("source_address", "destination_address", "tensor"):
                total += self.machine.base
            else:
                total += self.values[part]
        return total

    def run(self):
        """Runs to the end."""
        lines = self.machine.lines
        self.at = next(n for n, line in enumerate(lines) if line == "{") + 1
        while lines[self.at] != "ret;":
            line, self.at = lines[self.at], self.at + 1
            if line and not line.startswith((".", "//", "{", "}")) and not line.endswith(":"):
                self.step(line.rstrip(";"))
            self.turns += 1
            if self.turns > 1000000:
                raise Odd("it does not end")
        if self.pending:
            raise Odd("copies are not waited for")

    def step(self, line):
        """Does one instruction."""
        guard = re.match(r"@(!?)(%\w+) (.*)", line)
        if guard:
            if bool(self.values[guard[2]]) == bool(guard[1]):
                return
            line = guard[3]
        name, _, rest = line.partition(" ")
        if COPIES.match(name):
            self.copy(name, rest)
        else:
            operands = [part.strip() for part in rest.split(",")]
            self.plain(name, operands)

    def plain(self, name, operands):
        """An instruction that is no copy."""
        words = name.split(".")
        if words[0] == "bra":
            self.at = self.machine.labels[operands[0]]
        elif words[0] == "setp":
            a, b = self.value(operands[1]), self.value(operands[2])
            result = {"eq": a == b, "lt": a < b, "ge": a >= b}[words[1]]
            self.values[operands[0]] = result and (words[2] != "and" or self.values[operands[3]])
        elif words[0] in ("mov", "ld", "cvta", "cvt"):
            self.values[operands[0]] = self.value(operands[1].strip("[]"))
        elif words[0] in ARITHMETIC:
            numbers = [self.value(operand) for operand in operands[1:]]
            self.values[operands[0]] = ARITHMETIC[words[0]](*numbers)
        elif words[0] == "mapa":
            self.values[operands[0]] = self.value(operands[1]) + (self.value(operands[2]) + 1 << 40)
        elif name.startswith("mbarrier.arrive.expect_tx"):
            self.cta.expected += int(operands[2])
        elif name.startswith("mbarrier.try_wait"):
            self.values[operands[0]] = True
        elif name.endswith("commit_group"):
            self.committed = True
        elif name.endswith("wait_group"):
            self.pending = self.pending and not self.committed
        elif words[0] not in ("mbarrier", "fence", "bar", "barrier"):
            raise Odd(f"{name} is none of the instructions of a plan")

    def copy(self, name, rest):
        """A copy: [to], [from], size, [barrier], or with a tensor map in place of one side."""
        to, origin = re.match(r"\[(.*?)\], \[(.*?)\]", rest).groups()
        barrier = re.search(r"\[([%\w]+)\]$", rest)
        if "tensor" in name:
            self.boxes("global.shared" in name, to, origin)
            size = self.box_bytes()
        else:
            size = int(re.search(r"\], (\d+)", rest)[1])
            unit = 16 if "bulk" in name else size
            if size % unit or self.value(origin) % unit or self.value(to) % unit:
                raise Odd("a copy is not aligned")
            self.add(self.value(origin), self.value(to), size)
        if "mbarrier" not in name:
            self.pending, self.committed = True, False
            return
        address = self.value(barrier[1])
        rank = (address >> 40) - 1 if address >> 40 else self.cta.rank
        if address & (1 << 40) - 1 != self.machine.symbols["arrived"]:
            raise Odd("the barrier is none")
        self.machine.ctas[rank].arrived += size

    def add(self, origin, to, size):
        """Keeps a copy; addresses in another CTA become those in one."""
        self.machine.copies.append((origin & (1 << 40) - 1, to & (1 << 40) - 1, size))

    def box_bytes(self):
        """How many bytes a box has."""
        size = element_of(self.machine.map)
        for extent in self.machine.map["boxDim"]:
            size *= extent
        return size

    def boxes(self, store, to, origin):
        """A tensor copy, row by row."""
        tensor, element = self.machine.map, element_of(self.machine.map)
        coordinates = [self.value(word) for word in re.search(r"\{(.*)\}", to if store else origin)[1].split(",")]
        place = self.value(origin if store else to)
        if any(c + box > dim for c, box, dim in zip(coordinates, tensor["boxDim"], tensor["globalDim"])):
            raise Odd("a box is not inside of the tensor")
        if place % 128 or coordinates[0] * element % 16:
            raise Odd("a tensor copy is not aligned")
        strides, starts = [element] + tensor["globalStrides"], [0]
        for extent, stride in reversed(list(zip(tensor["boxDim"][1:], strides[1:]))):
            starts = [start + n * stride for start in starts for n in range(extent)]
        corner = self.machine.base + sum(c * stride for c, stride in zip(coordinates, strides))
        row = tensor["boxDim"][0] * element
        reach = re.search(r"_(\d+)B$", tensor["swizzle"])  # what a row takes; a short one leaves a part as it is
        pitch = int(reach[1]) if reach else row
        for n, start in enumerate(starts):
            ends = (place + n * pitch, corner + start)
            self.add(*(ends if store else ends[::-1]), row)


def element_of(tensor):
    """The bytes of an element."""
    return int(re.search(r"UINT(\d+)", tensor["tensorDataType"])[1]) // 8
