"""What random instructions are made of: recorded instructions; the targets, versions, mnemonics and special registers
of the tables; the words of the assembler. And how an instruction is taken apart."""

import codecs
import collections
import gzip
import pathlib
import re

TESTS = pathlib.Path(__file__).resolve().parent.parent
GRAMMAR = TESTS.parent / "grammar"
MODULE = (TESTS / "oracle" / "module.txt").read_text()
PLACE = MODULE[:MODULE.index("<the case>")].count("\n")  # the line of the first instruction, from 0

# Names beyond those of the module, which are declared around an instruction that has them.
DECLARED = {"%q": ".reg .b128 %q<4>;", "%cu": ".reg .u8 %cu<4>;", "%cs": ".reg .s8 %cs<4>;",
            "s_v2": ".shared .v2 .b32 s_v2;", "l_w": ".local .b32 l_w;", "s_h": ".shared .b16 s_h;",
            "s_d": ".shared .f64 s_d;"}
for _width, _types in (("v2", "b8 u8 b16 u16 s16 f16 b32 u32 s32 f32 f16x2 b64 u64 s64 f64"),
                       ("v4", "b8 u8 b16 u16 s16 f16 b32 u32 s32 f32 f16x2")):
    for _type in _types.split():
        DECLARED[f"%{_width}{_type}_"] = f".reg .{_width} .{_type} %{_width}{_type}_<4>;"
VECTORS = [name for name in DECLARED if name.startswith("%v")]

# Operands of every kind, by the width of what they hold.
OF_32 = """%r1 %r2 %ru1 %ru2 %rs1 %rs2 %f1 %hx1 %p1 %laneid %envreg3 %clock %pm3 %tid.x %ctaid.y %tid
%is_explicit_cluster %cluster_ctarank s_w g_w k_u32 l_w 0 1 -1 5U 16 0x100000000 ~5 -5 0.5 0f3F000000 0d3FE0000000000000
WARP_SZ 2+3 (1) !0 1==1 0x7fffffff 0xffffffff %v2b32_1.x %v4u32_1.y %v4s32_1.z %v2f32_0.y %v4b32_1.a _ g_buf
s_v2""".split()
OF_16 = "%h1 %h2 %hu1 %hs1 %hf1 %p1 s_h 0 1 -1 5U 0.5 ~5 0x10000 %v2b16_1.x %v4u16_1.y %v4f16_1.z _ %laneid".split()
OF_64 = """%rd1 %rd2 %rdu1 %rds1 %fd1 %clock64 %globaltimer %gridid %pm1_64 %current_graph_exec k_ptr s_mbar s_d 0 1 -1
5U ~5 0.5 0d3FE0000000000000 %v2b64_1.x %v2u64_1.y %v2s64_0.y _ 0xffffffffffffffff""".split()
OTHERS = """[s_buf] [g_buf] [%rd1] [%r1] [%rd1+16] [s_mbar] [s_mbar+8] [c_buf] [l_buf] [k_tmap] [k_ptr] [g_tmap] s_buf
kern %c1 %q1 %cu1 %cs1 !%p1 %p1|%p2 %r1|%p1 _|%p1 [%laneid] [16] [_] %r1+4 %rd1+4 s_buf+4 %nosuch [%h1] [%rdu1] 128
1.0 0x100000""".split()
PUNCTUATION = list(";,[]{}()|!@:+-*/.<>=?\"~&%$_#\\") + ["::", "//", "/*", "*/"]

PARTS = re.compile(r"^((?:\{(?: ?\.[^;{}]*;)* *)?)((?:@!?\S+ +)?)([^\s;]*)(.*)$", re.DOTALL)
QUALIFIER = re.compile(r"\.\w+(?:::\w+)*")
TOKEN = re.compile(r"0[fFdD][0-9a-fA-F]{8,16}|0[xX][0-9a-fA-F]+U?|\d+\.\d+|\.?[A-Za-z_$%][\w$]*(?:::\w+)*|\.\d\w*|\d\w*"
                   r"|\s+|\S")


def table(name):
    """The text of a table of the grammar."""
    return (GRAMMAR / name).read_text()


def newest(release):
    """The newest PTX version of a release of the assembler, or None where it is not known."""
    rows = re.findall(r"^MEASURED\( PTXAS\((\d+), (\d+)\), PTX\((\d+), (\d+)\)", table("versions.def"), re.MULTILINE)
    return {(int(a), int(b)): (int(c), int(d)) for a, b, c, d in rows}.get(release)


def targets(release):
    """The first PTX version of each target that a release of the assembler knows."""
    rows = re.findall(r'^TARGET\( \w+, +\d+, +"(\w+)", .*?PTX\((\d+), (\d+)\), +\w+, +PTXAS\((\d+), (\d+)\)',
                      table("targets.def"), re.MULTILINE)
    return {name: (int(major), int(minor)) for name, major, minor, asked, by in rows
            if (int(asked), int(by)) <= max(release, (13, 0)) and (int(major), int(minor)) <= newest(release)}


