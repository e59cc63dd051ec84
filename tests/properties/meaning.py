"""`--fix` changes no meaning: which operand is written, in which space each address lies, how much is copied, when that
completes, through which cache and in which scope.

What an instruction says is read here from its text, without the tables: from the words that are spelt right, from the
names of the operands (s_… lies in .shared, g_… in .global, a register of 32 bits is no global address), and their order.
"""

import collections
import difflib
import re

from command import Broken, expect
import material
import sources

COUNTED = "fixes"

# What the words say, by what no fix may change. Of types and spaces there is more to say below.
SAYS = {
    "cache operator": ".ca .cg",
    "cache level": ".L1 .L2 .L1::32B .L1::64B .L1::128B .L1::evict_last .L1::evict_normal .L1::evict_first .lu .cv .cs",
    "cache policy": ".L2::cache_hint",
    "eviction priorities": ".L2::evict_last .L2::evict_normal .L2::evict_first .L2::evict_unchanged",
    "prefetch size": ".L2::64B .L2::128B .L2::256B",
    "completion": ".bulk_group .mbarrier::complete_tx::bytes .mbarrier::arrive::one",
    "what is waited for": ".read .noinc .noComplete .parity",
    "receivers": ".multicast::cluster .multicast::cluster::all .cta_group::1 .cta_group::2",
    "mask": ".cp_mask .ignore_oob",
    "dimensions": ".1d .2d .3d .4d .5d",
    "load mode": ".tile .tile::gather4 .tile::scatter4 .im2col .im2col::w .im2col::w::128 .im2col_no_offs",
    "operation": ".add .min .max .inc .dec .and .or .xor .is_canceled .get_first_ctaid",
    "vector": ".v2 .v4",
    "ordering": ".weak .relaxed .acquire .release .acq_rel",
    "scope": ".cta .cluster .gpu .sys",
    "restriction": ".sync_restrict::shared::cta .sync_restrict::shared::cluster",
    "type": ".b8 .u8 .s8 .b16 .u16 .s16 .f16 .bf16 .b32 .u32 .s32 .f32 .b64 .u64 .s64 .f64 .b128 .pred",
    "space": ".global .shared .shared::cta .shared::cluster .const .local .param",
}
SAID = {word: what for what, words in SAYS.items() for word in words.split()}
ONE_TYPE = re.compile(r"mbarrier|createpolicy|cp\.async\.mbarrier|tcgen05|clusterlaunchcontrol")
COPIES = ["cp.async.{c}.{s} {o}, 16;", "cp.async.ca.{s} {o}, {n};", "cp.async.bulk.{s}.{f} {o}, {n}{m};",
          "cp.reduce.async.bulk.{s}.{f}.add.u32 {o}, {n}{m};", "cp.async.bulk.{s} {o}, {n}{m};"]
SPACES = ["shared", "shared::cta", "shared::cluster", "global", "local"]


def mixed_up(rnd, _):
    """Gives a copy whose spaces, operands, size and completion were chosen apart from each other."""
    operands = rnd.sample(["[%r1]", "[%r2]", "[%rd1]", "[%rd2]", "[s_buf]", "[g_buf]", "[%r1+16]", "[g_buf+16]"], 2)
    if rnd.randrange(8) == 0:
        operands.insert(rnd.randrange(2), "16")
    chosen = [rnd.choice(SPACES), rnd.choice(SPACES)]
    if rnd.randrange(3):
        chosen = rnd.choice([["global", "shared::cta"], ["shared::cta", "global"], ["shared", "global"]])
    return rnd.choice(COPIES).format(
        c=rnd.choice(["ca", "cg", "c", "cq"]), s=".".join(chosen[:rnd.choice([1, 2, 2, 2])]), o=", ".join(operands),
        n=rnd.choice([4, 8, 16]), f=rnd.choice(["bulk_group", "mbarrier::complete_tx::bytes"]),
        m=rnd.choice(["", ", [s_mbar]", ", [%r3]"]))


def regrouped(rnd, text):
    """Puts a qualifier of the same kind in the place of one, or takes one away."""
    guard, words, rest = sources.parts(text)
    places = [i for i, word in enumerate(words) if word in SAID]
    if not places:
        return text
    at = rnd.choice(places)
    words[at] = rnd.choice(SAYS[SAID[words[at]]].split() + [""])
    return guard + "".join(words) + rest


def retyped(rnd, text):
    """Writes a register of another width."""
    found = rnd.choice(list(re.finditer(r"%(rd|r|h)(?=\d)", text)) or [None])
    return text[:found.start()] + rnd.choice(["%r", "%rd", "%h"]) + text[found.end():] if found else text


