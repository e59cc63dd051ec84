/* What is reported of the executions of a kernel: struct ptxc_kernel. */
#ifndef PTXC_EXECUTION_EXECUTIONS_H
#define PTXC_EXECUTION_EXECUTIONS_H

#include "analysis/automata/machine.h"
#include "analysis/findings/hazard.h"

struct ptxc_executions {
    struct ptxc_kernel *kernel; /* NULL: nobody wants to know */
    uint64_t furthest;          /* how far the one came that it reports, to be compared; 0: there is none */
};

/* Begins with none, and notes in the kernel who gives its threads and its cluster, for which this was chosen. */
struct ptxc_executions ptxc_executions_begin(const struct ptxc_flow *flow, enum ptxc_cluster_choice cluster,
                                             struct ptxc_kernel *kernel);

/* Counts an execution that is over, and reports it if it came further than those before. */
void ptxc_executions_add(struct ptxc_executions *executions, const struct ptxc_machine *machine);

#endif
