/* The runs of the executor: see executor.h. */
#include "analysis/execution/executor.h"

#include <inttypes.h>

#include "analysis/execution/launch_choice.h"
#include "analysis/automata/excess_arrivals.h"
#include "analysis/automata/iterations.h"
#include "analysis/automata/proxies.h"
#include "analysis/execution/executions.h"
#include "analysis/code/layout.h"
#include "analysis/rules/rules.h"
#include "analysis/execution/launch.h"
#include "analysis/code/translate.h"
#include "analysis/execution/scheduler.h"

enum {
    MOST_RUNS = 12,
    ENOUGH_RUNS = 4,
    FEW_STEPS = 10000,
    TRIAL_STEPS = 25000,
    MOST_STEPS = 100000,
    MOST_TRIED = 1000000,
    MOST_THREADS = 1024
};

/* All runs over one function. */
struct executor {
    const struct ptxc_flow *flow;
    const struct ptxc_code *code;
    struct ptxc_arena *scratch; /* for one run */
    uint64_t steps;             /* of a run, at most; 0: as many as usual */
    uint64_t spent;             /* steps of all runs so far */
    struct ptxc_violations findings;
    struct ptxc_runs runs;
    uint64_t *ran;   /* of each step: in which runs it was executed; NULL: nobody wants to know */
    uint32_t *boxes; /* likewise: the bytes of a copy with a tensor map, as far as they are assumed */
    struct ptxc_worst_addresses *worst; /* likewise: the addresses that are aligned worst */
    bool *useful;                       /* likewise: it has waited for groups, and not in vain */
    uint8_t *swizzles;                  /* likewise: of its tensor map; NULL: nobody wants to know */
    bool *alike;                        /* likewise: all CTAs come there, or none */
    uint32_t best;                      /* steps of the family that all runs together came to */
    uint32_t first;                     /* the first step that the executor is for, */
    uint32_t loop;                      /* the loop around it, if any, */
    uint32_t rounds;                    /* and how many rounds were made in it at most */
    bool loops;                         /* some loop copies */
    bool ended;                         /* some run came to its end */
    const char *stopped;                /* why the last run did not */
    struct ptxc_executions executions;
    uint32_t most_scale; /* of a run that may come to its end */
    uint32_t good;       /* runs in which all loops of copies turned */
    uint32_t reached[MOST_RUNS];
    bool iterated[MOST_RUNS]; /* no loop of copies ended before its second round */
    uint64_t complete;        /* runs that came to their end, or to where nothing is defined any more, */
    uint64_t patient;         /* those in which waits wait, */
    uint64_t fitting;         /* and those that used shared memory as real threads would */
    uint32_t count;
};

/* The innermost loop around a step, or PTXC_NO_BLOCK. */
static uint32_t loop_of(const struct ptxc_flow *flow, uint32_t step) {
    return flow->graph->blocks[ptxc_graph_block_of(flow->graph, step)].loop;
}

/* Whether some copy is one of a group. */
static bool groups_copies(const struct ptxc_flow *flow) {
    uint32_t i = 0;
    while (i < flow->program->count && (ptxc_step_action(&flow->program->steps[i]) != PTXC_ACT_COPY ||
                                        flow->program->steps[i].event->completion == PTXC_BY_BARRIER))
        i++;
    return i < flow->program->count;
}

/* The first step of what the executor is for: copies and their groups in a loop, and where there are none, whatever of
 * the family acts; PTXC_NO_STEP: nothing does. */
static uint32_t first_step(const struct ptxc_flow *flow) {
    uint32_t first = PTXC_NO_STEP;
    /* of a function that others call, groups alone are judged, for which it takes two steps */
    if (!flow->whole && (flow->program->count == 1 || !groups_copies(flow)))
        return first;
    for (uint32_t i = 0; i < flow->program->count; i++) {
        const enum ptxc_action action = ptxc_step_action(&flow->program->steps[i]);
        if (!flow->program->steps[i].names || action == PTXC_ACT_NOTHING)
            continue;
        if ((action == PTXC_ACT_COPY || action == PTXC_ACT_WAIT_GROUP || action == PTXC_ACT_COMMIT) &&
            loop_of(flow, i) != PTXC_NO_BLOCK)
            return i;
        first = first == PTXC_NO_STEP ? i : first;
    }
    return first;
}

