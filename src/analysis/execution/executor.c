/* The runs of the executor: see executor.h. */
#include "analysis/execution/executor.h"

#include <inttypes.h>

#include "analysis/execution/launch_choice.h"
#include "analysis/automata/proxies.h"
#include "analysis/code/layout.h"
#include "analysis/rules/rules.h"
#include "analysis/execution/launch.h"
#include "analysis/code/code.h"
#include "analysis/execution/runs.h"

enum { ENOUGH_RUNS = 4, TRIAL_STEPS = 50000, USUAL_SCALE = 512 };
enum { TIMES_ENOUGH = 2, TIMES_WANTED = 3 }; /* so often loops go around a ring */

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
        if (!ptxc_program_is_async(flow->program, i) || action == PTXC_ACT_NOTHING)
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

/* Makes what runs leave for each step; false without memory. */
static bool make_results(struct ptxc_executor *executor) {
    struct ptxc_arena *arena = executor->flow->program->arena;
    const size_t count = executor->flow->program->count + 1u;
    executor->ran = ptxc_arena_alloc(arena, count * sizeof(*executor->ran));
    executor->worst = ptxc_arena_alloc(arena, count * sizeof(*executor->worst));
    executor->useful = ptxc_arena_alloc(arena, count);
    executor->findings = (struct ptxc_violations){.arena = arena};
    executor->findings.orders = ptxc_arena_alloc(arena, count);
    executor->findings.overtaken = ptxc_arena_alloc(arena, count * sizeof(*executor->findings.overtaken));
    return executor->ran && executor->worst && executor->useful && executor->findings.orders &&
           executor->findings.overtaken;
}

/* Prepares the executor; false where there is nothing to do, or no memory. */
static bool prepare(struct ptxc_executor *executor, const struct ptxc_flow *flow, uint32_t first) {
    *executor =
        (struct ptxc_executor){.flow = flow, .first = first, .loop = loop_of(flow, first), .loops = loops_copy(flow)};
    executor->code = ptxc_code_make(flow->program, flow->graph, ptxc_values_definitions(flow->values));
    executor->boxes = ptxc_launch_boxes(flow);
    executor->swizzles = ptxc_launch_swizzles(flow);
    executor->alike = ptxc_launch_alike(flow);
    return executor->code && executor->boxes && make_results(executor);
}

/* Returns how many steps may be made, where so many are enough for most kernels: as long as no run has come to its end,
 * twice as many. */
static uint64_t patiently(const struct ptxc_executor *executor, uint64_t steps) {
    return executor->ended ? steps : 2 * steps;
}

/* Runs a launch configuration with another scale, unless it would take too long by what others took: their steps grow
 * with it at most. False without memory. */
static bool run_scaled(struct ptxc_executor *executor, struct ptxc_launch *launch, uint32_t scale, uint64_t steps) {
    const uint64_t before = executor->spent,
                   most_steps = patiently(executor, ptxc_run_steps(launch, PTXC_STEPS_OF_RUNS));
    if (scale > executor->most_scale || before + PTXC_FEW_STEPS > most_steps)
        return true;
    launch->scale = scale;
    launch->seed = executor->count;
    launch->impatient = (executor->count + executor->slow) % 2 == 1; /* of a slow kernel there may be no second run */
    executor->steps = steps < most_steps - before ? steps : most_steps - before;
    if (!ptxc_run(executor, launch))
        return false;
    executor->good += executor->iterated[executor->count - 1];
    const uint64_t took = executor->spent - before;
    const uint64_t most =
        took > executor->steps ? (scale - 1) / 2 : scale * ptxc_run_steps(launch, PTXC_MOST_STEPS) / (took + 1);
    executor->most_scale = most < executor->most_scale ? (uint32_t)most : executor->most_scale;
    return true;
}

