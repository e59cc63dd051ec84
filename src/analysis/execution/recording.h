/* The trace of a kernel: of the run that shows best what it does. */
#ifndef PTXC_EXECUTION_RECORDING_H
#define PTXC_EXECUTION_RECORDING_H

#include "analysis/findings/hazard.h"
#include "analysis/semantics/trace.h"

/* Leaves the trace of one run of the kernel, with `wrong` of one in which something goes wrong, if there is any.
 * Returns false where there is nothing to run. What it has lives as long as the arena of the analysis. */
bool ptxc_executor_trace(const struct ptxc_flow *flow, bool wrong, struct ptxc_trace *trace);

#endif
