/* The tokens that are told at once are those of the lexer, for texts made of pieces of PTX in any order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "syntax/lexer.h"

enum { TEXTS = 200000, MOST = 24 };

static const char *const pieces[] = {
    "cp",  "async", ".",          ".async", ".2d", ".1e", ".1e5", ".5",         "..",  "::",   ":",    ".a::b",
    ".a:", ".a::",  "0",          "00",     "012", "7",   "16",   "1U",         "0x",  "0x1",  "1.5",  "1e",
    "0f",  "0b",    "%r",         "%",      "%%",  "_",   "__",   "$",          "$x",  " ",    "\n",   "\t",
    "\r",  "\v",    "\x1a",       "//x",    "/*",  "*/",  "/",    "#",          "\"",  "\x01", "\x02", "\x03",
    "[",   "]",     "{",          "}",      "(",   ")",   ",",    ";",          "+",   "-",    "!",    "|",
    "@",   "\x7f",  "\xc3",       "é",      "E",   "e5",  "Z9",   "0f3F800000", ".e1", ".0",   ".9a",  "\\",
    "=",   "<<",    "#1 \"x\"\n", ".b32",   ".$",  ".%",  ".x$",
};

/* Numbers from a seed: xorshift. */
static uint64_t random_next(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void hold_against_lexer(const char *text, uint32_t length) {
    struct ptxc_lexer plain = {text, length, 0}, quick = plain;
    for (uint32_t i = 0; i <= length; i++) {
        const struct ptxc_token wanted = ptxc_lexer_next(&plain), got = ptxc_token_next(&quick);
        assert_int_equal(got.kind, wanted.kind);
        assert_int_equal(got.offset, wanted.offset);
        assert_int_equal(got.length, wanted.length);
        assert_int_equal(quick.position, plain.position);
        if (wanted.kind == PTXC_TOKEN_END)
            return;
    }
}

static void pieces_give_the_tokens_of_the_lexer(void **state) {
    uint64_t seed = UINT64_C(0x9e3779b97f4a7c15);
    (void)state;
    for (int i = 0; i < TEXTS; i++) {
        char text[MOST * 16];
        uint32_t length = 0;
        for (uint64_t left = random_next(&seed) % MOST; left > 0; left--) {
            const char *piece = pieces[random_next(&seed) % (sizeof(pieces) / sizeof(pieces[0]))];
            memcpy(text + length, piece, strlen(piece));
            length += (uint32_t)strlen(piece);
        }
        hold_against_lexer(text, length);
    }
}

/* Two bytes of any kind, alone and after a token of each kind. */
static void bytes_give_the_tokens_of_the_lexer(void **state) {
    static const char *const before[] = {"", "a", ".a", "1", "%", "_", ".a:", ".1", "0"};
    (void)state;
    for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); i++)
        for (int first = 0; first < 256; first++)
            for (int second = 0; second < 256; second++) {
                char text[8];
                uint32_t length = (uint32_t)strlen(before[i]);
                memcpy(text, before[i], length);
                text[length++] = (char)first;
                text[length++] = (char)second;
                hold_against_lexer(text, length);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_give_the_tokens_of_the_lexer),
        cmocka_unit_test(bytes_give_the_tokens_of_the_lexer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