/* What a run that came to its end shows of the loops of a kernel. */
struct pace {
    uint32_t scale, turns; /* with this scale the loop of copies that turns least turned so often, */
    uint32_t most;         /* and the one that turns most so often */
    uint32_t slots;        /* of the largest ring; 0: nothing is known */
    uint32_t reached;      /* steps of the family */
    uint64_t work;
    bool quiet; /* nothing went wrong */
};

/* Returns what the last run shows, of which there is one. */
static struct pace pace_of(const struct ptxc_executor *executor) {
    const uint32_t run = executor->count - 1;
    return (struct pace){executor->scales[run],
                         executor->iterations.least,
                         executor->iterations.most,
                         executor->slots,
                         executor->reached[run],
                         executor->took[run],
                         executor->findings.count == 0 && (executor->runs.plausible >> run & 1)};
}

/* Returns the pace that a run shows, after one with a smaller scale. Where a loop turns as often as before, the others
 * count; where all do, as when a scale is less than a tile, it is taken for the first that turns. */
static struct pace compare_paces(struct pace before, struct pace now) {
    if (before.slots > 0 && now.turns <= before.turns)
        now.turns = now.most > before.most ? now.most : 1;
    return now;
}

/* Runs a launch configuration, one of the first, into `tried`. False without memory. */
static bool try_run(const struct ptxc_executor *executor, struct ptxc_executor *tried, const struct ptxc_launch *launch,
                    uint64_t steps) {
    *tried = *executor;
    tried->steps = steps;
    return make_results(tried) && ptxc_run(tried, launch);
}

/* Leaves a run out, which only tells what the kernel takes; that was reported as `kernel` before. */
static void leave_out(struct ptxc_executor *executor, const struct ptxc_executor *tried,
                      const struct ptxc_kernel *kernel) {
    *executor->flow->kernel = *kernel;
    executor->spent = tried->spent;
    executor->scaled |= tried->scaled;
}

/* Takes a run over, which counts only if it shows the pace of the kernel and nothing goes wrong; else it is left
 * out. Returns whether it shows the pace. */
static bool take_pace(struct ptxc_executor *executor, const struct ptxc_executor *tried,
                      const struct ptxc_kernel *kernel, struct pace *pace) {
    *pace = compare_paces(*pace, pace_of(tried));
    const bool known = pace->slots > 0 && (pace->turns > 1 || !executor->loops);
    if (known && pace->quiet) {
        *executor = *tried;
        executor->good = executor->iterated[0];
        return true;
    }
    leave_out(executor, tried, kernel);
    return known;
}

/* What a run with the least scale has led to. */
enum first_run {
    FIRST_SHOWS,   /* the pace is known */
    FIRST_ENDS,    /* it has come to its end, and a larger scale is to be tried */
    FIRST_IS_CUT,  /* it needs more steps */
    FIRST_IS_SLOW, /* it needs more than it may have */
};

/* Chooses a number for what does not bound inner loops of copies, with which a run comes to its end and the loops
 * around them turn, as they go over the tiles of a problem: of a cluster each CTA has as many. Where none will do, it
 * stays as large as others. Returns what the last run has led to. */
static enum first_run choose_outer(struct ptxc_executor *executor, struct ptxc_launch *launch, uint64_t steps,
                                   struct pace *pace) {
    enum { FEW = 3, OF_CLUSTER = 4, MORE = 8, TILES = 2 };
    const uint32_t ctas = ptxc_launch_ctas(launch), few = ctas == 1 ? FEW : (OF_CLUSTER + ctas - 1) / ctas * ctas;
    const struct ptxc_kernel kernel = *executor->flow->kernel;
    enum first_run led = FIRST_IS_SLOW;
    struct ptxc_executor tried;
    uint64_t took = 0;
    for (launch->outer = few; launch->outer <= few * MORE && try_run(executor, &tried, launch, steps);
         launch->outer *= MORE) {
        const bool ended = tried.complete & 1, turns = tried.iterations.around >= TILES;
        if (ended && ((turns && tried.iterated[0]) || took == tried.took[0])) { /* or it makes no difference */
            launch->outer = turns ? launch->outer : 0;
            return take_pace(executor, &tried, &kernel, pace) ? FIRST_SHOWS : FIRST_ENDS;
        }
        leave_out(executor, &tried, &kernel);
        took = tried.took[0];
        if (!ended || turns)
            break;
        led = FIRST_IS_CUT;
    }
    launch->outer = 0;
    return led;
}

