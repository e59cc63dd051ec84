/* Passing over plain statements, against reading them: a source is made of random pieces twice, once with blanks
 * between them and once with comments that are as long, after which nothing is plain. Both must give the same
 * instructions, the same symbols and the same findings, at the same places.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "ptxcheck/instruction.h"
#include "ptxcheck/ptxcheck.h"

enum { ROUNDS = 3000, PIECES = 60, SIZE = 1 << 16 };

static const char *const pieces[] = {
    "add.s32 %r1, %r2, 3;",
    "ld.global.u32 %r1, [%rd1+4];",
    "ld.shared::cta.u32 %r1, [x];",
    "st.global.v2.u32 [%rd1], {%r1, %r2};",
    "st.strange [%rd1], 0;",
    "st.a [%rd1], 0;",
    "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f1, %f2}, {%r1, %r2}, {%r1}, {%f1, %f2};",
    "mov.u32 %r1, %tid.x;",
    "@%p1 bra $L__1;",
    "@!%p1 bra.uni $L__1;",
    "@%p1 cp.async.wait_all;",
    "@%p1",
    "$L__1:",
    "$L__2: $L__3:",
    "name:",
    "%r1:",
    "name :",
    "call (retval0), f, (param0);",
    "cvt.u64.u32 %rd1, %r1;",
    "cos.approx.f32 %f1, %f1;",
    "copy.async;",
    "CP.ASYNC.wait_all;",
    "MBARRIER.init;",
    "barrier.sync 0;",
    "fence.proxy.async;",
    "fence .proxy.async;",
    "red.global.add.u32 [%rd1], 1;",
    "mapa.u64 %rd1, %rd1, 0;",
    "cp.async.wait_all;",
    "cp.async.ca.shared.global [%r1], [%rd1], 4;",
    "cp.async.ca.shared.global [p], [%rd1], 4;",
    "mov.u32 %r1, cp.async;",
    "{",
    "}",
    "{ .reg .pred p; setp.eq.s32 p, %r1, 0; @p trap; }",
    ".reg .b32 %q<5>;",
    ".reg .b32 %q<0>;",
    ".reg .b32 p, q;",
    ".reg .b32 $L__1;",
    ".reg .b32 1;",
    ".reg .b32",
    ".reg .strange r;",
    ".param .align 8 .b8 param0[16];",
    ".param .b64 retval0;",
    ".local .align 4 .b8 p[8];",
    ".shared .b8 p[16];",
    ".loc 1 2 3\n",
    ".loc 1 2 3, function_name $L__info_1, inlined_at 1 4 5\n",
    ".loc 1 2 3 4\n",
    ".loc 1 02 3\n",
    ".loc 1 2 3 // comment\n",
    ".loc 1 2 3\n// comment\n 4 ",
    ".loc 1 2 3, 4, function_name $L__info_1 + 5, inlined_at 1 4 5\n",
    ".loc 1 2 3, function_name $L__info.x, inlined_at 1 4 5e1\n",
    ".loc 1 2 0x3 ",
    ".loc 1 2 3 .5 ",
    ".local 1 2 3 ",
    ".pragma \"nounroll\";",
    ".pragma \"no;unroll\";",
    ".branchtargets $L__1;",
    ".target sm_80",
    ".Version 8.0",
    "// a comment; { \" @\n",
    "mov.u32 %r1, // a comment; }\n 5;",
    "mov.u32 /* a comment; */ %r1, 5;",
    "\"string;\"",
    "mov.u32 %r1, {%r1;",
    "mov.u32 %r1, {%r1, {%r2}};",
    "mov.u32 %r1, %r1};",
    "mov.u32 %r1, %r1",
    "x::y;",
    "x:y;",
    ";",
    ",",
    "5;",
    "\\",
    "@@DWARF 1",
    "# 1 \"a.c\"\n",
    "\xe9",
    "\x01",
    "ret;",
};
enum { PIECE_COUNT = sizeof(pieces) / sizeof(pieces[0]) };

static uint64_t state;

/* Gives the next random number below the limit (xorshift). */
static unsigned random_below(unsigned limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 33) % limit;
}

