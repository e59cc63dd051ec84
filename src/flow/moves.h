/* Values that stay what they are, or nearly: in another register, in another width, in another space, in another lane,
 * in another CTA.
 */
#ifndef PTXC_MOVES_H
#define PTXC_MOVES_H

#include "flow/computation.h"

/* The value of a MOVE, CONVERT, TO_GENERIC, FROM_GENERIC or SHUFFLE; 0: it is not known. A generic address is the
 * operation TO_GENERIC on the address in the space that its detail is, plus what is added to it. */
ptxc_expression ptxc_moves_compute(const struct ptxc_computation *computation);

/* The address that is the first input in the CTA whose rank is the second. */
ptxc_expression ptxc_moves_map(const struct ptxc_computation *computation);

#endif
