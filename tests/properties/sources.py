"""Random sources with mistakes: PTX modules, and the same instructions in C++ and Python, in literals of many shapes.

A module has an instruction on each line, now and then two, or one cut into two; comments, blanks and line ends vary.
"""

import pathlib
import re
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "random"))
import material  # noqa: E402

ENVIRONMENTS = [("9.0", "sm_100a"), ("9.0", "sm_90"), ("8.0", "sm_90a"), ("7.8", "sm_80"), ("8.7", "sm_120a")]
COMMENTS = ["// one", "/* two */", "/* a // b */", "// \"quoted\" cp.async.wait_all;", ""]
WIDE = ["// größe 大小 \U0001d11e", "/* ö */"]  # which PTX does not take
ENDS = ["\n"] * 6 + ["\n\n", "\n   \n\t"]


class Material:
    """Recorded instructions, by mnemonic and the shape of their operands, and the words that mistakes are made of."""

    def __init__(self):
        accepted, self.everything = material.recorded(material.mnemonics(), (13, 0))
        self.accepted = [list(shapes.values()) for shapes in accepted.values()]
        self.qualifiers = material.qualifiers()

    def legal(self, rnd):
        """Gives an instruction that an assembler has accepted somewhere, in one line and without declarations."""
        while True:
            text = rnd.choice(rnd.choice(rnd.choice(self.accepted)))
            if not re.match(r"\{", text) and "\n" not in text and text.endswith(";") and '"' not in text:
                return text

    def mistaken(self, rnd, count):
        """Gives an instruction with so many mistakes."""
        text = self.legal(rnd)
        for _ in range(count):
            text = rnd.choice(MISTAKES)(rnd, text, self)
        return text


def parts(text):
    """Takes an instruction apart: guard, words of the mnemonic and qualifiers, operands with the ';'."""
    guard, head, rest = re.match(r"((?:@\S+\s+)?)([^\s;]*)(.*)$", text, re.DOTALL).groups()
    return guard, re.findall(r"^[^.]*|\.[^.]*", head), rest


def change_words(change):
    """Makes a mistake of one in the list of words."""
    def mistake(rnd, text, known):
        guard, words, rest = parts(text)
        change(rnd, words, known)
        return guard + "".join(words) + rest
    return mistake


def drop(rnd, words, _):
    """Leaves a word out."""
    if len(words) > 1:
        del words[rnd.randrange(1, len(words))]


def swap(rnd, words, _):
    """Puts two words in each other's place."""
    if len(words) > 2:
        i, j = rnd.sample(range(1, len(words)), 2)
        words[i], words[j] = words[j], words[i]


def double(rnd, words, _):
    """Says a word twice."""
    i = rnd.randrange(len(words))
    words.insert(rnd.randrange(1, len(words) + 1), words[i] if i else ".global")


def add(rnd, words, known):
    """Inserts a qualifier."""
    words.insert(rnd.randrange(1, len(words) + 1), rnd.choice(known.qualifiers))


def replace(rnd, words, known):
    """Writes another qualifier."""
    words[rnd.randrange(1, len(words)) if len(words) > 1 else 0] = rnd.choice(known.qualifiers)


def misspell(rnd, words, _):
    """Drops, doubles or swaps letters of a word, or changes its capitals or separators."""
    i = rnd.randrange(len(words))
    word, at = words[i], rnd.randrange(len(words[i]) or 1)
    words[i] = rnd.choice([word[:at] + word[at + 1:], word[:at] + word[at:at + 1] + word[at:], word.upper(),
                           word[:at] + word[at + 1:at + 2] + word[at:at + 1] + word[at + 2:], word.swapcase(),
                           word.replace("::", rnd.choice(["_", ".", ":"])), word.replace("_", rnd.choice(["", "::"]))])


def change_operands(rnd, text, _):
    """Swaps two operands, drops one, or takes or adds brackets."""
    places = material.operands(text)[0]
    if not places:
        return text
    (a, b), (c, d) = sorted([rnd.choice(places), rnd.choice(places)])
    one, kind = text[a:b], rnd.randrange(5)
    if kind < 2 and b <= c:
        return text[:a] + text[c:d] + text[b:c] + one + text[d:]
    if kind == 2:
        return text[:a] + (one[1:-1] if one[0] == "[" else f"[{one}]") + text[b:]
    if kind == 3 and len(places) > 1:
        return text[:a].rstrip(", ") + " " + text[b:].lstrip(", ") if a == places[-1][0] else text[:a] + text[b + 1:]
    return text[:a] + rnd.choice(["4", "8", "16", "%r1", "%rd1", "s_buf", "nosuch", "0x10"]) + text[b:]


CHANGES = [drop, drop, swap, swap, double, add, replace] + [misspell] * 5
MISTAKES = [change_words(x) for x in CHANGES] + [change_operands] * 2


def laid_out(rnd, text):
    """Changes the blanks of an instruction, which may then go over two lines."""
    kind = rnd.randrange(12)
    if kind == 0:
        return text.replace(",", ",\n        ", 1)
    if kind == 1:
        return re.sub(r", *", rnd.choice([",", " , ", ",\t"]), text)
    return text.replace(" ", "\t", 1) if kind == 2 else text


def lines(rnd, known, count, most=1):
    """Gives so many instructions, each with at most so many mistakes."""
    return [known.mistaken(rnd, min(most, rnd.choice([0, 1, 1, 1, 2]))) for _ in range(count)]


