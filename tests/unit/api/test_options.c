/* The public API: why options are refused, in words; versions from text; options for the parse of one instruction. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <ptxcheck/instruction.h>

#define GIVEN(...) \
    { .size = sizeof(struct ptxc_options), __VA_ARGS__ }

static const struct ptxc_override misspelt = {"cp-sise", PTXC_SEVERITY_NOTE};
static const struct ptxc_override unknown_severity = {"cp-size", (enum ptxc_severity)9};
static const struct ptxc_override no_rule = {NULL, PTXC_SEVERITY_NOTE};
static const char *const capitals[] = {"sm_90", "SM_100A"};
static const char *const no_name[] = {NULL};
static const struct ptxc_sources no_find = {NULL, NULL};
static const struct ptxc_allocator no_function = {NULL, NULL};

/* Options that are refused, and how that is said; NULL: all of it is the version. */
static const struct {
    struct ptxc_options options;
    const char *why;
} refused[] = {
    {{.size = 0}, "size is sizeof(struct ptxc_options), which was not set"},
    {GIVEN(.ptx = 780), "ptx is major * 100 + minor: 708 for PTX 7.8, not 780"},
    {GIVEN(.ptx = 86), "ptx is major * 100 + minor: 806 for PTX 8.6, not 86"},
    {GIVEN(.ptx = 809), NULL},
    {GIVEN(.target = "sm_91"), "there is no target 'sm_91'; did you mean sm_90?"},
    {GIVEN(.target = "sm_102"), "there is no target 'sm_102'; did you mean sm_103?"},
    {GIVEN(.target = "sm_104f"), "there is no target 'sm_104f'; did you mean sm_103f?"},
    {GIVEN(.target = "sm_85"), "there is no target 'sm_85'; did you mean sm_86?"},
    {GIVEN(.target = "sm_1000"), "there is no target 'sm_1000'; did you mean sm_100?"},
    {GIVEN(.target = "sm_9"), "there is no target 'sm_9'; did you mean sm_90?"},
    {GIVEN(.target = "compute_90b"), "there is no target 'compute_90b'; did you mean sm_90?"},
    {GIVEN(.target = "90a"), "there is no target '90a'; did you mean sm_90a?"},
    {GIVEN(.target = "hopper"), "there is no target 'hopper'"},
    {GIVEN(.target = ""), "there is no target ''"},
    {GIVEN(.assembler = 1206, .ptx = 806), "ptxas 12.6 knows PTX up to 8.5, not 8.6"},
    {GIVEN(.assembler = 1206, .target = "sm_100"), "ptxas 12.6 does not know sm_100"},
    {GIVEN(.classes = 128), "classes has a bit for each ptxc_class, and 0x80 has others"},
    {GIVEN(.allocator = &no_function), "an allocator has a function, not NULL"},
    {GIVEN(.sources = &no_find), "sources have a function, not NULL"},
    {GIVEN(.overrides = &misspelt, .override_count = 1), "there is no rule 'cp-sise'; did you mean cp-size?"},
    {GIVEN(.overrides = &unknown_severity, .override_count = 1), "the severity of cp-size is a ptxc_severity, not 9"},
    {GIVEN(.overrides = &no_rule, .override_count = 1), "an override has the id of a rule, not NULL"},
    {GIVEN(.override_count = 3), "overrides is NULL, and its count is 3"},
    {GIVEN(.portable = capitals, .portable_count = 2), "there is no target 'SM_100A'; did you mean sm_100a?"},
    {GIVEN(.portable = no_name, .portable_count = 1), "portable has names of targets, not NULL"},
    {GIVEN(.portable_count = 1), "portable is NULL, and its count is 1"},
};

/* What is refused is explained, to the length that the buffer has. */
static void refusals_are_explained(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        const struct ptxc_options *options = &refused[i].options;
        char why[400], part[10], version[400];
        struct ptxc_report *report;
        snprintf(version, sizeof(version),
                 "ptx is major * 100 + minor of a PTX version up to %u.%u; there is no PTX 8.9",
                 ptxc_newest_ptx() / 100, ptxc_newest_ptx() % 100);
        assert_int_equal(ptxc_check("", 0, options, &report), PTXC_BAD_ARGUMENT);
        const size_t length = ptxc_options_explain(options, why, sizeof(why));
        assert_string_equal(why, refused[i].why ? refused[i].why : version);
        assert_int_equal(length, strlen(why));
        assert_int_equal(ptxc_options_explain(options, NULL, 0), length);
        assert_int_equal(ptxc_options_explain(options, part, sizeof(part)), length);
        assert_int_equal(strlen(part), sizeof(part) - 1);
        assert_memory_equal(part, why, sizeof(part) - 1);
    }
}

