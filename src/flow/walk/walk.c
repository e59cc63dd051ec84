/* The runs of the walk: see walk.h. */
#include "flow/walk/walk.h"

#include <inttypes.h>

#include "flow/walk/choose.h"
#include "flow/walk/crowd.h"
#include "flow/walk/iterations.h"
#include "flow/walk/model.h"
#include "flow/walk/translate.h"
#include "flow/walk/turns.h"

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
struct walk {
    const struct ptxc_flow *flow;
    const struct ptxc_code *code;
    struct ptxc_arena *scratch; /* for one run */
    uint64_t steps;             /* of a run, at most; 0: as many as usual */
    uint64_t spent;             /* steps of all runs so far */
    struct ptxc_findings findings;
    struct ptxc_runs runs;
    uint64_t *ran;       /* of each step: in which runs it was executed; NULL: nobody wants to know */
    uint32_t *boxes;     /* likewise: the bytes of a copy with a tensor map, as far as they are assumed */
    uint8_t *swizzles;   /* likewise: of its tensor map; NULL: nobody wants to know */
    uint32_t best;       /* steps of the family that all runs together came to */
    uint32_t first;      /* the first step that the walk is for, */
    uint32_t loop;       /* the loop around it, if any, */
    uint32_t rounds;     /* and how many rounds were made in it at most */
    bool loops;          /* some loop copies */
    bool ended;          /* some run came to its end */
    const char *stopped; /* why the last run did not */
    uint32_t most_scale; /* of a run that may come to its end */
    uint32_t good;       /* runs in which all loops of copies turned */
    uint32_t came[MOST_RUNS];
    bool turned[MOST_RUNS]; /* no loop of copies ended before its second round */
    uint64_t complete;      /* runs that came to their end, */
    uint64_t fitting;       /* and those that used shared memory as real threads would */
    uint32_t count;
};

/* The innermost loop around a step, or PTXC_NO_BLOCK. */
static uint32_t loop_of(const struct ptxc_flow *flow, uint32_t step) {
    return flow->graph->blocks[ptxc_graph_block_of(flow->graph, step)].loop;
}

/* The first step of what the walk is for: copies and their groups in a loop, and where there are none, whatever of the
 * family acts; PTXC_NO_STEP: nothing does. */
