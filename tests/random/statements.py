"""Random changes of instructions that assemble: each kind is a function that gives one."""

import re

from material import (OF_16, OF_32, OF_64, OTHERS, PARTS, PUNCTUATION, QUALIFIER, TOKEN, VECTORS, declare, operands)

ALL = OF_32 + OF_16 + OF_64 + OTHERS

# Places of vectors: <C> coordinates, <4> indices of rows, <I> offsets, <H> and <V> one value of 16 or 32 bits, <E> a
# vector of st.async; the rest is one of the choices.
PATTERNS = """cp.async.bulk.tensor.<d>d.global.shared::cta.bulk_group [<map>, <C>], [s_buf];
cp.async.bulk.tensor.<d>d.global.shared::cta.bulk_group.L2::cache_hint [<map>, <C>], [s_buf], %rd2;
cp.async.bulk.tensor.<d>d<shared>.global.mbarrier::complete_tx::bytes [s_buf], [<map>, <C>], [s_mbar];
cp.async.bulk.tensor.<d>d<shared>.global.mbarrier::complete_tx::bytes.L2::cache_hint [s_buf], [<map>, <C>], \
[s_mbar], <64>;
cp.async.bulk.tensor.<d>d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [s_buf], \
[<map>, <C>], [s_mbar], <H>;
cp.async.bulk.tensor.<o>d<shared>.global.im2col.mbarrier::complete_tx::bytes [s_buf], [<map>, <C>], [s_mbar], <I>;
cp.async.bulk.tensor.<o>d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster [s_buf], \
[<map>, <C>], [s_mbar], <I>, <H>;
cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes [s_buf], [<map>, <5>], [s_mbar];
cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group [<map>, <5>], [s_buf];
cp.async.bulk.prefetch.tensor.<d>d.L2.global [<map>, <C>];
cp.async.bulk.prefetch.tensor.<d>d.L2.global.tile.L2::cache_hint [<map>, <C>], <64>;
cp.async.bulk.prefetch.tensor.<o>d.L2.global.im2col [<map>, <C>], <I>;
cp.async.bulk.prefetch.tensor.2d.L2.global.tile::gather4 [<map>, <5>];
cp.reduce.async.bulk.tensor.<d>d.global.shared::cta.<operation>.bulk_group [<map>, <C>], [s_buf];
cp.async.bulk.global.shared::cta.bulk_group.cp_mask [g_buf], [s_buf], 16, <H>;
cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.cp_mask [g_buf], [s_buf], <V>, <64>, <H>;
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [s_buf], [g_buf], 16, \
[s_mbar], <H>;
cp.async.bulk<shared>.global.mbarrier::complete_tx::bytes [s_buf], [g_buf], <V>, [s_mbar];
cp.reduce.async.bulk.global.shared::cta.bulk_group.<operation>.u32 [g_buf], [s_buf], <V>;
cp.async.ca.shared.global [s_buf], [g_buf], 4, <V>;
multimem.cp.async.bulk.global.shared::cta.bulk_group [g_buf], [s_buf], <V>;
multimem.cp.async.bulk.global.shared::cta.bulk_group.cp_mask [g_buf], [s_buf], 16, <H>;
multimem.cp.reduce.async.bulk.global.shared::cta.bulk_group.<operation>.u32 [g_buf], [s_buf], <V>;
st.async<weak>.shared::cluster.mbarrier::complete_tx::bytes.v2.<t32> [s_buf], <2>, [s_mbar];
st.async<weak>.shared::cluster.mbarrier::complete_tx::bytes.v4.<t32> [s_buf], <4>, [s_mbar];
st.async<weak>.shared::cluster.mbarrier::complete_tx::bytes.v2.<t64> [s_buf], <2x64>, [s_mbar];
st.async<weak>.shared::cluster.mbarrier::complete_tx::bytes.<t32> [s_buf], <V>, [s_mbar];
red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [s_buf], <V>, [s_mbar];
clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 <4>, %q1;
clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r1, %r2, %r3, _}, <4>;""".split("\n")
CHOICES = {"map": "%rd1 %rd1 %rd1 g_tmap g_tmap %rdu1 %r1 %p1 %q1 %h1".split(),
           "shared": [".shared::cluster", ".shared::cta"], "operation": ["add", "min", "xor"],
           "weak": ["", ".weak"], "t32": ["b32", "u32", "s32", "f32"],
           "t64": ["b64", "u64", "s64", "f64"]}