def module(rnd, instructions, plain=False):
    """Gives a module with the instructions."""
    version, target = rnd.choice(ENVIRONMENTS)
    text = ""
    for instruction in instructions:
        if plain:
            text += instruction + "\n"
            continue
        text += rnd.choice(["", "    ", "\t"]) + laid_out(rnd, instruction)
        text += " cp.async.wait_all;" if rnd.randrange(10) == 0 else ""
        text += rnd.choice(["", "", "  "]) + rnd.choice(COMMENTS) + rnd.choice(ENDS)
    text = material.MODULE.replace("<version>", version).replace("<target>", target).replace("<the case>", text)
    return text.replace("\n", "\r\n") if not plain and rnd.randrange(8) == 0 else text


def asm_of(rnd, text):
    """Gives an instruction as the template of an asm statement, and its operands: (text, [constraint and name])."""
    operands, names = [], {}

    def operand(match):
        name = match[0]
        if name not in names:
            letter = ("h" if name[:2] == "%h" else "l" if name[:3] == "%rd" or name in ("g_buf", "k_ptr", "g_w") else
                      "f" if name[:2] == "%f" else "r")
            names[name] = f"%{len(operands)}"
            operands.append(f'"{letter}"({re.sub(r"[^a-z0-9_]", "", name)})')
        return names[name]

    text = re.sub(r"%(?:r|rd|rs|ru|h|f)\d\b|\b(?:[sg]_\w+|k_ptr)\b", operand, text)
    return re.sub(r"%(?=[A-Za-z])", "%%", text), operands


def literals(rnd, texts):
    """Writes lines as C++ literals: adjacent ones, one with \\n\\t, raw, with a prefix, cut inside, or by a macro."""
    kind = rnd.randrange(9)
    if kind == 0:
        return "\n        ".join(f'"{text}\\n\\t"' for text in texts)
    if kind == 1:
        return '"' + "\\n\\t".join(texts) + '"'
    if kind == 2:
        return 'R"(' + "\n".join(texts) + ')"'
    if kind == 3:
        return 'R"ptx(\n' + "\n  ".join(texts) + '\n)ptx"'
    if kind == 4:
        whole = "\\n".join(texts)
        at = rnd.randrange(len(whole) + 1)
        at += whole[max(at - 1, 0):at] == "\\"
        return f'"{whole[:at]}" /* cut */ "{whole[at:]}"'
    if kind == 7:  # a line that goes on in the next
        whole = "\\n".join(texts)
        at = rnd.randrange(len(whole) + 1)
        return f'u8"{whole[:at]}\\\n{whole[at:]}"'
    if kind == 8:  # a character as an escape
        whole = "\\n".join(texts)
        places = [i for i, c in enumerate(whole) if c in ". ,[]"]
        if places:  # '%0;' has none
            at = rnd.choice(places)
            return f'"{whole[:at]}\\{ord(whole[at]):03o}{whole[at + 1:]}"'
    if kind == 5:
        return " NEWLINE ".join(f'"{text}"' for text in texts)
    return '"{\\n"\n "' + '\\n"\n "'.join(texts) + '\\n" "}"'


def cuda(rnd, instructions):
    """Gives a source of CUDA with the instructions in asm statements and strings."""
    text = '#include <cstdint>\n#define NEWLINE "\\n\\t"\n' if rnd.randrange(2) else "#define NEWLINE\n"
    while instructions:
        count = rnd.randrange(1, 4)
        group, instructions = instructions[:count], instructions[count:]
        whole, operands = asm_of(rnd, "\n".join(group))
        kind = rnd.randrange(6)
        if kind == 0:
            text += f"const char *text{len(instructions)} = {literals(rnd, group)};\n"
        elif kind == 1:
            asm = " \\\n".join(f'"{line}\\n"' for line in whole.split("\n"))
            text += f"#define M{len(instructions)} asm volatile({asm} :: {', '.join(operands)} : \"memory\")\n"
        else:
            text += rnd.choice(["", "// größe\n", "/* a */ "])
            text += f"void f{len(instructions)}() {{\n    asm volatile({literals(rnd, whole.split(chr(10)))}\n"
            text += f"        : : {', '.join(operands)} : \"memory\"); {rnd.choice(COMMENTS[:3] + WIDE)}\n}}\n"
    return text


def python(rnd, instructions):
    """Gives a source of Python with the instructions in strings, in part a whole module in one."""
    text = rnd.choice(["", "# größe 大小\n", "import triton\n"])
    while instructions:
        count = rnd.randrange(1, 4)
        group, instructions = instructions[:count], instructions[count:]
        kind = rnd.randrange(7)
        if kind == 5:
            body = "\n".join(group).replace("{", "{{").replace("}", "}}").replace("%r1", "{one}")
            text += f'asm = f"""\n{body}\n"""\n'
        elif kind == 6:
            body = "\\n".join(group).replace("%", "%%").replace("%%rd1", "%s")
            text += f'asm = "{body}" % (one, two)\n'
        elif kind == 0:
            text += f't = """{module(rnd, group, True)}"""\n'
        elif kind == 1:
            text += 'asm = r"""\n' + "\n".join(group) + '\n"""  # raw\n'
        elif kind == 2:
            text += "asm = (" + "\n       ".join(f'"{line}\\n"' for line in group) + ")\n"
        elif kind == 3:
            text += "asm = '" + "\\n".join(group) + "'\n"
        else:
            text += "asm = ('" + "' +\n       '".join(group) + "')\n"
    return text


def source(rnd, known, most=1, count=None, extension=None):
    """Gives the extension and the text of a random source."""
    extension = extension or rnd.choice(["ptx", "ptx", "cu", "cu", "py"])
    instructions = lines(rnd, known, count or rnd.randrange(1, 9), most)
    return extension, {"ptx": module, "cu": cuda, "py": python}[extension](rnd, instructions)
