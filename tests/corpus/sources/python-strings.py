# Inline asm through calls with one constraint string, f-strings, triple quotes, and CUDA inside of strings.
from compiler import ir, llvm


def sound(dst, src, n, bytes_per_copy):
    llvm.inline_asm(None, [dst, src], "cp.async.cg.shared.global [$0], [$1], 16;", "r,l", has_side_effects=True)
    llvm.inline_asm(
        ir.void, [dst, src],
        f"cp.async.ca.shared.global [$0], [$1], {bytes_per_copy};", "r,l,~{memory}")
    llvm.inline_asm(None, [dst, src, *rows], "@$0 cp.async.ca.shared.global [$1], [$2], 4, $3;",
                    "b,r" + ",l" * n, has_side_effects=True)
    llvm.inline_asm(None, [dst, src], f"{guard} cp.async.ca.shared.global [$0], [$1], 4{rest};",
                    "r,l" + guard_constraint, has_side_effects=True)
    llvm.inline_asm(None, [dst, src, *rows], ".reg .v4 .f32 all; "
                    "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.f32 [$0], all, [$1];", "r,r")
    print(f"{{ .reg .pred p; setp.ne.b32 p, {n}, 0; @p cp.async.wait_group {n}; }}")
    return "cp.async.wait_group %d;" % n


def wrong(dst, src, n, size):
    llvm.inline_asm(None, [dst, src], "cp.async.cg.shared.global [$0], [$1], 8;", "r,l", has_side_effects=True)
    llvm.inline_asm(None, [dst, src, size],
                    "cp.async.ca.shared.global [$0], [$1], "
                    "4, $2;", "r,l,l", has_side_effects=True)
    llvm.inline_asm(None, [dst, src], "cp.async.cg.shared.global [$0], [$2], 16;", "r,l", has_side_effects=True)
    return f"@p{n} cp.async.ca.shared.global [%r{n}], [%rd{n}], 12;  // {{braces}}"


TEXT = '''
    // Copies one line.
    cp.async.cg.shared.global
        [%r1], [%rd1], 16;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes
        [%r1], [%rd1], 24, [%r2];
'''

CUDA = """
__device__ void copy(unsigned dst, const void *src) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\\n" :: "r"(dst), "l"(src) : "memory");
    asm volatile("{\\n\\t cp.async.ca.shared.global [%0], [%1], 2;\\n}" :: "r"(dst), "l"(src) : "memory");
}
"""

JOINED = ("cp.async.bulk.commit_group;\n"
          "cp.async.bulk.wait_group.red 0;\n")
RAW = r"cp.async.ca.shared.global [%r1], [%rd1], 7;"
ESCAPED = "\tcp.async.ca.shared\x2eglobal [%r1],\u0020[%rd1], 9;\n"


def hidden(k, off, a):
    """What braces hide may be any part of a word, or several words."""
    sound = [f"cp.async.cg.shared{k}.global [%0], [%1], 16;", f"cp.async.cg.shared.global [{a} + {off}], [{a}], 16;"]
    wrong = f"cp.async.cg.shared.global [{a} + {off}], [{a}], 8;"
    return sound + [wrong]
