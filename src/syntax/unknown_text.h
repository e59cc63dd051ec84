/* Unknown text in a template: what the host file does not say, and asm operands that the compiler may replace by a
 * constant or by any text. What it may be is never guessed.
 */
#ifndef PTXC_UNKNOWN_TEXT_H
#define PTXC_UNKNOWN_TEXT_H

#include "syntax/parser.h"

/* Whether the text between these places has a part that may be anything: several tokens, or none. */
bool ptxc_unknown_between(const struct ptxc_parser *parser, uint32_t start, uint32_t end);

/* Whether the token may be a constant as well as a name: unknown text, or an operand that is no register. */
bool ptxc_unknown_may_be_constant(const struct ptxc_parser *parser, struct ptxc_token token);

/* Whether the token is an operand of the asm of which the statement says what constant it is. */
bool ptxc_placeholder_constant(const struct ptxc_parser *parser, struct ptxc_token token, int64_t *constant);

/* Which of the operands up to the ';' may be several, or none. */
enum ptxc_unknown_operands {
    PTXC_UNKNOWN_NO_OPERANDS,
    PTXC_UNKNOWN_SOME_OPERANDS, /* those that hold unknown text; the others are what they seem */
    PTXC_UNKNOWN_ALL_OPERANDS
};

/* Looks for unknown text up to the ';' that may be several operands, or none. `begun` says that there is some before.
 */
enum ptxc_unknown_operands ptxc_unknown_among_operands(struct ptxc_parser *parser, bool begun);

/* Whether the operand here may be several, or none; if so, it is passed over. `begun` says that unknown text stands
 * right before it, `any` that all unknown text in it counts. */
bool ptxc_unknown_operand(struct ptxc_parser *parser, bool begun, bool any);

/* Whether the declaration here, or the list of parameters at its '(', has unknown text that may declare names. In an
 * extent, an alignment or an initialiser it cannot. */
bool ptxc_unknown_in_declaration(struct ptxc_parser *parser);

/* Moves to the ';' of a statement with unknown text, or to where the statement must have ended. */
void ptxc_unknown_pass_over(struct ptxc_parser *parser);

#endif