VALUES = {"V": (1, OF_32), "H": (1, OF_16), "2": (2, OF_32), "4": (4, OF_32), "5": (5, OF_32), "64": (1, OF_64),
          "2x64": (2, OF_64)}


def replaced(text, place, by):
    """The text with something else at a place."""
    return text[:place[0]] + by + text[place[1]:]


class Kinds:
    """The kinds of changes, given what there is to choose from."""

    def __init__(self, rnd, words, specials, everything):
        self.rnd, self.words, self.specials, self.everything = rnd, words, specials, everything

    def any(self, choices):
        """One of them."""
        return self.rnd.choice(choices)

    def again(self, change, text, bases, share):
        """Now and then a second change."""
        return change(text, bases) if self.rnd.random() < share else text

    def tokens(self, text, bases):
        """Drops, doubles, swaps or replaces tokens, by those of other instructions; not those of declarations."""
        if self.rnd.random() < 0.1:
            text = self.any(self.everything)
        declared = PARTS.match(text)[1]
        tokens = TOKEN.findall(text[len(declared):].strip() or ";")
        places = [i for i, token in enumerate(tokens) if not token.isspace()]
        i, j = sorted(self.rnd.choices(places, k=2))
        other = self.any(TOKEN.findall(self.any(bases)) if self.rnd.random() < 0.85 else PUNCTUATION)
        how = self.rnd.randrange(7)
        if how == 0:
            tokens[i:i + 1] = []
        elif how == 1:
            tokens[i:i] = [tokens[i]]
        elif how == 2:
            tokens[i], tokens[j] = tokens[j], tokens[i]
        elif how == 3:
            tokens[i] = other
        elif how == 4:
            tokens[i:i] = [other]
        elif how == 5:
            alike = [t for t in TOKEN.findall(self.any(bases)) if t[0] == tokens[i][0]]
            tokens[i] = self.any(alike or [other])
        elif j - i < 5:
            tokens[i:j] = []
        return self.again(self.tokens, declared + "".join(tokens).replace("\n", " "), bases, 0.15)

    def insert(self, text, word):
        """The instruction with a qualifier more: behind the mnemonic's first word, or mostly further back."""
        parts = PARTS.match(text)
        dots = [i for i, c in enumerate(parts[3]) if c == "."] + [len(parts[3])]
        at = parts.start(3) + self.any(dots[len(dots) // 2:] if self.rnd.random() < 0.6 else dots)
        return replaced(text, (at, at), word)

    def all_words(self, text, bases):
        """Inserts a word of the assembler."""
        return self.again(self.all_words, self.insert(text, self.any(self.words)), bases, 0.05)

    def all_specials(self, text, bases):
        """Puts a special register in the place of a guard, an operand, an element, an address or a number."""
        special = self.any(self.specials) + (self.any(["+4", "+16", "+0"]) if self.rnd.random() < 0.1 else "")
        if self.rnd.random() < 0.1 and text[0] not in "@{":
            return f"@{self.any(['', '!'])}{special} {text}"
        places = [m.span() for m in re.finditer(r"(?<![\w.%:])%?[a-z_0-9][\w.]*", text) if m.start() >
                  PARTS.match(text).end(3)]
        if not places:
            return f"@{special} {text}"
        return self.again(self.all_specials, replaced(text, self.any(places), special), bases, 0.15)

    def constant(self):
        """A constant near a power of two, in one of the ways to write it."""
        power = 2 ** self.any([0, 0, 1, 3, 4, 5, 7, 8, 15, 16, 31, 32, 63, 64])
        value = self.any([-1, 1]) * power + self.any([-1, 0, 0, 1])
        sign, value = "-" if value < 0 else "", abs(value)
        return self.any([f"{sign}{value}", f"{sign}{value:#x}", f"{sign}{value}U", f"(.s64){sign}{value:#x}",
                         f"(.u64){sign}{value}", f"{sign}0{value:o}", f"{sign}{value}-1+1", f"~{value}",
                         f"{sign}({value})", f"{sign}{value:#b}"])

    def constants(self, text, bases):
        """Puts a constant in the place of a number, of an element or of an operand, or after a name."""
        numbers = [m.span() for m in re.finditer(r"(?<![\w.%:])-?\d\w*", text) if m.start() > PARTS.match(text).end(3)]
        whole, _, elements = operands(text)
        places = self.any([x for x in (numbers, numbers, elements, elements, whole) if x] or [[]])
        if not places:
            return text.replace("]", f"+{self.constant()}]", 1)
        return self.again(self.constants, replaced(text, self.any(places), self.constant()), bases, 0.3)

    def vector(self, count, likely):
        """A vector, mostly of elements of one width and often nearly all of one kind."""
        first = self.any(likely)
        uniform = self.rnd.random() < 0.35
        if self.rnd.random() < 0.05:
            count = self.rnd.randrange(1, 6)
        if self.rnd.random() < 0.07:
            return self.any(VECTORS) + self.any("0123") + self.any(["", "", "", "+4", ".x"])
        return "{" + ", ".join(first if uniform and self.rnd.random() < 0.8 else
                               self.any(likely if self.rnd.random() < 0.985 else ALL) for _ in range(count)) + "}"

    def pattern(self):
        """One of the patterns, filled; most that stands for one value is a vector of one."""
        pattern = self.any(PATTERNS)
        dimensions = self.rnd.randrange(3 if "<o>" in pattern else 1, 6)
        values = {**VALUES, "C": (dimensions, OF_32), "I": (dimensions - 2, OF_16)}

        def fill(hole):
            name = hole[1]
            return (str(dimensions) if name in "do" else self.any(CHOICES[name]) if name in CHOICES else
                    self.any(ALL) if self.rnd.random() < 0.03 else self.vector(*values[name]))

        return re.sub(r"<(\w+)>", fill, pattern)

    def vectors(self, text, bases):
        """Puts a vector in the place of a vector or an operand, or another element into one."""
        if self.rnd.random() < 0.6 or "{" not in text and self.rnd.random() < 0.7:
            return self.pattern()
        whole, found, elements = operands(text)
        if found and self.rnd.random() < 0.85:
            place = self.any(found)
            inside = text[place[0]:place[1]]
            likely = OF_16 if "%h" in inside else OF_64 if "%rd" in inside else OF_32
            return replaced(text, place, self.vector(inside.count(",") + 1, likely))
        if elements and self.rnd.random() < 0.5:
            return replaced(text, self.any(elements), self.any(ALL))
        if not whole:
            return self.pattern()
        return replaced(text, self.any(whole), self.vector(self.any([1, 1, 2, 4]), self.any([OF_16, OF_32, OF_64])))

    def neighbours(self, text, bases):
        """Changes qualifiers and operands."""
        parts, (whole, _, _) = PARTS.match(text), operands(text)
        words = QUALIFIER.findall(parts[3])
        if self.rnd.random() < 0.5 and words:
            other = self.any(QUALIFIER.findall(PARTS.match(self.any(bases))[3]) or [".x"])
            how, i, j = self.rnd.randrange(4), self.rnd.randrange(len(words)), self.rnd.randrange(len(words))
            if how == 0:
                words[i] = other
            elif how == 1:
                words.insert(i + 1, other)
            elif how == 2:
                words.pop(i)
            else:
                words[i], words[j] = words[j], words[i]
            text = parts[1] + parts[2] + parts[3].split(".")[0] + "".join(words) + parts[4]
        elif whole:
            given = [text[a:b] for a, b in whole]
            how, i = self.rnd.randrange(6), self.rnd.randrange(len(given))
            if how == 0:
                given.pop(i)
            elif how == 1:
                given.insert(i, self.any(ALL))
            else:
                given[i] = self.any(ALL)
            text = replaced(text, (whole[0][0], whole[-1][1]), ", ".join(given))
        else:
            text = text.replace(";", f" {self.any(ALL)};", 1)
        return self.again(self.neighbours, text, bases, 0.3)

    def change(self, kind, text, bases):
        """An instruction of the kind, with the declarations that it needs."""
        made = {"tokens": self.tokens, "words": self.all_words, "specials": self.all_specials,
                "constants": self.constants, "vectors": self.vectors, "neighbours": self.neighbours}[kind](text, bases)
        return made if kind == "tokens" else declare(made)
