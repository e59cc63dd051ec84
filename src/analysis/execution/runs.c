/* Runs: see runs.h. */
#include "analysis/execution/runs.h"

#include <string.h>

#include "analysis/automata/iterations.h"
#include "analysis/automata/mbarrier_rules.h"
#include "analysis/automata/rings.h"
#include "analysis/execution/launch.h"
#include "analysis/execution/launch_choice.h"
#include "analysis/execution/scheduler.h"

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
static uint64_t progress(const struct ptxc_machine *machine, uint32_t iterations) {
    const uint64_t end = machine->stopped ? machine->deadlocked : 2;
    return (end << 60) + ((uint64_t)ptxc_launch_reached(machine) << 32) + iterations + 1;
}

void ptxc_executions_add(struct ptxc_executions *executions, const struct ptxc_machine *machine) {
    struct ptxc_kernel *kernel = executions->kernel;
    const struct ptxc_launch *launch = machine->launch;
    if (!kernel)
        return;
    kernel->executions++;
    kernel->finished += !machine->stopped;
    const uint32_t iterations = ptxc_iterations_count(machine).most;
    const uint64_t here = progress(machine, iterations);
    if (here <= executions->furthest)
        return;
    executions->furthest = here;
    memcpy(kernel->threads, launch->threads, sizeof(kernel->threads));
    kernel->cluster = ptxc_launch_ctas(launch);
    kernel->parameter = machine->scaled ? launch->scale : 0;
    kernel->outer_parameter = machine->scaled ? launch->outer : 0;
    kernel->iterations = iterations;
}

enum { MANY_ROUNDS = 8 };  /* of a loop of copies: another one, with a single round, has no more, as a rule */
enum { SHARE_OF_CTA = 5 }; /* each CTA of a cluster after the first adds a fifth of the steps */

/* Keeps what a run has shown. */
static void keep(struct ptxc_executor *executor, const struct ptxc_machine *machine) {
    const struct ptxc_program *program = executor->flow->program;
    const uint32_t run = executor->findings.run;
    const uint32_t reached = ptxc_launch_reached(machine);
    for (uint32_t i = 0; executor->ran && i < program->count; i++)
        executor->ran[i] |= (uint64_t)machine->ran[i] << run;
    executor->reached[run] = reached;
    executor->scales[run] = machine->launch->scale;
    executor->took[run] = ptxc_machine_work(machine);
    executor->iterations = ptxc_iterations_count(machine);
    const bool apart = !executor->executions.kernel; /* nobody asks for rings then */
    executor->slots = machine->stopped || apart ? 0 : ptxc_rings_most_slots(machine);
    executor->iterated[run] = machine->deadlocked || machine->broken || !executor->loops ||
                              executor->iterations.least > 1 || executor->iterations.most >= MANY_ROUNDS;
    if (!machine->unsure && !machine->forced)
        executor->runs.sound |= UINT64_C(1) << run;
    if (machine->blind)
        executor->runs.blind |= UINT64_C(1) << run;
    if (machine->implausible)
        executor->iterated[run] = false;
    else
        executor->runs.plausible |= UINT64_C(1) << run;
    executor->beyond = machine->beyond;
    executor->limited = machine->limited;
    executor->scaled |= machine->scaled;
    executor->count = run + 1;
    const bool ended = !machine->stopped || machine->deadlocked;
    executor->ended |= ended;
    executor->long_ones |= (uint64_t)(ptxc_machine_work(machine) > machine->most_steps) << run;
    executor->wrong |= (uint64_t)ptxc_violations_any(&executor->findings, run) << run;
    executor->deadlocked |= (uint64_t)(machine->deadlocked && !machine->implausible) << run;
    executor->complete |= (uint64_t)(ended || machine->broken) << run;
    executor->runs.ended |= (uint64_t)(!machine->stopped && !machine->implausible) << run;
    executor->patient |= (uint64_t)!machine->launch->impatient << run;
    executor->fitting |= (uint64_t)ptxc_launch_fits(machine) << run;
    executor->stopped = machine->stopped;
    ptxc_executions_add(&executor->executions, machine);
    const uint32_t rounds = executor->loop == PTXC_NO_BLOCK ? 0 : machine->longest[executor->loop];
    executor->rounds = rounds > executor->rounds ? rounds : executor->rounds;
}

