/* Constants that a function of C++ has in its variables, as far as its text shows: `constexpr int n = 64;`,
 * `uint32_t box[] = {n, 8};`. A variable that is changed anywhere in its scope, or handed to who may change it, is
 * none.
 */
#ifndef PTXC_LOCALS_H
#define PTXC_LOCALS_H

#include "host/c/tokens.h"

/* What the variable at token `name` was initialised with, where it stands and is no more than that: the tokens after
 * its '=' or between its braces. False where that is not certain. */
bool ptxc_locals_find(const struct ptxc_tokens *tokens, uint32_t name, struct ptxc_token_run *value, bool *list);

/* The value of an integer expression of literals, such variables, casts and sizeof of types whose size is the same
 * everywhere; false where it has no value that is known. */
bool ptxc_locals_evaluate(const struct ptxc_tokens *tokens, struct ptxc_token_run expression, int64_t *value);

/* The last word of an expression that is a name alone, perhaps with its namespace; a variable stands for what it is
 * initialised with. False for any other expression. */
bool ptxc_locals_word(const struct ptxc_tokens *tokens, struct ptxc_token_run expression, uint32_t *word);

#endif
