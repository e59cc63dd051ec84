/* What the #if lines around a statement say about its target. */
#include "extracted.h"

#include <stdio.h>

struct expectation {
    const char *condition; /* of #if, with a statement in the branch and one in #else */
    unsigned lowest, highest;
    enum ptxc_feature feature;
    unsigned else_lowest, else_highest;
};

#define ANY PTXC_ANY_TARGET
#define NONE PTXC_FEATURE_NONE

static const struct expectation rows[] = {
    {"__CUDA_ARCH__ >= 900", 90, ANY, NONE, 0, 89},
    {"__CUDA_ARCH__ > 890", 90, ANY, NONE, 0, 89},
    {"__CUDA_ARCH__ < 900", 0, 89, NONE, 90, ANY},
    {"(__CUDA_ARCH__ <= 890)", 0, 89, NONE, 90, ANY},
    {"__CUDA_ARCH__ == 1000", 100, 100, NONE, 0, ANY},
    {"__CUDA_ARCH__ != 1000", 0, ANY, NONE, 100, 100},
    {"900 <= __CUDA_ARCH__", 90, ANY, NONE, 0, 89},
    {"defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800u", 80, ANY, NONE, 0, 79},
    {"defined __CUDA_ARCH__ && (__CUDA_ARCH__ >= 800) && __CUDA_ARCH__ < 1000", 80, 99, NONE, 0, ANY},
    {"!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800", 80, ANY, NONE, 0, 79},
    {"!(defined(__CUDA_ARCH__) && (__CUDA_ARCH__ < 900))", 90, ANY, NONE, 0, 89},
    {"not (defined(__CUDA_ARCH__) and __CUDA_ARCH__ < 900)", 90, ANY, NONE, 0, 89},
    {"(__CUDA_ARCH__) >= ((900))", 90, ANY, NONE, 0, 89},
    {"(900) <= (__CUDA_ARCH__)", 90, ANY, NONE, 0, 89},
    {"true && __CUDA_ARCH__ >= 900", 90, ANY, NONE, 0, 89},
    {"1 == 2 || __CUDA_ARCH__ >= 9'00", 90, ANY, NONE, 0, 89},
    {"defined(__CUDA_ARCH_SPECIFIC__)", 0, ANY, PTXC_FEATURE_ARCHITECTURE, 0, ANY},
    {"defined __CUDA_ARCH_FAMILY_SPECIFIC__", 0, ANY, PTXC_FEATURE_FAMILY, 0, ANY},
    {"__CUDA_ARCH_HAS_FEATURE__(SM90_ALL)", 90, 90, PTXC_FEATURE_ARCHITECTURE, 0, ANY},
    {"__CUDA_ARCH_HAS_FEATURE__(OTHER) || X", 0, ANY, NONE, 0, ANY},
    {"!(__CUDA_ARCH__ >= 800)", 0, 79, NONE, 80, ANY},
    {"__CUDA_ARCH__ >= 800 || __CUDA_ARCH__ >= 900", 80, ANY, NONE, 0, 79},
    {"defined(__CUDA_ARCH_FEAT_SM90_ALL)", 90, 90, PTXC_FEATURE_ARCHITECTURE, 0, ANY},
    {"__CUDA_ARCH_FEAT_SM90_ALL && X", 90, 90, PTXC_FEATURE_ARCHITECTURE, 0, ANY},
    {"__CUDA_ARCH_FEAT_SM100_ALL || __CUDA_ARCH_FEAT_SM103_ALL", 100, 103, PTXC_FEATURE_ARCHITECTURE, 0, ANY},
    {"COMPILER(NVHPC) || __CUDA_ARCH_FEAT_SM90_ALL", 0, ANY, NONE, 0, ANY},
    {"__CUDA_ARCH_FAMILY_SPECIFIC__ == 1000", 100, ANY, PTXC_FEATURE_FAMILY, 0, ANY},
    {"__CUDA_ARCH__ >= 900 \\\n && FOO(1, (2))", 90, ANY, NONE, 0, ANY},
    {"__CUDA_ARCH__ >= 900 // really", 90, ANY, NONE, 0, 89},
    {"__CUDA_ARCH__ / 10 >= 90", 0, ANY, NONE, 0, ANY},
    {"__CUDA_ARCH__ >= 900 + 50", 0, ANY, NONE, 0, ANY},
    {"__CUDA_ARCH__ >= 900 ? 1 : 0", 0, ANY, NONE, 0, ANY},
    {"__CUDA_ARCH__ >= MINIMUM", 0, ANY, NONE, 0, ANY},
    {"__CUDA_ARCH__ & 900", 0, ANY, NONE, 0, ANY},
    {"(__CUDA_ARCH__ >= 900", 0, ANY, NONE, 0, ANY},
    {"__CUDA_ARCH__ >= 0x384", 90, ANY, NONE, 0, 89},
    {"__CUDA_ARCH__ >= 0x384.8p0", 0, ANY, NONE, 0, ANY},
    {"X", 0, ANY, NONE, 0, ANY},
    {"", 0, ANY, NONE, 0, ANY},
};