/* Finds the pace of a kernel, by a short run at first. */
static struct pace find_pace(struct ptxc_executor *executor, struct ptxc_launch *launch) {
    static const uint32_t scales[] = {16, 96, 192, 320};
    const uint64_t few = ptxc_run_steps(launch, PTXC_FEW_STEPS), many = ptxc_run_steps(launch, TRIAL_STEPS);
    const struct ptxc_kernel kernel = *executor->flow->kernel;
    struct pace pace = {.slots = 0};
    enum first_run led = FIRST_ENDS;
    launch->seed = 0;
    for (size_t i = 0; i < PTXC_COUNT(scales) && led != FIRST_IS_SLOW; i += led == FIRST_ENDS) {
        struct ptxc_executor tried;
        const uint64_t steps = i == 0 && led == FIRST_ENDS ? few : many;
        launch->scale = scales[i];
        executor->coarse = i > 0;
        if (!try_run(executor, &tried, launch, steps))
            break;
        if (take_pace(executor, &tried, &kernel, &pace))
            return pace;
        led = tried.took[0] < steps ? FIRST_ENDS : steps == few ? FIRST_IS_CUT : FIRST_IS_SLOW;
        if (led == FIRST_IS_CUT && executor->code->inner)
            led = choose_outer(executor, launch, many, &pace);
        if (led == FIRST_SHOWS)
            return pace;
        executor->slow = led == FIRST_IS_SLOW && i == 0;
    }
    return (struct pace){.slots = 0};
}

/* Whether loops go around their rings often enough. */
static bool is_around(struct pace pace) {
    return pace.turns >= TIMES_ENOUGH * (pace.slots + 1);
}

/* Whether loops turn about as often as the scale says, so that small ones are enough. */
static bool turns_by_elements(struct pace pace) {
    enum { ELEMENTS = 4 };
    return pace.slots > 0 && pace.turns * ELEMENTS >= pace.scale;
}

/* Returns by how much a loop goes on in a turn: of what the scale allows, a power of two if one is among it. */
static uint32_t tile_of(struct pace pace) {
    const uint32_t least = (pace.scale + pace.turns - 1) / pace.turns;
    uint32_t power = 1;
    while (power < least)
        power *= 2;
    return power * (pace.turns - 1) < pace.scale ? power : least;
}

/* Whether loops that turn so often leave the same slot of a ring as in the run that showed the pace, or both turn an
 * even or an odd number of times. */
static bool ends_alike(struct pace pace, uint32_t turns) {
    return (pace.slots > 1 && turns % pace.slots == pace.turns % pace.slots) || turns % 2 == pace.turns % 2;
}

/* Returns a scale with which loops turn as often as is wanted, if that is worth it: so that they do not end as in the
 * run that showed the pace, since what they leave pending is there. */
static uint32_t scale_around(const struct ptxc_executor *executor, struct pace pace, uint64_t worth) {
    enum { UNIT = 16, WITHOUT_LOOPS = 320 };
    const uint64_t most = worth * pace.scale / (pace.work + 1);
    if (!executor->loops)
        return WITHOUT_LOOPS;
    uint32_t turns = TIMES_WANTED * (pace.slots + 1);
    while (ends_alike(pace, turns))
        turns++;
    const uint64_t scale = ((uint64_t)tile_of(pace) * (turns - 1) + UNIT - 1) / UNIT * UNIT;
    return scale <= most ? (uint32_t)scale : most > pace.scale ? (uint32_t)most / UNIT * UNIT : pace.scale;
}

