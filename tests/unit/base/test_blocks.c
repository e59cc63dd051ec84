/* Classes of bytes: what each implementation finds in random bytes, against a look at one byte after another. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "base/blocks.h"
#include "base/characters.h"

enum { COUNT = 64, ROUNDS = 200 };

static uint64_t state = 1;

/* Gives the next random number (xorshift). */
static uint64_t next_random(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Pairs of some bytes, other ones each time. */
static ptxc_pairs pairs;

static void choose_pairs(void) {
    for (unsigned half = 0; half < PTXC_HALVES; half++)
        for (unsigned i = 0; i < PTXC_HALF; i++)
            pairs[half][i] = (uint8_t)(next_random() & next_random());
}

static bool is_pair(char first, char second) {
    const unsigned one = (unsigned char)first, other = (unsigned char)second;
    return pairs[0][one & 15] & pairs[1][one >> 4] & pairs[2][other & 15] & pairs[3][other >> 4];
}

/* Sets the bits that stand for this byte. */
static void expect(struct ptxc_bytes *block, unsigned at, char c, char next) {
    const uint64_t bit = UINT64_C(1) << at;
    const bool word = ptxc_is_name(c) || (c && strchr("$%.", c));
    block->word |= word ? bit : 0;
    const bool letter = word && !ptxc_is_digit(c) && !strchr("$%.", c);
    block->letter |= letter ? bit : 0;
    block->pair |= letter && is_pair(c, next) ? bit : 0;
    block->digit |= ptxc_is_digit(c) ? bit : 0;
    block->blank |= c && strchr(" \t\n\f\r\x1a", c) ? bit : 0;
    block->semicolon |= c == ';' ? bit : 0;
    block->open |= c == '{' ? bit : 0;
    block->close |= c == '}' ? bit : 0;
    block->at |= c == '@' ? bit : 0;
    block->mark |= c && strchr(":\"/", c) ? bit : 0;
}

static void compare(const char *text) {
    struct ptxc_bytes expected[COUNT], found[COUNT];
    choose_pairs();
    memset(expected, 0, sizeof(expected));
    for (unsigned i = 0; i < COUNT * PTXC_BLOCK; i++)
        expect(&expected[i / PTXC_BLOCK], i % PTXC_BLOCK, text[i], text[i + 1]);
    ptxc_classify *const each[] = {ptxc_blocks_choose(), ptxc_blocks_classify};
    for (unsigned i = 0; i < 2; i++) {
        memset(found, 0xa5, sizeof(found));
        each[i](text, COUNT, pairs, found);
        assert_memory_equal(expected, found, sizeof(found));
    }
}

/* Every byte at every place of a block. */
static void every_byte(void **unused) {
    char text[COUNT * PTXC_BLOCK + 2];
    (void)unused;
    for (unsigned byte = 0; byte <= UINT8_MAX; byte++) {
        for (unsigned i = 0; i < sizeof(text); i++)
            text[i] = (char)(byte + i % (PTXC_BLOCK + 1));
        compare(text + 1);
    }
}

/* Random bytes, with a new seed each time. */
static void random_bytes(void **unused) {
    char text[COUNT * PTXC_BLOCK + 9];
    (void)unused;
    state = ((uint64_t)time(NULL) << 20 ^ (uint64_t)clock()) | 1;
    print_message("seed %llu\n", (unsigned long long)state);
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < sizeof(text); i++)
            text[i] = (char)next_random();
        compare(text + round % 8);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte),
        cmocka_unit_test(random_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
