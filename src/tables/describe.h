/* The tables in words, for messages; the public half is in ptxcheck.h. All keep the contract of snprintf. */
#ifndef PTXC_DESCRIBE_H
#define PTXC_DESCRIBE_H

#include "ptxcheck/ptxcheck.h"
#include "tables/tables.h"

/* What an operand of this role may be: "a 32-bit integer register or an integer constant". `type` is that of the type
 * qualifier which the role follows, or PTXC_TYPE_NONE. */
size_t ptxc_role_describe(enum ptxc_role role, enum ptxc_type type, char *buffer, size_t size);

/* A form as a syntax line. With `chosen` (a qualifier for each slot, PTXC_Q_NONE where none is written) what is written
 * stands in its place and what is optional and not written is left out; with NULL all that may be written is shown. */
size_t ptxc_form_describe(enum ptxc_form form, const uint8_t *chosen, char *buffer, size_t size);

/* What a fixed number of coordinates stands for: "one column and four rows"; NULL where the tables do not say. */
const char *ptxc_count_meaning(uint8_t count);

/* The widths of a set of types, with an article: "a 32- or 64-bit integer", "a 32-bit" where only types that are no
 * integers belong to it, "an integer" for any width. */
size_t ptxc_types_describe(uint64_t types, char *buffer, size_t size);

#endif
