/* The public API: plans of copies, as values, as text and from JSON. Random ones are tested elsewhere (tests/plan). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <ptxcheck/plan.h>

/* A tile of `rows` rows of 128 bytes, from a matrix of larger ones. */
static struct ptxc_copy tile(uint64_t rows) {
    struct ptxc_copy copy = {.size = sizeof(copy), .target = "sm_90", .element_size = 2, .rank = 2};
    copy.shape[0] = 64;
    copy.shape[1] = rows;
    copy.source = (struct ptxc_copy_side){.space = PTXC_Q_GLOBAL, .strides = {2, 8192}, .alignment = 16};
    copy.destination = (struct ptxc_copy_side){.space = PTXC_Q_SHARED_CTA, .strides = {2, 128}};
    return copy;
}

/* Turns the copy round. */
static void turn(struct ptxc_copy *copy) {
    const struct ptxc_copy_side side = copy->source;
    copy->source = copy->destination;
    copy->destination = side;
}

/* Plans the copy; gives the first plan. */
static struct ptxc_plan first(const struct ptxc_copy *copy) {
    struct ptxc_plan plan = {.size = sizeof(plan)};
    size_t count = 99;
    assert_int_equal(ptxc_plan_copy(copy, NULL, &plan, 1, &count), PTXC_OK);
    assert_true(count > 0);
    return plan;
}

/* Compares the words for why the first plan of this kind does not move the copy. */
static void assert_refused(struct ptxc_copy copy, enum ptxc_plan_kind kind, const char *wanted) {
    char words[300] = "";
    copy.kinds = 1u << kind;
    struct ptxc_plan plans[8];
    size_t count, i = 0;
    for (size_t n = 0; n < 8; n++)
        plans[n].size = sizeof(plans[n]);
    assert_int_equal(ptxc_plan_copy(&copy, NULL, plans, 8, &count), PTXC_OK);
    while (i < count && plans[i].kind != kind)
        i++;
    assert_true(i < count && plans[i].reason != PTXC_PLAN_MOVES);
    const size_t length = ptxc_plan_explain(&plans[i], words, sizeof(words));
    assert_int_equal(length, strlen(words));
    assert_string_equal(words, wanted);
}

static void kinds(void **state) {
    struct ptxc_copy copy = tile(32);
    struct ptxc_plan plans[8];
    size_t count;
    (void)state;
    for (size_t i = 0; i < 8; i++)
        plans[i].size = sizeof(plans[i]);
    assert_int_equal(ptxc_plan_copy(&copy, NULL, plans, 8, &count), PTXC_OK);
    assert_int_equal(count, 3);
    assert_int_equal(plans[0].kind, PTXC_PLAN_BULK_LOAD);
    assert_int_equal(plans[1].kind, PTXC_PLAN_TENSOR_LOAD);
    assert_int_equal(plans[2].kind, PTXC_PLAN_CP_ASYNC);
    assert_int_equal(plans[0].ptx, 800);
    assert_int_equal(plans[0].run, 128);
    assert_int_equal(plans[0].copies, 32);
    assert_int_equal(plans[0].expect_tx, 4096);
    assert_int_equal(plans[0].loop_count, 1);
    assert_int_equal(plans[0].loops[0].source_step, 8192);
    assert_int_equal(plans[1].copies, 1);
    assert_int_equal(plans[1].map.box_dim[1], 32);
    assert_int_equal(plans[2].run, 16);
    assert_int_equal(plans[2].expect_tx, 0);
    copy.kinds = 1u << PTXC_PLAN_CP_ASYNC;
    assert_int_equal(ptxc_plan_copy(&copy, NULL, plans, 8, &count), PTXC_OK);
    assert_int_equal(plans[0].kind, PTXC_PLAN_CP_ASYNC);
    assert_int_equal(plans[1].reason, PTXC_PLAN_NOT_ASKED);
    copy = tile(32);
    copy.source.space = PTXC_Q_SHARED_CLUSTER;
    assert_int_equal(ptxc_plan_copy(&copy, NULL, NULL, 0, &count), PTXC_OK);
    assert_int_equal(count, 0);
}

