/* Names: what a name means in the scope where it is used, and the findings that a name can have. */
#ifndef PTXC_NAME_H
#define PTXC_NAME_H

#include "syntax/parser.h"

/* Fills `value` with what the name means here. False where it is neither declared nor a special register, and
 * for a label. */
bool ptxc_name_resolve(const struct ptxc_parser *parser, const char *name, uint32_t length, struct ptxc_value *value);

/* Fills `value` with what the symbol of this id says of its names; with nothing for an id that is none. */
void ptxc_name_describe(const struct ptxc_parser *parser, uint32_t symbol, struct ptxc_value *value);

/* Whatever makes more of a value than a plain name. */
enum { PTXC_NOT_BARE = PTXC_FLAG_NOT | PTXC_FLAG_MINUS | PTXC_FLAG_OFFSET | PTXC_FLAG_INDEX | PTXC_FLAG_COMPONENT };

/* Whether the token is a named constant; no register is. */
bool ptxc_name_is_constant(const struct ptxc_parser *parser, struct ptxc_token token);

/* The width of an array's elements in bytes, which is what an index counts; 1 where the type is not known. */
uint32_t ptxc_element_size(const struct ptxc_value *value);

/* These report a name that is not declared or is a label, a component of what is no vector, an index of what is no
 * array. */
void ptxc_name_missing(const struct ptxc_parser *parser, struct ptxc_report *report, struct ptxc_span span,
                       const char *name, uint32_t length);
void ptxc_component_misplaced(struct ptxc_report *report, struct ptxc_span span);
void ptxc_index_misplaced(struct ptxc_report *report, struct ptxc_span span);

/* Reports a guard that is not a predicate register. */
void ptxc_guard_check(struct ptxc_report *report, const struct ptxc_value *guard);

/* Reports the word at the current token, where operands begin, if with what stands before it the word makes a mnemonic
 * or a qualifier, as in "cp.async.wait group", ".ca shared.global" and ".L2:128B"; false where it does not (apart.c).
 */
bool ptxc_apart_raise(struct ptxc_parser *parser, const struct ptxc_instruction *instruction);

#endif
