/* What becomes of the results of waits. */
#ifndef PTXC_BARRIER_RESULTS_H
#define PTXC_BARRIER_RESULTS_H

#include "flow/barriers.h"

/* Finds out which waits are `ignored` and which `retried`, and reports results that may not be there (M18). */
void ptxc_barriers_check_results(struct ptxc_barriers *barriers);

#endif
