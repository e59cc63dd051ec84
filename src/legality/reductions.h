/* Reductions: which operation goes with which element type (reductions.def). */
#ifndef PTXC_REDUCTIONS_H
#define PTXC_REDUCTIONS_H

#include "legality/evaluation.h"

/* Whether the operation of the instruction, if it has one, is defined for its type and destination. */
bool ptxc_reduction_check(const struct ptxc_evaluation *evaluation);

/* Finds the row that has the reduction of the instruction, whatever its gate; NULL where none does. `*operation` is
 * then the qualifier that names the operation. */
const struct ptxc_reduction_row *ptxc_reduction_find(const struct ptxc_instruction *instruction,
                                                     const struct ptxc_match *match,
                                                     const struct ptxc_qualifier_use **operation);

#endif
