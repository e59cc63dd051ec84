/* The public API: descriptors of matrices in shared memory, taken apart, put together and checked. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <ptxcheck/descriptor.h>

static const enum ptxc_descriptor_kind kinds[] = {PTXC_DESCRIPTOR_WGMMA, PTXC_DESCRIPTOR_TCGEN05};
enum { KINDS = 2, ROUNDS = 20000 };

static uint64_t seed = 7;

/* Gives a number of 64 bits, another one each time. */
static uint64_t any(void) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return seed ^ seed >> 29;
}

static void fields_are_where_the_isa_has_them(void **state) {
    struct ptxc_descriptor parts;
    (void)state;
    assert_int_equal(ptxc_descriptor_decode(UINT64_C(0x8006004100230045), PTXC_DESCRIPTOR_WGMMA, &parts), PTXC_OK);
    assert_int_equal(parts.start, 0x450);
    assert_int_equal(parts.leading, 0x230);
    assert_int_equal(parts.stride, 0x410);
    assert_int_equal(parts.base, 3);
    assert_int_equal(parts.swizzle, PTXC_SWIZZLE_64B);
    assert_true(parts.other == 0);
    assert_int_equal(ptxc_descriptor_decode(UINT64_C(0x2014404100230045), PTXC_DESCRIPTOR_TCGEN05, &parts), PTXC_OK);
    assert_int_equal(parts.start, 0x450);
    assert_int_equal(parts.base, 2);
    assert_int_equal(parts.absolute, 1);
    assert_int_equal(parts.swizzle, PTXC_SWIZZLE_128B_ATOM_32B);
    assert_true(parts.other == 0);
}

/* What was taken apart is put together again, whatever it was. */
static void any_number_comes_back(void **state) {
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        const uint64_t value = any();
        const enum ptxc_descriptor_kind kind = kinds[i % KINDS];
        struct ptxc_descriptor parts;
        uint64_t made = ~value;
        assert_int_equal(ptxc_descriptor_decode(value, kind, &parts), PTXC_OK);
        assert_int_equal(ptxc_descriptor_encode(&parts, &made), PTXC_OK);
        assert_true(made == value);
    }
}

/* The modes of each kind, by the numbers of the ISA. */
static void swizzles_have_the_numbers_of_the_isa(void **state) {
    static const struct {
        enum ptxc_descriptor_kind kind;
        enum ptxc_swizzle swizzle;
        uint64_t value;
    } rows[] = {
        {PTXC_DESCRIPTOR_WGMMA, PTXC_SWIZZLE_NONE, 0},
        {PTXC_DESCRIPTOR_WGMMA, PTXC_SWIZZLE_128B, UINT64_C(1) << 62},
        {PTXC_DESCRIPTOR_WGMMA, PTXC_SWIZZLE_64B, UINT64_C(2) << 62},
        {PTXC_DESCRIPTOR_WGMMA, PTXC_SWIZZLE_32B, UINT64_C(3) << 62},
        {PTXC_DESCRIPTOR_TCGEN05, PTXC_SWIZZLE_NONE, UINT64_C(1) << 46},
        {PTXC_DESCRIPTOR_TCGEN05, PTXC_SWIZZLE_128B_ATOM_32B, UINT64_C(1) << 61 | UINT64_C(1) << 46},
        {PTXC_DESCRIPTOR_TCGEN05, PTXC_SWIZZLE_128B, UINT64_C(2) << 61 | UINT64_C(1) << 46},
        {PTXC_DESCRIPTOR_TCGEN05, PTXC_SWIZZLE_64B, UINT64_C(4) << 61 | UINT64_C(1) << 46},
        {PTXC_DESCRIPTOR_TCGEN05, PTXC_SWIZZLE_32B, UINT64_C(6) << 61 | UINT64_C(1) << 46},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct ptxc_descriptor parts = {.kind = rows[i].kind, .swizzle = rows[i].swizzle};
        uint64_t value = 1;
        assert_int_equal(ptxc_descriptor_encode(&parts, &value), PTXC_OK);
        assert_true(value == rows[i].value);
        assert_int_equal(ptxc_descriptor_guess(value), rows[i].kind);
    }
    assert_int_equal(ptxc_descriptor_guess(UINT64_C(2) << 46), PTXC_DESCRIPTOR_NONE);
}