static uint32_t first_step(const struct ptxc_flow *flow) {
    uint32_t first = PTXC_NO_STEP;
    for (uint32_t i = 0; flow->whole && i < flow->program->count; i++) {
        const enum ptxc_action action = ptxc_step_action(&flow->program->steps[i]);
        if (action == PTXC_ACT_NOTHING)
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
static void keep(struct walk *walk, const struct ptxc_machine *machine) {
    const struct ptxc_program *program = walk->flow->program;
    const uint32_t run = walk->findings.run;
    const uint32_t came = ptxc_model_came(machine);
    for (uint32_t i = 0; walk->ran && i < program->count; i++)
        walk->ran[i] |= (uint64_t)machine->ran[i] << run;
    walk->came[run] = came;
    walk->turned[run] = machine->deadlocked || !walk->loops || ptxc_iterations_least(machine) > 1;
    if (!machine->unsure && !machine->forced)
        walk->runs.sound |= UINT64_C(1) << run;
    if (machine->blind)
        walk->runs.blind |= UINT64_C(1) << run;
    if (machine->implausible)
        walk->turned[run] = false;
    walk->count = run + 1;
    const bool ended = !machine->stopped || machine->deadlocked;
    walk->ended |= ended;
    walk->complete |= (uint64_t)ended << run;
    walk->fitting |= (uint64_t)ptxc_model_fits(machine) << run;
    walk->stopped = machine->stopped;
    const uint32_t rounds = walk->loop == PTXC_NO_BLOCK ? 0 : machine->longest[walk->loop];
    walk->rounds = rounds > walk->rounds ? rounds : walk->rounds;
}

/* Runs one model; the memory of the run before is taken again. */
static bool run(struct walk *walk, const struct ptxc_model *model) {
    struct ptxc_machine machine;
    ptxc_arena_clear(walk->scratch);
    if (!ptxc_model_start(&machine, walk->code, model, walk->scratch))
        return false;
    machine.findings = &walk->findings;
    machine.boxes = walk->boxes;
    machine.swizzles = walk->swizzles;
    if (walk->steps)
        machine.most_steps = walk->steps;
    ptxc_turns_run(&machine);
    ptxc_crowd_explain(&machine);
    keep(walk, &machine);
    walk->findings.run++;
    walk->spent += machine.steps;
    return !machine.out_of_memory;
}

/* Which runs count: those that come to four fifths of the steps of the family that all runs together came to. */
static void choose_runs(struct walk *walk) {
    const struct ptxc_program *program = walk->flow->program;
    walk->best = 0;
    for (uint32_t i = 0; i < program->count; i++)
        walk->best += walk->ran[i] && program->steps[i].effect;
    for (uint32_t i = 0; i < walk->count; i++)
        if (walk->turned[i] && walk->came[i] * 5 >= walk->best * 4)
            walk->runs.good |= UINT64_C(1) << i;
}

/* What runs with other numbers of threads have shown. */
struct trials {
    struct ptxc_model model; /* but for the threads */
    uint64_t steps;          /* of a run, at most */
    bool to_end;             /* a run that does not come to its end shows nothing */
    bool clean, fitting_clean, fitting_wrong;
};

/* Runs a model apart from the others; false where it is not like a real one. */
static bool run_apart(struct walk *walk, struct walk *other, const struct ptxc_model *model, uint64_t steps) {
    *other = *walk;
    other->findings = (struct ptxc_findings){.arena = walk->findings.arena};
    other->count = 0;
    other->ran = NULL;      /* which steps the other runs came to stays as it is */
    other->swizzles = NULL; /* has nothing to do with threads */
    other->steps = steps;
    other->complete = other->fitting = other->runs.sound = 0;
    const bool ran = run(other, model);
    walk->spent = other->spent;
    return ran && other->turned[0] && other->came[0] * 5 >= walk->best * 4;
}

/* Whether something goes wrong in a run that was made apart, and not by what is not known. */
static bool is_wrong(const struct walk *other) {
    return ptxc_findings_any(&other->findings, 0) && other->runs.sound != 0;
}

/* Tries a number of threads. Returns whether no other needs to be tried. */
static bool try_threads(struct walk *walk, struct trials *trials, uint32_t x, uint32_t y) {
    struct walk other;
    const uint64_t threads = (uint64_t)x * y;
    if (threads == 0 || threads > MOST_THREADS)
        return false;
    if (walk->spent > MOST_STEPS + MOST_TRIED) {
        trials->clean = true; /* nobody knows */
        return true;
    }
    trials->model.threads[0] = x;
    trials->model.threads[1] = y;
    if (!run_apart(walk, &other, &trials->model, trials->steps))
        return false;
    const bool wrong = is_wrong(&other);
    if (!wrong && trials->to_end && !other.complete)
        return false;
    trials->clean |= !wrong;
    trials->fitting_clean |= !wrong && other.fitting;
    trials->fitting_wrong |= wrong && other.fitting && other.complete;
    return trials->fitting_clean;
}

/* Chooses with what the trials are made: where small numbers show the mistake and the run comes to its end, those. */
static struct trials choose_trials(struct walk *walk, const struct ptxc_model *model) {
    static const uint32_t small[] = {5, 7, 16, 96};
    struct trials trials = {.model = *model, .steps = FEW_STEPS};
    for (size_t i = 0; i < PTXC_COUNT(small); i++) {
        struct walk other;
        struct ptxc_model tried = *model;
        tried.scale = small[i];
        const uint64_t before = walk->spent;
        if (!run_apart(walk, &other, &tried, (uint64_t)FEW_STEPS * 4) || !other.complete || !is_wrong(&other))
            continue;
        const uint64_t took = walk->spent - before;
        trials.model.scale = small[i];
        trials.steps = took * 8 > FEW_STEPS ? took * 8 : FEW_STEPS;
        trials.to_end = true;
        break;
    }
    return trials;
}

/* Tries numbers of threads, until one does. */
static void make_trials(struct walk *walk, struct trials *trials) {
    static const uint32_t lines[] = {256, 512, 1024, 64,  32,  384, 96,  160, 192,
                                     288, 320, 416,  224, 448, 544, 640, 768, 128};
    static const uint32_t columns[] = {32, 16, 8, 64, 128}, rows[] = {16, 8, 32, 4, 2};
    uint32_t hints[PTXC_MOST_HINTS];
    const uint32_t hint_count = ptxc_model_hints(walk->code, hints);
    for (size_t i = 0; i < PTXC_COUNT(lines); i++)
        if (try_threads(walk, trials, lines[i], 1))
            return;
    for (size_t i = 0; i < PTXC_COUNT(columns) && ptxc_code_reads(walk->code, "%tid.y"); i++) {
        for (size_t k = 0; k < PTXC_COUNT(rows); k++)
            if (try_threads(walk, trials, columns[i], rows[k]))
                return;
        for (size_t k = 0; k < hint_count; k++)
            if (try_threads(walk, trials, columns[i], hints[k]) || try_threads(walk, trials, columns[i], hints[k] + 1))
                return;
    }
}

/* Whether there is a number of threads with which nothing goes wrong. One with which shared memory is used as real
 * threads would counts alone, if there is any: with others the kernel does not do its work. */
static bool some_threads_do(struct walk *walk, const struct ptxc_model *model) {
    struct trials trials = choose_trials(walk, model);
    make_trials(walk, &trials);
    return trials.fitting_clean || (trials.clean && !trials.fitting_wrong);
}

/* Prepares the walk; false where there is nothing to do, or no memory. */
static bool prepare(struct walk *walk, const struct ptxc_flow *flow, uint32_t first, struct ptxc_arena *scratch) {
    struct ptxc_arena *arena = flow->program->arena;
    *walk = (struct walk){.flow = flow,
                          .first = first,
                          .loop = loop_of(flow, first),
                          .loops = loops_copy(flow),
                          .scratch = scratch,
                          .findings = {.arena = arena}};
    ptxc_arena_share(scratch, arena);
    walk->code = ptxc_code_make(flow->program, flow->graph);
    walk->ran = ptxc_arena_alloc(arena, (flow->program->count + 1) * sizeof(*walk->ran));
    walk->boxes = ptxc_model_boxes(flow);
    walk->swizzles = ptxc_model_swizzles(flow);
    return walk->code && walk->ran && walk->boxes;
}

/* Runs a model with another scale, unless it would take too long by what others took: their steps grow with it at most.
 * False without memory. */
static bool run_scaled(struct walk *walk, struct ptxc_model *model, uint32_t scale, uint64_t steps) {
    const uint64_t before = walk->spent;
    if (scale > walk->most_scale || before + FEW_STEPS > MOST_STEPS)
        return true;
    model->scale = scale;
    model->seed = walk->count;
    model->impatient = walk->count % 2 == 1;
    walk->steps = steps < MOST_STEPS - before ? steps : MOST_STEPS - before;
    if (!run(walk, model))
        return false;
    walk->good += walk->turned[walk->count - 1];
    const uint64_t took = walk->spent - before;
    const uint64_t most = took > walk->steps ? (scale - 1) / 2 : scale * (uint64_t)PTXC_MOST_STEPS / (took + 1);
    walk->most_scale = most < walk->most_scale ? (uint32_t)most : walk->most_scale;
    return true;
}

/* Runs models until enough of them are like real executions: with numbers that loops of real kernels have, and where
 * the first one takes too long, with small ones. */
static void run_all(struct walk *walk, struct ptxc_model *model) {
    static const uint32_t usual[] = {1024, 320, 4096, 1000, 96, 16, 7, 5, 256}, small[] = {16, 96, 7, 5};
    walk->most_scale = UINT32_MAX;
    if (!run_scaled(walk, model, 512, TRIAL_STEPS))
        return;
    const bool too_long = walk->spent > TRIAL_STEPS;
    const uint32_t *scales = too_long ? small : usual;
    const size_t count = too_long ? PTXC_COUNT(small) : PTXC_COUNT(usual);
    for (size_t i = 0; i < count && walk->good < ENOUGH_RUNS; i++)
        if (!run_scaled(walk, model, scales[i], PTXC_MOST_STEPS))
            return;
}

/* Says how far the execution came, where no run came to its end. */
static void tell_bound(const struct walk *walk) {
    struct ptxc_arena *arena = walk->flow->program->arena;
    const char *why;
    if (walk->ended)
        return;
    *walk->flow->unfinished = true;
    if (walk->count == 0 || (walk->loop == PTXC_NO_BLOCK && *walk->flow->reported))
        return; /* what was reported may be why */
    if (walk->loop == PTXC_NO_BLOCK)
        why = ptxc_arena_format(arena, "its execution does not come to its end: %s", walk->stopped);
    else if (walk->rounds > 0)
        why = ptxc_arena_format(arena, "it is executed up to iteration %" PRIu32 " of this loop only: %s", walk->rounds,
                                walk->stopped);
    else
        why = ptxc_arena_format(arena, "its execution does not come to this loop: %s", walk->stopped);
    ptxc_flow_incomplete(walk->flow, ptxc_step_span(walk->flow->program, walk->first), why);
}

void ptxc_walk_check(const struct ptxc_flow *flow) {
    struct walk walk;
    struct ptxc_arena scratch;
    const uint32_t first = first_step(flow);
    if (first == PTXC_NO_STEP)
        return;
    if (prepare(&walk, flow, first, &scratch)) {
        struct ptxc_model model = ptxc_model_first(flow);
        ptxc_model_choose_threads(flow, walk.code, walk.boxes, &model);
        walk.runs.cluster = ptxc_model_choose_cluster(flow, walk.code, walk.boxes, &model);
        const struct ptxc_model chosen = model;
        run_all(&walk, &model);
        choose_runs(&walk);
        walk.runs.few = walk.count <= ENOUGH_RUNS + 2;
        walk.runs.explained = !walk.loops && *flow->reported;
        walk.runs.shaped = flow->threads != 0;
        walk.runs.threads = flow->threads || flow->at_most ||
                            !ptxc_findings_any_to_tell(&walk.findings, walk.runs, walk.ran) ||
                            !some_threads_do(&walk, &chosen);
        ptxc_findings_tell(&walk.findings, flow, walk.runs, walk.ran);
        tell_bound(&walk);
    }
    flow->program->arena->failed |= scratch.failed;
    ptxc_arena_free(&scratch);
}
