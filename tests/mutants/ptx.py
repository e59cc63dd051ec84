"""Reads the text of a PTX module as far as a mutator needs it: the statements of its functions, with their places,
and which of them lie in a loop. It knows nothing of ptxcheck, so that the two can be wrong only apart."""

import bisect
import re

LABEL = re.compile(r"\s*([A-Za-z_$%][\w$]*)\s*:(?!:)")
GUARD = re.compile(r"@(!?)\s*(%?[\w$]+)\s+")
NAME = re.compile(r"[\w.:]+")
NO_STATEMENT = re.compile(r"^[ \t]*(\.loc|\.file|@@|\.section)\b[^\n{]*", re.MULTILINE)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"[^\"\n]*\"", re.DOTALL)
# What a wait loop never has: whoever does one of these in a loop does not only wait there.
WORK = re.compile(r"cp\.|mbarrier\.(init|arrive|expect|inval)|bar\.|barrier\.|(ld|st|ldmatrix|stmatrix)\b.*\.shared|"
                  r"fence|mma|wgmma|tcgen05|call")
WAIT = re.compile(r"mbarrier\.(try|test)_wait")
PLACE = re.compile(r"\[\s*([%\w$]+)\s*(?:\+\s*(\d+)\s*)?\]$")
ROLES = 64  # so many bytes of shared memory at most say which role each warp takes


class Statement:
    """One statement: where its text lies, without its labels and with its semicolon, and what it says."""

    def __init__(self, function, index, start, end, text, scope, line):
        self.function, self.index, self.scope, self.line = function, index, scope, line
        self.start, self.end = start, end
        guard = GUARD.match(text)
        self.guard = guard[2] if guard else None
        self.negated = bool(guard and guard[1])
        self.guard_length = guard.end() if guard else 0
        name = NAME.match(text, self.guard_length)
        self.name = name[0] if name else ""
        self.body_at = name.end() if name else self.guard_length
        self.text, self.in_loop = text, False
        self.operands, self.operand_at = operands(text, self.body_at)

    def is_(self, pattern):
        """Decides whether the mnemonic begins as the pattern says."""
        return re.match(pattern, self.name) is not None

    def operand(self, number):
        """Gives where an operand lies in the module, and its text."""
        at = self.start + self.operand_at[number]
        return at, at + len(self.operands[number]), self.operands[number]

    @property
    def written(self):
        """Gives the registers that the first operand names, which most statements write."""
        return re.findall(r"%?[\w$]+", self.operands[0]) if self.operands and "[" not in self.operands[0] else []


def operands(text, at):
    """Gives the operands after this place of a statement, and where each begins."""
    found, places, depth, start = [], [], 0, at
    for place in range(at, len(text)):
        character = text[place]
        depth += (character in "[{(") - (character in "]})")
        if character == ";" or (character == "," and depth == 0):
            word = text[start:place]
            if word.strip():
                found.append(word.strip())
                places.append(start + len(word) - len(word.lstrip()))
            start = place + 1
    return found, places


