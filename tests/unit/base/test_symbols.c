/* Symbols: names with numbers, scopes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "arena.h"
#include "symbols.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_and_scopes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
