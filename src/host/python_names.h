/* Constants that a source of Python has in its variables, as far as its text shows: `box = [64, 8]`, `bm, bn = 128,
 * 64`. A name that is bound twice where it is looked up is none, and neither is a list that is used in any other way
 * than as an argument of a call that encodes a tensor map.
 */
#ifndef PTXC_PYTHON_NAMES_H
#define PTXC_PYTHON_NAMES_H

#include "host/tokens.h"

/* The value of an integer expression of literals, such variables, and types of ctypes, NumPy or CUDA that are called;
 * false where it has no value that is known. */
bool ptxc_python_evaluate(const struct ptxc_tokens *tokens, struct ptxc_token_run expression, int64_t *value);

/* The last word of an expression that is a name alone, perhaps with dots; a variable stands for what it is bound to.
 * False for any other expression. */
bool ptxc_python_word(const struct ptxc_tokens *tokens, struct ptxc_token_run expression, uint32_t *word);

/* The elements of a list or a tuple, or of the variable that it is bound to, with the commas between them. False for
 * any other expression. */
bool ptxc_python_list(const struct ptxc_tokens *tokens, struct ptxc_token_run expression,
                      struct ptxc_token_run *elements);

#endif