def rebracketed(rnd, text):
    """Takes the brackets off one operand, and puts them around another, or around none."""
    places = material.operands(text)[0]
    inside = [x for x in places if text[x[0]] == "[" and "{" not in text[slice(*x)]]
    outside = [x for x in places if text[x[0]] not in "[{"] + [None]
    if not inside:
        return text
    changes = [(rnd.choice(inside), lambda x: x[1:-1]), (rnd.choice(outside), "[{}]".format)]
    for place, change in sorted([x for x in changes if x[0]], key=lambda x: x[0], reverse=True):
        text = text[:place[0]] + change(text[slice(*place)]) + text[place[1]:]
    return text


def mistaken(rnd, known):
    """Gives an instruction with a mistake, or with two."""
    kind = rnd.randrange(7)
    if kind == 0:
        return mixed_up(rnd, known)
    if kind == 6:
        return rebracketed(rnd, known.legal(rnd))
    text = known.mistaken(rnd, 1) if kind < 4 else known.legal(rnd)
    text = regrouped(rnd, text) if kind in (3, 4) else text
    return retyped(rnd, text) if kind == 5 else text


def plain(text):
    """Gives the instruction without comments, and with a blank before its operands."""
    return re.sub(r"^((?:@\S+\s+)?[^\s\[{;]+)(?=[\[{])", r"\1 ", re.sub(r"/\*.*?\*/", "", text))


def words_of(text):
    """Gives the words from the first dot on, and the mnemonic with all of them."""
    words = sources.parts(text)[1]
    return words[1:], "".join(words)


def operands_of(text):
    """Gives the operands in their order, without blanks."""
    places = material.operands(text)[0]
    return [re.sub(r"\s", "", text[a:b]) for a, b in places]


def kind_of(operand):
    """Gives what tells an operand from others: an address, a vector, a register by its width, a constant, a sink."""
    if operand[0] == "{":
        return "vector" + "".join(re.findall(r"%[a-z]+", operand)[:1])
    if "|" in operand or operand == "_":
        return "pair" if "|" in operand else "sink"
    name = re.match(r"[!~]?\[?(%[a-z]+|[sgkc]_|[\w.%!~+-]*)", operand)[1]
    if operand[0] == "[" or name in ("s_", "g_", "c_"):
        return "address"
    return name if name[:1] == "%" else "symbol" if name[:1].isalpha() else "constant"


def space_of(operand):
    """Gives the space in which the name shows an address to lie, or None."""
    if "{" in operand or operand.startswith(("[g_", "g_")):
        return "global"
    return "shared" if operand.startswith(("[s_", "s_")) or re.match(r"\[?%r[su]?\d", operand) else None


def said_by(words):
    """Gives the words that say something, by what they say, in their order."""
    said = collections.defaultdict(list)
    for word in words:
        said[SAID.get(word)].append(word)
    return said


def slips_between(a, b):
    """Gives the edit distance, in which two letters that changed places count once."""
    rows = [list(range(len(b) + 1))]
    for i, x in enumerate(a, 1):
        rows.append([i])
        for j, y in enumerate(b, 1):
            rows[i].append(min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (x != y)))
            if i > 1 and j > 1 and x == b[j - 2] and y == a[i - 2]:
                rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    return rows[-1][-1]


def is_slip(word, others):
    """Decides whether the new word is an unknown one of before, spelt right."""
    return any(difflib.SequenceMatcher(None, word.lower(), other.lower()).ratio() > 0.55 for other in others)


def letters(word):
    """Gives the word without the marks between its parts."""
    return re.sub("[_:.]", "", word).lower()


def joined(old, new):
    """Gives the old words. Those that only other marks keep from being a new one are that one."""
    words, i = [], 0
    while i < len(old):
        count, word = next(((n, x) for n in (3, 2) for x in new
                            if new.count(x) > old.count(x) and letters(x) == letters("".join(old[i:i + n]))), (1, old[i]))
        words.append(word)
        i += count
    return words


def rivals_of(word, unknown, new, known):
    """Gives the other words of the mnemonic that are as near to an unknown one."""
    word, words = word.lower(), [x.lower() for x in sources.parts(new)[1]]
    near = min((x.lower() for x in unknown), key=lambda x: slips_between(word, x))
    if near in words or any(letters(a + b) == letters(near) for a, b in zip(words, words[1:])):
        return []  # it is a word with capitals, or two words that only their dot parts
    if not hasattr(known, "words"):
        known.mnemonics, known.words = material.mnemonics(), collections.defaultdict(set)
        for text in (text for shapes in known.accepted for texts in shapes for text in texts):
            known.words[material.mnemonic_of(text, known.mnemonics)].update(sources.parts(text)[1][1:])
    heard = known.words[material.mnemonic_of(new, known.mnemonics)]
    return [x for x in heard if x.lower() != word and x in SAID and near not in SAID and
            slips_between(x.lower(), near) <= slips_between(word, near)]


