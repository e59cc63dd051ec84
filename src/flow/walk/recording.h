/* The trace of a kernel: of the run that shows best what it does. */
#ifndef PTXC_WALK_RECORDING_H
#define PTXC_WALK_RECORDING_H

#include "flow/hazard.h"
#include "flow/walk/trace.h"

/* Leaves the trace of one run of the kernel, with `wrong` of one in which something goes wrong, if there is any; false
 * where there is nothing to run. Its parts live as long as the arena of the analysis. */
bool ptxc_walk_trace(const struct ptxc_flow *flow, bool wrong, struct ptxc_trace *trace);

#endif