/* Whatever a target has is asked of the tables: an older one gets what it has. */
static void targets(void **state) {
    struct ptxc_copy copy = tile(32);
    (void)state;
    copy.target = "sm_80";
    assert_int_equal(first(&copy).kind, PTXC_PLAN_CP_ASYNC);
    assert_int_equal(first(&copy).ptx, 700);
    assert_refused(copy, PTXC_PLAN_BULK_LOAD,
                   "the PTX version and the target must have the instruction and its qualifiers: bulk-load on sm_80 in "
                   "PTX 9.5 does not do so");
    assert_refused(copy, PTXC_PLAN_TENSOR_LOAD,
                   "a tensor map must be for a target that has them, sm_90 or higher, and the tensor map of "
                   "tensor-load does not do so");
    copy.target = "sm_100a";
    assert_int_equal(first(&copy).ptx, 806);
    copy.ptx = 900;
    assert_int_equal(first(&copy).ptx, 900);
}

static void reasons(void **state) {
    struct ptxc_copy copy = tile(32);
    (void)state;
    copy.shape[0] = 4;
    copy.destination.strides[1] = 8;
    assert_refused(
        copy, PTXC_PLAN_BULK_LOAD,
        "the longest run that is contiguous on both sides must have at least 16 bytes with bulk-load, not 8");
    assert_refused(
        copy, PTXC_PLAN_TENSOR_LOAD,
        "the innermost extent of the box times the element size must be a multiple of 16 bytes, and the tensor "
        "map of tensor-load does not do so");
    copy.shape[0] = 12;
    copy.destination.strides[1] = 24;
    assert_refused(
        copy, PTXC_PLAN_BULK_LOAD,
        "the longest run that is contiguous on both sides must be a multiple of 16 bytes with bulk-load, not "
        "24");
    copy.source.alignment = 2;
    assert_refused(copy, PTXC_PLAN_CP_ASYNC,
                   "cp-async must copy words of 4, 8 or 16 bytes, and runs and addresses are multiples of 2 alone");
    copy = tile(32);
    copy.source.strides[1] = 8200;
    assert_refused(copy, PTXC_PLAN_BULK_LOAD,
                   "each address of the source must be a multiple of 16 with bulk-load; alignment and strides make it "
                   "one of 8");
    copy.source.strides[1] = 8192;
    copy.destination.strides[1] = 120;
    assert_refused(
        copy, PTXC_PLAN_BULK_LOAD,
        "each element of the destination must have bytes of its own: a stride must be no less than what lies "
        "below it, 128 bytes, not 120");
    copy.destination.strides[1] = 136;
    assert_refused(
        copy, PTXC_PLAN_BULK_LOAD,
        "each address of the destination must be a multiple of 16 with bulk-load; alignment and strides make "
        "it one of 8");
    copy.destination.strides[1] = 144;
    assert_refused(copy, PTXC_PLAN_TENSOR_LOAD,
                   "the boxes of tensor-load must lie at multiples of 128 bytes in shared memory");
    copy = tile(2000);
    assert_refused(copy, PTXC_PLAN_BULK_LOAD,
                   "what lies in shared memory must be at most 232440 bytes on sm_90, not 256000");
    copy = tile(32);
    copy.swizzle = 3;
    assert_refused(copy, PTXC_PLAN_CP_ASYNC, "cp-async must not swizzle: tensor copies do");
    assert_int_equal(first(&copy).kind, PTXC_PLAN_TENSOR_LOAD);
    assert_int_equal(first(&copy).destination_alignment, 1024);
    copy.destination.alignment = 512;
    assert_refused(copy, PTXC_PLAN_TENSOR_LOAD,
                   "each address of the destination must be a multiple of 1024 with tensor-load; alignment and strides "
                   "make it one of 512");
    copy = tile(32);
    copy.element_size = 3;
    copy.source.strides[0] = copy.destination.strides[0] = 3;
    copy.destination.strides[1] = 192;
    assert_refused(copy, PTXC_PLAN_TENSOR_LOAD,
                   "a tensor map must have a type for the elements, and there is none of 3 bytes");
    copy = tile(32);
    copy.source.strides[0] = 4;
    assert_refused(copy, PTXC_PLAN_TENSOR_LOAD,
                   "one dimension must be contiguous on both sides with tensor-load, and none is");
}

