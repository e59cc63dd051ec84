/* The public API: a source is checked and its report read; options; the names and texts of the tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <ptxcheck/instruction.h>
#include <ptxcheck/ptxcheck.h>

static const char wrong_size[] = "cp.async.cg.shared.global [a], [b], 8;";

/* Gives how many findings the text has with these options. */
static size_t findings(const char *text, const struct ptxc_options *options) {
    struct ptxc_report *report;
    assert_int_equal(ptxc_check(text, strlen(text), options, &report), PTXC_OK);
    size_t count = ptxc_report_count(report);
    ptxc_report_free(report);
    return count;
}

static enum ptxc_status status_of(const struct ptxc_options *options) {
    struct ptxc_report *report = (struct ptxc_report *)&report;
    enum ptxc_status status = ptxc_check("", 0, options, &report);
    if (status != PTXC_OK)
        assert_null(report);
    ptxc_report_free(report);
    return status;
}

/* A diagnostic has its rule, class, severity, message, spans and notes. */
static void report_says_what_and_where(void **state) {
    struct ptxc_report *report;
    struct ptxc_rule rule = {.size = sizeof(rule)};
    (void)state;
    assert_int_equal(ptxc_check(wrong_size, strlen(wrong_size), NULL, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 1);
    assert_int_equal(ptxc_report_instructions(report), 1);
    assert_null(ptxc_report_text(report));
    const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, 0);
    assert_non_null(diagnostic);
    assert_null(ptxc_report_get(report, 1));
    assert_string_equal(diagnostic->rule, "cp-size-cg");
    assert_int_equal(diagnostic->rule_class, PTXC_CLASS_LEGALITY);
    assert_int_equal(diagnostic->severity, PTXC_SEVERITY_ERROR);
    assert_string_equal(diagnostic->message, "cp-size must be 16 with .cg, not 8");
    assert_int_equal(diagnostic->span.offset, strstr(wrong_size, "8;") - wrong_size);
    assert_int_equal(diagnostic->span.length, 1);
    assert_int_equal(diagnostic->cause.offset, strstr(wrong_size, ".cg") - wrong_size);
    assert_int_equal(diagnostic->cause.length, 3);
    assert_true(ptxc_rule_from_id(diagnostic->rule, &rule));
    assert_string_equal(rule.id, "cp-size-cg");
    ptxc_report_free(report);
}

static void source_needs_no_nul(void **state) {
    char exact[sizeof(wrong_size) - 1];
    struct ptxc_report *report;
    (void)state;
    memcpy(exact, wrong_size, sizeof(exact));
    assert_int_equal(ptxc_check(exact, sizeof(exact), NULL, &report), PTXC_OK);
    memset(exact, 0, sizeof(exact)); /* the source may go away */
    assert_string_equal(ptxc_report_get(report, 0)->message, "cp-size must be 16 with .cg, not 8");
    ptxc_report_free(report);
}

