/* Sessions: whatever came before, a session says of an instruction what the calls for one instruction say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "counting.h"
#include "ptxcheck/session.h"

enum { FOUND = 8000, MOST_REQUESTS = 2000 };

static const char *const texts[] = {
    "cp.async.cg.shared.global [%r1], [%rd1], 16;",
    "cp.async.cg.shared.global [%r7], [%rd9], 16;",
    "cp.async.cg.shared.global [%r7], [%rd9], 15;",
    "@%p1 cp.async.ca.shared.global.L2::128B [s], [g+16], 4, 0;",
    "@!%p1 cp.async.ca.shared.global.L2::128B [s], [g+16], 4, %r1;",
    "cp.async.ca.shared.global [s], [%laneid], 4, _;",
    "cp.async.ca.shared.global [%tid.x], [g+16], 4;",
    "cp.async.wait_group 2;",
    "cp.async.wait_group N;",
    "cp.async.wait_group %r1;",
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 64, [%r2];",
    "cp.async.bulk.global.shared::cluster.mbarrier::complete_tx::bytes [%r1], [%rd1], 64, [%r2];",
    "cp.async.bulk.tensr.2d [x], 5;",
    "cp.async.cg.cg.global [%r1], [%rd1], 16, 3, 4;",
    "cp.async.shared.cg.global [%r1], [%rd1], 16;",
    "elect.sync _|%p1, 0xffffffff;",
    "prefetch.tensormap .const [%rd1];",
    "mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r1], %r2;",
    "add.u32 %r1, %r2, %r3;",
    "cp.async.cg.shared.global [%r1], [%rd1], 16; x",
    "",
};
enum { TEXTS = sizeof(texts) / sizeof(texts[0]) };

static void add_findings(const struct ptxc_report *report, char *found) {
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        const size_t length = strlen(found);
        snprintf(found + length, FOUND - length, "%u+%u %s %s\n", diagnostic->span.offset, diagnostic->span.length,
                 diagnostic->rule, diagnostic->message);
    }
}

/* Checks; in the session, or without where that is NULL. Adds what is found, in words. */
static enum ptxc_status check(struct ptxc_session *session, const struct ptxc_instruction *instruction,
                              const struct ptxc_options *options, char *found) {
    struct ptxc_report *report;
    const enum ptxc_status status = session ? ptxc_session_check(session, instruction, &report)
                                            : ptxc_instruction_check(instruction, options, NULL, &report);
    add_findings(report, found);
    assert_true(!session || !report || (ptxc_report_count(report) > 0 && ptxc_report_text(report)));
    ptxc_report_free(report);
    return status;
}

/* Parses and checks; in the session, or without where that is NULL. Gives what is found in words, and whether each
 * report was there. */
static enum ptxc_status work(struct ptxc_session *session, const char *text, size_t length,
                             const struct ptxc_options *options, char *found) {
    struct ptxc_instruction instruction;
    struct ptxc_report *report;
    found[0] = 0;
    enum ptxc_status status = session ? ptxc_session_parse(session, text, length, &instruction, &report)
                                      : ptxc_instruction_parse_with(text, length, options, &instruction, &report);
    add_findings(report, found);
    assert_true(!session || !report || ptxc_report_count(report) > 0);
    ptxc_report_free(report);
    return status == PTXC_OK ? check(session, &instruction, options, found) : status;
}