/* Whether the loop that turns least turns hardly more often than with a smaller scale. */
static bool is_constant(struct pace before, struct pace now) {
    enum { PART = 2, WHOLE = 3 };
    return (uint64_t)now.turns * before.scale * WHOLE < (uint64_t)before.turns * now.scale * PART;
}

/* What is known of a kernel while numbers are sought with which its loops go around their rings. */
struct rounds {
    uint32_t scale;   /* the last one that was tried, */
    uint32_t most;    /* and the last with which a run did not come to its end; 0: there is none */
    bool constant;    /* the loop that turns least has as many turns with a larger number */
    struct pace pace; /* of the last one that did */
};

/* Returns the scale that is tried next; 0: none needs to be. A loop that turns no more often may have a large tile, and
 * where there is a number of its own for outer loops, it may be these that turn, unless each element is a turn. */
static uint32_t next_around(const struct ptxc_executor *executor, const struct rounds *rounds, bool outer,
                            uint64_t worth) {
    enum { LARGE_TILE = 320, MUCH = 2 };
    const struct pace pace = rounds->pace;
    const bool cut = rounds->most && rounds->most == rounds->scale;
    uint32_t next = scale_around(executor, pace, worth);
    if (cut) {
        const uint64_t share = (pace.scale * 3 + rounds->scale) / 4, most = worth * MUCH * pace.scale / (pace.work + 1);
        next = (uint32_t)(share < most ? share : most);
    } else if (rounds->most ||
               (rounds->scale > 0 && (is_around(pace) || (rounds->constant && rounds->scale >= LARGE_TILE))))
        return 0;
    else if (rounds->constant || (outer && tile_of(pace) > 1))
        next = next > LARGE_TILE ? next : LARGE_TILE;
    return next <= (cut ? pace.scale : rounds->scale) || (rounds->most && next >= rounds->most) ? 0 : next;
}

/* Runs launch configurations with which loops go around their rings and no further, with a tail; the one that showed
 * the pace has none. Returns whether that is enough: nothing goes wrong, and larger numbers lead to no other step of
 * the family. */
static bool run_around(struct ptxc_executor *executor, struct ptxc_launch *launch, struct pace pace) {
    enum { TAIL = 8, SHORT_TAIL = 3, MOST_TRIED = 3, WORTH = 30000 };
    struct rounds rounds = {.pace = pace};
    for (uint32_t i = 0; i < MOST_TRIED; i++) {
        const uint32_t scale = next_around(executor, &rounds, launch->outer != 0, ptxc_run_steps(launch, WORTH));
        if (scale == 0)
            break;
        rounds.scale = scale;
        executor->most_scale = UINT32_MAX;
        if (!run_scaled(executor, launch, scale + (scale < TAIL * TAIL ? SHORT_TAIL : TAIL),
                        ptxc_run_steps(launch, TRIAL_STEPS)))
            return false;
        const struct pace now = pace_of(executor);
        if (!now.quiet)
            return false;
        if (!now.slots) {
            rounds.most = scale;
            continue;
        }
        rounds.constant |= is_constant(rounds.pace, now);
        rounds.pace = compare_paces(rounds.pace, now);
    }
    const uint32_t reached = ptxc_runs_reached(executor), compared = ptxc_code_largest_compared(executor->code) + TAIL;
    const uint32_t larger = compared > USUAL_SCALE ? compared : USUAL_SCALE,
                   least = reached > pace.reached || rounds.constant ? larger : compared;
    if (reached == ptxc_launch_wanted(executor->code) || launch->scale >= least ||
        (rounds.most && larger >= rounds.most))
        return true;
    executor->most_scale = UINT32_MAX;
    return run_scaled(executor, launch, larger, ptxc_run_steps(launch, (uint64_t)PTXC_FEW_STEPS * 2)) &&
           executor->findings.count == 0 && ptxc_runs_reached(executor) == reached;
}

/* Runs launch configurations until enough of them are like real executions: with numbers that loops of real kernels
 * have, with smaller ones for loops over `elements`, and with small ones where the first one takes too long. */
