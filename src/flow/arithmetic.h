/* What an instruction makes of its operands, as an expression: constants are computed, sums stay linear, and of the
 * rest two computations of one thing are one. Where values come from is not known here.
 */
#ifndef PTXC_ARITHMETIC_H
#define PTXC_ARITHMETIC_H

#include "flow/computation.h"

/* The value of the result, or 0: nothing is known of it but that the step makes it. */
ptxc_expression ptxc_arithmetic_compute(const struct ptxc_computation *computation);

/* Whether the result of the operation depends on nothing but the operands, so that it is worth to look at them. */
bool ptxc_arithmetic_knows(enum ptxc_operation operation);

#endif
