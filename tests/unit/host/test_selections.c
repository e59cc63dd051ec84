/* What macros that select by the target, such as NV_IF_TARGET, say about the target of the statements in them. */
#include "extracted.h"

#include <stdio.h>

#define ANY PTXC_ANY_TARGET
#define NONE PTXC_FEATURE_NONE
#define ARCHITECTURE PTXC_FEATURE_ARCHITECTURE
#define FAMILY PTXC_FEATURE_FAMILY

static const struct {
    const char *condition; /* with a statement where it holds and one where it fails, or NEVER */
    unsigned lowest, highest;
    enum ptxc_feature feature;
    unsigned else_lowest, else_highest;
    int statements; /* that are read */
    bool unknown;
} rows[] = {
    {"NV_PROVIDES_SM_90", 90, ANY, NONE, 0, 89, 2, false},
    {"NV_PROVIDES_SM_100", 100, ANY, NONE, 0, 99, 2, false},
    {"/* a */ NV_PROVIDES_SM_90 // b\n", 90, ANY, NONE, 0, 89, 2, false},
    {"NV_IS_EXACTLY_SM_80", 80, 80, NONE, 0, ANY, 2, false},
    {"NV_HAS_FEATURE_SM_90a", 90, 90, ARCHITECTURE, 0, ANY, 2, false},
    {"NV_HAS_FEATURE_SM_103f", 103, 109, FAMILY, 0, ANY, 2, false},
    {"NV_IS_DEVICE", 0, ANY, NONE, 0, ANY, 1, false},
    {"NV_ANY_TARGET", 0, ANY, NONE, 0, ANY, 1, false},
    {"NV_IS_HOST", 0, ANY, NONE, 0, ANY, 1, false},
    {"NV_NO_TARGET", 0, ANY, NONE, 0, ANY, 1, false},
    {"NV_PROVIDES_SM_90x", 0, ANY, NONE, 0, ANY, 2, true},
    {"NV_PROVIDES_SM_", 0, ANY, NONE, 0, ANY, 2, true},
    {"NV_PROVIDES_SM_70000", 0, ANY, NONE, 0, ANY, 2, true},
    {"NV_PROVIDES_SM_90 && X", 0, ANY, NONE, 0, ANY, 2, true},
    {"MINE", 0, ANY, NONE, 0, ANY, 2, true},
    {"", 0, ANY, NONE, 0, ANY, 2, true},
};

static void assert_facts(const struct extracted *extracted, size_t index, unsigned lowest, unsigned highest) {
    const struct ptxc_facts *facts = &extracted->list.items[index].facts;
    if (facts->lowest != lowest || facts->highest != highest)
        fail_msg("statement %zu: %u..%u", index, facts->lowest, facts->highest);
}

/* Each condition narrows the targets of the argument that it selects, and of the one that it does not. */
static void conditions(void **state) {
    static const char *const macros[] = {"NV_IF_TARGET(%s, (asm(\"a;\"); f(1, 2);), asm(\"b;\" :: \"r\"(x), \"r\"(y)))",
                                         "NV_IF_ELSE_TARGET (%s, asm(\"a;\");, ({ asm(\"b;\"); }))",
                                         "NV_DISPATCH_TARGET(%s, (asm(\"a;\");), NV_ANY_TARGET, (asm(\"b;\");))"};
    char use[300], source[400];
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (size_t k = 0; k < sizeof(macros) / sizeof(macros[0]); k++) {
            snprintf(use, sizeof(use), macros[k], rows[i].condition);
            snprintf(source, sizeof(source), "void f() { %s asm(\"c;\"); }", use);
            struct extracted e = extract(PTXC_HOST_C_FAMILY, source, (size_t)rows[i].statements + 1);
            const struct ptxc_snippet *in = &e.list.items[0], *other = &e.list.items[rows[i].statements - 1];
            assert_facts(&e, 0, rows[i].lowest, rows[i].highest);
            assert_int_equal(in->facts.feature, rows[i].feature);
            assert_facts(&e, (size_t)rows[i].statements - 1, rows[i].else_lowest, rows[i].else_highest);
            assert_int_equal(in->guess.never, rows[i].unknown);
            assert_int_equal(other->guess.never, rows[i].unknown);
            assert_facts(&e, (size_t)rows[i].statements, 0, ANY);
            assert_false(e.list.items[rows[i].statements].guess.never);
            extracted_free(&e);
        }
}

/* Conditions of a dispatch are asked one after another; uses nest, also in #if lines and in macros of the file. */
static void together(void **state) {
    (void)state;
    struct extracted e =
        extract(PTXC_HOST_C_FAMILY,
                "NV_DISPATCH_TARGET(NV_PROVIDES_SM_90, (asm(\"a;\");), NV_PROVIDES_SM_80, asm(\"b;\");,"
                " NV_IS_HOST, (asm(\"x86\");), NV_ANY_TARGET, (asm(\"c;\");))\n"
                "NV_IF_TARGET(NV_PROVIDES_SM_80, (NV_IF_TARGET(NV_PROVIDES_SM_90, (asm(\"d;\");),"
                " (asm(\"e;\");)) asm(\"f;\");), (asm(\"g;\");))\n"
                "#if __CUDA_ARCH__ < 1000\nNV_IF_TARGET(NV_PROVIDES_SM_90, (asm(\"h;\");\n"
                "#if __CUDA_ARCH__ >= 930\nasm(\"i;\");\n#else\nasm(\"j;\");\n#endif\n))\n#endif\n"
                "asm(\"k;\");",
                11);
    assert_facts(&e, 0, 90, ANY);
    assert_facts(&e, 1, 80, 89);
    assert_facts(&e, 2, 0, 79);
    assert_facts(&e, 3, 90, ANY);
    assert_facts(&e, 4, 80, 89);
    assert_facts(&e, 5, 80, ANY);
    assert_facts(&e, 6, 0, 79);
    assert_facts(&e, 7, 90, 99);
    assert_facts(&e, 8, 93, 99);
    assert_facts(&e, 9, 90, 92);
    assert_facts(&e, 10, 0, ANY);
    extracted_free(&e);
}

