/* Arithmetic: see arithmetic.h. */
#include "analysis/values/arithmetic.h"

/* selp: the third input chooses. */
static ptxc_affine choose(const struct ptxc_computation *c) {
    return c->count == 3 && c->results == 1 && !c->inputs_in_vector
               ? ptxc_predicate_select(c, c->inputs[2], c->inputs[0], c->inputs[1])
               : 0;
}

ptxc_affine ptxc_arithmetic_compute(const struct ptxc_computation *computation) {
    switch (computation->operation) {
    case PTXC_DO_MOVE:
    case PTXC_DO_CONVERT:
    case PTXC_DO_TO_GENERIC:
    case PTXC_DO_FROM_GENERIC:
    case PTXC_DO_SHUFFLE: return ptxc_moves_compute(computation);
    case PTXC_DO_COMPARE: return ptxc_comparison_compute(computation);
    case PTXC_DO_SELECT: return choose(computation);
    case PTXC_DO_COMPUTE: return ptxc_operation_opaque(computation);
    default: return ptxc_integers_compute(computation);
    }
}
