/* Shapes of clean instructions: whatever a check can look at makes another shape, and places, and names that do not
 * count, make none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "legality/verdict_cache.h"

static const struct ptxc_environment here = {.ptx = 900, .target = PTXC_TARGET_SM_90A};

/* An instruction with all kinds of parts: cp.async.cg.shared.global.L2::128B [%r1], [g+16], 16; under @%p1. */
static struct ptxc_instruction example(void) {
    struct ptxc_instruction copy;
    ptxc_instruction_init(&copy, PTXC_OP_CP_ASYNC);
    ptxc_instruction_add(&copy, PTXC_Q_CG);
    ptxc_instruction_add(&copy, PTXC_Q_SHARED);
    ptxc_instruction_add(&copy, PTXC_Q_GLOBAL);
    ptxc_instruction_add(&copy, PTXC_Q_L2_128B);
    ptxc_instruction_guard(&copy, ptxc_predicate("%p1"));
    ptxc_instruction_push_address(&copy, ptxc_register("%r1", PTXC_TYPE_B32));
    ptxc_instruction_push_address(&copy, ptxc_offset(ptxc_symbol("g", PTXC_SPACE_GLOBAL, PTXC_TYPE_B8, 16), 16));
    ptxc_instruction_push(&copy, ptxc_immediate(16));
    return copy;
}

static void names_and_places_make_no_other_shape(void **state) {
    struct ptxc_arena arena;
    (void)state;
    ptxc_arena_init(&arena, NULL);
    struct ptxc_verdict_cache clean = {.arena = &arena};
    struct ptxc_instruction copy = example();
    assert_false(ptxc_verdict_cache_has(&clean, &copy, &here));
    ptxc_verdict_cache_add(&clean, &copy, &here);
    assert_true(ptxc_verdict_cache_has(&clean, &copy, &here));
    copy.values[0].name = "%r7";
    copy.values[0].number = 7;
    copy.values[0].symbol = 3;
    copy.values[0].span.offset = 99;
    copy.span.length = copy.opcode_span.offset = copy.qualifiers[1].span.offset = copy.operands[1].span.length = 5;
    copy.guard.name = "%p2";
    assert_true(ptxc_verdict_cache_has(&clean, &copy, &here));
    ptxc_arena_free(&arena);
}

#define CHANGES(change)                                             \
    do {                                                            \
        copy = example();                                           \
        change;                                                     \
        assert_false(ptxc_verdict_cache_has(&clean, &copy, &here)); \
    } while (0)

static void all_else_makes_another_shape(void **state) {
    struct ptxc_arena arena;
    (void)state;
    ptxc_arena_init(&arena, NULL);
    struct ptxc_verdict_cache clean = {.arena = &arena};
    struct ptxc_instruction copy = example();
    ptxc_verdict_cache_add(&clean, &copy, &here);
    CHANGES(copy.opcode = PTXC_OP_CP_ASYNC_BULK);
    CHANGES(copy.damaged = 1);
    CHANGES(copy.incomplete = 1);
    CHANGES(copy.open = PTXC_OPEN_OPERANDS);
    CHANGES(copy.guard.kind = PTXC_VALUE_SPECIAL);
    for (int i = 0; i < copy.qualifier_count; i++) {
        CHANGES(copy.qualifiers[i].id = PTXC_Q_SYS);
        CHANGES(copy.qualifiers[i].slot = PTXC_SLOT_SCOPE);
    }
    CHANGES(copy.qualifier_count--);
    CHANGES(copy.operand_count--);
    CHANGES(copy.value_count--);
    for (int i = 0; i < copy.operand_count; i++) {
        CHANGES(copy.operands[i].shape = PTXC_OPERAND_LIST);
        CHANGES(copy.operands[i].count++);
    }
    for (int i = 0; i < copy.value_count; i++) {
        CHANGES(copy.values[i].kind = PTXC_VALUE_SINK);
        CHANGES(copy.values[i].type = PTXC_TYPE_F64);
        CHANGES(copy.values[i].space = PTXC_SPACE_CONST);
        for (uint32_t flag = PTXC_FLAG_NOT; flag <= PTXC_FLAG_FOUR; flag <<= 1)
            CHANGES(copy.values[i].flags ^= flag);
        CHANGES(copy.values[i].alignment += 4);
        CHANGES(copy.values[i].integer ^= INT64_MIN);
    }
    ptxc_arena_free(&arena);
}