/* Runs one launch configuration; the memory of the run before is taken again. */
bool ptxc_run(struct ptxc_executor *executor, const struct ptxc_launch *launch) {
    struct ptxc_machine machine;
    ptxc_arena_clear(executor->scratch);
    if (!ptxc_launch_start(&machine, executor->code, launch, executor->scratch))
        return false;
    machine.findings = &executor->findings;
    machine.boxes = executor->boxes;
    machine.worst = executor->worst;
    machine.useful = executor->useful;
    machine.swizzles = executor->swizzles;
    machine.alike = executor->alike;
    machine.loose = !executor->flow->whole || !(executor->flow->threads || executor->flow->at_most);
    if (executor->steps)
        machine.most_steps = executor->steps;
    ptxc_scheduler_run(&machine);
    ptxc_mbarrier_explain_excess(&machine);
    ptxc_violations_close(&machine);
    keep(executor, &machine);
    executor->findings.run++;
    executor->spent += ptxc_machine_work(&machine);
    return !machine.out_of_memory;
}

/* Returns how many steps runs may have, where those of one CTA may have so many. */
uint64_t ptxc_run_steps(const struct ptxc_launch *launch, uint64_t of_one) {
    return of_one + of_one / SHARE_OF_CTA * (ptxc_launch_ctas(launch) - 1);
}

/* Runs a launch configuration apart from the others; false where it is not like a real one. */
bool ptxc_run_apart(struct ptxc_executor *executor, struct ptxc_executor *other, const struct ptxc_launch *launch,
                    uint64_t steps, bool to_first) {
    *other = *executor;
    other->findings = (struct ptxc_violations){
        .arena = executor->findings.arena, .passing = executor->scratch, .until = to_first ? executor->flow : NULL};
    other->count = 0;
    other->worst = NULL;
    other->useful = NULL;
    other->ran = NULL;      /* which steps the other runs came to stays as it is */
    other->swizzles = NULL; /* has nothing to do with threads */
    other->executions.kernel = NULL;
    other->steps = steps;
    other->complete = other->fitting = other->runs.ended = other->runs.sound = other->runs.blind = 0;
    const bool ran = ptxc_run(other, launch);
    executor->spent = other->spent;
    return ran && other->iterated[0] && other->reached[0] * 5 >= executor->best * 4;
}

uint32_t ptxc_runs_reached(const struct ptxc_executor *executor) {
    const struct ptxc_program *program = executor->flow->program;
    uint32_t count = 0;
    for (uint32_t i = 0; i < program->count; i++)
        count += executor->ran[i] && program->steps[i].names;
    return count;
}

/* Marks the runs that come to four fifths of so many steps of the family. Of a function that is called those alone that
 * use shared memory as real threads would: its kernel may have fewer. */
static void mark_runs(struct ptxc_executor *executor, uint32_t steps) {
    for (uint32_t i = 0; i < executor->count; i++)
        if (executor->iterated[i] && executor->reached[i] * 5 >= steps * 4 &&
            (executor->flow->whole || (executor->fitting >> i & 1)))
            executor->runs.good |= UINT64_C(1) << i;
}

/* Returns the runs that come to a deadlock before they come far, where only runs with smaller numbers come further: the
 * numbers of real runs are larger still. */
static uint64_t hung_runs(const struct ptxc_executor *executor) {
    uint64_t hung = 0;
    uint32_t largest = 0; /* of the others */
    for (uint32_t i = 0; i < executor->count; i++)
        if (!(executor->deadlocked >> i & 1) && executor->scales[i] > largest)
            largest = executor->scales[i];
    for (uint32_t i = 0; i < executor->count; i++)
        if ((executor->deadlocked >> i & 1) && executor->scales[i] > largest)
            hung |= UINT64_C(1) << i;
    return hung & ~executor->runs.good;
}

/* Returns the runs that come to their end, and to half of the steps of the family at least: of a loop that is unrolled
 * in several ways each run may come to one. */
static uint64_t shorter_runs(const struct ptxc_executor *executor) {
    uint64_t shorter = 0;
    for (uint32_t i = 0; i < executor->count; i++)
        if (executor->iterated[i] && executor->reached[i] * 2 >= executor->best)
            shorter |= UINT64_C(1) << i;
    return shorter & executor->runs.ended & executor->runs.sound & ~executor->runs.good;
}

void ptxc_runs_choose(struct ptxc_executor *executor) {
    uint32_t most = 0;
    executor->best = ptxc_runs_reached(executor);
    mark_runs(executor, executor->best);
    for (uint32_t i = 0; i < executor->count; i++)
        most = executor->iterated[i] && executor->reached[i] > most ? executor->reached[i] : most;
    executor->runs.stuck = executor->runs.good == 0;
    if (executor->runs.stuck)
        mark_runs(executor, most);
    if (executor->runs.stuck && executor->runs.cluster == PTXC_CLUSTER_GIVEN)
        executor->runs.cut = executor->runs.good & executor->long_ones;
    if (!executor->runs.stuck && executor->flow->whole) {
        executor->runs.hung = hung_runs(executor);
        executor->runs.shorter = shorter_runs(executor);
    }
}
