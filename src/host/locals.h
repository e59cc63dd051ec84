/* Constants that a function of C++ has in its variables, as far as its text shows: `constexpr int n = 64;`,
 * `uint32_t box[] = {n, 8};`. A variable that is changed anywhere in its scope, or handed to who may change it, is
 * none.
 */
#ifndef PTXC_LOCALS_H
#define PTXC_LOCALS_H

#include "base/arena.h"
#include "host/token.h"

/* The tokens of a source. */
struct ptxc_tokens {
    struct ptxc_arena *arena;
    const char *source;
    const struct ptxc_host_token *items; /* as many as `count`, without those of preprocessor lines */
    uint32_t count;
    uint64_t *budget; /* tokens that may still be looked at to find names; keeps hostile input linear */
};

/* Some of them, one after another. */
struct ptxc_token_run {
    uint32_t first, count;
};

/* Makes the tokens of a source of C or C++; false without memory. `budget` lives as long as they do, and is set. */
bool ptxc_tokens_make(struct ptxc_arena *arena, const char *source, uint32_t length, uint64_t *budget,
                      struct ptxc_tokens *tokens);

/* The run of the argument at `at`, which ends before the next comma or closing bracket outside of brackets; `*end` is
 * the token after it. */
struct ptxc_token_run ptxc_tokens_argument(const struct ptxc_tokens *tokens, uint32_t at, uint32_t *end);

/* The place of a run in the source. */
struct ptxc_span ptxc_tokens_span(const struct ptxc_tokens *tokens, struct ptxc_token_run run);

/* What the variable at token `name` was initialised with, where it stands and is no more than that: the tokens after
 * its
 * '=' or between its braces. False where that is not certain. */
bool ptxc_locals_find(const struct ptxc_tokens *tokens, uint32_t name, struct ptxc_token_run *value, bool *list);

/* The value of an integer expression of literals, such variables, casts and sizeof of types whose size is the same
 * everywhere; false where it has no value that is known. */
bool ptxc_locals_evaluate(const struct ptxc_tokens *tokens, struct ptxc_token_run expression, int64_t *value);

/* The last word of an expression that is a name alone, perhaps with its namespace; a variable stands for what it is
 * initialised with. False for any other expression. */
bool ptxc_locals_word(const struct ptxc_tokens *tokens, struct ptxc_token_run expression, uint32_t *word);

#endif