class Function:
    """A function with a body: its statements, and where each of its labels stands among them."""

    def __init__(self, header):
        self.header, self.statements, self.labels = header, [], {}
        self.writers, self.loops = {}, []

    def target(self, branch):
        """Gives the index of the statement that a branch goes to, or None: labels live in scopes."""
        scope = branch.scope
        while branch.operands:
            place = self.labels.get((scope, branch.operands[0]))
            if place is not None or not scope:
                return place
            scope = scope[:-1]
        return None

    def finish(self):
        """Finds loops, and who writes which register."""
        for statement in self.statements:
            for register in statement.written:
                self.writers.setdefault(register, []).append(statement)
        for statement in self.statements:
            if not statement.is_(r"bra\b"):
                continue
            first = self.target(statement)
            if first is not None and first <= statement.index:
                self.loops.append((first, statement.index))
        self.waits = [loop for loop in self.loops if self.only_waits(*loop)]
        for first, last in self.loops:
            if (first, last) not in self.waits and not self.hands_out_once(first, last):
                for statement in self.statements[first:last + 1]:
                    statement.in_loop = True

    def stores_of_roles(self, load):
        """Gives the bytes that each store of constants beside what is loaded writes; None where one stands in a loop."""
        place, found = PLACE.match(load.operands[1]), []
        for store in self.statements:
            at = store.is_(r"st\.shared\.(v[24]\.)?[bu]32") and PLACE.match(store.operands[0])
            if not at or not place or not 0 <= int(at[2] or 0) - int(place[2] or 0) < ROLES:
                continue
            words = re.findall(r"[^{},\s]+", store.operands[1])
            if not all(x.isdigit() for x in words):
                continue
            if any(first <= store.index <= last for first, last in self.loops):
                return None
            found.append(b"".join(int(x).to_bytes(4, "little") for x in words))
        return found

    def hands_out_once(self, first, last):
        """Decides whether a loop gives each role to a warp once: what it takes is a byte of shared memory that is compared
        with constants, and each of them is stored once, outside of all loops. What a role does is in no loop then."""
        for load in self.statements[first:last + 1]:
            if not load.is_(r"ld\.shared\.[bsu]8"):
                continue
            asked = {int(x.operands[2]) for x in self.statements[load.index:last + 1]
                     if x.is_(r"setp\.eq\.[bsu]16") and x.operands[1] in load.written and x.operands[2].isdigit()}
            stores = self.stores_of_roles(load)
            if asked and stores and all(sum(role in x for x in stores) <= 1 for role in asked):
                return True
        return False

    def only_waits(self, first, last):
        """Decides whether a loop does nothing but wait for an mbarrier."""
        body = self.statements[first:last + 1]
        return any(x.is_(WAIT) for x in body) and not any(WORK.match(x.name) for x in body)


class Module:
    """A module: its text and its functions."""

    def __init__(self, text):
        self.text = text
        self.lines = [0] + [x.end() for x in re.finditer("\n", text)]
        self.functions = []
        self.read()

    def line(self, at):
        """Gives the number of the line that a place is in."""
        return bisect.bisect_right(self.lines, at)

    @property
    def statements(self):
        """Gives all statements of all functions."""
        return [statement for function in self.functions for statement in function.statements]

    def read(self):
        """Cuts the text into statements."""
        text = COMMENT.sub(blank, self.text)
        text = NO_STATEMENT.sub(blank, text)
        function, scope, scopes, start = None, (), 0, 0
        for found in re.finditer(r"[;{}]", text):
            at, character = found.start(), found[0]
            before = text[start:at]
            if function is None:
                if character == "{" and re.search(r"\.(entry|func)\b", before) and "=" not in before:
                    function, scope = Function(before), ()
                    self.functions.append(function)
                start = at + 1
                continue
            start = self.labels(function, text, start, at, scope)
            opened = text[start:at].strip()
            if character == ";":
                self.add(function, text, start, at + 1, scope)
                start = at + 1
            elif opened:
                continue  # the braces of a vector
            elif character == "{":
                scopes += 1
                scope, start = scope + (scopes,), at + 1
            elif scope:
                scope, start = scope[:-1], at + 1
            else:
                function.finish()
                function, start = None, at + 1

    def labels(self, function, text, start, end, scope):
        """Takes the labels at the start of a statement; gives where the rest begins."""
        while True:
            label = LABEL.match(text, start, end)
            if not label:
                return start
            function.labels[(scope, label[1])] = len(function.statements)
            start = label.end()

    def add(self, function, text, start, end, scope):
        """Adds one statement."""
        start += len(text[start:end]) - len(text[start:end].lstrip())
        function.statements.append(Statement(function, len(function.statements), start, end, text[start:end], scope,
                                             self.line(start)))


def blank(found):
    """Gives as much white space as was found, with its line ends."""
    return re.sub(r"[^\n]", " ", found[0])
