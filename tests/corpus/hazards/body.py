"""A body: a kernel that a rule must speak of, or must not, as statements that can be changed.

A file has one kernel. What stands before the line `// body` is its prelude. The comment `// expect: RULE` at the end of
a line says what must be found there, and at no other place. A first line `// options: …` gives options of the check.
"""

import re

EXPECT = re.compile(r"\s*// expect: ([\w-]+)\s*$")
LABEL = re.compile(r"^(\$?[A-Za-z_]\w*):(?!:)\s*")
GUARD = re.compile(r"^@(!?)(%?\w+)\s+")
REGISTER = re.compile(r"%[A-Za-z]\w*")
KINDS = {"pred": "pred", "b16": "b16", "b32": "b32", "b64": "b64", "u16": "b16", "u32": "b32", "u64": "b64",
         "s32": "b32", "s64": "b64", "f32": "b32"}
SPECIAL = re.compile(r"%(tid|ntid|ctaid|nctaid|laneid|warpid|cluster\w*|nclusterid|clock\w*|envreg\d+|globaltimer\w*)$")


class Statement:
    """One statement: its labels, its guard as a pair of "!" or "" and a predicate, or None, its text without semicolon,
    the rule that must be found on its line, or None. What only structures the text (`{`, a comment) is `plain`."""

    def __init__(self, text, guard=None, labels=(), expected=None, plain=False):
        self.text, self.guard, self.labels = text, guard, list(labels)
        self.expected, self.plain = expected, plain

    def copy(self, **changed):
        """Gives the statement with other values."""
        values = dict(text=self.text, guard=self.guard, labels=self.labels, expected=self.expected, plain=self.plain)
        return Statement(**{**values, **changed})

    def lines(self):
        """Gives the text of the statement in a file."""
        guard = f"@{self.guard[0]}{self.guard[1]} " if self.guard else ""
        end = "" if self.plain else ";"
        mark = f" // expect: {self.expected}" if self.expected else ""
        return [f"{label}:" for label in self.labels] + ([f"\t{guard}{self.text}{end}{mark}"] if self.text else [])

    def head(self):
        """Gives the mnemonic."""
        return self.text.split(None, 1)[0] if self.text else ""

    def is_branch(self):
        """Whether it goes elsewhere in the body."""
        return self.head() in ("bra", "bra.uni")

    def operands(self):
        """Gives the operands, split at the commas outside of brackets."""
        parts = self.text.split(None, 1)
        return split(parts[1]) if len(parts) > 1 else []

    def written(self):
        """Gives the registers that the statement writes."""
        operands = self.operands()
        if not operands or self.plain or NO_RESULT.match(self.head()) or operands[0].startswith("["):
            return set()
        return {x for x in REGISTER.findall(operands[0]) if not SPECIAL.match(x)}

    def read(self):
        """Gives the registers that the statement reads, those of its guard too."""
        operands = self.operands()
        rest = operands[1:] if self.written() else operands
        found = {x for part in rest for x in REGISTER.findall(part) if not SPECIAL.match(x)}
        return found | ({self.guard[1]} if self.guard else set())

    def is_arithmetic(self):
        """Whether it computes a register from registers and constants, and does nothing else."""
        return bool(ARITHMETIC.match(self.head()))


NO_RESULT = re.compile(r"^(st|red|bar|barrier|bra|ret|exit|fence|membar|cp|call|stmatrix|nanosleep|griddepcontrol|"
                       r"tensormap|prefetch|applypriority|discard|mbarrier\.(init|inval|expect_tx|complete_tx))\b"
                       r"(?!\.red)|^barrier\.cluster")
ARITHMETIC = re.compile(r"^(mov|add|sub|mul|mad|shl|shr|and|or|xor|not|setp|selp|cvt|cvta|mapa|min|max|neg)\b")