/* A condition narrows the targets of its branch and of the #else. */
static void simple_conditions(void **state) {
    char source[300];
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        snprintf(source, sizeof(source), "#if %s\nasm(\"a;\");\n#else\nasm(\"b;\");\n#endif\nasm(\"c;\");",
                 rows[i].condition);
        struct extracted e = extract(PTXC_HOST_C_FAMILY, source, 3);
        const struct ptxc_snippet *in = &e.list.items[0], *other = in + 1, *last = in + 2;
        if (in->facts.lowest != rows[i].lowest || in->facts.highest != rows[i].highest ||
            in->facts.feature != rows[i].feature || other->facts.lowest != rows[i].else_lowest ||
            other->facts.highest != rows[i].else_highest)
            fail_msg("#if %s: %u..%u/%d, else %u..%u", rows[i].condition, in->facts.lowest, in->facts.highest,
                     in->facts.feature, other->facts.lowest, other->facts.highest);
        assert_int_equal(last->facts.lowest, 0);
        assert_int_equal(last->facts.highest, ANY);
        extracted_free(&e);
    }
}

static void assert_facts(const struct extracted *extracted, size_t index, unsigned lowest, unsigned highest) {
    assert_int_equal(extracted->list.items[index].facts.lowest, lowest);
    assert_int_equal(extracted->list.items[index].facts.highest, highest);
}

/* The conditions around a statement and the branches before it narrow its targets together. */
static void nested_conditions(void **state) {
    (void)state;
    struct extracted e = extract(PTXC_HOST_C_FAMILY,
                                 "#if __CUDA_ARCH__ >= 900\n asm(\"a;\");\n# ifdef X\n asm(\"b;\");\n# endif\n"
                                 "# if __CUDA_ARCH__ < 1000\n asm(\"c;\");\n# else\n asm(\"d;\");\n# endif\n"
                                 "#elif __CUDA_ARCH__ >= 800\n asm(\"e;\");\n#elif 1\n asm(\"f;\");\n#endif\n"
                                 "#ifdef __CUDA_ARCH_FEAT_SM90_ALL\n asm(\"g;\");\n#endif\n"
                                 "#ifndef __CUDA_ARCH_FEAT_SM90_ALL\n#else\n asm(\"h;\");\n#endif\n",
                                 8);
    assert_facts(&e, 0, 90, ANY);
    assert_facts(&e, 1, 90, ANY);
    assert_facts(&e, 2, 90, 99);
    assert_facts(&e, 3, 100, ANY);
    assert_facts(&e, 4, 80, 89);
    assert_facts(&e, 5, 0, 79);
    assert_facts(&e, 6, 90, 90);
    assert_facts(&e, 7, 90, 90);
    extracted_free(&e);
}

/* Code that no compilation for a device reaches is not read. */
static void what_is_never_compiled(void **state) {
    (void)state;
    struct extracted e = extract(PTXC_HOST_C_FAMILY,
                                 "#if 0\nasm(\"a;\"); it's\n#if 1\nasm(\"b;\");\n#else\nasm(\"c;\");\n#endif\n#else\n"
                                 "asm(\"kept;\");\n#endif\n#if 1\n#else\nasm(\"d;\");\n#endif\n"
                                 "#if 0 && X\nasm(\"e;\");\n#endif\n"
                                 "#if false\nasm(\"g;\");\n#endif\n#if 0x0 || 00 || 0 == 1\nasm(\"h;\");\n#endif\n"
                                 "#ifndef __CUDA_ARCH__\nasm(\"i;\");\n#endif\n"
                                 "#if __CUDA_ARCH__ >= 900\n#if __CUDA_ARCH__ < 800\nasm(\"f;\");\n#endif\n#endif\n"
                                 "asm(\"x;\"\n#if 0\n\"y;\"\n#else\n\"z;\"\n#endif\n);",
                                 2);
    assert_text(&e, 0, "kept;");
    assert_text(&e, 1, "x;z;");
    extracted_free(&e);
}

/* Conditions and brackets may nest deeper than the stack is. */
static void deep_nesting(void **state) {
    enum { DEPTH = 5000 };
    static char source[DEPTH * 20 + 100];
    (void)state;
    for (int i = 0; i < DEPTH; i++)
        strcpy(source + (size_t)i * 6, "#if X\n");
    strcat(source, "asm(\"a;\");\n");
    char *end = source + strlen(source);
    for (int i = 0; i < DEPTH; i++, end += 7)
        memcpy(end, "#endif\n", 8);
    strcpy(end, "#if __CUDA_ARCH__ >= 800\nasm(\"b;\");\n#endif\n");
    struct extracted e = extract(PTXC_HOST_C_FAMILY, source, 2);
    assert_facts(&e, 0, 0, ANY);
    assert_facts(&e, 1, 80, ANY);
    extracted_free(&e);
    memset(source, '(', sizeof(source) - 1);
    memcpy(source, "#if ", 4);
    memcpy(source + sizeof(source) - 20, "\nasm(\"a;\");", 12);
    e = extract(PTXC_HOST_C_FAMILY, source, 1);
    extracted_free(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simple_conditions),
        cmocka_unit_test(nested_conditions),
        cmocka_unit_test(what_is_never_compiled),
        cmocka_unit_test(deep_nesting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
