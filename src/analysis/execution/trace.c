/* Traces: see executor.h. */
#include "analysis/execution/executor.h"

#include "analysis/execution/launch_choice.h"
#include "analysis/automata/mbarrier_rules.h"
#include "analysis/automata/iterations.h"
#include "analysis/execution/lanes.h"
#include "analysis/execution/runs.h"
#include "analysis/execution/launch.h"
#include "analysis/automata/tracer.h"
#include "analysis/code/code.h"
#include "analysis/execution/scheduler.h"
#include "report/kernels.h"

/* Whether an event tells roles apart: what happens to copies does not, and not that one thread makes mbarriers or ends
 * them, or leaves earlier. */
static bool tells_apart(enum ptxc_event_kind kind, bool met) {
    switch (kind) {
    case PTXC_EVENT_COMPLETE:
    case PTXC_EVENT_PHASE:
    case PTXC_EVENT_HAZARD:
    case PTXC_EVENT_INIT:
    case PTXC_EVENT_INVALIDATE:
    case PTXC_EVENT_EXIT: return false;
    case PTXC_EVENT_FENCE: return met;
    default: return true;
    }
}

/* Returns the role of each of `warps` warps in `ctas` CTAs, from 0: warps of one role have the same events at the same
 * steps, in the same order. Who is the first to read or write after a copy is chance, so that of accesses only the
 * steps count. NULL without memory. */
static uint16_t *find_roles(const struct ptxc_tracer *tracer, const struct ptxc_machine *machine) {
    const size_t all = machine->warp_count, steps = machine->code->program->count + 1u;
    uint64_t *sums = ptxc_arena_alloc(machine->arena, all * sizeof(*sums));
    uint64_t *accesses = ptxc_arena_alloc(machine->arena, all * sizeof(*accesses));
    uint16_t *roles = ptxc_arena_alloc(machine->arena, all * sizeof(*roles));
    bool *seen = ptxc_arena_alloc(machine->arena, all * steps), *met = ptxc_arena_alloc(machine->arena, all);
    uint16_t next = 0;
    if (!sums || !accesses || !roles || !seen || !met)
        return NULL;
    for (size_t i = 0; i < tracer->count; i++) {
        const struct ptxc_trace_event *event = &tracer->events[i];
        const size_t warp = (size_t)event->cta * machine->warps_of_cta + event->warp;
        const uint64_t what = (uint64_t)event->step << 5 | event->kind;
        if (event->kind == PTXC_EVENT_READ || event->kind == PTXC_EVENT_WRITE) {
            accesses[warp] += seen[warp * steps + event->step] ? 0 : ptxc_lanes_mix(what, 0);
            seen[warp * steps + event->step] = true;
        } else if (tells_apart(event->kind, met[warp])) {
            sums[warp] = ptxc_lanes_mix(sums[warp], what);
            met[warp] |= event->kind == PTXC_EVENT_BARRIER || event->kind == PTXC_EVENT_CLUSTER;
        }
    }
    for (size_t i = 0; i < all; i++) {
        size_t same = 0;
        while (same < i && (sums[same] != sums[i] || accesses[same] != accesses[i]))
            same++;
        roles[i] = same < i ? roles[same] : next++;
    }
    return roles;
}

/* Runs that were made for their traces: how good the best is, and whether its loops iterate often enough, not too
 * often.
 */
struct tracing {
    bool wrong; /* something should go wrong in it */
    uint64_t merit;
    bool good, best;                   /* no other one can be better */
    struct ptxc_executions executions; /* none of them */
};

enum { WELL = 12 }; /* iterations */

/* How well a run shows what the kernel does: it comes to most of its copies and waits, ends, and its loops iterate
 * about three times as often as a ring of four slots does. */
static uint64_t merit_of(const struct ptxc_machine *machine, uint32_t iterations) {
    enum { MOST = 1000 };
    const uint32_t off = iterations > WELL ? iterations - WELL : WELL - iterations;
    const uint64_t reached = ptxc_launch_reached(machine);
    return (reached * 2 + !machine->stopped) * MOST + MOST - (off < MOST ? off : MOST);
}

/* Whether no run has more merit than this one, which is as it should be: it comes to each step of the family, to its
 * end, and its loops iterate often enough. One that does not ask for the scale is the same with any. */