/* The releases are listed where the one that is named is not among them. */
static void assemblers_are_listed(void **state) {
    const struct ptxc_options options = GIVEN(.assembler = 1207);
    char why[400];
    (void)state;
    ptxc_options_explain(&options, why, sizeof(why));
    assert_non_null(strstr(why, "not 1207: 1200, 1201,"));
}

/* A field that only a newer library has is named as such. */
static void newer_fields_are_explained(void **state) {
    struct {
        struct ptxc_options options;
        uint64_t newer;
    } given = {.newer = 1};
    char why[200];
    (void)state;
    given.options.size = sizeof(given);
    ptxc_options_explain(&given.options, why, sizeof(why));
    assert_memory_equal(why, "a field is set that only a library after ", 41);
    assert_non_null(strstr(why, ptxc_version()));
}

/* Of options that are taken nothing is said. */
static void good_options_need_no_words(void **state) {
    const struct ptxc_options options = GIVEN(.target = "sm_90a", .ptx = 806);
    char why[] = "as it was";
    (void)state;
    assert_int_equal(ptxc_options_explain(&options, why, sizeof(why)), 0);
    assert_string_equal(why, "");
    assert_int_equal(ptxc_options_explain(NULL, why, sizeof(why)), 0);
    assert_int_equal(ptxc_options_explain(&options, NULL, 0), 0);
}

/* A version is spelt as PTX spells it, and in no other way. */
static void versions_come_from_text(void **state) {
    static const char *const none[] = {"780", "7.8.0", "7.08", "07.8", "7.", ".8", "7", "", " 7.8", "8.9", "99.0", "x"};
    (void)state;
    assert_int_equal(ptxc_ptx_from_text("7.8"), 708);
    assert_int_equal(ptxc_ptx_from_text("8.6"), 806);
    assert_int_equal(ptxc_ptx_from_text(ptxc_tables_version() + strlen("PTX ")), ptxc_newest_ptx());
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
        assert_int_equal(ptxc_ptx_from_text(none[i]), 0);
    assert_int_equal(ptxc_ptx_from_text(NULL), 0);
}

struct tally {
    size_t live, calls;
    size_t fail_at; /* the call that gets nothing; 0: none */
};

static void *tallying(void *user, void *pointer, size_t old_size, size_t new_size) {
    struct tally *tally = user;
    void *resized = NULL;
    if (new_size > 0 && ++tally->calls == tally->fail_at)
        return NULL;
    if (new_size == 0)
        free(pointer);
    else
        resized = realloc(pointer, new_size);
    tally->live += new_size - old_size;
    return resized;
}

static const char text[] = "cp.async.cg.shared.global.L2::12 [%0], [%1], 16;";