static void clusters(void **state) {
    struct ptxc_copy copy = tile(32);
    (void)state;
    copy.source.space = PTXC_Q_SHARED_CTA;
    copy.source.strides[1] = 160;
    copy.destination.space = PTXC_Q_SHARED_CLUSTER;
    assert_refused(copy, PTXC_PLAN_BULK_CLUSTER,
                   "the destination must be in another CTA than the source, and both are in CTA 0");
    copy.destination.cta_rank = 3;
    struct ptxc_plan plan = first(&copy);
    assert_int_equal(plan.kind, PTXC_PLAN_BULK_CLUSTER);
    assert_int_equal(plan.cluster, 4);
    copy.shape[1] = 300; /* more than is static */
    plan = first(&copy);
    assert_int_equal(plan.dynamic_shared, 300 * 128 + 299 * 160 + 128);
}

/* The text keeps the contract of snprintf, and is what the assembler and the hazards have nothing against. */
static void text(void **state) {
    struct ptxc_options options = {.size = sizeof(options), .flags = PTXC_CHECK_FLOW | PTXC_CHECK_LIKELY};
    struct ptxc_copy copy = tile(32);
    struct ptxc_report *report;
    char small[40], whole[4000];
    (void)state;
    for (int turned = 0; turned < 2; turned++, turn(&copy)) {
        const struct ptxc_plan plan = first(&copy);
        const size_t length = ptxc_plan_emit(&copy, &plan, whole, sizeof(whole));
        assert_true(length > 0 && length < sizeof(whole) && strlen(whole) == length);
        assert_int_equal(ptxc_plan_emit(&copy, &plan, NULL, 0), length);
        assert_int_equal(ptxc_plan_emit(&copy, &plan, small, sizeof(small)), length);
        assert_int_equal(strlen(small), sizeof(small) - 1);
        assert_memory_equal(small, whole, sizeof(small) - 1);
        assert_int_equal(ptxc_check(whole, length, &options, &report), PTXC_OK);
        assert_int_equal(ptxc_report_count(report), 0);
        assert_true(ptxc_report_instructions(report) > 0);
        ptxc_report_free(report);
    }
}

