/* What arithmetic makes of integers and predicates. Constants are computed, sums stay linear. */
#ifndef PTXC_INTEGERS_H
#define PTXC_INTEGERS_H

#include "flow/computation.h"

/* The value of an operation from ADD to REMAINDER, or BIT_FIELD; of floating-point numbers nothing is computed. 0: it
 * is not known. */
ptxc_expression ptxc_integers_compute(const struct ptxc_computation *computation);

#endif