/* A part that has no room, or is no multiple of 16, or that the kind has not. */
static void what_cannot_be_put_together(void **state) {
    static const struct ptxc_descriptor wrong[] = {
        {.kind = PTXC_DESCRIPTOR_WGMMA, .start = 8},
        {.kind = PTXC_DESCRIPTOR_WGMMA, .start = 1 << 18},
        {.kind = PTXC_DESCRIPTOR_WGMMA, .leading = 1},
        {.kind = PTXC_DESCRIPTOR_WGMMA, .stride = 1 << 18},
        {.kind = PTXC_DESCRIPTOR_WGMMA, .base = 8},
        {.kind = PTXC_DESCRIPTOR_WGMMA, .absolute = 1},
        {.kind = PTXC_DESCRIPTOR_WGMMA, .swizzle = PTXC_SWIZZLE_128B_ATOM_32B},
        {.kind = PTXC_DESCRIPTOR_TCGEN05, .swizzle = PTXC_SWIZZLE_96B},
        {.kind = PTXC_DESCRIPTOR_TCGEN05, .absolute = 2},
        {.kind = PTXC_DESCRIPTOR_TCGEN05, .swizzle = PTXC_SWIZZLE_UNKNOWN, .code = 8},
        {.kind = PTXC_DESCRIPTOR_TCGEN05, .other = 1},
        {.kind = PTXC_DESCRIPTOR_NONE},
        {.kind = (enum ptxc_descriptor_kind)3},
    };
    uint64_t value = 5;
    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        assert_int_equal(ptxc_descriptor_encode(&wrong[i], &value), PTXC_BAD_ARGUMENT);
    assert_true(value == 5);
    assert_int_equal(ptxc_descriptor_encode(NULL, &value), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_descriptor_encode(&wrong[0], NULL), PTXC_BAD_ARGUMENT);
}

/* The fields and the fixed bits of a kind do not overlap, and are in the order of their bits. */
static void fields_do_not_overlap(void **state) {
    (void)state;
    for (size_t k = 0; k < KINDS; k++) {
        struct ptxc_descriptor_field field = {.size = sizeof(field)};
        uint32_t end = 0;
        size_t count = 0;
        for (; ptxc_descriptor_field_get(kinds[k], count, &field); count++) {
            assert_true(field.low >= end && field.bits > 0);
            end = field.low + field.bits;
            assert_true(field.name[0] && field.words[0]);
        }
        assert_int_equal(end, 64);
        assert_true(count >= 5);
    }
    struct ptxc_descriptor_field unset = {.size = 0};
    assert_int_equal(ptxc_descriptor_field_get(PTXC_DESCRIPTOR_WGMMA, 0, &unset), 0);
    assert_int_equal(ptxc_descriptor_field_get(PTXC_DESCRIPTOR_NONE, 0, &unset), 0);
    assert_int_equal(ptxc_descriptor_field_get(PTXC_DESCRIPTOR_WGMMA, 0, NULL), 0);
}

static void names_lead_there_and_back(void **state) {
    (void)state;
    for (size_t k = 0; k < KINDS; k++) {
        assert_int_equal(ptxc_descriptor_from_name(ptxc_descriptor_name(kinds[k])), kinds[k]);
        assert_int_equal(ptxc_descriptor_section(kinds[k])[0], '9');
    }
    assert_null(ptxc_descriptor_name(PTXC_DESCRIPTOR_NONE));
    assert_null(ptxc_descriptor_section(PTXC_DESCRIPTOR_NONE));
    assert_int_equal(ptxc_descriptor_from_name("mma"), PTXC_DESCRIPTOR_NONE);
    assert_int_equal(ptxc_descriptor_from_name(NULL), PTXC_DESCRIPTOR_NONE);
}

/* Gives the rules of the findings about a number, with blanks between them. */
static const char *rules_of(uint64_t value, enum ptxc_descriptor_kind kind, enum ptxc_swizzle map) {
    static char rules[1000];
    struct ptxc_report *report;
    size_t length = 0;
    rules[0] = 0;
    assert_int_equal(ptxc_descriptor_check(value, kind, map, NULL, &report), PTXC_OK);
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        assert_true(diagnostic->span.length > 0);
        assert_true(diagnostic->span.offset + diagnostic->span.length <= strlen(ptxc_report_text(report)));
        length += (size_t)snprintf(rules + length, sizeof(rules) - length, "%s%s", i ? " " : "", diagnostic->rule);
    }
    ptxc_report_free(report);
    return rules;
}

static void sound_descriptors_have_no_findings(void **state) {
    (void)state;
    for (size_t k = 0; k < KINDS; k++)
        for (uint32_t start = 0; start < 200 * 1024; start += 1024) {
            const struct ptxc_descriptor parts = {
                .kind = kinds[k], .start = start + 96, .stride = 1024, .swizzle = PTXC_SWIZZLE_128B};
            uint64_t value;
            assert_int_equal(ptxc_descriptor_encode(&parts, &value), PTXC_OK);
            assert_string_equal(rules_of(value, kinds[k], PTXC_SWIZZLE_128B), "");
        }
}

