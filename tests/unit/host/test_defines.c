/* What -D and -U say of #if lines: each row is a list of macros and a condition, and which of its branches is read. */
#include "extracted.h"

#include <stdio.h>

#include "report/options.h"

enum { MOST = 4 };

struct expectation {
    struct ptxc_define defines[MOST];
    const char *condition;
    const char *read; /* "a": the branch, "b": the #else, "ab": either may be compiled */
};

static const struct expectation rows[] = {
    {{{"X", "1"}}, "#ifdef X", "a"},
    {{{"X", NULL}}, "#ifdef X", "b"},
    {{{"X", ""}}, "#ifdef X", "a"},
    {{{"X", "1"}}, "#ifndef X", "b"},
    {{{"X", NULL}}, "#if defined(X) || defined Y", "ab"},
    {{{"X", NULL}}, "#if defined(X) && defined Y", "b"},
    {{{"X", "2"}}, "#if X", "a"},
    {{{"X", "0"}}, "#if X", "b"},
    {{{"X", NULL}}, "#if X", "b"},
    {{{"X", NULL}}, "#if X == 0", "a"},
    {{{"X", "12040"}}, "#if X >= 12000", "a"},
    {{{"X", "201703L"}}, "#if 202002L <= X", "b"},
    {{{"X", "3"}}, "#if (X) != 3", "b"},
    {{{"X", "Y"}, {"Y", "3"}}, "#if X == 3", "a"},
    {{{"X", "Y"}, {"Y", "X"}}, "#if X == 3", "ab"},
    {{{"X", "Z"}}, "#if X == 3", "ab"},
    {{{"X", "1+1"}}, "#if X == 2", "ab"},
    {{{"X", "1"}, {"X", NULL}}, "#if X", "b"},
    {{{"X", NULL}, {"X", "1"}}, "#if X", "a"},
    {{{"X", "1"}}, "#if XX", "ab"},
    {{{"XX", "1"}}, "#if X", "ab"},
    {{{"X", "1"}}, "#if X + 1", "ab"},
    {{{"X", "1"}}, "#undef X\n#if X", "ab"},
    {{{"X", NULL}}, "#define X 1\n#if X", "ab"},
    {{{"X", NULL}}, "#ifdef X\n#define X 1\n#endif\n#if X", "b"},
    {{{"X", "900"}}, "#if __CUDA_ARCH__ >= X", "ab"},
    {{{"__CUDA_ARCH__", "900"}}, "#if __CUDA_ARCH__ >= 800", "a"},
    {{{"__CUDA_ARCH__", "900"}}, "#if __CUDA_ARCH__ != 900", "b"},
    {{{"__CUDA_ARCH__", "900"}, {"X", "1000"}}, "#if __CUDA_ARCH__ < X", "a"},
    {{{"__CUDA_ARCH__", NULL}}, "#ifdef __CUDA_ARCH__", "b"},
    {{{"__CUDA_ARCH_FEAT_SM90_ALL", "1"}}, "#if __CUDA_ARCH__ >= 1000", "b"},
    {{{"__CUDA_ARCH__", "1"}}, "#if X", "ab"},
};

/* Reads a source with a statement in either branch, and says which were found. */
static void read_branches(const struct expectation *row, char found[3], struct ptxc_facts *facts) {
    char source[300];
    struct ptxc_arena arena;
    struct ptxc_snippet_list list = {0};
    struct ptxc_defines defines;
    size_t count = 0;
    while (count < MOST && row->defines[count].name)
        count++;
    ptxc_arena_init(&arena, NULL);
    ptxc_defines_make(&arena, row->defines, count, &defines);
    snprintf(source, sizeof(source), "%s\nasm(\"a;\");\n#else\nasm(\"b;\");\n#endif\n", row->condition);
    assert_true(ptxc_host_extract(PTXC_HOST_C_FAMILY, source, (uint32_t)strlen(source), &defines, 0, &arena, &list));
    assert_true(list.count <= 2);
    for (size_t i = 0; i < list.count; i++)
        found[i] = list.items[i].text[0];
    found[list.count] = 0;
    if (list.count > 0)
        *facts = list.items[0].facts;
    ptxc_arena_free(&arena);
}

static void decided_conditions(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char found[3];
        struct ptxc_facts facts;
        read_branches(&rows[i], found, &facts);
        if (strcmp(found, rows[i].read) != 0)
            fail_msg("%s (row %zu): \"%s\" is read", rows[i].condition, i, found);
    }
}

/* The value of __CUDA_ARCH__ and the feature macros narrow the targets of the whole source. */
static void narrowed_targets(void **state) {
    const struct expectation arch = {{{"__CUDA_ARCH__", "1000"}}, "#if X", ""};
    const struct expectation feature = {{{"__CUDA_ARCH_FEAT_SM90_ALL", "1"}}, "#if X", ""};
    const struct expectation family = {{{"__CUDA_ARCH_FAMILY_SPECIFIC__", "1000"}}, "#if X", ""};
    const struct expectation no_target = {{{"__CUDA_ARCH__", "990"}}, "#if X", ""};
    char found[3];
    struct ptxc_facts facts;
    (void)state;
    read_branches(&arch, found, &facts);
    assert_true(facts.lowest == 100 && facts.highest == 100 && facts.feature == PTXC_FEATURE_NONE);
    read_branches(&feature, found, &facts);
    assert_true(facts.lowest == 90 && facts.highest == 90 && facts.feature == PTXC_FEATURE_ARCHITECTURE);
    read_branches(&family, found, &facts);
    assert_true(facts.lowest == 100 && facts.highest == PTXC_ANY_TARGET && facts.feature == PTXC_FEATURE_FAMILY);
    read_branches(&no_target, found, &facts);
    assert_true(facts.lowest == 0 && facts.highest == PTXC_ANY_TARGET);
}

/* Names that no macro can have, and an array that is none, are refused. */
static void wrong_names(void **state) {
    static const char *const wrong[] = {NULL, "", "9", "a b", "a=", "a(x)", "caf\xc3\xa9"};
    struct ptxc_define define = {"_Name9", NULL};
    struct ptxc_options given, options = {.size = sizeof(options), .defines = &define, .define_count = 1};
    (void)state;
    assert_int_equal(ptxc_options_read(&options, &given), PTXC_OK);
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        define.name = wrong[i];
        assert_int_equal(ptxc_options_read(&options, &given), PTXC_BAD_ARGUMENT);
    }
    options.defines = NULL;
    assert_int_equal(ptxc_options_read(&options, &given), PTXC_BAD_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decided_conditions),
        cmocka_unit_test(narrowed_targets),
        cmocka_unit_test(wrong_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
