/* What comparisons of integers make, in one way for all that mean the same. */
#ifndef PTXC_COMPARISON_H
#define PTXC_COMPARISON_H

#include "flow/computation.h"

/* The value of a COMPARE: an EQ or an LT, a constant on its right side, or not of one; joined with a third input where
 * the mnemonic says so. 0: it is not known. */
ptxc_expression ptxc_comparison_compute(const struct ptxc_computation *computation);

#endif