static void findings_are_about_their_bits(void **state) {
    (void)state;
    assert_string_equal(rules_of(UINT64_C(0x4000004000010040), PTXC_DESCRIPTOR_TCGEN05, PTXC_SWIZZLE_UNKNOWN),
                        "descriptor-fixed-bits");
    assert_string_equal(rules_of(UINT64_C(0x5fe0404000010040), PTXC_DESCRIPTOR_TCGEN05, PTXC_SWIZZLE_UNKNOWN),
                        "descriptor-fixed-bits");
    assert_string_equal(rules_of(UINT64_C(0x40000040c001c040), PTXC_DESCRIPTOR_WGMMA, PTXC_SWIZZLE_UNKNOWN),
                        "descriptor-unnamed-bits descriptor-unnamed-bits");
    assert_string_equal(rules_of(UINT64_C(0x4000004000010040), PTXC_DESCRIPTOR_WGMMA, PTXC_SWIZZLE_NONE),
                        "descriptor-map");
    assert_string_equal(rules_of(UINT64_C(0x0002004000010040), PTXC_DESCRIPTOR_WGMMA, PTXC_SWIZZLE_NONE),
                        "descriptor-base-offset");
    assert_string_equal(rules_of(UINT64_C(0x4012404000800048), PTXC_DESCRIPTOR_TCGEN05, PTXC_SWIZZLE_UNKNOWN),
                        "descriptor-absolute");
    assert_string_equal(rules_of(UINT64_C(0x401040403fc00040), PTXC_DESCRIPTOR_TCGEN05, PTXC_SWIZZLE_UNKNOWN),
                        "descriptor-address");
    assert_string_equal(rules_of(UINT64_C(0xe000404000010048), PTXC_DESCRIPTOR_TCGEN05, PTXC_SWIZZLE_128B),
                        "descriptor-swizzle");
}

/* Any number of any kind has a report. */
static void any_number_is_checked(void **state) {
    (void)state;
    for (int i = 0; i < ROUNDS / 10; i++)
        rules_of(any(), kinds[i % KINDS], i % 3 ? PTXC_SWIZZLE_UNKNOWN : (enum ptxc_swizzle)(i % 8));
}

static void what_cannot_be_checked(void **state) {
    struct ptxc_options options = {.size = sizeof(options), .target = "sm_91"};
    struct ptxc_report *report;
    struct ptxc_descriptor parts;
    (void)state;
    assert_int_equal(ptxc_descriptor_check(0, PTXC_DESCRIPTOR_NONE, PTXC_SWIZZLE_UNKNOWN, NULL, &report),
                     PTXC_BAD_ARGUMENT);
    assert_null(report);
    assert_int_equal(ptxc_descriptor_check(0, PTXC_DESCRIPTOR_WGMMA, (enum ptxc_swizzle)9, NULL, &report),
                     PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_descriptor_check(0, PTXC_DESCRIPTOR_WGMMA, PTXC_SWIZZLE_UNKNOWN, &options, &report),
                     PTXC_BAD_ARGUMENT);
    assert_null(report);
    assert_int_equal(ptxc_descriptor_check(0, PTXC_DESCRIPTOR_WGMMA, PTXC_SWIZZLE_UNKNOWN, NULL, NULL),
                     PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_descriptor_decode(0, PTXC_DESCRIPTOR_NONE, &parts), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_descriptor_decode(0, PTXC_DESCRIPTOR_WGMMA, NULL), PTXC_BAD_ARGUMENT);
}

/* An allocator that gives memory `left` times. */
static void *resize_few(void *user, void *pointer, size_t old_size, size_t new_size) {
    size_t *left = user;
    (void)old_size;
    if (new_size == 0) {
        free(pointer);
        return NULL;
    }
    if (*left == 0)
        return NULL;
    --*left;
    return realloc(pointer, new_size);
}

/* Without memory there is a status, and with enough of it a report. */
static void memory_may_run_out(void **state) {
    (void)state;
    for (size_t times = 0; times < 50; times++) {
        size_t left = times;
        const struct ptxc_allocator allocator = {resize_few, &left};
        struct ptxc_options options = {.size = sizeof(options), .allocator = &allocator};
        struct ptxc_report *report;
        const enum ptxc_status status = ptxc_descriptor_check(UINT64_C(0xffffffffffffffff), PTXC_DESCRIPTOR_WGMMA,
                                                              PTXC_SWIZZLE_128B, &options, &report);
        if (status == PTXC_OK) {
            assert_true(times > 0 && ptxc_report_count(report) > 2);
            ptxc_report_free(report);
            return;
        }
        assert_int_equal(status, PTXC_OUT_OF_MEMORY);
        assert_null(report);
    }
    fail();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_are_where_the_isa_has_them),
        cmocka_unit_test(any_number_comes_back),
        cmocka_unit_test(swizzles_have_the_numbers_of_the_isa),
        cmocka_unit_test(what_cannot_be_put_together),
        cmocka_unit_test(fields_do_not_overlap),
        cmocka_unit_test(names_lead_there_and_back),
        cmocka_unit_test(sound_descriptors_have_no_findings),
        cmocka_unit_test(findings_are_about_their_bits),
        cmocka_unit_test(any_number_is_checked),
        cmocka_unit_test(what_cannot_be_checked),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
