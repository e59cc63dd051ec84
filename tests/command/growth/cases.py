"""Inputs that a careless reader needs quadratic time for: each row is made for any n, and is n times as much of something.

A row names a hazard of the implementation: a table, a list or a search that may be gone through for each item. `n` is
small: growth shows long before time does.
"""

WAIT = "cp.async.wait_all;"
COPY = "cp.async.cg.shared.global [a], [b], 16;"
WRONG = "cp.async.cg.shared.global [a], [b], 12;"
HEAD = ".version 9.0\n.target sm_90\n.address_size 64\n"
TAIL = " ret;\n}\n"
LOCAL = ".visible .entry k() {\n.reg .b32 a, r<9>; .reg .b64 b; .reg .pred p;\n"


def asm(text, operands='"r"(a), "l"(b)'):
    return f'asm volatile("{text}" :: {operands} : "memory");\n'


def kernel(body):
    return HEAD + LOCAL + body + TAIL


def each(n, make):
    return "".join(make(i) for i in range(n))


def ring(number):
    """A kernel with a loop that copies, which is executed."""
    return (f".visible .entry ring{number}(.param .u64 data) {{\n.reg .pred p; .reg .b32 r<7>; .reg .b64 b;\n"
            ".shared .align 16 .b8 smem[4096];\nld.param.u64 b, [data];\nmov.u32 r1, %tid.x;\nmov.u32 r2, smem;\n"
            "shl.b32 r3, r1, 4;\nadd.s32 r4, r2, r3;\nmov.u32 r5, 0;\nLOOP:\ncp.async.cg.shared.global [r4], [b], 16;\n"
            "cp.async.commit_group;\ncp.async.wait_group 0;\nld.shared.u32 r6, [r4];\nadd.s32 r5, r5, 1;\n"
            "setp.lt.u32 p, r5, 4;\n@p bra LOOP;\nst.global.u32 [b], r6;\n" + TAIL)


def backwards(n):
    """A kernel with loops that copy, whose bound goes through all registers, each move above the one before it."""
    return (HEAD + ".visible .entry k(.param .u32 n, .param .u64 data) {\n.reg .pred p; .reg .b64 b;\n"
            f".reg .b32 r<{n + 1}>; .shared .align 16 .b8 smem[16];\nld.param.u64 b, [data];\n"
            f"ld.param.u32 r{n}, [n];\nOUTER:\nINNER:\n"
            "cp.async.cg.shared.global [smem], [b], 16;\n" + each(n, lambda i: f"mov.u32 r{i}, r{i + 1};\n") +
            f"add.s32 r{n}, r{n}, -1;\nsetp.gt.s32 p, r0, 0;\n@p bra INNER;\nsetp.gt.s32 p, r{n}, 0;\n@p bra OUTER;\n" +
            TAIL)


BESIDE = "beside"


class Case:
    """One row: its name, the extension of the file, n, what makes the source, and further arguments of `check`.

    `make` may give several sources by name, which are a folder then. In the arguments, {beside} is a file that `beside`
    makes for n, if there is such a function. A run with the option `first`, if there is one, goes before and is not
    counted. With `pairs` each item is held against each other one.
    """

    def __init__(self, name, extension, n, make, *arguments, command="check", beside=None, first=None, pairs=False):
        self.name, self.extension, self.n, self.make, self.arguments = name, extension, n, make, arguments
        self.command, self.beside, self.first, self.pairs = command, beside, first, pairs


def module(name, n, make, *arguments, **more):
    return Case(name, "ptx", n, lambda count: kernel(make(count)), *arguments, **more)


def compiled(name, n, make, files, *arguments):
    """A module that was compiled from so many files, or n, and has n names of functions."""
    def whole(count):
        return kernel(make(count)) + each(files or count, lambda i: f'.file {i + (files or 0)} "gone{i}.cu"\n') + (
            ".section .debug_str {\n" + each(count, lambda i: f"F{i}: .b8 102, 0\n") + "}\n")
    return Case(name, "ptx", n, whole, "--no-flow", "--max-diagnostics=0", *arguments)


def cuda(name, n, make, *arguments):
    return Case(name, "cu", n, make, *arguments)


def python(name, n, make, *arguments):
    return Case(name, "py", n, make, *arguments)


def tensor_map(number):
    return ('{"name": "map%d", "kind": "tiled", "tensorDataType": "FLOAT16", "tensorRank": 2, "globalDim": [64, 64], '
            '"globalStrides": [128], "boxDim": [64, 8]}' % number)


def maps(n):
    return "[" + ",\n".join(tensor_map(i) for i in range(n)) + "]"


def encode(number):
    return (f"void f{number}(CUtensorMap *m, void *p) {{ const cuuint32_t box[2] = {{64, 8}}; cuTensorMapEncodeTiled("
            "m, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, p, dims, strides, box, steps, 0, 0, 0, 0); }\n")