static bool is_best(const struct ptxc_machine *machine, uint32_t iterations, bool fits) {
    return (!machine->scaled && !machine->counted) ||
           (fits && !machine->stopped && iterations == WELL &&
            ptxc_launch_reached(machine) == ptxc_launch_wanted(machine->code));
}

/* Returns what of a run is not known, so that other executions may do something else; NULL: nothing. */
static const char *unknown_of(const struct ptxc_machine *machine) {
    if (machine->unsure)
        return "where some branches go depends on values that are not known";
    return machine->vague ? "where, or how much, some copies write is not known" : NULL;
}

/* Takes over the trace of a run. */
static void take_trace(struct ptxc_trace *trace, const struct ptxc_tracer *tracer, const struct ptxc_machine *machine,
                       struct ptxc_executions executions) {
    struct ptxc_arena *arena = machine->arena;
    struct ptxc_kernel kernel = *executions.kernel;
    executions.kernel = &kernel;
    ptxc_executions_add(&executions, machine);
    kernel.complete = !machine->stopped;
    kernel.incomplete = machine->stopped;
    *trace =
        (struct ptxc_trace){.events = tracer->events,
                            .count = (uint32_t)tracer->count,
                            .warps = machine->warps_of_cta,
                            .ctas = machine->cta_count,
                            .roles = find_roles(tracer, machine),
                            .kernel = kernel,
                            .assumed = ptxc_kernel_chosen(arena, &kernel, kernel.parameter, kernel.outer_parameter),
                            .stopped = machine->stopped,
                            .unknown = unknown_of(machine)};
}

/* Runs one launch configuration for its trace; false without memory, or where it cannot run. */
static bool trace_launch(const struct ptxc_code *code, const uint32_t *boxes, const struct ptxc_launch *launch,
                         struct ptxc_trace *trace, struct tracing *tracing) {
    enum { FEW = 6, MANY = 20, BONUS = 1 << 30 };
    struct ptxc_arena *arena = code->program->arena;
    struct ptxc_violations findings = {.arena = arena};
    struct ptxc_tracer tracer = {.count = 0};
    struct ptxc_machine machine;
    if (!ptxc_launch_start(&machine, code, launch, arena))
        return false;
    machine.findings = &findings;
    machine.tracer = &tracer;
    machine.boxes = boxes;
    ptxc_scheduler_run(&machine);
    ptxc_mbarrier_explain_excess(&machine);
    ptxc_violations_close(&machine);
    const uint32_t iterations = ptxc_iterations_count(&machine).least;
    const bool wrong = tracing->wrong && findings.count > 0 && (machine.deadlocked || iterations > 1);
    const uint64_t own = merit_of(&machine, iterations) + (wrong ? BONUS : 0);
    if (machine.out_of_memory || own <= tracing->merit)
        return !machine.out_of_memory;
    if (!ptxc_tracer_close(&machine))
        return false;
    tracing->merit = own;
    tracing->best = is_best(&machine, iterations, wrong == tracing->wrong);
    tracing->good = wrong || (!tracing->wrong && !machine.stopped && iterations >= FEW && iterations <= MANY);
    take_trace(trace, &tracer, &machine, tracing->executions);
    return trace->roles;
}

bool ptxc_executor_trace(const struct ptxc_flow *flow, const struct ptxc_kernel *known, bool wrong,
                         struct ptxc_trace *trace) {
    enum { ENOUGH = 3 }; /* runs, where one of them is good */
    static const uint32_t scales[] = {12, 512, 320, 1024, 96, 1000, 7, 16, 256};
    struct tracing tracing = {.wrong = wrong};
    struct ptxc_kernel kernel = {.name = NULL};
    const struct ptxc_code *code =
        flow->whole ? ptxc_code_make(flow->program, flow->graph, ptxc_values_definitions(flow->values)) : NULL;
    const uint32_t *boxes = ptxc_launch_boxes(flow);
    if (!code || !boxes)
        return false;
    struct ptxc_launch launch;
    const enum ptxc_cluster_choice cluster = ptxc_launch_choose(flow, code, boxes, known, &launch);
    tracing.executions = ptxc_executions_begin(flow, cluster, &kernel);
    for (size_t i = 0; i < PTXC_COUNT(scales) && !tracing.best && !(i >= ENOUGH && tracing.good); i++) {
        launch.scale = scales[i];
        if (!trace_launch(code, boxes, &launch, trace, &tracing))
            return false;
    }
    return tracing.merit > 0;
}