/* The example with another kind of value at the beginning, and another name of it. */
static struct ptxc_instruction named(enum ptxc_value_kind kind, const char *name) {
    struct ptxc_instruction copy = example();
    copy.values[0] = ptxc_value_named(kind, name, PTXC_TYPE_B32);
    return copy;
}

/* Where a name counts, an instruction with another name is never taken for the first. */
static void names_that_count_make_another_shape(void **state) {
    static const struct {
        enum ptxc_value_kind kind;
        const char *name, *like, *other; /* the second may be taken for the first, the third may not */
    } names[] = {
        {PTXC_VALUE_SPECIAL, "%laneid", "%laneid", "%warpid"},
        {PTXC_VALUE_SPECIAL, "%tid.x", "%tid.y", "%ntid.x"},
        {PTXC_VALUE_SPECIAL, "%envreg3", "%envreg4", "%clock"},
        {PTXC_VALUE_UNKNOWN, "%r1", "%rd7", "N"},
        {PTXC_VALUE_UNKNOWN, "N", "M", "%r1"},
        {PTXC_VALUE_UNKNOWN, "%0", "$1", "%x"},
    };
    struct ptxc_arena arena;
    (void)state;
    ptxc_arena_init(&arena, NULL);
    for (size_t i = 0; i < PTXC_COUNT(names); i++) {
        struct ptxc_verdict_cache clean = {.arena = &arena};
        struct ptxc_instruction copy = named(names[i].kind, names[i].name);
        ptxc_verdict_cache_add(&clean, &copy, &here);
        assert_true(ptxc_verdict_cache_has(&clean, &copy, &here));
        copy = named(names[i].kind, names[i].like);
        assert_true(ptxc_verdict_cache_has(&clean, &copy, &here));
        copy = named(names[i].kind, names[i].other);
        assert_false(ptxc_verdict_cache_has(&clean, &copy, &here));
    }
    ptxc_arena_free(&arena);
}

/* Where more of a name counts, as where a part of it is unknown, there is no shape. */
static void names_that_are_not_known_have_no_shape(void **state) {
    static const struct {
        enum ptxc_value_kind kind;
        const char *name;
    } names[] = {{PTXC_VALUE_SPECIAL, "%r1"},    {PTXC_VALUE_SPECIAL, NULL}, {PTXC_VALUE_SPECIAL, "x"},
                 {PTXC_VALUE_UNKNOWN, "%r\x01"}, {PTXC_VALUE_UNKNOWN, NULL}, {PTXC_VALUE_NONE, "x"}};
    struct ptxc_arena arena;
    (void)state;
    ptxc_arena_init(&arena, NULL);
    struct ptxc_verdict_cache clean = {.arena = &arena};
    for (size_t i = 0; i < PTXC_COUNT(names); i++) {
        struct ptxc_instruction copy = named(names[i].kind, names[i].name);
        for (uint32_t flags = 0; flags <= PTXC_FLAG_COMPONENT; flags += PTXC_FLAG_COMPONENT) {
            copy.values[0].flags = flags;
            ptxc_verdict_cache_add(&clean, &copy, &here);
            assert_false(ptxc_verdict_cache_has(&clean, &copy, &here));
        }
    }
    ptxc_arena_free(&arena);
}

static void another_environment_forgets_the_shapes(void **state) {
    struct ptxc_environment there = here;
    struct ptxc_arena arena;
    (void)state;
    ptxc_arena_init(&arena, NULL);
    struct ptxc_verdict_cache clean = {.arena = &arena};
    struct ptxc_instruction copy = example(), other = copy;
    other.values[2].integer = 8;
    ptxc_verdict_cache_add(&clean, &copy, &here);
    there.ptx = 800;
    assert_false(ptxc_verdict_cache_has(&clean, &copy, &there));
    ptxc_verdict_cache_add(&clean, &other, &there);
    assert_true(ptxc_verdict_cache_has(&clean, &other, &there));
    assert_false(ptxc_verdict_cache_has(&clean, &copy, &there));
    assert_false(ptxc_verdict_cache_has(&clean, &copy, &here));
    ptxc_arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_places_make_no_other_shape),
        cmocka_unit_test(all_else_makes_another_shape),
        cmocka_unit_test(names_that_count_make_another_shape),
        cmocka_unit_test(names_that_are_not_known_have_no_shape),
        cmocka_unit_test(another_environment_forgets_the_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