def is_within(before, after):
    """Decides whether the spaces are the same but for .shared, which is a part of the others."""
    order = [".shared", ".shared::cta", ".shared::cluster"]
    return len(before) == len(after) and all(
        a == b or (a in order and b in order and max(order.index(a), 1) <= order.index(b)) for a, b in zip(before, after))


def judge_words(before, after, known):
    """Holds the words after a fix against those before it."""
    (old_words, old), (new_words, new) = words_of(before), words_of(after)
    old_words = joined(old_words, new_words)
    old_said, new_said = said_by(old_words), said_by(new_words)
    unknown = [word for word in old_words if word not in new_words]
    for what in SAYS:
        kept, left = list(new_said[what]), [word for word in old_said[what] if word in new_said[what]]
        if what == "space" or (what == "type" and ONE_TYPE.match(new)):
            continue
        expect(left == old_said[what], f"the {what} was {old_said[what]} and is {kept}")
        for word in left:
            kept.remove(word)
        slips = [word for word in kept if is_slip(word, unknown)]
        expect(len(kept) == len(slips) or not left, f"the {what} was {left} and is {new_said[what]}")
        for word in slips if not left else []:
            rivals = rivals_of(word, unknown, new, known)
            expect(not rivals, f"{word} or {rivals} may be meant of", unknown)
    if ".parity" in new_words and ".parity" not in old_words and not is_slip(".parity", unknown):
        expect(any(not re.match(r"%(rd|fd)", x) for x in operands_of(after)[2:]), ".parity of no parity")
    return old_said["space"], new_said["space"], unknown


def judge_operands(before, after):
    """The operands are the same. Those of one kind stand in their order; gives whether addresses do."""
    old, new = operands_of(before), operands_of(after)
    bare = [sorted(re.sub(r"[\[\]]", "", ",".join(x)).split(",")) for x in (old, new)]
    expect(bare[0] == bare[1], "the operands were", old, "and are", new)
    bracketed = [{x.strip("[]") for x in side if x[0] == "["} for side in (old, new)]
    expect(not (bracketed[0] - bracketed[1] and bracketed[1] - bracketed[0]), "brackets move from", old, "to", new)
    if [x.strip("[]") for x in old] == [x.strip("[]") for x in new]:
        return False
    for kind in set(map(kind_of, new)) - {"address"}:
        names = [x.strip("[]") for x in new if kind_of(x) == kind]
        kept = iter([x.strip("[]") for x in old if x.strip("[]") in names])
        expect(all(x in kept for x in names), f"operands of the kind {kind} change places")
    first = [[x for x in side if kind_of(x) == "address" or "{" in x and x[0] == "["] for side in (old, new)]
    return first[0] != first[1] and sorted(first[0]) == sorted(first[1])


def judge(before, after, known):
    """Holds an instruction after a fix against the one before it."""
    before, after = plain(before), plain(after)
    old, new, unknown = judge_words(before, after, known)
    moved = judge_operands(before, after)
    expect(sources.parts(before)[0] == sources.parts(after)[0], "the guard changes")
    addresses = [x for x in operands_of(after) if ".cp" in after[:12] or after.startswith("cp.") or "[" in x][:2]
    shown = [(space_of(x), space.split("::")[0][1:]) for x, space in zip(addresses, new)]
    respelt = any(is_slip(space, unknown) for space in new)
    changed = not is_within(old, new) and not respelt
    if not (changed or moved) or not new:
        return
    expect(all(space in (None, said) or said not in ("shared", "global") for space, said in shown),
           "the spaces are", new, "of", addresses)
    if moved or len(old) == len(new):
        both = [space.split("::")[0] for space in old] != [space.split("::")[0] for space in new]
        expect(moved or both, "a space becomes a smaller part:", old, new)
        expect(any(space == said for space, said in shown), "nothing shows where", addresses, "lie")


def try_one(command, rnd, known):
    """Mends a module with mistakes, and judges each instruction that was changed."""
    instructions = [mistaken(rnd, known) for _ in range(40)]
    text = sources.module(rnd, instructions, True)
    command.write("made.ptx", text)
    command.run("--fix", "--no-config", "--only=syntax,legality", "made.ptx")
    count = 0
    for before, after in zip(text.split("\n"), command.read("made.ptx").decode().split("\n")):
        if before == after:
            continue
        count += 1
        try:
            judge(before, after, known)
        except Broken as broken:
            raise Broken(f"{before}\n{after}\n{broken}") from broken
    return count