/* Holds what a session says of a text, which is gone afterwards, against the calls for one instruction. */
static void hold_bytes(struct ptxc_session *session, const char *text, size_t length,
                       const struct ptxc_options *options) {
    char found[FOUND], wanted[FOUND];
    char *copy = malloc(length + 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    const enum ptxc_status status = work(NULL, copy, length, options, wanted);
    assert_int_equal(work(session, copy, length, options, found), status);
    assert_string_equal(found, wanted);
    memset(copy, 'x', length);
    free(copy);
}

static void hold_text(struct ptxc_session *session, const char *text, const struct ptxc_options *options) {
    hold_bytes(session, text, strlen(text), options);
}

/* Holds a session, which is given all texts twice, against the calls for one instruction. */
static void hold(const struct ptxc_options *options) {
    struct ptxc_session *session;
    assert_int_equal(ptxc_session_open(options, &session), PTXC_OK);
    for (size_t i = 0; i < 2 * TEXTS; i++)
        hold_text(session, texts[i % TEXTS], options);
    ptxc_session_close(session);
}

static void a_session_says_what_calls_for_one_say(void **state) {
    static const char *const targets[] = {NULL, "sm_70", "sm_90", "sm_100a"};
    static const char *const portable[] = {"sm_80", "sm_120"};
    const struct ptxc_override override = {"qualifier-order", PTXC_SEVERITY_WARNING};
    (void)state;
    hold(NULL);
    for (size_t i = 0; i < sizeof(targets) / sizeof(targets[0]); i++) {
        struct ptxc_options options = {.size = sizeof(options), .target = targets[i]};
        hold(&options);
        options.ptx = 900;
        hold(&options);
        options.classes = 1u << PTXC_CLASS_LEGALITY;
        hold(&options);
        options.classes = 0;
        options.portable = portable;
        options.portable_count = 2;
        options.overrides = &override;
        options.override_count = 1;
        options.limit = 1;
        hold(&options);
    }
}

/* What names are does count, where a rule or the text asks for it, however much else is the same. */
static void names_are_told_apart(void **state) {
    struct ptxc_instruction copy;
    struct ptxc_session *session;
    struct ptxc_report *report;
    (void)state;
    assert_int_equal(ptxc_session_open(NULL, &session), PTXC_OK);
    ptxc_instruction_init(&copy, PTXC_OP_CP_ASYNC_WAIT_GROUP);
    ptxc_instruction_push(&copy, ptxc_unknown("N"));
    ptxc_instruction_guard(&copy, ptxc_predicate("%p1"));
    assert_int_equal(ptxc_session_check(session, &copy, &report), PTXC_OK);
    assert_null(report);
    copy.values[0].name_length = 0;
    assert_int_equal(ptxc_session_check(session, &copy, &report), PTXC_UNREADABLE);
    copy.values[0] = ptxc_unknown("%r1");
    assert_int_equal(ptxc_session_check(session, &copy, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 1);
    ptxc_report_free(report);
    copy.values[0] = ptxc_unknown("N");
    copy.guard = ptxc_register("%r1", PTXC_TYPE_B32);
    assert_int_equal(ptxc_session_check(session, &copy, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 1);
    ptxc_report_free(report);
    copy.guard = ptxc_predicate("%p1");
    copy.operands[0].first = 1;
    assert_int_equal(ptxc_session_check(session, &copy, &report), PTXC_UNREADABLE);
    ptxc_session_close(session);
}

/* More mnemonics than a session has room for, some of them in several words or with a comment among their qualifiers.
 */
static void mnemonics_are_told_apart(void **state) {
    static const char *const forms[] = {"cp.async.q%d.shared.global [%%r1], [%%rd1], 4;",
                                        "cp.async.ca.shared/*%d*/.global [%%r1], [%%rd1], 4;",
                                        "cp.async.ca.shared /*%d*/ .global [%%r1], [%%rd1], 4;",
                                        "cp.async.wait_group.q%d 2;", "fence.proxy.async .q%d;"};
    struct ptxc_session *session;
    char text[100];
    (void)state;
    assert_int_equal(ptxc_session_open(NULL, &session), PTXC_OK);
    for (int i = 0; i < 500; i++)
        for (size_t j = 0; j < 2 * sizeof(forms) / sizeof(forms[0]); j++) {
            snprintf(text, sizeof(text), forms[j / 2], i);
            hold_text(session, text, NULL);
        }
    hold_text(session, "fence.proxy.async;", NULL);
    hold_text(session, "fence.proxy.async .global;", NULL);
    hold_text(session, "fence.proxy.async", NULL);
    hold_text(session, "cp.async.wait_all;", NULL);
    hold_text(session, "cp.async.wait_all", NULL);
    hold_text(session, "cp.async.wait_all .cg;", NULL);
    hold_text(session, "cp.async.wait_all :", NULL);
    ptxc_session_close(session);
}

/* Any byte may follow or interrupt what was read before, those too by which the library marks what it does not know. */
static void bytes_are_told_apart(void **state) {
    static const char *const mnemonics[] = {"elect.sync.weak.sh", "elect.sync", "cp.async.wait_all",
                                            "cp.async.ca.shared.global", "fence.proxy.async"};
    static const char *const operands[] = {"", "%r1|%p1, 1;", "[%r1], [%rd1], 4;", ";", ".global;"};
    struct ptxc_session *session;
    char text[100];
    (void)state;
    assert_int_equal(ptxc_session_open(NULL, &session), PTXC_OK);
    for (size_t i = 0; i < sizeof(mnemonics) / sizeof(mnemonics[0]); i++)
        for (int byte = 0; byte <= UINT8_MAX; byte++)
            for (size_t j = 0; j < 4 * sizeof(operands) / sizeof(operands[0]); j++) {
                const size_t whole = strlen(mnemonics[i]), at = j % 4 < 2 ? whole : whole - 2;
                const char *const spaced = j % 2 ? " " : "", *const after = operands[j / 4];
                const int length = snprintf(text, sizeof(text), "%.*s?%s%s%s", (int)at, mnemonics[i], spaced,
                                            mnemonics[i] + at, after);
                text[at] = (char)byte;
                hold_bytes(session, text, (size_t)length, NULL);
                snprintf(text, sizeof(text), "%s %s", mnemonics[i], after);
                hold_text(session, text, NULL);
            }
    ptxc_session_close(session);
}

/* Holds a session against the calls for one instruction, with a value in a place of an instruction. */
static void hold_value(struct ptxc_session *session, const struct ptxc_instruction *made, size_t place,
                       const struct ptxc_value *value) {
    struct ptxc_instruction instruction = *made;
    char found[FOUND] = "", wanted[FOUND] = "";
    if (place < made->value_count) {
        instruction.values[place] = *value;
        instruction.values[place].flags |= made->values[place].flags;
    } else {
        ptxc_instruction_guard(&instruction, *value);
    }
    const enum ptxc_status status = check(NULL, &instruction, NULL, wanted);
    assert_int_equal(check(session, &instruction, NULL, found), status);
    assert_string_equal(found, wanted);
}

/* Values that no text gives: of any kind, with names that they cannot have, and flags that do not go with those. What
 * came before, clean or not, does not count. */
static void values_that_programs_make_are_told_apart(void **state) {
    static const char *const names[] = {"a", "%r", "%r1", "%tid", "%tid.x", "%tidab", "%pm0", "%pm0ab",
                                        "x", ".x", "b.x", "b.",   "\x01",   "a\x01",  "a b",  ""};
    static const uint32_t flags[] = {0,
                                     PTXC_FLAG_COMPONENT,
                                     PTXC_FLAG_NOT,
                                     PTXC_FLAG_OFFSET,
                                     PTXC_FLAG_INDEX,
                                     PTXC_FLAG_WHOLE,
                                     PTXC_FLAG_COMPONENT | PTXC_FLAG_OFFSET,
                                     PTXC_FLAG_ARRAY | PTXC_FLAG_INDEX,
                                     PTXC_FLAG_OPEN_BRACE,
                                     2 * PTXC_FLAG_FOUR};
    static const char *const made[] = {"cp.async.ca.shared.global [a], [b], 4, 0;", "cp.async.wait_group 2;",
                                       "cp.async.bulk.prefetch.tensor.2d.L2.global [m, {%r1, %r2}];",
                                       "cp.async.bulk.prefetch.tensor.2d.L2.global [m];", "elect.sync _|%p1, 0;"};
    struct ptxc_session *session;
    (void)state;
    assert_int_equal(ptxc_session_open(NULL, &session), PTXC_OK);
    for (size_t i = 0; i < sizeof(made) / sizeof(made[0]); i++) {
        struct ptxc_instruction instruction;
        assert_int_equal(ptxc_instruction_parse(made[i], strlen(made[i]), &instruction, NULL), PTXC_OK);
        for (size_t place = 0; place <= instruction.value_count; place++)
            for (int kind = PTXC_VALUE_NONE; kind <= PTXC_VALUE_UNKNOWN + 1; kind++)
                for (size_t name = 0; name < sizeof(names) / sizeof(names[0]); name++)
                    for (size_t flag = 0; flag < sizeof(flags) / sizeof(flags[0]); flag++) {
                        struct ptxc_value value = {.kind = (enum ptxc_value_kind)kind,
                                                   .type = PTXC_TYPE_U32,
                                                   .space = PTXC_SPACE_SHARED,
                                                   .flags = flags[flag],
                                                   .name = names[name],
                                                   .name_length = (uint32_t)strlen(names[name])};
                        hold_value(session, &instruction, place, &value);
                    }
    }
    ptxc_session_close(session);
}

/* The second time that nothing is found, nothing is allocated, whatever the names are. */
static void what_is_known_allocates_nothing(void **state) {
    struct counting counting = {.fail_at = -1};
    const struct ptxc_allocator allocator = {counting_resize, &counting};
    const struct ptxc_options options = {
        .size = sizeof(options), .ptx = 900, .target = "sm_100a", .allocator = &allocator};
    struct ptxc_session *session;
    char found[FOUND];
    (void)state;
    assert_int_equal(ptxc_session_open(&options, &session), PTXC_OK);
    assert_int_equal(work(session, texts[0], strlen(texts[0]), NULL, found), PTXC_OK);
    const long requests = counting.requests;
    assert_int_equal(work(session, texts[1], strlen(texts[1]), NULL, found), PTXC_OK);
    assert_string_equal(found, "");
    assert_int_equal(counting.requests, requests);
    ptxc_session_close(session);
    assert_int_equal(counting.live, 0);
}

/* Whichever request of memory fails, a session gives what there is without, or says that there was no memory. */
static void a_session_without_memory_loses_nothing(void **state) {
    bool complete = false;
    (void)state;
    for (long fail = 0; !complete; fail++) {
        struct counting counting = {.fail_at = fail};
        const struct ptxc_allocator allocator = {counting_resize, &counting};
        const struct ptxc_options options = {.size = sizeof(options), .allocator = &allocator};
        struct ptxc_session *session;
        char found[FOUND], wanted[FOUND];
        assert_true(fail < MOST_REQUESTS);
        const enum ptxc_status opened = ptxc_session_open(&options, &session);
        assert_int_equal(opened == PTXC_OK, session != NULL);
        for (size_t i = 0; session && i < TEXTS; i++) {
            const enum ptxc_status status = work(NULL, texts[i], strlen(texts[i]), NULL, wanted);
            const enum ptxc_status said = work(session, texts[i], strlen(texts[i]), NULL, found);
            assert_true(said == status || said == PTXC_OUT_OF_MEMORY);
            if (said == status)
                assert_string_equal(found, wanted);
        }
        complete = counting.requests <= fail;
        ptxc_session_close(session);
        assert_int_equal(counting.live, 0);
    }
}

static void bad_arguments_are_refused(void **state) {
    const struct ptxc_options unknown = {.size = sizeof(unknown), .target = "sm_1"};
    struct ptxc_instruction instruction;
    struct ptxc_session *session = NULL;
    struct ptxc_report *report = NULL;
    (void)state;
    assert_int_equal(ptxc_session_open(NULL, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_session_open(&unknown, &session), PTXC_BAD_ARGUMENT);
    assert_null(session);
    assert_int_equal(ptxc_session_open(NULL, &session), PTXC_OK);
    assert_int_equal(ptxc_session_parse(NULL, "", 0, &instruction, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_session_parse(session, NULL, 1, &instruction, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_session_parse(session, "", 0, NULL, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_session_parse(session, "", (size_t)INT32_MAX + 1, &instruction, NULL), PTXC_TOO_LARGE);
    assert_int_equal(ptxc_session_parse(session, NULL, 0, &instruction, NULL), PTXC_UNREADABLE);
    assert_int_equal(ptxc_session_check(session, NULL, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_session_check(NULL, &instruction, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_session_check(session, &instruction, NULL), PTXC_BAD_ARGUMENT);
    ptxc_session_close(session);
    ptxc_session_close(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_says_what_calls_for_one_say),
        cmocka_unit_test(names_are_told_apart),
        cmocka_unit_test(mnemonics_are_told_apart),
        cmocka_unit_test(bytes_are_told_apart),
        cmocka_unit_test(values_that_programs_make_are_told_apart),
        cmocka_unit_test(what_is_known_allocates_nothing),
        cmocka_unit_test(a_session_without_memory_loses_nothing),
        cmocka_unit_test(bad_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
