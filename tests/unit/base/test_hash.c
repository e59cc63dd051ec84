/* The hash tells inputs and seeds apart, and uses all bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/hash.h"

/* Another length, another byte anywhere or another seed gives another hash. */
static void tells_apart(void **state) {
    unsigned char bytes[40] = {0};
    uint64_t seen[200];
    size_t count = 0;
    (void)state;
    for (size_t length = 0; length <= sizeof(bytes); length++)
        seen[count++] = ptxc_hash(7, bytes, length);
    for (size_t i = 0; i < sizeof(bytes); i++) {
        bytes[i] = 1;
        seen[count++] = ptxc_hash(7, bytes, sizeof(bytes));
        bytes[i] = 0;
    }
    for (uint64_t seed = 8; seed < 28; seed++)
        seen[count++] = ptxc_hash(seed, bytes, sizeof(bytes));
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            assert_int_not_equal(seen[i], seen[k]);
}

/* Each low bit of the hash of short names is set as often as not, so that buckets are used alike. */
static void spreads(void **state) {
    enum { NAMES = 4096, BITS = 16 };
    int set[BITS] = {0};
    (void)state;
    for (uint32_t i = 0; i < NAMES; i++) {
        const uint64_t hash = ptxc_hash(0, &i, sizeof(i));
        for (int bit = 0; bit < BITS; bit++)
            set[bit] += (int)(hash >> bit & 1);
    }
    for (int bit = 0; bit < BITS; bit++)
        assert_in_range(set[bit], NAMES / 2 - NAMES / 16, NAMES / 2 + NAMES / 16);
}

/* Numbers that were chosen to fall into one bucket under the default seed fall into many under any other. */
static void chosen_for_one_seed(void **state) {
    enum { CHOSEN = 256, BUCKETS = 4096 };
    uint32_t chosen[CHOSEN];
    size_t count = 0;
    (void)state;
    for (uint32_t i = 0; count < CHOSEN; i++)
        if (ptxc_hash(0, &i, sizeof(i)) % BUCKETS == 0)
            chosen[count++] = i;
    for (uint64_t seed = 1; seed <= 64; seed++) {
        size_t loads[BUCKETS] = {0}, used = 0;
        for (size_t i = 0; i < CHOSEN; i++)
            used += loads[ptxc_hash(seed, &chosen[i], sizeof(chosen[i])) % BUCKETS]++ == 0;
        assert_in_range(used, CHOSEN * 9 / 10, CHOSEN);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(tells_apart), cmocka_unit_test(spreads),
                                       cmocka_unit_test(chosen_for_one_seed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