def split(text):
    """Splits at the commas outside of brackets and braces."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "[{(") - (c in ")}]")
        if c == "," and not depth:
            parts.append(text[start:i].strip())
            start = i + 1
    return parts + [text[start:].strip()]


class Kernel:
    """A module with one kernel. `declared` are the declarations in the kernel but for registers, `outside` what stands
    before the kernel."""

    def __init__(self, text):
        lines = text.split("\n")
        self.options = lines[0].removeprefix("// options: ").split() if lines[0].startswith("// options: ") else []
        self.outside, self.declared, self.prelude, self.body, self.kinds = [], [], [], [], {}
        start = next(i for i, line in enumerate(lines) if ".entry" in line)
        self.outside += [line for line in lines[:start] if line.startswith(".global")]
        opening = next(i for i, line in enumerate(lines) if i > start and line.strip() == "{")
        self.version = re.search(r"^\.version (.*)", text, re.MULTILINE)[1]
        self.target = re.search(r"^\.target (\w+)", text, re.MULTILINE)[1]
        self.parameters = split(re.search(r"\((.*)\)", lines[start])[1])
        self.parameters = [x for x in self.parameters if x]
        self.directives = [line.strip() for line in lines[start + 1:opening]]
        self.fresh, self.numbers = {}, 0
        self._read(lines[opening + 1:])

    def _read(self, lines):
        """Reads what stands between the braces."""
        into, labels = self.prelude, []
        for line in lines:
            expected = EXPECT.search(line)
            text = re.sub(r"//.*", "", line).strip()
            if line.strip() == "// body":
                into = self.body
            while LABEL.match(text):
                labels.append(LABEL.match(text)[1])
                text = text[LABEL.match(text).end():]
            if text.startswith(".reg"):
                self._declare(text)
            elif text.startswith("."):
                self.declared.append(text)
            elif text == "ret;":
                break
            elif text:
                guard = GUARD.match(text)
                text = text[guard.end() if guard else 0:].rstrip(";")
                into.append(Statement(text, guard and (guard[1], guard[2]), labels, expected and expected[1]))
                labels = []
        if labels:
            into.append(Statement("", None, labels))

    def _declare(self, text):
        """Remembers the kind of registers."""
        kind, names = re.match(r"\.reg \.(\w+) (.*);", text).groups()
        for name, count in re.findall(r"(%?\w+)(?:<(\d+)>)?", names):
            for register in [f"{name}{i}" for i in range(int(count))] if count else [name]:
                self.kinds[register] = KINDS[kind]

    def register(self, kind):
        """Gives the name of a new register."""
        self.numbers += 1
        name = f"%{ {'pred': 'q', 'b16': 'i', 'b32': 't', 'b64': 'u'}[kind] }{self.numbers}"
        self.kinds[name] = kind
        return name

    def label(self, stem="L"):
        """Gives the name of a new label."""
        self.numbers += 1
        return f"${stem}_{self.numbers}"

    def parameter(self, kind, stem="more"):
        """Gives the name of a new parameter."""
        self.numbers += 1
        self.parameters.append(f".param .{kind} {stem}{self.numbers}")
        return f"{stem}{self.numbers}"

    def text(self):
        """Gives the module."""
        statements = self.prelude + self.body
        words = "\n".join(line for statement in statements for line in statement.lines())
        lines = [f"// options: {' '.join(self.options)}"] if self.options else []
        lines += [f".version {self.version}", f".target {self.target}", ".address_size 64", "", *self.outside,
                  f".visible .entry k({', '.join(self.parameters)})", *self.directives, "{"]
        lines += [f"\t{line}" for line in registers(words, self.kinds)] + [f"\t{line}" for line in self.declared]
        lines += [line for statement in self.prelude for line in statement.lines()] + ["\t// body"]
        lines += [line for statement in self.body for line in statement.lines()]
        return "\n".join([*lines, "\tret;", "}", ""])


def registers(text, kinds):
    """Declares the registers that a text uses; those of an inner scope have names without a percent sign."""
    used = sorted({x for x in REGISTER.findall(text) if x in kinds})
    return [f".reg .{kind} {', '.join(x for x in used if kinds[x] == kind)};"
            for kind in ("pred", "b16", "b32", "b64") if any(kinds[x] == kind for x in used)]