static void run_until_enough(struct ptxc_executor *executor, struct ptxc_launch *launch, bool elements) {
    static const uint32_t usual[] = {1024, 320, 4096, 1000, 96, 16, 7, 5, 256}, small[] = {7, 16, 96, 5};
    static const uint32_t of_elements[] = {64, 19, 40, 96, 125, 16, 7, 5};
    const uint64_t trial = ptxc_run_steps(launch, TRIAL_STEPS), before = executor->spent;
    executor->most_scale = UINT32_MAX;
    if (!executor->slow && executor->good < ENOUGH_RUNS &&
        !run_scaled(executor, launch, elements ? of_elements[0] : USUAL_SCALE, trial))
        return;
    const bool too_long = executor->slow || executor->spent - before > trial;
    const uint32_t *scales = too_long ? small : elements ? of_elements + 1 : usual;
    const size_t count = too_long ? PTXC_COUNT(small) : elements ? PTXC_COUNT(of_elements) - 1 : PTXC_COUNT(usual);
    for (size_t i = 0; i < count && executor->good < ENOUGH_RUNS; i++)
        if (!run_scaled(executor, launch, scales[i], patiently(executor, ptxc_run_steps(launch, PTXC_MOST_STEPS))))
            return;
}

/* Runs launch configurations, as few as are enough. Of a function that is one, since its callers execute it too. Where
 * something goes wrong, runs that were to show the pace do not count. False without memory. */
static bool run_all(struct ptxc_executor *executor, struct ptxc_launch *launch) {
    executor->most_scale = UINT32_MAX;
    if (executor->flow->whole) {
        struct ptxc_executor blank = *executor;
        const struct ptxc_kernel kernel = *executor->flow->kernel;
        const struct pace pace = find_pace(executor, launch);
        if (pace.slots && pace.quiet && run_around(executor, launch, pace))
            return true;
        if (executor->count == 0 || executor->findings.count > 0) {
            blank.slow = executor->slow;
            blank.coarse = executor->coarse;
            blank.scaled = executor->scaled;
            *executor = blank;
            *executor->flow->kernel = kernel;
            if (!make_results(executor))
                return false;
        }
        run_until_enough(executor, launch, !launch->outer && turns_by_elements(pace));
    } else if (run_scaled(executor, launch, 16, PTXC_FEW_STEPS) && executor->good == 0 && !executor->stopped) {
        executor->most_scale = UINT32_MAX;
        run_scaled(executor, launch, USUAL_SCALE, PTXC_FEW_STEPS);
    }
    return true;
}

/* Checks the operand of this name at the address that it had and that is aligned worst. */
static void check_address(const struct ptxc_executor *executor, uint32_t step, enum ptxc_operand_name name,
                          uint32_t address) {
    uint32_t offset = 0;
    const uint32_t symbol = address ? ptxc_layout_variable(executor->code, address, &offset) : 0;
    if (symbol)
        ptxc_executed_operand_check(executor->flow, step, name, symbol, offset);
}

/* Checks the addresses that steps had. */
static void check_addresses(const struct ptxc_executor *executor) {
    const struct ptxc_program *program = executor->flow->program;
    for (uint32_t i = 0; i < program->count && executor->runs.good; i++) {
        if (!program->steps[i].names)
            continue;
        check_address(executor, i, program->steps[i].event->target, executor->worst[i].target);
        check_address(executor, i, program->steps[i].event->source, executor->worst[i].source);
    }
}

/* Whether the kernel copies, and the runs came to none of its copies. */
static bool leaves_out_copies(const struct ptxc_executor *executor) {
    const struct ptxc_program *program = executor->flow->program;
    bool copies = false;
    for (uint32_t i = 0; i < program->count; i++) {
        if (ptxc_step_action(&program->steps[i]) != PTXC_ACT_COPY)
            continue;
        copies = true;
        if (executor->ran[i])
            return false;
    }
    return copies;
}

