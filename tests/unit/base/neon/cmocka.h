/* What test_blocks.c uses of cmocka, for a machine that no library is here for: neon.sh compiles with it. */
#ifndef NEON_CMOCKA_H
#define NEON_CMOCKA_H

#include <stdio.h>

struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
};

#define cmocka_unit_test(function) \
    { #function, function }
#define cmocka_run_group_tests(tests, setup, teardown) run_tests(tests, sizeof(tests) / sizeof(*(tests)))
#define assert_memory_equal(expected, found, size) expect_equal(expected, found, size, __FILE__, __LINE__)
#define print_message(...) printf(__VA_ARGS__)

static inline void expect_equal(const void *expected, const void *found, size_t size, const char *file, int line) {
    if (memcmp(expected, found, size) == 0)
        return;
    printf("%s:%d: what was found is not what was expected\n", file, line);
    exit(1);
}

static inline int run_tests(const struct CMUnitTest *tests, size_t count) {
    for (size_t i = 0; i < count; i++) {
        tests[i].run(NULL);
        printf("%s: ok\n", tests[i].name);
    }
    return 0;
}

#endif
