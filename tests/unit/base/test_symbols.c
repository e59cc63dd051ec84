/* Symbols: names with numbers, scopes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/symbols.h"

/* Gives the innermost visible symbol of the name, or NULL. */
static const struct ptxc_symbol *find(const struct ptxc_symbols *symbols, const char *name) {
    uint32_t number;
    return ptxc_symbols_get(symbols, ptxc_symbols_find(symbols, name, (uint32_t)strlen(name), &number));
}

/* Names of ranges are found by their number, and names of scopes until these close. */
static void ranges_and_scopes(void **state) {
    struct ptxc_arena arena;
    struct ptxc_symbols *symbols = calloc(1, sizeof(*symbols));
    uint32_t number;
    (void)state;
    ptxc_arena_init(&arena, NULL);
    ptxc_symbols_init(symbols, &arena, 0);
    ptxc_symbols_add(symbols, &(struct ptxc_symbol){.name = "%r", .length = 2, .range = 12, .type = PTXC_TYPE_B32});
    assert_non_null(find(symbols, "%r0"));
    assert_non_null(find(symbols, "%r11"));
    assert_null(find(symbols, "%r12"));
    assert_int_equal(ptxc_symbols_find(symbols, "%r011", 5, &number), 1);
    assert_int_equal(number, 11);
    assert_null(find(symbols, "%r"));
    uint32_t outer = symbols->innermost;
    ptxc_symbols_add(symbols, &(struct ptxc_symbol){.name = "%r1", .length = 3, .type = PTXC_TYPE_B64});
    uint32_t inner = ptxc_symbols_find(symbols, "%r1", 3, &number);
    assert_int_equal(find(symbols, "%r1")->type, PTXC_TYPE_B64);
    assert_int_equal(number, 0);
    ptxc_symbols_close_scope(symbols, outer);
    assert_int_equal(find(symbols, "%r1")->type, PTXC_TYPE_B32);
    /* the id of a closed scope keeps its meaning */
    ptxc_symbols_add(symbols, &(struct ptxc_symbol){.name = "%r1", .length = 3, .type = PTXC_TYPE_F32});
    assert_int_equal(ptxc_symbols_get(symbols, inner)->type, PTXC_TYPE_B64);
    assert_int_not_equal(ptxc_symbols_find(symbols, "%r1", 3, &number), inner);
    ptxc_symbols_close_scope(symbols, outer);
    assert_null(ptxc_symbols_get(symbols, 0));
    assert_null(ptxc_symbols_get(symbols, 99));
    /* of a stem that ends in a digit nothing is found: the number is all digits, in 32 bits */
    ptxc_symbols_add(symbols, &(struct ptxc_symbol){.name = "%r1", .length = 3, .range = 4, .type = PTXC_TYPE_B64});
    assert_int_equal(find(symbols, "%r11")->type, PTXC_TYPE_B32);
    assert_null(find(symbols, "%r12"));
    assert_non_null(find(symbols, "%r4294967298"));
    assert_non_null(find(symbols, "%r000000000000000000000011"));
    ptxc_arena_free(&arena);
    free(symbols);
}

/* Symbols that are passed over have ids, and those around them keep their own. */
static void passed_over(void **state) {
    struct ptxc_arena arena;
    struct ptxc_symbols *symbols = calloc(1, sizeof(*symbols));
    uint32_t number;
    (void)state;
    ptxc_arena_init(&arena, NULL);
    ptxc_symbols_init(symbols, &arena, 0);
    static const char names[] = "abcdefghijklmnopqrst";
    for (uint32_t i = 0; i < 20; i++) {
        ptxc_symbols_pass(symbols, i % 3);
        ptxc_symbols_add(symbols, &(struct ptxc_symbol){.name = names + i, .length = 1});
    }
    ptxc_symbols_pass(symbols, 2);
    uint32_t id = 0;
    for (uint32_t i = 0; i < 20; i++) {
        for (uint32_t passed = 0; passed < i % 3; passed++)
            assert_null(ptxc_symbols_get(symbols, ++id));
        assert_int_equal(ptxc_symbols_find(symbols, names + i, 1, &number), ++id);
        assert_ptr_equal(ptxc_symbols_get(symbols, id)->name, names + i);
    }
    assert_null(ptxc_symbols_get(symbols, id + 1));
    assert_null(ptxc_symbols_get(symbols, id + 2));
    assert_null(ptxc_symbols_get(symbols, id + 3));
    ptxc_arena_free(&arena);
    free(symbols);
}

/* What a scope held is forgotten after it: its ids mean nothing, and others keep theirs. */
static void forgotten(void **state) {
    struct ptxc_arena arena;
    struct ptxc_symbols symbols;
    uint32_t number;
    (void)state;
    ptxc_arena_init(&arena, NULL);
    ptxc_symbols_init(&symbols, &arena, 0);
    ptxc_symbols_add(&symbols, &(struct ptxc_symbol){.name = "a", .length = 1});
    for (uint32_t i = 0; i < 3; i++)
        ptxc_symbols_add(&symbols, &(struct ptxc_symbol){.name = "b", .length = 1});
    ptxc_symbols_close_scope(&symbols, 1);
    ptxc_symbols_forget(&symbols);
    assert_int_equal(symbols.count, 1);
    assert_null(ptxc_symbols_get(&symbols, 2));
    assert_null(ptxc_symbols_get(&symbols, 4));
    ptxc_symbols_add(&symbols, &(struct ptxc_symbol){.name = "c", .length = 1});
    assert_int_equal(ptxc_symbols_find(&symbols, "a", 1, &number), 1);
    assert_int_equal(ptxc_symbols_find(&symbols, "b", 1, &number), 0);
    assert_int_equal(ptxc_symbols_find(&symbols, "c", 1, &number), 5);
    assert_int_equal(*ptxc_symbols_get(&symbols, 5)->name, 'c');
    assert_int_equal(*ptxc_symbols_get(&symbols, 1)->name, 'a');
    ptxc_arena_free(&arena);
}