/* Bodies of macros have uses of their own, and the uses of macros stand in them. */
static void in_macros(void **state) {
    (void)state;
    struct extracted e = extract(PTXC_HOST_C_FAMILY,
                                 "#define A(n) NV_IF_TARGET(NV_PROVIDES_SM_90, (asm(\"a;\" :: \"n\"(n));))\n"
                                 "#define B(n) asm(\"b;\" :: \"n\"(n))\n"
                                 "void f() { A(1); NV_IF_TARGET(NV_PROVIDES_SM_80, (B(2);), (A(3); B(4);)) B(5); }",
                                 6);
    assert_facts(&e, 0, 90, ANY); /* the two definitions */
    assert_facts(&e, 1, 0, ANY);
    assert_facts(&e, 2, 90, ANY); /* A(1) */
    assert_facts(&e, 3, 80, ANY); /* B(2) */
    assert_facts(&e, 4, 0, 79);   /* B(4); A(3) is never compiled */
    assert_facts(&e, 5, 0, ANY);  /* B(5) */
    extracted_free(&e);
}

/* Of what is no such use, or cannot be read as one, nothing is known. */
static void what_is_not_understood(void **state) {
    static const struct {
        const char *source;
        bool unknown; /* it may be for any target, and none is blamed */
    } uses[] = {
        {"NV_IF_TARGET(NV_PROVIDES_SM_90, (asm(\"a;\");), , )", true},
        {"NV_IF_TARGET((asm(\"a;\");))", true},
        {"NV_DISPATCH_TARGET(NV_PROVIDES_SM_90, (asm(\"a;\");), (f();))", true},
        {"NV_DISPATCH_TARGET(MINE, (f();), NV_IS_DEVICE, (asm(\"a;\");))", true},
        {"NV_DISPATCH_TARGET(\n#if X\nNV_PROVIDES_SM_90, (f();),\n#endif\nNV_IS_DEVICE, (asm(\"a;\");))", true},
        {"NV_IF_TARGET(NV_PROVIDES_SM_90, (\n#if X\n asm(\"a;\");))\n#else\n))\n#endif\n", false},
        {"NV_IF_TARGET; asm(\"a;\");", false},
        {"NV_IF_TARGET + (NV_PROVIDES_SM_90, (asm(\"a;\");))", false},
        {"{ NV_IF_TARGET(NV_PROVIDES_SM_90, (asm(\"a;\"); }", false},
        {"NV_IF_TARGET(NV_IS_HOST, (\n#define X 1\nasm(\"a;\");))", false},
        {"NV_IF_TARGET(NV_PROVIDES_SM_90, (asm(\"a;\");", false},
        {"#define NV_IF_TARGET(c, ...) __VA_ARGS__\nNV_IF_TARGET(NV_PROVIDES_SM_90, asm(\"a;\");)", false},
        {"#define NV_PROVIDES_SM_90 x\nNV_IF_TARGET(NV_PROVIDES_SM_90, asm(\"a;\");)", true},
        {"#define NV_IF_TARGET(c, ...) __VA_ARGS__\n#undef NV_IF_TARGET\n"
         "NV_IF_TARGET(NV_PROVIDES_SM_90, asm(\"a;\");)",
         false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(uses) / sizeof(uses[0]); i++) {
        struct extracted e = extract(PTXC_HOST_C_FAMILY, uses[i].source, 1);
        assert_facts(&e, 0, 0, ANY);
        if (e.list.items[0].guess.never != uses[i].unknown)
            fail_msg("%s", uses[i].source);
        extracted_free(&e);
    }
}

/* Uses may nest deeper than is followed, have more arguments, and not end: each ends all the same. */
static void hostile_uses(void **state) {
    enum { COUNT = 20000 };
    static const char *const parts[] = {"NV_IF_TARGET(NV_PROVIDES_SM_90,(", "NV_DISPATCH_TARGET(,", ",(),"};
    static char source[COUNT * 40];
    (void)state;
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        strcpy(source, i == 2 ? "NV_DISPATCH_TARGET(" : "");
        char *end = source + strlen(source);
        for (int k = 0; k < COUNT; k++, end += strlen(parts[i]))
            strcpy(end, parts[i]);
        strcpy(end, "asm(\"a;\");");
        struct extracted e = extract(PTXC_HOST_C_FAMILY, source, 1);
        assert_facts(&e, 0, 0, ANY);
        extracted_free(&e);
    }
    strcpy(source, "");
    for (int k = 0; k < 12; k++)
        strcat(source, "NV_IF_TARGET(NV_PROVIDES_SM_90, (");
    strcat(source, "asm(\"a;\");");
    for (int k = 0; k < 12; k++)
        strcat(source, "))");
    strcat(source, "asm(\"b;\");");
    struct extracted e = extract(PTXC_HOST_C_FAMILY, source, 2);
    assert_facts(&e, 0, 90, ANY);
    assert_facts(&e, 1, 0, ANY);
    extracted_free(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions),   cmocka_unit_test(together),
        cmocka_unit_test(in_macros),    cmocka_unit_test(what_is_not_understood),
        cmocka_unit_test(hostile_uses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