CASES = [
    # Macros of a host file
    cuda("defines", 60, lambda n: each(n, lambda i: f"#define M{i} {i % 8}\n") +  # more than 63 is a finding
         each(n, lambda i: asm("cp.async.wait_group %0;", f'"n"(M{i})'))),
    cuda("defines of one name", 60, lambda n: each(n, lambda i: f"#define M {i}\n") +
         each(n, lambda i: asm("cp.async.wait_group %0;", '"n"(M)'))),
    cuda("macros of one name that make asm", 480, lambda n: each(n, lambda i: f"#define M(a) {asm(WAIT)}") +
         "void f() {" + "M(1);" * n + "}"),
    cuda("branches that define one macro", 480, lambda n: each(
        n, lambda i: f"#if A{i}\n#define M(a) {asm(WAIT)}#endif\n") + "void f() {" + "M(1);" * n + "}"),
    cuda("undefs", 1200, lambda n: each(n, lambda i: f"#define M{i} {i}\n#undef M{i}\n") + asm(WAIT)),
    cuda("macros that are text", 40, lambda n: each(n, lambda i: f'#define M{i} "{WAIT}"\n') +
         each(n, lambda i: f"asm volatile(M{i});\n")),
    cuda("macros that make asm", 60, lambda n: each(n, lambda i: f"#define M{i}() {asm(WAIT)}") +
         "void f() {" + each(n, lambda i: f"M{i}();") + "}"),
    cuda("chain of macros", 80, lambda n: f"#define M0() {asm(WAIT)}" +
         each(n, lambda i: f"#define M{i + 1}() M{i}()\n") + f"void f() {{ M{n}(); }}"),
    cuda("names in constants", 300, lambda n: "#define N0 1\n" + each(n, lambda i: f"#define N{i + 1} (N{i}+N{i})\n") +
         asm("cp.async.wait_group %0;", f'"n"(N{n})')),
    cuda("arguments of a macro", 2000, lambda n: f"#define M(...) asm(\"{WAIT}\" #__VA_ARGS__)\nvoid f() {{ M(" +
         "x," * n + "x); }"),
    # Conditions
    cuda("#if in #if", 2000, lambda n: "#if A\n" * n + asm(WAIT) + "#endif\n" * n),
    cuda("#elif", 60, lambda n: "#if A\n" + each(n, lambda i: f"#elif A{i}\n{asm(WAIT)}") + "#endif\n"),
    cuda("#if in a statement", 60, lambda n: "asm volatile(\n" + each(
        n, lambda i: f'#if A{i}\n"{WAIT}"\n#else\n"cp.async.commit_group;"\n#endif\n') + ");\n"),
    cuda("long condition", 3000, lambda n: "#if " + " || ".join(f"defined(A{i})" for i in range(n)) + "\n" +
         asm(WAIT) + "#endif\n"),
    cuda("if in if", 800, lambda n: "void f() {" + "if (a) {" * n + asm(WAIT) + "}" * n + "}"),
    cuda("selections by target", 300, lambda n: "void f() {" + "NV_IF_TARGET(NV_PROVIDES_SM_90, (" * n + asm(WAIT) +
         "))" * n + "}"),
    # asm statements
    cuda("statements", 40, lambda n: asm(COPY.replace("[a], [b]", "[%0], [%1]")) * n),
    cuda("statements on one line", 30, lambda n: asm("cp.async.cg.shared.global [%0], [%1], 8;").strip() * n),
    cuda("literals", 200, lambda n: "asm volatile(" + f'"{WAIT}"\n' * n + ");"),
    cuda("operands", 400, lambda n: asm(WAIT, ", ".join(f'"r"(x{i})' for i in range(n)))),
    cuda("named operands", 200, lambda n: asm(each(n, lambda i: f"mov.b32 %[x{i}], 1; ") + WAIT,
                                              ", ".join(f'[x{i}] "r"(x{i})' for i in range(n)))),
    cuda("clobbers", 2000, lambda n: f'asm volatile("{WAIT}" ::: ' + ", ".join(f'"c{i}"' for i in range(n)) + ");"),
    cuda("comments in front", 3000, lambda n: "/* a */ // b\n" * n + asm(WAIT)),
    # Sources in which no statement is about the family
    cuda("words before a comment without an end", 1000, lambda n: "asm /* " * n),
    cuda("definitions in one line", 8000, lambda n: asm("mov.b32 %0, %1;", '"r"(a), "n"(N)') + "#define M() " * n),
    cuda("local constants", 60, lambda n: "void f() {" + each(n, lambda i: f"const uint32_t c{i} = {i};\n") +
         each(n, lambda i: asm("cp.async.wait_group %0;", f'"n"(c{i})')) + "}"),
    # Strings of other languages
    python("strings", 60, lambda n: f'x = "{WAIT}"\n' * n),
    python("concatenation", 200, lambda n: "x = " + f'"{WAIT}" + ' * n + '"x"\n'),
    python("strings added to one", 150, lambda n: 'x = ""\n' + f'x += "{WAIT}"\n' * n),
    python("parts of a template", 250, lambda n: 'x = f"' + "cp.async.wait_group {a};" * n + '"\n'),
    python("names of strings", 50, lambda n: each(n, lambda i: f'a{i} = "{WAIT}"\n') +
           each(n, lambda i: f"g(a{i} + a{i})\n")),
    python("source in a string", 50, lambda n: 'x = """\n' + asm(WAIT) * n + '"""\n'),
    Case("statements of Rust", "rs", 60, lambda n: "fn f() { unsafe {" + f'asm!("{WAIT}");\n' * n + "} }"),
    Case("statements of LLVM", "ll", 50, lambda n: f'call void asm sideeffect "{WAIT}", "~{{memory}}"()\n' * n),
    # Names of a module
    module("one range, declared often", 200, lambda n: ".reg .b32 %q<1>;\n" * n +
           each(n, lambda i: f"cp.async.wait_group %q{i % 7};\n")),
    module("ranges that shrink", 120, lambda n: each(n, lambda i: f".reg .b32 %q<{n - i}>;\n") +
           each(n, lambda i: f"cp.async.cg.shared.global [%q{i}], [b], 16;\n"), "--no-flow"),
    module("one register, declared often", 800, lambda n: ".reg .b32 %q;\n" * n + WAIT),
    module("registers", 120, lambda n: each(n, lambda i: f".reg .b32 q{i};\n") +
           each(n, lambda i: f"cp.async.cg.shared.global [q{i}], [b], 16;\n"), "--no-flow"),
    module("unknown names", 150, lambda n: each(n, lambda i: f".reg .b32 name_of_register_{i};\n") +
           each(n, lambda i: f"cp.async.cg.shared.global [name_of_registers_{i}], [b], 16;\n"), "--no-flow"),
    module("scopes in scopes", 800, lambda n: "{ .reg .b32 z;\n" * n + COPY + "}" * n),
    module("labels", 250, lambda n: each(n, lambda i: f"L{i}: {WAIT}\n")),
    # Instructions
    module("copies", 120, lambda n: (COPY + "\n") * n, "--no-flow"),
    module("unknown qualifiers", 500, lambda n: "cp.async.cg" + each(n, lambda i: f".f{i}") + " [a], [b], 16;"),
    module("elements of a vector", 1000, lambda n: "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier"
           "::complete_tx::bytes [a], [b, {" + ", ".join(["a"] * n) + "}], [a];"),
    module("operands of an instruction", 2000, lambda n: "cp.async.cg.shared.global [a]" + ", [b]" * n + ";"),
    module("long name", 20000, lambda n: "cp.async.cg.shared.global [" + "z" * n + "], [b], 16;"),
    module("long mnemonic", 20000, lambda n: "cp.asyn" + "c" * n + " [a], [b], 16;"),
    module("comments in an instruction", 3000, lambda n: "cp.async.wait_group " + "/* x */" * n + " 0;"),
    module("line numbers", 200, lambda n: each(n, lambda i: f".loc 1 {i} 1\n{WAIT}\n")),
    Case("files and functions", "ptx", 50, lambda n: HEAD + each(
        n, lambda i: f'.file {i + 1} "f{i}.cu"\n.visible .entry k{i}() {{ .reg .b32 a; .reg .b64 b; {COPY}{TAIL}')),
    Case("files", "d", 60, lambda n: {f"{i}.ptx": kernel(COPY) for i in range(n)}, "--no-flow"),
    Case("files of host code", "d", 60, lambda n: {f"{i}.cu": asm(WAIT) for i in range(n)}),
    Case("files for many targets", "d", 15, lambda n: {f"{i}.ptx": kernel(COPY) for i in range(n)}, "--no-flow",
         "--portable=sm_80,sm_86,sm_87,sm_89,sm_90,sm_100,sm_103,sm_110,sm_120,sm_121"),
    Case("targets", "ptx", 1000, lambda n: ".version 9.0\n.target " + ", ".join(["sm_90"] * n) + "\n" + COPY),
    # Hazards
    module("copies that nobody waits for", 6000, lambda n: (COPY + "\n") * n),
    module("copies on one mbarrier", 4000, lambda n: ".shared .b64 m;\n" + "cp.async.bulk.shared::cluster.global."
           "mbarrier::complete_tx::bytes [a], [b], 16, [m];\n" * n),
    module("inits of one mbarrier", 6000, lambda n: ".shared .b64 m;\n" + "mbarrier.init.shared.b64 [m], 1;\n" * n),
    module("copies that are read", 60, lambda n: each(n, lambda i: f".shared .align 16 .b8 s{i}[16];\n") +
           each(n, lambda i: f"cp.async.cg.shared.global [s{i}], [b], 16;\n") + "cp.async.commit_group;\n" +
           "cp.async.wait_group 0;\n" + each(n, lambda i: f"ld.shared.u32 a, [s{i}];\n"), pairs=True),
    module("copies to unknown places that are read", 60, lambda n: each(
        n, lambda i: f"cp.async.cg.shared.global [r{i % 9}], [b], 16;\nld.shared.u32 r{i % 9}, [r{(i + 1) % 9}];\n"),
           pairs=True),
    Case("moves against the order of the text", "ptx", 1500, backwards),
    module("branches into each other", 1500, lambda n: each(n, lambda i: f"@p bra L{i};\n") + each(
        n, lambda i: f"L{i}: {COPY}\n")),
    Case("kernels that are executed and variables", "ptx", 4, lambda n: HEAD + each(
        400 * n, lambda i: f".global .b32 g{i};\n") + each(n, ring)),
    module("loops", 600, lambda n: each(n, lambda i: f"L{i}: setp.ne.u32 p, a, {i};\n@p bra L{i};\n") + COPY),
    module("loops in loops", 600, lambda n: each(n, lambda i: f"L{i}:\n") + COPY +
           each(n, lambda i: f"@p bra L{n - 1 - i};\n")),
    # Pictures of executions
    Case("kernels in pictures", "ptx", 60, lambda n: HEAD + each(n, ring), command="pipeline"),
    Case("kernels in pictures on a page", "ptx", 60, lambda n: HEAD + each(n, ring), "--html=-", command="pipeline"),
    # Tensor maps
    Case("maps as JSON", "json", 100, maps, command="tensormap"),
    Case("maps of a module", "ptx", 60, lambda n: HEAD + each(
        n, lambda i: f".extern .global .align 64 .b8 map{i}[128];\n") + LOCAL + COPY + TAIL, "--maps={beside}",
         beside=maps),
    cuda("calls that encode maps", 60, lambda n: each(n, encode)),
    cuda("variables of maps", 400, lambda n: "void g() {" + each(n, lambda i: f"const int n{i} = {i};\n") +
         each(n, lambda i: f"cuTensorMapEncodeTiled(m, 0, n{i});\n") + "}"),
    # Findings
    module("known findings", 60, lambda n: (WRONG + "\n") * n, "--no-flow", "--baseline={beside}",
           first="--update-baseline"),
    Case("known findings of many files", "d", 20, lambda n: {f"{i}.ptx": kernel(WRONG) for i in range(n)}, "--no-flow",
         "--baseline={beside}", first="--update-baseline"),
    module("findings", 70, lambda n: (WRONG + "\n") * n, "--no-flow"),
    module("all findings of a line", 60, lambda n: WRONG * n, "--no-flow", "--max-diagnostics=0"),
    module("findings as JSON", 40, lambda n: (WRONG + "\n") * n, "--no-flow", "--format=json"),
    compiled("findings in a source", 70, lambda n: each(n, lambda i: f".loc 1 {i + 1} 1\n{WRONG}\n"), 1),
    compiled("findings in many sources", 70, lambda n: each(n, lambda i: f".loc {i} {i + 1} 1\n{WRONG}\n"), None,
             "--format=json"),
    compiled("calls that were inlined", 300, lambda n: ".loc 1 1 1\n" + each(
        n, lambda i: f".loc 1 {i + 2} 1, function_name F{i}, inlined_at 1 {i + 1} 1\n{WRONG}\n"), 1, "--format=json"),
    compiled("calls at one place", 2000, lambda n: ".loc 1 1 1, inlined_at 1 1 1\n" * n + WRONG, 1),
    compiled("functions with places", 300, lambda n: ".loc 1 1 1\n" + each(
        n, lambda i: f"{TAIL}.entry k{i}() {{\n.loc 1 {i + 2} 1, inlined_at 1 {i + 1} 1\n") + WRONG, 1),
    module("findings that are allowed", 70, lambda n: f"{WRONG} // ptxcheck: allow(cp-size-cg)\n" * n, "--no-flow"),
    module("comments that allow", 600, lambda n: "// ptxcheck: allow(cp-size-cg)\n" * n + WRONG, "--no-flow"),
    cuda("comments that allow a rule that is none", 25, lambda n: ("// ptxcheck: allow(cp-size-cgs)\n" + asm(WAIT)) * n),
    module("assumptions", 500, lambda n: "// ptxcheck: assume threads=32\n" * n + WAIT),
]