/* Of the symbols around, only the oldest are seen, and each keeps its id. */
static void enclosed(void **state) {
    struct ptxc_arena arena;
    struct ptxc_symbols around, symbols;
    uint32_t number;
    (void)state;
    ptxc_arena_init(&arena, NULL);
    ptxc_symbols_init(&around, &arena, 0);
    ptxc_symbols_init(&symbols, &arena, 0);
    ptxc_symbols_add(&around, &(struct ptxc_symbol){.name = "a", .length = 1, .type = PTXC_TYPE_B8});
    ptxc_symbols_add(&around, &(struct ptxc_symbol){.name = "%r", .length = 2, .range = 8, .type = PTXC_TYPE_B8});
    ptxc_symbols_add(&around, &(struct ptxc_symbol){.name = "a", .length = 1, .type = PTXC_TYPE_B16});
    ptxc_symbols_add(&around, &(struct ptxc_symbol){.name = "%r", .length = 2, .range = 4, .type = PTXC_TYPE_B16});
    ptxc_symbols_add(&around, &(struct ptxc_symbol){.name = "b", .length = 1, .type = PTXC_TYPE_B16});
    ptxc_symbols_enclose(&symbols, &around, 2);
    assert_int_equal(find(&symbols, "a")->type, PTXC_TYPE_B8);
    assert_int_equal(find(&symbols, "%r3")->type, PTXC_TYPE_B8);
    assert_null(find(&symbols, "b"));
    assert_int_equal(ptxc_symbols_last(&symbols), 2);
    ptxc_symbols_add(&symbols, &(struct ptxc_symbol){.name = "a", .length = 1, .type = PTXC_TYPE_B64});
    ptxc_symbols_pass(&symbols, 2);
    ptxc_symbols_add(&symbols, &(struct ptxc_symbol){.name = "%r", .length = 2, .range = 2, .type = PTXC_TYPE_B64});
    assert_int_equal(ptxc_symbols_find(&symbols, "a", 1, &number), 3);
    assert_int_equal(ptxc_symbols_find(&symbols, "%r1", 3, &number), 6);
    assert_int_equal(ptxc_symbols_find(&symbols, "%r2", 3, &number), 2);
    assert_int_equal(number, 2);
    assert_null(ptxc_symbols_get(&symbols, 4));
    assert_int_equal(ptxc_symbols_get(&symbols, 1)->type, PTXC_TYPE_B8);
    ptxc_symbols_close_scope(&symbols, 0);
    assert_int_equal(find(&symbols, "a")->type, PTXC_TYPE_B8);
    ptxc_arena_free(&arena);
}

/* The id of the newest visible symbol of the name, found by looking at all of them. */
static uint32_t search(const struct ptxc_symbols *symbols, char letter, uint32_t number, bool numbered) {
    for (uint32_t id = (uint32_t)symbols->count; id > 0; id--) {
        const struct ptxc_symbol *symbol = ptxc_symbols_get(symbols, id);
        const bool named = symbol->visible && symbol->name[0] == letter;
        if (named && (numbered ? number < symbol->range : symbol->range == 0))
            return id;
    }
    return 0;
}

/* Adds and closes scopes at random, and looks names up: what is found is what a search through all symbols finds,
 * however many names hide each other, and whatever the seed. */
static void as_a_search(void **state) {
    enum { STEPS = 20000, DEEPEST = 40, LETTERS = 3 };
    static const char letters[] = "abc";
    uint32_t random = 1, scopes[DEEPEST];
    (void)state;
    for (uint64_t seed = 0; seed < 3; seed++) {
        struct ptxc_arena arena;
        struct ptxc_symbols symbols;
        size_t depth = 0;
        ptxc_arena_init(&arena, NULL);
        ptxc_symbols_init(&symbols, &arena, seed);
        for (int i = 0; i < STEPS; i++) {
            random = random * 1664525 + 1013904223;
            const uint32_t what = random >> 28, letter = (random >> 20) % LETTERS, number = (random >> 8) % 50;
            char name[8];
            uint32_t found;
            if (what < 2 && symbols.count < 600)
                assert_true(ptxc_symbols_add(
                    &symbols, &(struct ptxc_symbol){.name = &letters[letter], .length = 1, .range = what * number}));
            if (what == 2 && depth < DEEPEST)
                scopes[depth++] = symbols.innermost;
            if (what == 3 && depth > 0)
                ptxc_symbols_close_scope(&symbols, scopes[--depth]);
            const int length = snprintf(name, sizeof(name), "%c%u", letters[letter], (unsigned)number);
            assert_int_equal(ptxc_symbols_find(&symbols, name, (uint32_t)length, &found),
                             search(&symbols, letters[letter], number, true));
            assert_int_equal(ptxc_symbols_find(&symbols, name, 1, &found), search(&symbols, letters[letter], 0, false));
        }
        ptxc_arena_free(&arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_and_scopes), cmocka_unit_test(passed_over), cmocka_unit_test(forgotten),
        cmocka_unit_test(enclosed),          cmocka_unit_test(as_a_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
