/* The matcher: finds the form of an instruction. */
#ifndef PTXC_MATCH_H
#define PTXC_MATCH_H

#include "legality/subject.h"

/* Finds the form that fits, or the nearest. */
struct ptxc_match ptxc_match_find(const struct ptxc_instruction *instruction, struct ptxc_environment environment);

/* Whether qualifiers and operands fit the form, and all of the instruction is known. */
bool ptxc_match_fits(const struct ptxc_instruction *instruction, const struct ptxc_match *match);

/* Returns how far the qualifiers are from those of the form, with these slots filled; 0 when they fit. */
unsigned ptxc_match_qualifier_problems(const struct ptxc_instruction *instruction, ptxc_wide filled,
                                       const struct ptxc_form_row *form);

#endif