def versions(known):
    """All PTX versions that are known, as pairs."""
    rows = re.findall(r"^VERSIONS\( *(\d+), +(\d+)", table("versions.def"), re.MULTILINE)
    return [version for major, last in rows for version in ((int(major), minor) for minor in range(int(last) + 1))
            if known(version)]


def mnemonics():
    """All mnemonics, longest first."""
    return sorted(re.findall(r'^OPCODE\( *\w+, *\d+, *"([^"]+)"', table("opcodes.def"), re.MULTILINE), key=len,
                  reverse=True)


def qualifiers():
    """All qualifiers of the tables."""
    return re.findall(r'^QUALIFIER\( *\w+, *\d+, *"([^"]+)"', table("qualifiers.def"), re.MULTILINE)


def specials():
    """Names of all special registers, and of some that are none."""
    names = ["%tid.w", "%nosuch", "WARP_SZ", "%pm8", "%envreg32"]
    for name, vector, numbers in re.findall(r'^SPECIAL\( "(%\w+)", +\w+, (\w+), +(\d+)', table("specials.def"),
                                            re.MULTILINE):
        numbered = [f"{name}0", f"{name}{int(numbers) - 1}"] if numbers != "0" else []
        names += numbered or ([f"{name}.{c}" for c in "xyz"] if vector == "VECTOR" else []) + [name]
    return names


def mnemonic_of(text, known):
    """The mnemonic of the tables that an instruction begins with, or None; with a colon it is a label."""
    head = re.sub(r"^.*(?<!:):(?!:).*$", "", PARTS.match(text)[3])
    return next((m for m in known if head == m or head.startswith(m + ".")), None)


def statements(text):
    """The instructions in a text, without the declarations in front."""
    first, *more = text[PARTS.match(text).end(1):].split(";")
    return [first] + [x.strip(" }") for x in more if x.strip(" }")]


def shape(text):
    """The mnemonic's form as its operands show it: their brackets and commas, without names and numbers."""
    return re.sub(r"[^\[\]{},|]", "", PARTS.match(text)[4])


def recorded(known, release):
    """The recorded instructions: by mnemonic and shape those that were accepted, and all."""
    accepted, everything = collections.defaultdict(lambda: collections.defaultdict(list)), []
    for path in sorted((TESTS / "oracle").glob("ptxas-*.tsv.gz")):
        if not (13, 0) <= tuple(map(int, re.findall(r"\d+", path.name)[:2])) <= max(release, (13, 0)):
            continue
        for row in gzip.decompress(path.read_bytes()).decode().split("\n")[1:]:
            columns = row.split("\t")
            if len(columns) < 6 or "\\" in row or len(columns[5]) > 300 or len(statements(columns[5])) > 1:
                continue
            everything.append(columns[5])
            mnemonic = columns[3] == "ok" and mnemonic_of(columns[5], known)
            if mnemonic:
                accepted[mnemonic][shape(columns[5])].append(columns[5])
    return accepted, everything


def strings(path):
    """The words among the strings of a program that a qualifier may be spelt like; some are kept in rot13. Directives
    of macros, such as .IF, are left out: they take in what follows."""
    words = set()
    for run in re.findall(rb"(?<=\0)[\x20-\x7e]{2,44}(?=\0)", pathlib.Path(path).read_bytes()):
        for text in (run.decode(), codecs.encode(run.decode(), "rot13")):
            if re.fullmatch(r"\.(?![A-Z_]+$)[a-zA-Z0-9]\w*(::\w+)*", text):
                words.add(text)
            elif re.fullmatch(r"[a-z][a-z0-9_]*(::\w+)*", text) and len(text) < 32:
                words.add("." + text)
    return sorted(words)


def declare(text):
    """The instruction with the declarations of its names around it."""
    wanted = [said for name, said in DECLARED.items()
              if name in text and re.search(rf"(?<![\w%]){name}" + (r"\d" if name[0] == "%" else r"\b"), text)
              and said not in text]
    return f"{{ {' '.join(wanted)} {text} }}" if wanted else text


def operands(text):
    """The places of the operands of an instruction, of the vectors, and of the elements of vectors, as pairs."""
    whole, vectors, elements, open_ = [], [], [], []
    start = PARTS.match(text).start(4)
    for i in range(start, len(text)):
        if text[i] in "[{":
            open_.append(i)
        elif text[i] in "]}" and open_:
            j = open_.pop()
            if text[i] == "}":
                vectors.append((j, i + 1))
                elements += [(j + 1 + m.start(), j + 1 + m.end()) for m in re.finditer(r"[^,\s][^,]*", text[j + 1:i])]
        elif text[i] in ",;" and not open_:
            skipped = len(text[start:i]) - len(text[start:i].lstrip())
            if start + skipped < i:
                whole.append((start + skipped, i))
            start = i + 1
            if text[i] == ";":
                break
    return whole, vectors, elements