/* Appends the pieces, each with this before it, and gives the length. */
static size_t make(char *text, const uint8_t *chosen, size_t count, const char *between) {
    size_t length = (size_t)sprintf(text, ".version 8.0\n.target sm_90\n.address_size 64\n"
                                          ".visible .entry f(.param .u64 a)\n{\n.reg .b32 %%r<9>;\n"
                                          ".reg .b64 %%rd<9>;\n.reg .pred %%p<4>;\n.reg .f32 %%f<4>;\n");
    for (size_t i = 0; i < count; i++)
        length += (size_t)sprintf(text + length, "%s%s", between, pieces[chosen[i]]);
    return length + (size_t)sprintf(text + length, "\n}\n.entry g()\n{\ncp.async.wait_all;\n}\n");
}

/* Writes all that a walk through the text gives. */
static void describe(const char *text, size_t length, char *out) {
    struct ptxc_options options = {.size = sizeof(options)};
    struct ptxc_instruction instruction;
    struct ptxc_module *module;
    struct ptxc_report *report;
    struct ptxc_place place = {.size = sizeof(place)};
    assert_int_equal(ptxc_module_open(text, length, &options, &module), PTXC_OK);
    while (ptxc_module_next(module, &instruction)) {
        ptxc_module_place(module, &place);
        out += sprintf(out, "%u+%u %d depth %u in %u:", instruction.span.offset, instruction.span.length,
                       (int)instruction.opcode, place.depth, place.function.offset);
        for (int i = 0; i < instruction.value_count; i++)
            out += sprintf(out, " %u.%u", instruction.values[i].symbol, instruction.values[i].number);
        out += sprintf(out, "\n");
    }
    assert_int_equal(ptxc_module_close(module, &report), PTXC_OK);
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *found = ptxc_report_get(report, i);
        const bool end = strncmp(found->message, "expected ';' before", 19) == 0; /* there the comment counts */
        out += sprintf(out, "%u+%u %s: %s\n", end ? 0 : found->span.offset, found->span.length, found->rule,
                       found->message);
    }
    ptxc_report_free(report);
}

static void random_pieces(void **unused) {
    static char plain[SIZE], commented[SIZE], found[1 << 20], expected[1 << 20];
    uint8_t chosen[PIECES];
    (void)unused;
    state = ((uint64_t)time(NULL) << 20 ^ (uint64_t)clock()) | 1;
    print_message("seed %llu\n", (unsigned long long)state);
    for (int round = 0; round < ROUNDS; round++) {
        const size_t count = 1 + random_below(PIECES);
        const unsigned usual = random_below(4); /* so that some sources are mostly plain */
        for (size_t i = 0; i < count; i++)
            chosen[i] = (uint8_t)random_below(random_below(4) < usual ? 20 : PIECE_COUNT);
        const size_t length = make(plain, chosen, count, "    \n");
        assert_int_equal(make(commented, chosen, count, "/**/\n"), length);
        found[0] = expected[0] = 0;
        describe(plain, length, found);
        describe(commented, length, expected);
        if (strcmp(found, expected) != 0)
            print_message("%s\n", plain);
        assert_string_equal(found, expected);
    }
}

/* A label that is called as a numbered register has an id, whether it is passed over or read. */
static void label_of_register(void **unused) {
    static const char *const between[] = {"    ", "/**/"};
    char text[2][400], described[2][4000] = {"", ""};
    (void)unused;
    for (int i = 0; i < 2; i++) {
        const int length = snprintf(text[i], sizeof(text[i]),
                                    ".version 8.0\n.target sm_90\n.entry f()\n{\n.reg .b32 %%r<9>;\n%s\n%%r1:%s\n}\n"
                                    ".entry g()\n{\n.reg .b64 d;\n.shared .b8 s[16];\n"
                                    "cp.async.ca.shared.global [s], [d], 4;\n}\n",
                                    between[i], between[i]);
        describe(text[i], (size_t)length, described[i]);
    }
    assert_string_equal(described[0], described[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_pieces),
        cmocka_unit_test(label_of_register),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
