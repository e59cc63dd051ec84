/* The executions of a kernel in a few numbers: see executions.h. */
#include "analysis/execution/executions.h"

#include <string.h>

#include "analysis/automata/iterations.h"
#include "analysis/execution/launch.h"

/* Who gives the threads of a CTA: what is required in the text counts before what the caller says. */
static enum ptxc_launch_source threads_from(const struct ptxc_flow *flow) {
    if (flow->program->body->required_threads[0])
        return PTXC_LAUNCH_TEXT;
    if (flow->threads)
        return PTXC_LAUNCH_CALLER;
    return flow->at_most ? PTXC_LAUNCH_TEXT : PTXC_LAUNCH_CHOSEN;
}

/* Who gives the CTAs of a cluster: the caller counts before the text. */
static enum ptxc_launch_source cluster_from(const struct ptxc_flow *flow, enum ptxc_cluster_choice choice) {
    const uint32_t *text = flow->program->body->cluster;
    if (choice != PTXC_CLUSTER_GIVEN)
        return PTXC_LAUNCH_CHOSEN;
    const uint32_t all = text[0] * (text[1] ? text[1] : 1) * (text[2] ? text[2] : 1);
    return flow->cluster == all ? PTXC_LAUNCH_TEXT : PTXC_LAUNCH_CALLER;
}

struct ptxc_executions ptxc_executions_begin(const struct ptxc_flow *flow, enum ptxc_cluster_choice cluster,
                                             struct ptxc_kernel *kernel) {
    kernel->threads_from = threads_from(flow);
    kernel->cluster_from = cluster_from(flow, cluster);
    return (struct ptxc_executions){.kernel = kernel};
}

/* How far an execution came: to its end, to where no thread can go on, or at least to many steps of the family; of
 * those that came as far, the one whose loops went around most often. */
static uint64_t progress(const struct ptxc_machine *machine) {
    const uint64_t end = machine->stopped ? machine->deadlocked : 2;
    return (end << 60) + ((uint64_t)ptxc_launch_reached(machine) << 32) + ptxc_iterations_most(machine) + 1;
}

void ptxc_executions_add(struct ptxc_executions *executions, const struct ptxc_machine *machine) {
    struct ptxc_kernel *kernel = executions->kernel;
    const struct ptxc_launch *launch = machine->launch;
    if (!kernel)
        return;
    kernel->executions++;
    kernel->finished += !machine->stopped;
    const uint64_t here = progress(machine);
    if (here <= executions->furthest)
        return;
    executions->furthest = here;
    memcpy(kernel->threads, launch->threads, sizeof(kernel->threads));
    kernel->cluster = ptxc_launch_ctas(launch);
    kernel->parameter = machine->scaled ? launch->scale : 0;
    kernel->iterations = ptxc_iterations_most(machine);
}
