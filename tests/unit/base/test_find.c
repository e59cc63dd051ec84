/* The search for two characters, against a plain one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/find.h"

enum { LONGEST = 200 };

/* Gives the first place of the pair, looked for byte by byte. */
static const char *find(const char *text, const char *limit, char first, char second) {
    for (; limit - text > 1; text++)
        if (text[0] == first && text[1] == second)
            return text;
    return NULL;
}

/* Texts of two letters have the pair often; each begins and ends anywhere, so that it stands at every edge. */
static void both_find_the_same(void **state) {
    char text[LONGEST];
    uint32_t seed = 1;
    (void)state;
    for (int i = 0; i < LONGEST; i++) {
        seed = seed * 1664525 + 1013904223;
        text[i] = seed >> 24 < 30 ? 's' : seed >> 24 < 60 ? 'm' : '.';
    }
    for (const char *begin = text; begin <= text + LONGEST; begin++)
        for (const char *limit = begin; limit <= text + LONGEST; limit++) {
            assert_ptr_equal(ptxc_find_pair(begin, limit, 's', 'm'), find(begin, limit, 's', 'm'));
            assert_ptr_equal(ptxc_find_pair(begin, limit, 's', 's'), find(begin, limit, 's', 's'));
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(both_find_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
