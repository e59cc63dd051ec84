/* Single stages: constant expressions, symbols, memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "arena.h"
#include "counting.h"
#include "ptxcheck/instruction.h"
#include "symbols.h"

/* The value of an expression, found out the way ptxas was asked: cp-size must be 4, 8 or 16, so the constant
 * `value + 16 - expected` is accepted exactly when the expression has the expected value. */
static void assert_value(const char *expression, const char *expected) {
    char text[400];
    struct ptxc_report *report;
    snprintf(text, sizeof(text), "cp.async.cg.shared.global [a], [b], ((%s) == %s) * 16;", expression, expected);
    assert_int_equal(ptxc_check(text, strlen(text), NULL, &report), PTXC_OK);
    if (ptxc_report_count(report) != 0)
        print_error("%s is not %s: %s\n", expression, expected, ptxc_report_get(report, 0)->message);
    assert_int_equal(ptxc_report_count(report), 0);
    ptxc_report_free(report);
}

/* Every pair was asked of ptxas 13.0. */
static void expressions(void **state) {
    static const char *const pairs[][2] = {
        {"-7 % 3", "0"},
        {"-7/2", "-3"},
        {"0xffffffffffffffff/2", "9223372036854775807"},
        {"-16>>2", "-4"},
        {"1<<64", "1"},
        {"1<<65", "2"},
        {"-1>0", "0"},
        {"1U-2U", "-1"},
        {"(1U-2U)>>60", "15"},
        {"(.s64)-1>>3", "-1"},
        {"~0U>>60", "15"},
        {"9223372036854775808>>60", "8"},
        {"1?2:3?4:5", "2"},
        {"5&3==3", "1"},
        {"1|2^3&4", "3"},
        {"8/2/2", "2"},
        {"2+3*4", "14"},
        {"1<<2+1", "8"},
        {"WARP_SZ*2", "64"},
        {"0b11", "3"},
        {"017U", "15"},
        {"3>2>1", "0"},
        {"-1<0U", "0"},
        {"-1/2U", "9223372036854775807"},
        {"0x10000000000000000", "0"},
        {"18446744073709551617", "1"},
        {"30000000000000000000", "-6893488147419103232"},
        {"-9223372036854775808/-1", "0"},
        {"-9223372036854775808 % -1", "-9223372036854775808"},
        {"!~0", "0"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        assert_value(pairs[i][0], pairs[i][1]);
}

static void ranges_and_scopes(void **state) {
    struct ptxc_arena arena;
    struct ptxc_symbols *symbols = calloc(1, sizeof(*symbols));
    (void)state;
    ptxc_arena_init(&arena, NULL);
    ptxc_symbols_init(symbols, &arena);
    ptxc_symbols_add(symbols, &(struct ptxc_symbol){.name = "%r", .length = 2, .range = 12, .type = PTXC_TYPE_B32});
    assert_non_null(ptxc_symbols_find(symbols, "%r0", 3));
    assert_non_null(ptxc_symbols_find(symbols, "%r11", 4));
    assert_null(ptxc_symbols_find(symbols, "%r12", 4));
    assert_non_null(ptxc_symbols_find(symbols, "%r011", 5));
    assert_null(ptxc_symbols_find(symbols, "%r", 2));
    size_t outer = symbols->count;
    ptxc_symbols_add(symbols, &(struct ptxc_symbol){.name = "%r1", .length = 3, .type = PTXC_TYPE_B64});
    assert_int_equal(ptxc_symbols_find(symbols, "%r1", 3)->type, PTXC_TYPE_B64);
    ptxc_symbols_truncate(symbols, outer);
    assert_int_equal(ptxc_symbols_find(symbols, "%r1", 3)->type, PTXC_TYPE_B32);
    /* of a stem that ends in a digit nothing is found: the number is all digits, in 32 bits */
    ptxc_symbols_add(symbols, &(struct ptxc_symbol){.name = "%r1", .length = 3, .range = 4, .type = PTXC_TYPE_B64});
    assert_int_equal(ptxc_symbols_find(symbols, "%r11", 4)->type, PTXC_TYPE_B32);
    assert_null(ptxc_symbols_find(symbols, "%r12", 4));
    assert_non_null(ptxc_symbols_find(symbols, "%r4294967298", 12));
    assert_non_null(ptxc_symbols_find(symbols, "%r000000000000000000000011", 26));
    ptxc_arena_free(&arena);
    free(symbols);
}

static void out_of_memory_is_a_status(void **state) {
    static char text[400000];
    (void)state;
    for (size_t i = 0; i + 32 < sizeof(text); i += 32)
        memcpy(text + i, "cp.async.cg.shared.global [a],1;", 32);
    for (long n = 0; n < 1000; n++) {
        struct counting counting = {0, n, 0};
        struct ptxc_allocator allocator = {counting_resize, &counting};
        struct ptxc_options options = {.size = sizeof(options), .allocator = &allocator};
        struct ptxc_report *report;
        enum ptxc_status status = ptxc_check(text, strlen(text), &options, &report);
        if (status == PTXC_OK) {
            ptxc_report_free(report);
            assert_int_equal(counting.live, 0);
            assert_true(n > 3);
            return;
        }
        assert_int_equal(status, PTXC_OUT_OF_MEMORY);
        assert_null(report);
        assert_int_equal(counting.live, 0);
    }
    fail_msg("the check never had enough memory");
}

/* However full the memory is when a function begins, the block that its name and its scope need may be refused. */
static void out_of_memory_in_a_function_header(void **state) {
    static char text[8000];
    (void)state;
    for (int findings = 0; findings < 600; findings++) {
        char *out = text + sprintf(text, ".version 9.0\n.target sm_90\n");
        for (int i = 0; i < findings; i++)
            out += sprintf(out, "}\n");
        strcpy(out, ".visible .entry kernel(.param .u64 a) {\ncp.async.wait_all;\n}\n");
        for (long n = 1; n < 6; n++) {
            struct counting counting = {0, n, 0};
            struct ptxc_allocator allocator = {counting_resize, &counting};
            struct ptxc_options options = {.size = sizeof(options), .allocator = &allocator};
            struct ptxc_report *report;
            enum ptxc_status status = ptxc_check(text, strlen(text), &options, &report);
            assert_int_equal(status, counting.requests > n ? PTXC_OUT_OF_MEMORY : PTXC_OK);
            ptxc_report_free(report);
            assert_int_equal(counting.live, 0);
        }
    }
}

/* Portability lends the memory of the report to a second one. */
static void portability_gives_its_memory_back(void **state) {
    static char text[60000];
    const char *const portable[] = {"sm_120"};
    (void)state;
    strcpy(text, ".version 9.0\n.target sm_90\n.entry e() {\n.reg .b64 %rd<9>;\n.shared .b64 bar;\n");
    for (size_t i = 0; i < 500; i++)
        strcat(text, "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%laneid], [%rd1], 16, [bar];");
    strcat(text, "}\n");
    for (long n = 0; n < 1000; n++) {
        struct counting counting = {0, n, 0};
        struct ptxc_allocator allocator = {counting_resize, &counting};
        struct ptxc_options options = {
            .size = sizeof(options), .allocator = &allocator, .portable = portable, .portable_count = 1};
        struct ptxc_report *report;
        enum ptxc_status status = ptxc_check(text, strlen(text), &options, &report);
        size_t found = ptxc_report_count(report);
        ptxc_report_free(report);
        assert_int_equal(counting.live, 0);
        if (status == PTXC_OK) {
            assert_int_equal(found, 500);
            assert_true(n > 3);
            return;
        }
        assert_int_equal(status, PTXC_OUT_OF_MEMORY);
    }
    fail_msg("the check never had enough memory");
}

static void a_single_instruction_is_held_to_all_targets(void **state) {
    const char *const portable[] = {"sm_90", "sm_120"};
    struct ptxc_options options = {
        .size = sizeof(options), .target = "sm_100a", .ptx = 900, .portable = portable, .portable_count = 2};
    struct ptxc_instruction instruction;
    struct ptxc_report *report;
    const char *text = "cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%0], [%1], 16, %2;";
    (void)state;
    assert_int_equal(ptxc_instruction_parse(text, strlen(text), &instruction, NULL), PTXC_OK);
    assert_int_equal(ptxc_instruction_check(&instruction, &options, NULL, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 1);
    assert_string_equal(ptxc_report_get(report, 0)->rule, "not-portable");
    assert_string_equal(ptxc_report_get(report, 0)->message, ".cp_mask is not available on sm_90");
    ptxc_report_free(report);
}

static void bad_arguments_are_a_status(void **state) {
    struct ptxc_options options = {.size = sizeof(options), .target = "sm_1"};
    struct ptxc_report *report;
    (void)state;
    assert_int_equal(ptxc_check("", 0, &options, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_check(NULL, 1, NULL, &report), PTXC_BAD_ARGUMENT);
    options = (struct ptxc_options){.size = sizeof(options), .ptx = 899};
    assert_int_equal(ptxc_check("", 0, &options, &report), PTXC_BAD_ARGUMENT);
    options = (struct ptxc_options){.size = sizeof(options), .classes = 1u << (PTXC_CLASS_ADVICE + 1)};
    assert_int_equal(ptxc_check("", 0, &options, &report), PTXC_BAD_ARGUMENT);
    const char *const portable[] = {"sm_90", "sm_1"};
    options = (struct ptxc_options){.size = sizeof(options), .portable = portable, .portable_count = 2};
    assert_int_equal(ptxc_check("", 0, &options, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_check("", 0, NULL, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 0);
    ptxc_report_free(report);
}

/* The places and the names of operands are those of the text that was given. */
static void inline_asm_names_its_operands(void **state) {
    static const char text[] = "cp.async.ca.shared.global [$0], [$1], 4, ${2:r};";
    struct ptxc_report *report = NULL;
    (void)state;
    assert_int_equal(ptxc_check_inline_asm(text, strlen(text), '$', "r,l,l", NULL, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 1);
    const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, 0);
    assert_non_null(strstr(diagnostic->message, "'${2:r}' is .b64"));
    assert_int_equal(diagnostic->span.offset, strstr(text, "${2") - text);
    assert_int_equal(diagnostic->span.length, strlen("${2:r}"));
    assert_int_equal(ptxc_report_statements(report), 0);
    ptxc_report_free(report);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expressions),
        cmocka_unit_test(ranges_and_scopes),
        cmocka_unit_test(out_of_memory_is_a_status),
        cmocka_unit_test(out_of_memory_in_a_function_header),
        cmocka_unit_test(inline_asm_names_its_operands),
        cmocka_unit_test(bad_arguments_are_a_status),
        cmocka_unit_test(portability_gives_its_memory_back),
        cmocka_unit_test(a_single_instruction_is_held_to_all_targets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