static void bad_arguments(void **state) {
    struct ptxc_copy copy = tile(32), wrong;
    struct ptxc_plan plan = first(&copy), none = {.size = 0};
    struct ptxc_report *report;
    char buffer[8];
    size_t count;
    (void)state;
    assert_int_equal(ptxc_plan_copy(NULL, NULL, &plan, 1, &count), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_plan_copy(&copy, NULL, &plan, 1, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_plan_copy(&copy, NULL, &none, 1, &count), PTXC_BAD_ARGUMENT);
#define ASSERT_BAD(change)                                                                   \
    do {                                                                                     \
        wrong = copy;                                                                        \
        change;                                                                              \
        assert_int_equal(ptxc_plan_copy(&wrong, NULL, &plan, 1, &count), PTXC_BAD_ARGUMENT); \
        assert_int_equal(ptxc_plan_emit(&wrong, &plan, buffer, sizeof(buffer)), 0);          \
    } while (0)
    ASSERT_BAD(wrong.size = 0);
    ASSERT_BAD(wrong.target = NULL);
    ASSERT_BAD(wrong.target = "sm_91");
    ASSERT_BAD(wrong.ptx = 799);
    ASSERT_BAD(wrong.element_size = 0);
    ASSERT_BAD(wrong.rank = 0);
    ASSERT_BAD(wrong.rank = 6);
    ASSERT_BAD(wrong.shape[1] = 0);
    ASSERT_BAD(wrong.shape[1] = UINT64_MAX);
    ASSERT_BAD(wrong.swizzle = 7);
    ASSERT_BAD(wrong.source.space = PTXC_Q_NONE);
    ASSERT_BAD(wrong.source.alignment = 24);
    ASSERT_BAD(wrong.source.strides[0] = UINT64_MAX);
    ASSERT_BAD(wrong.destination.cta_rank = 16);
    struct ptxc_plan odd_plan = plan;
    odd_plan.loops[0].extent = 0;
    assert_int_equal(ptxc_plan_emit(&copy, &odd_plan, buffer, sizeof(buffer)), 0);
    odd_plan = plan;
    odd_plan.target = (enum ptxc_target)999;
    assert_int_equal(ptxc_plan_emit(&copy, &odd_plan, buffer, sizeof(buffer)), 0);
    odd_plan = plan;
    odd_plan.loop_count = PTXC_PLAN_MAX_LOOPS + 1;
    assert_int_equal(ptxc_plan_emit(&copy, &odd_plan, buffer, sizeof(buffer)), 0);
    wrong = copy;
    assert_int_equal(ptxc_plan_emit(&wrong, &none, buffer, sizeof(buffer)), 0);
    assert_int_equal(ptxc_plan_emit(NULL, &plan, buffer, sizeof(buffer)), 0);
    assert_int_equal(ptxc_plan_explain(&plan, buffer, sizeof(buffer)), 0); /* it moves the copy */
    assert_int_equal(ptxc_plan_explain(NULL, buffer, sizeof(buffer)), 0);
    assert_int_equal(ptxc_plan_json("{}", 2, NULL, &copy, &plan, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_plan_json("{}", 2, NULL, NULL, &plan, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_plan_json("{}", 2, NULL, &copy, &none, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_plan_json(NULL, 2, NULL, &copy, &plan, &report), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_plan_json("{}", (size_t)INT32_MAX + 1, NULL, &copy, &plan, &report), PTXC_TOO_LARGE);
    const struct ptxc_options odd = {.size = sizeof(odd), .target = "sm_91"};
    assert_int_equal(ptxc_plan_json("{}", 2, &odd, &copy, &plan, &report), PTXC_BAD_ARGUMENT);
    assert_null(report);
}

static void json(void **state) {
    static const char document[] = "{\"elementSize\": 4, \"shape\": [32], \"source\": {\"space\": \"global\", "
                                   "\"alignment\": 16}, \"destination\": {\"space\": \"shared::cta\"}}";
    const struct ptxc_options options = {.size = sizeof(options), .target = "sm_90", .ptx = 803};
    struct ptxc_copy copy = {.size = sizeof(copy)};
    struct ptxc_plan plan = {.size = sizeof(plan)};
    struct ptxc_report *report;
    (void)state;
    assert_int_equal(ptxc_plan_json(document, strlen(document), &options, &copy, &plan, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 0);
    assert_int_equal(plan.kind, PTXC_PLAN_BULK_LOAD);
    assert_int_equal(plan.ptx, 803);
    assert_int_equal(copy.destination.strides[0], 4);
    assert_true(ptxc_plan_emit(&copy, &plan, NULL, 0) > 0);
    ptxc_report_free(report);
    assert_int_equal(ptxc_plan_json(document, strlen(document), NULL, &copy, &plan, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 1);
    assert_string_equal(ptxc_report_get(report, 0)->rule, "plan-field");
    assert_int_equal(plan.kind, PTXC_PLAN_NONE);
    ptxc_report_free(report);
}

static void names(void **state) {
    int count = 0;
    (void)state;
    for (int kind = 1; ptxc_plan_kind_name((enum ptxc_plan_kind)kind); kind++, count++)
        assert_int_equal(ptxc_plan_kind_from_name(ptxc_plan_kind_name((enum ptxc_plan_kind)kind)), kind);
    assert_int_equal(count, PTXC_PLAN_CP_ASYNC);
    assert_null(ptxc_plan_kind_name(PTXC_PLAN_NONE));
    assert_int_equal(ptxc_plan_kind_from_name("bulk"), PTXC_PLAN_NONE);
    assert_int_equal(ptxc_plan_kind_from_name(NULL), PTXC_PLAN_NONE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds), cmocka_unit_test(targets),       cmocka_unit_test(reasons), cmocka_unit_test(clusters),
        cmocka_unit_test(text),  cmocka_unit_test(bad_arguments), cmocka_unit_test(json),    cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