/* Returns how far the execution came, and why no further. */
static const char *explain_bound(const struct ptxc_executor *executor) {
    struct ptxc_arena *arena = executor->flow->program->arena;
    if (executor->count == 0)
        return "it has too many threads to be executed";
    if (!executor->stopped)
        return ptxc_arena_format(arena,
                                 "its execution comes to %" PRIu32 " of its %" PRIu32 " asynchronous instructions",
                                 executor->best, ptxc_launch_wanted(executor->code));
    if (executor->loop == PTXC_NO_BLOCK)
        return ptxc_arena_format(arena, "its execution does not come to its end: %s", executor->stopped);
    if (executor->rounds == 0)
        return ptxc_arena_format(arena, "its execution does not come to this loop: %s", executor->stopped);
    return ptxc_arena_format(arena, "it is executed up to iteration %" PRIu32 " of this loop only: %s",
                             executor->rounds, executor->stopped);
}

/* Says how far the execution came, where no run came to its end, or all got stuck and nothing is reported. */
static void report_bound(const struct ptxc_executor *executor) {
    const struct ptxc_flow *flow = executor->flow;
    if (executor->ended && ((flow->kernel->finished > 0 && !leaves_out_copies(executor)) || *flow->reported))
        return;
    flow->kernel->complete = 0;
    flow->kernel->incomplete = explain_bound(executor);
    if (executor->count == 0 || executor->loop != PTXC_NO_BLOCK || !*flow->reported) /* what was reported may be why */
        ptxc_flow_incomplete(flow, ptxc_step_span(flow->program, executor->first), flow->kernel->incomplete);
}

/* Reports what the runs have shown, once it was tried what it depends on. */
static void report_all(struct ptxc_executor *executor, const struct ptxc_launch *chosen) {
    const struct ptxc_flow *flow = executor->flow;
    ptxc_runs_choose(executor);
    ptxc_violations_find_vain(&executor->findings, executor->useful);
    check_addresses(executor);
    if (flow->whole && executor->scaled)
        ptxc_trials_rests(executor, chosen);
    for (size_t i = 0; i < executor->findings.count; i++)
        executor->findings.list[i].uniform = ptxc_violation_is_uniform(flow, &executor->findings.list[i].violation);
    executor->runs.few = executor->count <= ENOUGH_RUNS + 2;
    executor->runs.explained = !executor->loops && *flow->explained;
    executor->runs.shaped = flow->threads != 0;
    if (ptxc_violations_depend_on_cluster(&executor->findings, executor->runs, executor->ran))
        executor->runs.cluster = ptxc_trials_cluster(executor, chosen);
    executor->runs.threads = flow->threads || flow->at_most ||
                             !ptxc_violations_any_to_report(&executor->findings, executor->runs, executor->ran) ||
                             !ptxc_trials_threads_do(executor, chosen);
    ptxc_violations_report(&executor->findings, flow, executor->runs, executor->ran);
    if (flow->whole)
        ptxc_proxies_report(&executor->findings, flow, executor->runs.good & executor->complete, executor->ran);
    report_bound(executor);
}

void ptxc_executor_check(const struct ptxc_flow *flow) {
    struct ptxc_executor executor;
    struct ptxc_arena scratch;
    struct ptxc_launch launch;
    const uint32_t first = first_step(flow);
    if (first == PTXC_NO_STEP || !prepare(&executor, flow, first))
        return;
    executor.runs.cluster = ptxc_launch_choose(flow, executor.code, executor.boxes, NULL, &launch);
    executor.executions = ptxc_executions_begin(flow, executor.runs.cluster, flow->kernel);
    ptxc_arena_lend(flow->program->arena, &scratch);
    executor.scratch = &scratch;
    struct ptxc_launch running = launch;
    if (run_all(&executor, &running)) {
        launch.outer = running.outer;
        report_all(&executor, &launch);
    }
    ptxc_arena_take_back(flow->program->arena, &scratch);
}