/* Every function of a report takes NULL, and gives nothing or a status. */
static void null_harms_nobody(void **state) {
    struct ptxc_report *report;
    struct ptxc_rule rule = {.size = sizeof(rule)};
    (void)state;
    assert_int_equal(ptxc_check(NULL, 0, NULL, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 0);
    ptxc_report_free(report);
    assert_int_equal(ptxc_check(NULL, 1, NULL, &report), PTXC_BAD_ARGUMENT);
    assert_null(report);
    assert_int_equal(ptxc_check("", 0, NULL, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_check("", (size_t)1 << 31, NULL, &report), PTXC_TOO_LARGE);
    assert_null(report);
    assert_int_equal(ptxc_report_count(NULL), 0);
    assert_int_equal(ptxc_report_instructions(NULL), 0);
    assert_null(ptxc_report_get(NULL, 0));
    assert_null(ptxc_report_text(NULL));
    ptxc_report_free(NULL);
    assert_false(ptxc_rule_get(0, NULL));
    assert_false(ptxc_rule_from_id(NULL, &rule));
    assert_false(ptxc_rule_from_id("cp-size-cg", NULL));
}

/* Classes, overrides, target and version choose which findings a report has. */
static void options_choose_what_is_reported(void **state) {
    struct ptxc_override off = {"cp-size-cg", PTXC_SEVERITY_OFF};
    struct ptxc_options options = {.size = sizeof(options)};
    (void)state;
    assert_int_equal(findings(wrong_size, &options), 1);
    options.classes = 1u << PTXC_CLASS_SYNTAX;
    assert_int_equal(findings(wrong_size, &options), 0);
    options.classes = 1u << PTXC_CLASS_LEGALITY;
    assert_int_equal(findings(wrong_size, &options), 1);
    options.overrides = &off;
    options.override_count = 1;
    assert_int_equal(findings(wrong_size, &options), 0);
    options = (struct ptxc_options){.size = sizeof(options), .target = "sm_75", .ptx = 800};
    assert_int_equal(findings("cp.async.wait_all;", &options), 1);
    options.target = "sm_80";
    assert_int_equal(findings("cp.async.wait_all;", &options), 0);
    options.ptx = 605;
    assert_int_equal(findings("cp.async.wait_all;", &options), 1);
}

/* An option with a value that the library does not know gives PTXC_BAD_ARGUMENT. */
static void unknown_options_are_refused(void **state) {
    struct ptxc_override override = {"no-such-rule", PTXC_SEVERITY_OFF};
    struct ptxc_allocator allocator = {NULL, NULL};
    struct ptxc_options none = {.size = sizeof(none)}, options = none;
    (void)state;
    assert_int_equal(status_of(&options), PTXC_OK);
    options.target = "sm_1";
    assert_int_equal(status_of(&options), PTXC_BAD_ARGUMENT);
    options = none;
    options.ptx = 899;
    assert_int_equal(status_of(&options), PTXC_BAD_ARGUMENT);
    options = none;
    options.override_count = 1;
    assert_int_equal(status_of(&options), PTXC_BAD_ARGUMENT);
    options.overrides = &override;
    assert_int_equal(status_of(&options), PTXC_BAD_ARGUMENT);
    override.rule = NULL;
    assert_int_equal(status_of(&options), PTXC_BAD_ARGUMENT);
    override.rule = "cp-size";
    assert_int_equal(status_of(&options), PTXC_OK);
    override.severity = (enum ptxc_severity)4;
    assert_int_equal(status_of(&options), PTXC_BAD_ARGUMENT);
    options = none;
    options.allocator = &allocator;
    assert_int_equal(status_of(&options), PTXC_BAD_ARGUMENT);
    options = none;
    options.flags = PTXC_CHECK_ALLOW;
    assert_int_equal(status_of(&options), PTXC_OK);
    options.flags = 0x80000000u;
    assert_int_equal(status_of(&options), PTXC_BAD_ARGUMENT);
}

/* Bad arguments give a status and no report, also for a source without text. */
static void bad_arguments_are_a_status(void **state) {
    struct ptxc_options options = {.size = sizeof(options), .target = "sm_1"};
    struct ptxc_report *report;
    (void)state;
    assert_int_equal(ptxc_check("", 0, &options, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_check(NULL, 1, NULL, &report), PTXC_BAD_ARGUMENT);
    options = (struct ptxc_options){.size = sizeof(options), .ptx = 899};
    assert_int_equal(ptxc_check("", 0, &options, &report), PTXC_BAD_ARGUMENT);
    options = (struct ptxc_options){.size = sizeof(options), .classes = 1u << (PTXC_CLASS_HAZARD + 1)};
    assert_int_equal(ptxc_check("", 0, &options, &report), PTXC_BAD_ARGUMENT);
    const char *const portable[] = {"sm_90", "sm_1"};
    options = (struct ptxc_options){.size = sizeof(options), .portable = portable, .portable_count = 2};
    assert_int_equal(ptxc_check("", 0, &options, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_check("", 0, NULL, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 0);
    ptxc_report_free(report);
}

/* A caller that was compiled against a shorter or longer struct ptxc_options. */
static void options_of_other_versions(void **state) {
    struct ptxc_options older = {.size = offsetof(struct ptxc_options, classes), .target = "sm_90a", .ptx = 800};
    struct {
        struct ptxc_options known;
        const void *added;
    } newer = {.known = {.size = sizeof(newer), .target = "sm_90a"}};
    (void)state;
    older.classes = 1u << PTXC_CLASS_SYNTAX; /* after its end: not read */
    older.override_count = 1;
    assert_int_equal(findings(wrong_size, &older), 1);
    older.target = "sm_1"; /* before its end: read */
    assert_int_equal(status_of(&older), PTXC_BAD_ARGUMENT);
    older.size = offsetof(struct ptxc_options, target);
    assert_int_equal(status_of(&older), PTXC_OK);
    assert_int_equal(status_of(&newer.known), PTXC_OK);
    newer.added = &newer; /* asks for what this library does not have */
    assert_int_equal(status_of(&newer.known), PTXC_BAD_ARGUMENT);
    newer.known.size = 0; /* never set */
    assert_int_equal(status_of(&newer.known), PTXC_BAD_ARGUMENT);
    newer.known.size = SIZE_MAX; /* likewise */
    assert_int_equal(status_of(&newer.known), PTXC_BAD_ARGUMENT);
}

struct counter {
    long live, calls;
    size_t bytes;
};

static void *count_resize(void *user, void *pointer, size_t old_size, size_t new_size) {
    struct counter *counter = user;
    counter->calls++;
    counter->bytes += new_size - old_size;
    counter->live += (new_size > 0) - (pointer != NULL);
    if (new_size > 0)
        return realloc(pointer, new_size);
    free(pointer);
    return NULL;
}

/* The allocator of the options gets back every byte and every block that it gave. */
static void allocator_gets_every_byte_back(void **state) {
    struct counter counter = {0, 0, 0};
    struct ptxc_allocator allocator = {count_resize, &counter};
    struct ptxc_options options = {.size = sizeof(options), .allocator = &allocator};
    struct ptxc_instruction instruction;
    struct ptxc_module *module;
    struct ptxc_report *report;
    (void)state;
    assert_int_equal(findings(wrong_size, &options), 1);
    assert_true(counter.calls > 1);
    assert_int_equal(counter.live, 0);
    assert_int_equal(counter.bytes, 0);
    assert_int_equal(ptxc_module_open(wrong_size, strlen(wrong_size), &options, &module), PTXC_OK);
    assert_true(ptxc_module_next(module, &instruction));
    assert_int_equal(ptxc_instruction_check(&instruction, &options, module, &report), PTXC_OK);
    assert_true(counter.live > 1);
    ptxc_report_free(report);
    assert_int_equal(ptxc_module_close(module, NULL), PTXC_OK);
    assert_int_equal(counter.live, 0);
    assert_int_equal(counter.bytes, 0);
}

/* Sources of other languages and single asm texts are checked where they stand; bad arguments are refused. */
static void other_languages(void **state) {
    static const char source[] = "void wait() { asm volatile(\"cp.async.wait_groups 0;\" ::: \"memory\"); }\n";
    static const char text[] = "cp.async.cg.shared.global [$0], [$1], 8;";
    struct ptxc_report *report = (struct ptxc_report *)&report;
    struct ptxc_options options = {.size = 0};
    (void)state;
    assert_true(strstr(ptxc_host_extensions(0), ".cu ") != NULL);
    for (size_t i = 0; ptxc_host_extensions(i); i++) {
        char path[80];
        snprintf(path, sizeof(path), "a%.*s", (int)strcspn(ptxc_host_extensions(i), " "), ptxc_host_extensions(i));
        assert_true(ptxc_host_known(path));
    }
    assert_null(ptxc_host_extensions(SIZE_MAX));
    assert_true(ptxc_host_known("kernel.cu"));
    assert_false(ptxc_host_known("kernel.ptx"));
    assert_false(ptxc_host_known(""));
    assert_false(ptxc_host_known(NULL));
    assert_int_equal(ptxc_check_host("kernel.cu", source, strlen(source), NULL, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 1);
    assert_memory_equal(source + ptxc_report_get(report, 0)->span.offset, ".wait_groups", 12);
    ptxc_report_free(report);
    assert_int_equal(ptxc_check_host("kernel.cu", NULL, 0, NULL, &report), PTXC_OK);
    ptxc_report_free(report);
    assert_int_equal(ptxc_check_host("kernel.ptx", source, strlen(source), NULL, &report), PTXC_BAD_ARGUMENT);
    assert_null(report);
    assert_int_equal(ptxc_check_host(NULL, source, strlen(source), NULL, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_check_host("kernel.cu", NULL, 1, NULL, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_check_host("kernel.cu", source, 1, &options, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_check_host("kernel.cu", source, 1, NULL, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_check_inline_asm(text, strlen(text), '$', "r,l", NULL, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 1);
    assert_string_equal(ptxc_report_get(report, 0)->rule, "cp-size-cg");
    ptxc_report_free(report);
    assert_int_equal(ptxc_check_inline_asm(text, strlen(text), '$', "h,l", NULL, &report), PTXC_OK);
    assert_string_equal(ptxc_report_get(report, 0)->rule, "address-width"); /* the constraint says 16 bits */
    ptxc_report_free(report);
    assert_int_equal(ptxc_check_inline_asm(text, strlen(text), '?', NULL, NULL, &report), PTXC_BAD_ARGUMENT);
    assert_null(report);
    assert_int_equal(ptxc_check_inline_asm(NULL, 1, '$', NULL, NULL, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_check_inline_asm(text, 1, '$', NULL, &options, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_check_inline_asm(text, 1, '$', NULL, NULL, NULL), PTXC_BAD_ARGUMENT);
}

/* Gives the rule that the text raises with these constraints, or "". */
static const char *raised(const char *text, const char *constraints) {
    static char rule[64];
    struct ptxc_report *report = NULL;
    assert_int_equal(ptxc_check_inline_asm(text, strlen(text), '%', constraints, NULL, &report), PTXC_OK);
    assert_true(ptxc_report_count(report) <= 1);
    snprintf(rule, sizeof(rule), "%s", ptxc_report_count(report) ? ptxc_report_get(report, 0)->rule : "");
    ptxc_report_free(report);
    return rule;
}

/* The operands of an inline asm may have names, and are found by them. */
static void operands_have_names(void **state) {
    static const char text[] = "cp.async.cg.shared.global [%[to]], [%[from]], 16;";
    (void)state;
    assert_string_equal(raised(text, "[to]r,[from]l,~{memory}"), "");
    assert_string_equal(raised(text, "[to] r,[from] l,~{memory}"), "");
    assert_string_equal(raised(text, "[from]l,[to]r,~{memory}"), "");
    assert_string_equal(raised(text, "[to]h,[from]l,~{memory}"), "address-width");
    assert_string_equal(raised(text, "[to]r,[source]l,~{memory}"), "asm-operand");
    assert_string_equal(raised(text, "[to]r,[from,~{memory}"), "asm-operand");
    assert_string_equal(raised(text, NULL), "");
}

/* Without a list nobody knows that "memory" is missing. */
static void unknown_clobbers_are_not_missing(void **state) {
    (void)state;
    assert_string_equal(raised("cp.async.wait_group 0;", NULL), "");
    assert_string_equal(raised("cp.async.wait_group 0;", ""), "asm-memory-clobber");
    assert_string_equal(raised("cp.async.wait_group 0;", "~{memory}"), "");
}

/* Every rule has its texts and is found by its id; an unknown id changes nothing. */
static void every_rule_speaks(void **state) {
    struct ptxc_rule rule = {.size = sizeof(rule)}, again = rule;
    (void)state;
    assert_true(ptxc_rule_count() > 40);
    for (size_t i = 0; i < ptxc_rule_count(); i++) {
        assert_true(ptxc_rule_get(i, &rule));
        assert_true(rule.summary[0] && rule.why[0]);
        assert_non_null(ptxc_class_name(rule.rule_class));
        assert_non_null(ptxc_severity_name(rule.severity));
        assert_true(ptxc_rule_from_id(rule.id, &again));
        assert_ptr_equal(again.summary, rule.summary);
    }
    again = rule;
    assert_false(ptxc_rule_get(ptxc_rule_count(), &rule));
    assert_false(ptxc_rule_from_id("no-such-rule", &rule));
    assert_memory_equal(&rule, &again, sizeof(rule));
}

/* The contract of snprintf: the whole length, and of the text as much as there is room for, closed by a NUL. */
static void assert_snprintf(size_t (*print)(size_t, char *, size_t), size_t index) {
    char whole[4096], part[4096];
    size_t length = print(index, whole, sizeof(whole));
    assert_true(length > 0 && length < sizeof(whole));
    assert_int_equal(strlen(whole), length);
    assert_int_equal(print(index, NULL, 0), length);
    for (size_t size = 1; size <= length + 1; size++) {
        memset(part, '?', sizeof(part));
        assert_int_equal(print(index, part, size), length);
        assert_memory_equal(part, whole, size - 1);
        assert_int_equal(part[size - 1], 0);
        assert_int_equal(part[size], '?');
    }
    memset(part, '?', sizeof(part));
    assert_int_equal(print(index, part, 0), length);
    assert_int_equal(part[0], '?');
}

/* Every form has a mnemonic, a name of its own, a syntax line and needs. */
static void every_form_speaks(void **state) {
    char syntax[4096];
    size_t count = ptxc_form_count();
    (void)state;
    assert_true(count > 50);
    for (size_t i = 0; i < count; i++) {
        const char *mnemonic = ptxc_form_mnemonic(i);
        assert_non_null(ptxc_form_name(i));
        assert_non_null(strchr(ptxc_form_section(i), '.'));
        assert_int_not_equal(ptxc_opcode_from_name(mnemonic), PTXC_OP_NONE);
        ptxc_form_syntax(i, syntax, sizeof(syntax));
        assert_memory_equal(syntax, mnemonic, strlen(mnemonic));
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(ptxc_form_name(j), ptxc_form_name(i));
    }
    assert_snprintf(ptxc_form_syntax, 0);
    assert_snprintf(ptxc_form_syntax, count - 1);
    assert_snprintf(ptxc_form_needs, 0);
    assert_snprintf(ptxc_form_needs, count - 1);
    assert_null(ptxc_form_mnemonic(count));
    assert_null(ptxc_form_name(count));
    assert_null(ptxc_form_section(count));
    assert_int_equal(ptxc_form_syntax(count, syntax, sizeof(syntax)), 0);
    assert_int_equal(ptxc_form_needs(SIZE_MAX, syntax, sizeof(syntax)), 0);
}

/* Every value has a name that leads back to it; values after the last and negative ones have none. */
#define ASSERT_NAMES(first, least, type, name_of, from_name, none)         \
    do {                                                                   \
        int value = first;                                                 \
        for (; name_of((enum type)value); value++)                         \
            assert_int_equal(from_name(name_of((enum type)value)), value); \
        assert_true(value >= (least));                                     \
        for (; value < 1000; value++)                                      \
            assert_null(name_of((enum type)value));                        \
        assert_null(name_of((enum type)(-1)));                             \
        assert_null(name_of(none));                                        \
        assert_int_equal(from_name("nothing"), none);                      \
        assert_int_equal(from_name(""), none);                             \
        assert_int_equal(from_name(NULL), none);                           \
    } while (0)

/* The enumerators have as many names as the tables have rows, and some that are known. */
static void names_lead_both_ways(void **state) {
    (void)state;
    ASSERT_NAMES(1, 50, ptxc_opcode, ptxc_opcode_name, ptxc_opcode_from_name, PTXC_OP_NONE);
    ASSERT_NAMES(1, 109, ptxc_qualifier, ptxc_qualifier_name, ptxc_qualifier_from_name, PTXC_Q_NONE);
    ASSERT_NAMES(0, 38, ptxc_slot, ptxc_slot_name, ptxc_slot_from_name, PTXC_SLOT_NONE);
    ASSERT_NAMES(1, 24, ptxc_type, ptxc_type_name, ptxc_type_from_name, PTXC_TYPE_NONE);
    ASSERT_NAMES(1, 47, ptxc_target, ptxc_target_name, ptxc_target_from_name, PTXC_TARGET_NONE);
    ASSERT_NAMES(1, 7, ptxc_space, ptxc_space_name, ptxc_space_from_name, PTXC_SPACE_NONE);
    assert_int_equal(ptxc_opcode_from_name("cp.async.bulk"), PTXC_OP_CP_ASYNC_BULK);
    assert_int_equal(ptxc_opcode_from_name("cp.async.bulk.shared"), PTXC_OP_NONE);
    assert_int_equal(ptxc_target_from_name("sm_90a"), PTXC_TARGET_SM_90A);
    assert_string_equal(ptxc_qualifier_name(PTXC_Q_SHARED_CTA), ".shared::cta");
    assert_string_equal(ptxc_slot_name(PTXC_SLOT_DESTINATION), "destination");
    assert_string_equal(ptxc_space_name(PTXC_SPACE_REG), ".reg");
}

/* The words that mnemonics begin with are listed, each once. */
static void words_are_listed(void **state) {
    size_t count = 0, found = 0;
    const char *word;
    (void)state;
    for (; (word = ptxc_mnemonic_word(count)); count++)
        found += strcmp(word, "wgmma") == 0;
    assert_int_equal(found, 1);
    assert_true(count >= 120);
    assert_null(ptxc_mnemonic_word(SIZE_MAX));
}

/* The name of a slot is that of its enumerator, in small letters and with blanks. */
static void slots_agree(void **state) {
    static const char *const enumerators[] = {
#define SLOT(enumerator, value, name, words, weight, second, reason, fix) [value] = #enumerator,
#include <qualifiers.def>
    };
    (void)state;
    for (size_t i = 0; i < sizeof(enumerators) / sizeof(enumerators[0]); i++) {
        char name[64];
        size_t length = 0;
        for (const char *c = enumerators[i] + strlen("PTXC_SLOT_"); *c; c++)
            name[length++] = (char)(*c == '_' ? ' ' : *c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
        name[length] = 0;
        assert_string_equal(ptxc_slot_name((enum ptxc_slot)i), name);
    }
}

/* Classes, statuses and severities have names, and nothing else has one. */
static void other_names(void **state) {
    (void)state;
    assert_string_equal(ptxc_class_name(PTXC_CLASS_SYNTAX), "syntax");
    assert_string_equal(ptxc_class_name(PTXC_CLASS_ADVICE), "advice");
    assert_string_equal(ptxc_class_name(PTXC_CLASS_HAZARD), "hazard");
    assert_null(ptxc_class_name((enum ptxc_class)(PTXC_CLASS_HAZARD + 1)));
    assert_null(ptxc_class_name((enum ptxc_class)(-1)));
    assert_string_equal(ptxc_status_name(PTXC_OK), "ok");
    assert_string_equal(ptxc_status_name(PTXC_UNREADABLE), "unreadable");
    assert_null(ptxc_status_name((enum ptxc_status)(PTXC_OVERLAP + 1)));
    assert_null(ptxc_status_name((enum ptxc_status)(-1)));
    assert_string_equal(ptxc_severity_name(PTXC_SEVERITY_OFF), "off");
    assert_string_equal(ptxc_severity_name(PTXC_SEVERITY_ERROR), "error");
    assert_null(ptxc_severity_name((enum ptxc_severity)(PTXC_SEVERITY_ERROR + 1)));
    assert_null(ptxc_severity_name((enum ptxc_severity)(-1)));
    assert_int_equal(ptxc_qualifier_slot(PTXC_Q_GLOBAL), PTXC_SLOT_DESTINATION);
    assert_int_equal(ptxc_qualifier_slot(PTXC_Q_BULK_GROUP), PTXC_SLOT_COMPLETION);
    assert_int_equal(ptxc_qualifier_slot(PTXC_Q_NONE), PTXC_SLOT_NONE);
    assert_int_equal(ptxc_qualifier_slot((enum ptxc_qualifier)999), PTXC_SLOT_NONE);
}

/* The versions of the library, of the tables and of the ISA are told, and no newer PTX is taken. */
static void versions(void **state) {
    char newest[32];
    unsigned major = ptxc_newest_ptx() / 100, minor = ptxc_newest_ptx() % 100;
    (void)state;
    assert_string_equal(ptxc_version(), LIBRARY_VERSION); /* of CMake, which names the library and the package */
    snprintf(newest, sizeof(newest), "%d.%d.%d", PTXC_VERSION_MAJOR, PTXC_VERSION_MINOR, PTXC_VERSION_PATCH);
    assert_string_equal(newest, LIBRARY_VERSION);
    assert_int_equal(PTXC_VERSION_NUMBER, PTXC_VERSION_MAJOR * 10000 + PTXC_VERSION_MINOR * 100 + PTXC_VERSION_PATCH);
#if !PTXC_VERSION_AT_LEAST(0, 2, 99) || !PTXC_VERSION_AT_LEAST(0, 3, 0) || PTXC_VERSION_AT_LEAST(1, 0, 0)
    fail_msg("PTXC_VERSION_AT_LEAST is wrong");
#endif
    snprintf(newest, sizeof(newest), "PTX %u.%u", major, minor);
    assert_string_equal(ptxc_tables_version(), newest);
    assert_string_equal(ptxc_isa_version(), "9.1");
    struct ptxc_options options = {.size = sizeof(options), .ptx = ptxc_newest_ptx()};
    assert_int_equal(status_of(&options), PTXC_OK);
    options.ptx++;
    assert_int_equal(status_of(&options), PTXC_BAD_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(report_says_what_and_where),
        cmocka_unit_test(source_needs_no_nul),
        cmocka_unit_test(null_harms_nobody),
        cmocka_unit_test(options_choose_what_is_reported),
        cmocka_unit_test(unknown_options_are_refused),
        cmocka_unit_test(bad_arguments_are_a_status),
        cmocka_unit_test(options_of_other_versions),
        cmocka_unit_test(allocator_gets_every_byte_back),
        cmocka_unit_test(other_languages),
        cmocka_unit_test(operands_have_names),
        cmocka_unit_test(unknown_clobbers_are_not_missing),
        cmocka_unit_test(every_rule_speaks),
        cmocka_unit_test(every_form_speaks),
        cmocka_unit_test(names_lead_both_ways),
        cmocka_unit_test(words_are_listed),
        cmocka_unit_test(slots_agree),
        cmocka_unit_test(other_names),
        cmocka_unit_test(versions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
