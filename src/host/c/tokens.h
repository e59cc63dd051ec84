/* The tokens of a source of C or C++ as an array, so that names can be looked up in both directions. */
#ifndef PTXC_TOKENS_H
#define PTXC_TOKENS_H

#include "base/arena.h"
#include "host/common/token.h"

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

/* Makes the tokens of a source; false without memory. `budget` lives as long as they do,
 * and is set. */
bool ptxc_tokens_make(struct ptxc_arena *arena, const char *source, uint32_t length, uint64_t *budget,
                      struct ptxc_tokens *tokens);

/* Takes one look from the budget; false when there are none left. */
bool ptxc_tokens_spend(const struct ptxc_tokens *tokens);

/* Returns the character of a symbol at a place, or 0. */
char ptxc_tokens_symbol(const struct ptxc_tokens *tokens, uint32_t at);

/* Whether the token is this word, is any word, is the same word as another. */
bool ptxc_tokens_is_word(const struct ptxc_tokens *tokens, uint32_t at, const char *word);
bool ptxc_tokens_is_name(const struct ptxc_tokens *tokens, uint32_t at);
bool ptxc_tokens_is_same(const struct ptxc_tokens *tokens, uint32_t a, uint32_t b);

/* Returns the token after the bracket that closes what opens at `at`. */
uint32_t ptxc_tokens_after_bracket(const struct ptxc_tokens *tokens, uint32_t at);

/* Returns the run of the argument at `at`, which ends before the next comma or closing bracket outside of brackets;
 * `*end` is the token after it. */
struct ptxc_token_run ptxc_tokens_argument(const struct ptxc_tokens *tokens, uint32_t at, uint32_t *end);

/* Returns the place of a run in the source. */
struct ptxc_span ptxc_tokens_span(const struct ptxc_tokens *tokens, struct ptxc_token_run run);

/* Returns the bytes of the type that the word is, where they are the same wherever CUDA runs; 0 for any other word. */
uint8_t ptxc_tokens_type_size(const struct ptxc_tokens *tokens, uint32_t at);

/* Whether the word is such a type, and a small constant stays what it is when it is cast to it. */
bool ptxc_tokens_casts(const struct ptxc_tokens *tokens, uint32_t at);

/* Whether the parentheses around `at` are those of a call that encodes a tensor map. */
bool ptxc_tokens_encode(const struct ptxc_tokens *tokens, uint32_t at);

#endif
