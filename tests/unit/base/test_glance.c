/* The first glance: every way that this processor has may say too much of a text, never too little, and the wide ones
 * say just what is there.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/glance.h"

enum { LONGEST = 300, WIDEST = 64 };

/* Holds all ways against what is there. */
static void compare(const char *text, size_t length, bool strange, bool pair) {
    for (unsigned way = 0; ptxc_glance_choose(way); way++) {
        const bool exact = ptxc_glance_choose(way + 1) && length > WIDEST; /* the last one looks at nothing */
        const struct ptxc_glance found = ptxc_glance_choose(way)(text, length, 'k', ':');
        assert_true(exact ? found.strange == strange : found.strange || !strange);
        assert_true(exact ? found.pair == pair : found.pair || !pair);
    }
    const struct ptxc_glance found = ptxc_glance(text, length, 'k', ':');
    assert_true((found.strange || !strange) && (found.pair || !pair));
}

/* One byte or one pair at every place of texts of every length. What stands right outside does not count. */
static void every_place(void **state) {
    char text[LONGEST + 2];
    (void)state;
    for (size_t length = 0; length <= LONGEST; length++) {
        memset(text, 'k', sizeof(text));
        text[0] = text[length + 1] = (char)0x80;
        compare(text + 1, length, false, false);
        text[length + 1] = ':';
        compare(text + 1, length, false, false);
        for (size_t at = 1; at <= length; at++) {
            static const char strange[] = {0, (char)0x80, (char)0xff};
            for (size_t i = 0; i < sizeof(strange); i++) {
                text[at] = strange[i];
                compare(text + 1, length, true, false);
            }
            text[at] = ':';
            compare(text + 1, length, false, at > 1);
            text[at] = 'k';
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_place)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