/* Whether some loop copies. */
static bool loops_copy(const struct ptxc_flow *flow) {
    for (uint32_t i = 0; i < flow->program->count; i++)
        if (ptxc_step_action(&flow->program->steps[i]) == PTXC_ACT_COPY && loop_of(flow, i) != PTXC_NO_BLOCK)
            return true;
    return false;
}

/* Keeps what a run has shown. */
static void keep(struct executor *executor, const struct ptxc_machine *machine) {
    const struct ptxc_program *program = executor->flow->program;
    const uint32_t run = executor->findings.run;
    const uint32_t reached = ptxc_launch_reached(machine);
    for (uint32_t i = 0; executor->ran && i < program->count; i++)
        executor->ran[i] |= (uint64_t)machine->ran[i] << run;
    executor->reached[run] = reached;
    executor->iterated[run] =
        machine->deadlocked || machine->broken || !executor->loops || ptxc_iterations_least(machine) > 1;
    if (!machine->unsure && !machine->forced)
        executor->runs.sound |= UINT64_C(1) << run;
    if (machine->blind)
        executor->runs.blind |= UINT64_C(1) << run;
    if (machine->implausible)
        executor->iterated[run] = false;
    else
        executor->runs.plausible |= UINT64_C(1) << run;
    executor->count = run + 1;
    const bool ended = !machine->stopped || machine->deadlocked;
    executor->ended |= ended;
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
static bool run(struct executor *executor, const struct ptxc_launch *launch) {
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
    ptxc_excess_arrivals_explain(&machine);
    keep(executor, &machine);
    executor->findings.run++;
    executor->spent += ptxc_machine_work(&machine);
    return !machine.out_of_memory;
}

/* Which runs count: those that come to four fifths of the steps of the family that all runs together came to. */
static void choose_runs(struct executor *executor) {
    const struct ptxc_program *program = executor->flow->program;
    executor->best = 0;
    for (uint32_t i = 0; i < program->count; i++)
        executor->best += executor->ran[i] && program->steps[i].names;
    for (uint32_t i = 0; i < executor->count; i++)
        if (executor->iterated[i] && executor->reached[i] * 5 >= executor->best * 4)
            executor->runs.good |= UINT64_C(1) << i;
}

/* What runs with other numbers of threads have shown. */
struct trials {
    struct ptxc_launch launch; /* but for the threads */
    uint64_t steps;            /* of a run, at most */
    bool to_end;               /* a run that does not come to its end shows nothing */
    bool clean, fitting_clean, fitting_wrong;
};

/* Runs a launch configuration apart from the others; false where it is not like a real one. */
static bool run_apart(struct executor *executor, struct executor *other, const struct ptxc_launch *launch,
                      uint64_t steps) {
    *other = *executor;
    other->findings = (struct ptxc_violations){.arena = executor->findings.arena};
    other->count = 0;
    other->worst = NULL;
    other->useful = NULL;
    other->ran = NULL;      /* which steps the other runs came to stays as it is */
    other->swizzles = NULL; /* has nothing to do with threads */
    other->executions.kernel = NULL;
    other->steps = steps;
    other->complete = other->fitting = other->runs.sound = other->runs.blind = 0;
    const bool ran = run(other, launch);
    executor->spent = other->spent;
    return ran && other->iterated[0] && other->reached[0] * 5 >= executor->best * 4;
}

/* Whether it is known which threads come to a step. */
static bool knows_threads(const struct executor *executor, uint32_t step) {
    return step == PTXC_NO_STEP || ptxc_flow_threads(executor->flow, step).kind != PTXC_THREADS_SOME;
}

/* Whether it is known which threads come to the steps of a violation. */
static bool is_uniform(const struct executor *executor, const struct ptxc_violation *violation) {
    return knows_threads(executor, violation->step) && knows_threads(executor, violation->copy);
}

/* Whether something goes wrong in a run that was made apart, and not by what is not known: that matters where it
 * decides which threads come there, and to hangs, where it decides who executes an instruction of the family. To a
 * missing fence it does not. */
static bool is_wrong(const struct executor *other) {
    for (size_t i = 0; i < other->findings.count; i++) {
        const struct ptxc_violation *violation = &other->findings.list[i].violation;
        const bool hangs = ptxc_violation_rows[violation->kind].nature == PTXC_FAULT_HANG;
        if (other->runs.sound || (!(hangs && other->runs.blind) && is_uniform(other, violation)) ||
            violation->kind == PTXC_VIOLATION_SOURCE_UNFENCED || violation->kind == PTXC_VIOLATION_FENCE_ELSEWHERE)
            return true;
    }
    return false;
}

/* Tries a number of threads. Returns whether no other needs to be tried. */
static bool try_threads(struct executor *executor, struct trials *trials, uint32_t x, uint32_t y) {
    struct executor other;
    const uint64_t threads = (uint64_t)x * y;
    if (threads == 0 || threads > MOST_THREADS)
        return false;
    if (executor->spent > MOST_STEPS + MOST_TRIED) {
        trials->clean = true; /* nobody knows */
        return true;
    }
    trials->launch.threads[0] = x;
    trials->launch.threads[1] = y;
    if (!run_apart(executor, &other, &trials->launch, trials->steps))
        return false;
    const bool wrong = is_wrong(&other);
    if (!wrong && trials->to_end && !other.complete)
        return false;
    trials->clean |= !wrong;
    trials->fitting_clean |= !wrong && other.fitting;
    trials->fitting_wrong |= wrong && other.fitting && other.complete;
    return trials->fitting_clean;
}

/* Chooses with what the trials are made: where small numbers show the violation and the run comes to its end, those. */
static struct trials choose_trials(struct executor *executor, const struct ptxc_launch *launch) {
    static const uint32_t small[] = {5, 7, 16, 96};
    struct trials trials = {.launch = *launch, .steps = FEW_STEPS};
    trials.launch.impatient = ptxc_violations_any_elsewhere(&executor->findings, executor->patient);
    for (size_t i = 0; i < PTXC_COUNT(small); i++) {
        struct executor other;
        struct ptxc_launch tried = trials.launch;
        tried.scale = small[i];
        const uint64_t before = executor->spent;
        if (!run_apart(executor, &other, &tried, (uint64_t)FEW_STEPS * 4) || !other.complete || !is_wrong(&other))
            continue;
        const uint64_t took = executor->spent - before;
        trials.launch.scale = small[i];
        trials.steps = took * 8 > FEW_STEPS ? took * 8 : FEW_STEPS;
        trials.to_end = true;
        break;
    }
    return trials;
}

/* Tries numbers of threads, until one does. */
static void make_trials(struct executor *executor, struct trials *trials) {
    static const uint32_t lines[] = {256, 512, 1024, 64,  32,  384, 96,  160, 192,
                                     288, 320, 416,  224, 448, 544, 640, 768, 128};
    static const uint32_t columns[] = {32, 16, 8, 64, 128}, rows[] = {16, 8, 32, 4, 2};
    uint32_t hints[PTXC_MOST_HINTS];
    const uint32_t hint_count = ptxc_launch_hints(executor->code, hints);
    const bool tells = ptxc_code_reads(executor->code, "%tid.x") || ptxc_code_reads(executor->code, "%laneid");
    if (!tells && try_threads(executor, trials, 1, 1)) /* it may be meant for one thread */
        return;
    for (size_t i = 0; i < PTXC_COUNT(lines); i++)
        if (try_threads(executor, trials, lines[i], 1))
            return;
    for (size_t i = 0; i < PTXC_COUNT(columns) && ptxc_code_reads(executor->code, "%tid.y"); i++) {
        for (size_t k = 0; k < PTXC_COUNT(rows); k++)
            if (try_threads(executor, trials, columns[i], rows[k]))
                return;
        for (size_t k = 0; k < hint_count; k++)
            if (try_threads(executor, trials, columns[i], hints[k]) ||
                try_threads(executor, trials, columns[i], hints[k] + 1))
                return;
    }
}

/* Whether there is a number of threads with which nothing goes wrong. One with which shared memory is used as real
 * threads would counts alone, if there is any: with others the kernel does not do its work. */
static bool some_threads_do(struct executor *executor, const struct ptxc_launch *launch) {
    struct trials trials = choose_trials(executor, launch);
    make_trials(executor, &trials);
    return trials.fitting_clean || (trials.clean && !trials.fitting_wrong);
}

/* Prepares the executor; false where there is nothing to do, or no memory. */
static bool prepare(struct executor *executor, const struct ptxc_flow *flow, uint32_t first,
                    struct ptxc_arena *scratch) {
    struct ptxc_arena *arena = flow->program->arena;
    *executor = (struct executor){.flow = flow,
                                  .first = first,
                                  .loop = loop_of(flow, first),
                                  .loops = loops_copy(flow),
                                  .scratch = scratch,
                                  .findings = {.arena = arena}};
    ptxc_arena_share(scratch, arena);
    executor->code = ptxc_code_make(flow->program, flow->graph);
    executor->ran = ptxc_arena_alloc(arena, (flow->program->count + 1) * sizeof(*executor->ran));
    executor->boxes = ptxc_launch_boxes(flow);
    executor->worst = ptxc_arena_alloc(arena, (flow->program->count + 1) * sizeof(*executor->worst));
    executor->swizzles = ptxc_launch_swizzles(flow);
    executor->alike = ptxc_launch_alike(flow);
    executor->useful = ptxc_arena_alloc(arena, flow->program->count + 1u);
    executor->findings.orders = ptxc_arena_alloc(arena, flow->program->count + 1);
    executor->findings.overtaken =
        ptxc_arena_alloc(arena, (flow->program->count + 1) * sizeof(*executor->findings.overtaken));
    return executor->useful && executor->code && executor->ran && executor->boxes && executor->worst &&
           executor->findings.orders && executor->findings.overtaken;
}

/* Runs a launch configuration with another scale, unless it would take too long by what others took: their steps grow
 * with it at most. False without memory. */
static bool run_scaled(struct executor *executor, struct ptxc_launch *launch, uint32_t scale, uint64_t steps) {
    const uint64_t before = executor->spent;
    if (scale > executor->most_scale || before + FEW_STEPS > MOST_STEPS)
        return true;
    launch->scale = scale;
    launch->seed = executor->count;
    launch->impatient = executor->count % 2 == 1;
    executor->steps = steps < MOST_STEPS - before ? steps : MOST_STEPS - before;
    if (!run(executor, launch))
        return false;
    executor->good += executor->iterated[executor->count - 1];
    const uint64_t took = executor->spent - before;
    const uint64_t most = took > executor->steps ? (scale - 1) / 2 : scale * (uint64_t)PTXC_MOST_STEPS / (took + 1);
    executor->most_scale = most < executor->most_scale ? (uint32_t)most : executor->most_scale;
    return true;
}

/* Runs launch configurations until enough of them are like real executions: with numbers that loops of real kernels
 * have, and where the first one takes too long, with small ones. */
static void run_all(struct executor *executor, struct ptxc_launch *launch) {
    static const uint32_t usual[] = {1024, 320, 4096, 1000, 96, 16, 7, 5, 256}, small[] = {16, 96, 7, 5};
    const bool whole = executor->flow->whole; /* one run is enough of a function, which its callers execute too */
    executor->most_scale = UINT32_MAX;
    if (!run_scaled(executor, launch, 512, whole ? TRIAL_STEPS : FEW_STEPS) || !whole)
        return;
    const bool too_long = executor->spent > TRIAL_STEPS;
    const uint32_t *scales = too_long ? small : usual;
    const size_t count = too_long ? PTXC_COUNT(small) : PTXC_COUNT(usual);
    for (size_t i = 0; i < count && executor->good < ENOUGH_RUNS; i++)
        if (!run_scaled(executor, launch, scales[i], PTXC_MOST_STEPS))
            return;
}

/* Whether some run came to each step of the family. */
static bool all_ran(const struct executor *executor) {
    const struct ptxc_program *program = executor->flow->program;
    uint32_t i = 0;
    while (i < program->count && (!program->steps[i].names || executor->ran[i]))
        i++;
    return i == program->count;
}

/* Runs the chosen launch configuration apart from the others, with another scale. Returns whether what it shows may be
 * taken over: it came to its end, and not by what is not known. */
static bool run_aside(struct executor *executor, struct executor *other, const struct ptxc_launch *chosen,
                      uint32_t scale) {
    struct ptxc_launch launch = *chosen;
    launch.scale = scale;
    run_apart(executor, other, &launch, FEW_STEPS);
    return other->complete && other->runs.sound;
}

/* Takes a violation over from a run that was made apart, as certain as if all runs had shown it. */
static void take_over(struct executor *executor, struct ptxc_recorded_violation *found) {
    found->runs = executor->runs.good;
    ptxc_violations_append(&executor->findings, found);
}

/* Runs a launch configuration in which integer parameters leave a rest, whatever loops are unrolled by. What goes wrong
 * where no other run came counts, and nothing else. */
static void run_rest(struct executor *executor, const struct ptxc_launch *chosen) {
    enum { REST = 7 };
    struct executor other;
    if (all_ran(executor) || !run_aside(executor, &other, chosen, REST))
        return;
    for (size_t i = 0; i < other.findings.count; i++)
        if (!executor->ran[other.findings.list[i].violation.step])
            take_over(executor, &other.findings.list[i]);
    for (size_t i = 0; i < executor->findings.count; i++)
        if (!executor->ran[executor->findings.list[i].violation.step])
            executor->ran[executor->findings.list[i].violation.step] = executor->runs.good;
}

/* Whether something may read shared memory through the async proxy. */
static bool reads_async(const struct ptxc_program *program) {
    for (uint32_t i = 0; i < program->count; i++) {
        const enum ptxc_action action = ptxc_step_action(&program->steps[i]);
        if (action == PTXC_ACT_READ_DESCRIPTOR ||
            (action == PTXC_ACT_COPY && program->steps[i].event->completion != PTXC_BY_GROUP))
            return true;
    }
    return false;
}

/* Runs a launch configuration in which integer parameters are 0. What no fence orders there counts, since it is no
 * matter of how often loops go around, and nothing else. */
static void run_without_loops(struct executor *executor, const struct ptxc_launch *chosen) {
    struct executor other;
    if (!reads_async(executor->flow->program) || !run_aside(executor, &other, chosen, 0))
        return;
    for (size_t i = 0; i < other.findings.count; i++) {
        if (other.findings.list[i].violation.kind != PTXC_VIOLATION_SOURCE_UNFENCED)
            continue;
        other.findings.list[i].violation.kind = PTXC_VIOLATION_SOURCE_BARE;
        take_over(executor, &other.findings.list[i]);
    }
}

/* Checks the operand of this name at the address that it had and that is aligned worst. */
static void check_address(const struct executor *executor, uint32_t step, enum ptxc_operand_name name,
                          uint32_t address) {
    uint32_t offset = 0;
    const uint32_t symbol = address ? ptxc_layout_variable(executor->code, address, &offset) : 0;
    if (symbol)
        ptxc_executed_operand_check(executor->flow, step, name, symbol, offset);
}

/* Checks the addresses that steps had. */
static void check_addresses(const struct executor *executor) {
    const struct ptxc_program *program = executor->flow->program;
    for (uint32_t i = 0; i < program->count && executor->runs.good; i++) {
        if (!program->steps[i].names)
            continue;
        check_address(executor, i, program->steps[i].event->target, executor->worst[i].target);
        check_address(executor, i, program->steps[i].event->source, executor->worst[i].source);
    }
}

/* Returns how far the execution came, and why no further. */
static const char *explain_bound(const struct executor *executor) {
    struct ptxc_arena *arena = executor->flow->program->arena;
    if (executor->count == 0)
        return "it has too many threads to be executed";
    if (executor->loop == PTXC_NO_BLOCK)
        return ptxc_arena_format(arena, "its execution does not come to its end: %s", executor->stopped);
    if (executor->rounds == 0)
        return ptxc_arena_format(arena, "its execution does not come to this loop: %s", executor->stopped);
    return ptxc_arena_format(arena, "it is executed up to iteration %" PRIu32 " of this loop only: %s",
                             executor->rounds, executor->stopped);
}

/* Says how far the execution came, where no run came to its end, or all got stuck and nothing is reported. */
static void tell_bound(const struct executor *executor) {
    const struct ptxc_flow *flow = executor->flow;
    if (executor->ended && (flow->kernel->finished > 0 || *flow->reported))
        return;
    flow->kernel->complete = 0;
    flow->kernel->incomplete = explain_bound(executor);
    if (executor->count == 0 || executor->loop != PTXC_NO_BLOCK || !*flow->reported) /* what was reported may be why */
        ptxc_flow_incomplete(flow, ptxc_step_span(flow->program, executor->first), flow->kernel->incomplete);
}

void ptxc_executor_check(const struct ptxc_flow *flow) {
    struct executor executor;
    struct ptxc_arena scratch;
    const uint32_t first = first_step(flow);
    if (first == PTXC_NO_STEP)
        return;
    if (prepare(&executor, flow, first, &scratch)) {
        struct ptxc_launch launch = ptxc_launch_first(flow);
        if (flow->whole)
            ptxc_launch_choose_threads(flow, executor.code, executor.boxes, &launch);
        executor.runs.cluster = ptxc_launch_choose_cluster(flow, executor.code, executor.boxes, &launch);
        executor.executions = ptxc_executions_begin(flow, executor.runs.cluster, flow->kernel);
        const struct ptxc_launch chosen = launch;
        run_all(&executor, &launch);
        choose_runs(&executor);
        ptxc_violations_find_vain(&executor.findings, executor.useful);
        check_addresses(&executor);
        if (flow->whole) {
            run_without_loops(&executor, &chosen);
            run_rest(&executor, &chosen);
        }
        for (size_t i = 0; i < executor.findings.count; i++)
            executor.findings.list[i].uniform = is_uniform(&executor, &executor.findings.list[i].violation);
        executor.runs.few = executor.count <= ENOUGH_RUNS + 2;
        executor.runs.explained = !executor.loops && *flow->explained;
        executor.runs.shaped = flow->threads != 0;
        executor.runs.threads = flow->threads || flow->at_most ||
                                !ptxc_violations_any_to_report(&executor.findings, executor.runs, executor.ran) ||
                                !some_threads_do(&executor, &chosen);
        ptxc_violations_report(&executor.findings, flow, executor.runs, executor.ran);
        if (flow->whole)
            ptxc_proxies_report(&executor.findings, flow, executor.runs.good & executor.complete, executor.ran);
        tell_bound(&executor);
    }
    flow->program->arena->failed |= scratch.failed;
    ptxc_arena_free(&scratch);
}
