/* The executor: runs a kernel with chosen values, all threads of it, and looks for what goes wrong in rings, phases and
 * tails, which no lattice over symbols sees.
 */
#ifndef PTXC_EXECUTION_EXECUTOR_H
#define PTXC_EXECUTION_EXECUTOR_H

#include "analysis/findings/hazard.h"
#include "analysis/semantics/trace.h"

/* Looks for hazards in the kernel of an analysis, and reports those that were not reported yet. */
void ptxc_executor_check(const struct ptxc_flow *flow);

/* Leaves the trace of one run of the kernel, with as many threads as in an execution that is known, if there is one,
 * and with `wrong` of one in which something goes wrong, if there is any. Returns false where there is nothing to run.
 * What it has lives as long as the arena of the analysis. */
bool ptxc_executor_trace(const struct ptxc_flow *flow, const struct ptxc_kernel *known, bool wrong,
                         struct ptxc_trace *trace);

#endif
