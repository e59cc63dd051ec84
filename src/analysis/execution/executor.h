/* The executor: runs a kernel with chosen values, all threads of it, and looks for what goes wrong in rings, phases and
 * tails, which no lattice over symbols sees.
 */
#ifndef PTXC_EXECUTION_EXECUTOR_H
#define PTXC_EXECUTION_EXECUTOR_H

#include "analysis/findings/hazard.h"

/* Looks for hazards in the kernel of an analysis, and reports those that were not reported yet. */
void ptxc_executor_check(const struct ptxc_flow *flow);

#endif
