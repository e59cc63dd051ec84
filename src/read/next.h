/* The next token of a source. The commonest kinds, as they stand in nearly all PTX, are told at once by classes of
 * characters; the lexer reads all others. It gives the same tokens, which the test read-next holds for any bytes.
 */
#ifndef PTXC_NEXT_H
#define PTXC_NEXT_H

#include "read/lexer.h"

/* Does what ptxc_lexer_next does. */
struct ptxc_token ptxc_token_next(struct ptxc_lexer *lexer);

#endif