/* The parse takes its memory from the allocator that it is given, and says so where there is none. */
static void parse_takes_the_allocator(void **state) {
    struct tally tally = {0, 0, 0};
    const struct ptxc_allocator allocator = {tallying, &tally};
    const struct ptxc_options options = GIVEN(.allocator = &allocator);
    struct ptxc_instruction instruction;
    struct ptxc_report *report;
    (void)state;
    assert_int_equal(ptxc_instruction_parse_with(text, strlen(text), &options, &instruction, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 1);
    assert_true(tally.live > 0);
    ptxc_report_free(report);
    assert_int_equal(ptxc_instruction_parse_with(text, strlen(text), &options, &instruction, NULL), PTXC_OK);
    assert_int_equal(tally.live, 0);
    tally = (struct tally){.fail_at = 1};
    assert_int_equal(ptxc_instruction_parse_with(text, strlen(text), &options, &instruction, &report),
                     PTXC_OUT_OF_MEMORY);
    assert_null(report);
    assert_int_equal(tally.live, 0);
}

/* Severities count for the report, and not for whether the instruction is damaged; what is unknown is refused. */
static void parse_takes_other_options(void **state) {
    static const struct ptxc_override off = {"unknown-qualifier", PTXC_SEVERITY_OFF};
    const struct ptxc_options quiet = GIVEN(.overrides = &off, .override_count = 1), wrong = GIVEN(.ptx = 780);
    struct ptxc_instruction instruction;
    struct ptxc_report *report;
    (void)state;
    assert_int_equal(ptxc_instruction_parse_with(text, strlen(text), &quiet, &instruction, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 0);
    assert_int_equal(instruction.damaged, 1);
    ptxc_report_free(report);
    assert_int_equal(ptxc_instruction_parse_with(text, strlen(text), &wrong, &instruction, &report), PTXC_BAD_ARGUMENT);
    assert_null(report);
    assert_int_equal(ptxc_instruction_parse_with(text, strlen(text), NULL, &instruction, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 1);
    ptxc_report_free(report);
}

static const char ring[] = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 d) {\n"
                           ".reg .pred p; .reg .b32 r<4>; .reg .b64 b; .shared .align 16 .b8 smem[64];\n"
                           "ld.param.u64 b, [d];\nmov.u32 r1, smem;\nmov.u32 r2, 0;\nL:\n"
                           "cp.async.cg.shared.global [r1], [b], 16;\nld.shared.u32 r3, [r1];\n"
                           "add.u32 r2, r2, 1;\nsetp.lt.u32 p, r2, 9;\n@p bra L;\nret;\n}\n";

/* Returns how often the check of the ring asks for memory with these options, and the number of findings. */
static size_t requests(struct ptxc_options options, size_t *findings) {
    struct tally tally = {.live = 0};
    const struct ptxc_allocator allocator = {tallying, &tally};
    struct ptxc_report *report;
    options.allocator = &allocator;
    assert_int_equal(ptxc_check(ring, strlen(ring), &options, &report), PTXC_OK);
    *findings = ptxc_report_count(report);
    ptxc_report_free(report);
    return tally.calls;
}

/* Functions are followed only if a rule is wanted that is found in them: by its class, and by its severity. */
static void hazards_that_nobody_wants_cost_nothing(void **state) {
    const uint32_t classes = 1 << PTXC_CLASS_SYNTAX | 1 << PTXC_CLASS_LEGALITY;
    const size_t count = ptxc_rule_count();
    struct ptxc_override *off = calloc(count, sizeof(*off));
    struct ptxc_rule rule = {.size = sizeof(rule)};
    size_t off_count = 0, found, none;
    (void)state;
    assert_non_null(off);
    for (size_t i = 0; i < count; i++)
        if (ptxc_rule_get(i, &rule) && rule.rule_class == PTXC_CLASS_HAZARD)
            off[off_count++] = (struct ptxc_override){rule.id, PTXC_SEVERITY_OFF};
    const size_t least = requests((struct ptxc_options)GIVEN(.classes = classes), &none);
    assert_int_equal(none, 0);
    const struct ptxc_options asked = GIVEN(.classes = classes, .flags = PTXC_CHECK_FLOW);
    assert_in_range(requests(asked, &none), 1, least); /* the first request is larger */
    assert_int_equal(none, 0);
    struct ptxc_options silent = GIVEN(.overrides = off, .override_count = off_count);
    const size_t quiet = requests(silent, &none);
    silent.flags = PTXC_CHECK_FLOW;
    assert_in_range(requests(silent, &none), 1, quiet);
    assert_int_equal(none, 0);
    silent.override_count--; /* one rule is left, whichever it is */
    assert_true(requests(silent, &none) > quiet);
    assert_true(requests((struct ptxc_options)GIVEN(.flags = PTXC_CHECK_FLOW), &found) > quiet);
    assert_int_equal(found, 1);
    free(off);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals_are_explained),     cmocka_unit_test(assemblers_are_listed),
        cmocka_unit_test(newer_fields_are_explained), cmocka_unit_test(good_options_need_no_words),
        cmocka_unit_test(versions_come_from_text),    cmocka_unit_test(parse_takes_the_allocator),
        cmocka_unit_test(parse_takes_other_options),  cmocka_unit_test(hazards_that_nobody_wants_cost_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
