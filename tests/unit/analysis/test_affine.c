/* Expressions: equal ones have equal ids, however they were made. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "analysis/values/affine.h"

/* Makes the address of a variable. */
static ptxc_affine symbol(struct ptxc_affines *all, uint32_t id) {
    return ptxc_affine_term(all, &(struct ptxc_term){.kind = PTXC_TERM_SYMBOL, .a = id, .block = UINT32_MAX});
}

/* Sums do not depend on the order, and what cancels is gone. */
static void equal_are_one(void **state) {
    struct ptxc_arena arena;
    int64_t value;
    (void)state;
    ptxc_arena_init(&arena, NULL);
    struct ptxc_affines *all = ptxc_affines_make(&arena);
    const ptxc_affine x = symbol(all, 1), y = symbol(all, 2), four = ptxc_affine_constant(all, 4);
    assert_int_equal(x, symbol(all, 1));
    assert_int_not_equal(x, y);
    const ptxc_affine left = ptxc_affine_add(all, ptxc_affine_add(all, x, four), y);
    const ptxc_affine right = ptxc_affine_add(all, y, ptxc_affine_add(all, four, x));
    assert_int_equal(left, right);
    assert_int_equal(ptxc_affine_subtract(all, left, y), ptxc_affine_add(all, four, x));
    assert_int_equal(ptxc_affine_add(all, x, x), ptxc_affine_scale(all, x, 2));
    assert_true(ptxc_affine_is_constant(all, ptxc_affine_scale(all, x, 0), &value) && value == 0);
    assert_true(ptxc_affine_is_constant(all, ptxc_affine_subtract(all, left, right), &value) && value == 0);
    assert_false(ptxc_affine_is_constant(all, x, &value));
    assert_int_equal(ptxc_affine_sole_term(all, x)->a, 1);
    assert_null(ptxc_affine_sole_term(all, left));
    assert_null(ptxc_affine_sole_term(all, ptxc_affine_scale(all, x, 2)));
    assert_true(
        ptxc_affine_is_constant(all, ptxc_affine_add(all, ptxc_affine_constant(all, INT64_MAX), four), &value) &&
        value == INT64_MIN + 3);
    ptxc_arena_free(&arena);
}

/* Of nothing nothing is made, and of too many terms neither. */
static void nothing_is_known(void **state) {
    struct ptxc_arena arena;
    int64_t value;
    (void)state;
    ptxc_arena_init(&arena, NULL);
    struct ptxc_affines *all = ptxc_affines_make(&arena);
    ptxc_affine sum = ptxc_affine_constant(all, 0);
    assert_int_equal(ptxc_affine_add(all, 0, sum), 0);
    assert_int_equal(ptxc_affine_add(all, sum, 0), 0);
    assert_int_equal(ptxc_affine_scale(all, 0, 2), 0);
    assert_false(ptxc_affine_is_constant(all, 0, &value));
    assert_null(ptxc_affine_sole_term(all, 0));
    assert_int_equal(ptxc_affine_variance(all, 0), PTXC_VARIES_UNKNOWN);
    for (uint32_t id = 1; id <= PTXC_MAX_TERMS; id++)
        sum = ptxc_affine_add(all, sum, symbol(all, id));
    assert_int_not_equal(sum, 0);
    assert_int_equal(ptxc_affine_variance(all, sum), PTXC_UNIFORM);
    assert_int_equal(ptxc_affine_add(all, sum, symbol(all, 99)), 0);
    assert_int_not_equal(ptxc_affine_subtract(all, sum, symbol(all, 1)), 0);
    ptxc_arena_free(&arena);
}

/* Many of them are still one each, and pointers given out stay good. */
static void many(void **state) {
    enum { COUNT = 50000 };
    struct ptxc_arena arena;
    (void)state;
    ptxc_arena_init(&arena, NULL);
    struct ptxc_affines *all = ptxc_affines_make(&arena);
    const ptxc_affine first = symbol(all, 1), last = symbol(all, COUNT);
    const struct ptxc_linear *kept = ptxc_affine_get(all, first);
    for (uint32_t id = 1; id <= COUNT; id++)
        assert_int_not_equal(ptxc_affine_add(all, symbol(all, id), ptxc_affine_constant(all, id)), 0);
    assert_int_equal(symbol(all, 1), first);
    assert_int_equal(symbol(all, COUNT), last);
    assert_ptr_equal(ptxc_affine_get(all, first), kept);
    assert_int_equal(ptxc_affine_get(all, last)->parts[0].coefficient, 1);
    ptxc_arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_are_one),
        cmocka_unit_test(nothing_is_known),
        cmocka_unit_test(many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
