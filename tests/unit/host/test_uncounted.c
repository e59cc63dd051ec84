/* Checks that count no asm statements, which need not read every source: they find what the others do, wherever an
 * instruction hides.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "same.h"

/* Sources with statements that hold nothing of the family, each with as many statements. */
static const struct {
    const char *source;
    size_t statements;
} dull[] = {
    {"void f() { asm(\"trap;\"); }", 1},
    {"void f(int x) {\n    asm volatile(\"st.global.u32 [%0], %1;\" ::\"l\"(p[x]), \"r\"(x) : \"memory\"); }", 1},
    {"asm(\"add.u32 %0, %0, %1;\" : \"+r\"(x) : \"n\"(sizeof(int)));\n#define GUARD\n__asm(\"ret;\");", 2},
    {"// no asm (\"here\n__asm__ __volatile__ (\"{\\n\\t\"\n\"mov.u32 %0, 1;\\n\\t}\" : \"=r\" (x));", 1},
    {"asm(\"fence.sc.sys;\" ::: \"memory\"); asm(\"tcgen05.wait::st.sync.aligned;\");", 2},
    {"// like cp.async and mbarrier.init\nasm(\"trap;\");", 1},
    {"int masm, asmx; void g() asm(\"name\");", 0},
};

/* Sources of which only a part looks so: a check that reads less than all of them would miss an instruction or a
 * finding. */
static const char *const hidden[] = {
    "asm(\"cp.a\" \"sync.wait_all;\");",
    "asm(\"c\\x70.async.wait_all;\");",
    "asm(\"c\\160.async.wait_all;\");",
    "asm(\"cp.as\\\nync.wait_all;\");",
    "#define A \"cp.a\"\nasm(A \"sync.wait_all;\");",
    "#define A \"p.async\"\nasm(\"c\" A \".wait_all;\");",
    "#define A(x) asm(#x \".wait_all;\")\nvoid f() { A(cp.async); }",
    "#define A(x) \\\n    asm(\"cp.a\" x)\nvoid f() { A(\"sync.wait_all;\"); }",
    "#define A /*\n*/ asm(\"c\" \"p.async.wait_all;\")\nvoid f() { A; }",
    "#define A R\"(\n)\" asm(\"c\" \"p.async.wait_all;\")\nvoid f() { A; }",
    "asm\n#if 1\nvolatile\n#endif\n(\"c\" \"p.async.wait_all;\");",
    "asm(\n#if 1\n\"c\"\n#endif\n\"p.async.wait_all;\");",
    "asm(\"trap;\"\n#if 1\n); asm(\"c\" \"p.async.wait_all;\"\n#endif\n);",
    ("\xef\xbb\xbf"
     "asm(\"c\" \"p.async.wait_all;\");"),
    "asm(\"trap;\" : /* asm(\"ret;\" */ : ); asm(\"c\" \"p.async.wait_all;\");",
    "// asm(\"\" /*\nasm(\"c\" \"p.async.wait_all;\"); // */ )\n",
    "asm(\"trap;\"); x = a%asm(\"c\" \"p.async.wait_all;\");",
    "asm(\"trap;\"); '\"'; asm(\"c\" \"p.async.wait_all;\"); '\"';",
    "asm(R\"(c)\" R\"x(p.async.wait_all;)x\");",
    "asm(\"mapa\" \".u64 %0, %1, %2;\" : \"=l\"(a) : \"l\"(b), \"r\"(c));",
    "asm(\"st\" \".async.weak.u32 [%0], %1, [%2];\" ::\"r\"(a), \"r\"(b), \"r\"(c));",
    "asm(\"st.frob.u32 [%0], %1;\" ::\"r\"(a), \"r\"(b));",
    "asm(\"st.global.u32 [a], b; st\" \".frob.u32 [c], d;\");",
    "asm(\"x: c\" \"p.async.wait_all;\");",
    "asm(\"x:c\" \"p.async.wait_all;\");",
    "asm(\"trap; fence.prox\" \"y.async;\");",
    "asm(\"multimem\" \".frob.u32 [%0], %1;\" ::\"l\"(a), \"r\"(b));",
    "asm(\"trap;\"); const char *s = \"asm(\\\"cp.async.wait_all;\\\");\";",
    "// cp.async\nasm(\"c\" \"p.async.wait_all;\");",
    "const char *s = R\"(\ncp.async.wait_all;\n)\";",
    "const char *s = u8R\"x(\"\ncp.async.wait_all;\n)x\"; asm(\"trap;\");",
    "const char *s = \"trap;\\n\\\ncp.async.wait_all;\";",
    "const char *s = \"trap;\\n\\\r\ncp.async.wait_all;\"; asm(\"trap;\");",
    "const char *s = \"\\\\\"; const char *t = \"cp.async.wait_all;\";",
    "asm(\"trap;\"); // ptxcheck: allow(nothing) like it",
    "asm(\"trap;\"); cuTensorMapEncodeTiled(&m, CU_TENSOR_MAP_DATA_TYPE_UINT8, 9, p, d, s, b, e, i, w, l, o);",
    "void g() { asm(\"%0\" ::\"C\"(f())); asm(X); }",
};

/* Checks the source with the flag and without it; gives the report of the latter. */
static struct ptxc_report *check_both(const char *source) {
    struct ptxc_options options = {.size = sizeof(options), .flags = PTXC_CHECK_ALLOW | PTXC_CHECK_FLOW};
    struct ptxc_report *report;
    assert_int_equal(ptxc_check_host("x.cu", source, strlen(source), &options, &report), PTXC_OK);
    assert_uncounted_same("x.cu", source, strlen(source), &options, report);
    return report;
}

static void statements_are_not_counted(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(dull) / sizeof(dull[0]); i++) {
        struct ptxc_report *report = check_both(dull[i].source);
        assert_int_equal(ptxc_report_statements(report), dull[i].statements);
        assert_int_equal(ptxc_report_instructions(report), 0);
        assert_int_equal(ptxc_report_count(report), 0);
        ptxc_report_free(report);
    }
}

static void instructions_are_found(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++)
        ptxc_report_free(check_both(hidden[i]));
}

/* What is said where a source takes more reading than it is given is said all the same. */
static void budgets_end(void **state) {
    static const char *const parts[] = {"NV_IF_TARGET(", "asm(\"\"::\"n\"(B));", "x(\n#if A\n"};
    static const char *const heads[] = {"asm(\"trap;\");", "#define A 1\n#define B A+A\nasm(\"trap;\");"};
    enum { TIMES = 20000 };
    (void)state;
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        for (size_t head = 0; head < sizeof(heads) / sizeof(heads[0]); head++) {
            const size_t size = strlen(parts[i]) * TIMES + strlen(heads[head]) + 1;
            char *source = calloc(1, size), *at = source;
            assert_non_null(source);
            at += snprintf(at, size, "%s", heads[head]);
            for (int k = 0; k < TIMES; k++, at += strlen(parts[i]))
                memcpy(at, parts[i], strlen(parts[i]) + 1);
            ptxc_report_free(check_both(source));
            free(source);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statements_are_not_counted),
        cmocka_unit_test(instructions_are_found),
        cmocka_unit_test(budgets_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
