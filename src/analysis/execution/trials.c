/* Trials: see runs.h. */
#include "analysis/execution/runs.h"

#include <string.h>

#include "analysis/execution/launch_choice.h"

enum { MOST_TRIED = 1000000, MOST_THREADS = 1024, MOST_HINTS = 8, MANY = 6 };

/* What runs with other numbers of threads have shown. */
struct trials {
    struct ptxc_launch launch; /* but for the threads */
    uint64_t steps;            /* of a run, at most */
    bool to_end;               /* a run that does not come to its end shows nothing */
    bool to_first;             /* a run ends with the first violation that counts */
    bool cut;                  /* some run has ended so */
    uint32_t failed;           /* numbers with which something goes wrong, so far */
    bool clean, wrong, fitting_clean, fitting_wrong;
};

/* Whether something goes wrong in a run that was made apart, and not by what is not known: that matters where it
 * decides which threads come there, and to hangs, where it decides who executes an instruction of the family. To a
 * missing fence it does not. */
static bool is_wrong(const struct ptxc_executor *other) {
    for (size_t i = 0; i < other->findings.count; i++) {
        const struct ptxc_violation *violation = &other->findings.list[i].violation;
        const bool hangs = ptxc_violation_rows[violation->kind].nature == PTXC_FAULT_HANG;
        if (other->runs.sound || (!(hangs && other->runs.blind) && ptxc_violation_is_uniform(other->flow, violation)) ||
            violation->kind == PTXC_VIOLATION_SOURCE_UNFENCED || violation->kind == PTXC_VIOLATION_FENCE_ELSEWHERE)
            return true;
    }
    return false;
}

/* Tries a number of threads. Returns whether no other needs to be tried. */
static bool try_threads(struct ptxc_executor *executor, struct trials *trials, uint32_t x, uint32_t y) {
    struct ptxc_executor other;
    const uint64_t threads = (uint64_t)x * y;
    if (threads == 0 || threads > MOST_THREADS)
        return false;
    if (executor->spent > PTXC_STEPS_OF_RUNS + MOST_TRIED) {
        executor->runs.partial = true;
        trials->clean |= trials->failed < MANY; /* nobody knows */
        return true;
    }
    trials->launch.threads[0] = x;
    trials->launch.threads[1] = y;
    const bool real = ptxc_run_apart(executor, &other, &trials->launch, trials->steps, trials->to_first);
    trials->cut |= other.findings.cut;
    trials->failed += other.findings.cut || (real && is_wrong(&other));
    if (!real || other.findings.cut)
        return false;
    const bool wrong = is_wrong(&other);
    if (!wrong && trials->to_end && !other.complete)
        return false;
    trials->clean |= !wrong;
    trials->wrong |= wrong;
    trials->fitting_clean |= !wrong && other.fitting;
    trials->fitting_wrong |= wrong && other.fitting && other.complete;
    return trials->fitting_clean;
}

/* Returns the run that came to its end soonest with something wrong, of those that count; where none came to its end,
 * the shortest of the others with something wrong; PTXC_MOST_RUNS: there is none. */
static uint32_t soonest_wrong(const struct ptxc_executor *executor) {
    uint32_t best = PTXC_MOST_RUNS;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < executor->count; i++) {
        const uint64_t incomplete = ~executor->complete >> i & 1, took = executor->took[i] | incomplete << 63;
        if (((executor->runs.good | executor->runs.hung) & executor->wrong) >> i & 1 && took < least) {
            least = took;
            best = i;
        }
    }
    return best;
}

/* Chooses with what trials are made, first: as the run that shows soonest what goes wrong. `steps` are those that it
 * took to its end, or as many as a trial may have where none came to its end. */
static struct trials first_trials(const struct ptxc_executor *executor, const struct ptxc_launch *launch) {
    struct trials trials = {.launch = *launch, .steps = PTXC_FEW_STEPS};
    trials.launch.impatient = ptxc_violations_any_elsewhere(&executor->findings, executor->patient);
    if (executor->shown_by) {
        trials.launch.scale = executor->shown_by;
        trials.steps = executor->shown_after;
        return trials;
    }
    const uint32_t run = soonest_wrong(executor);
    if (run == PTXC_MOST_RUNS)
        return trials;
    trials.launch.scale = executor->scales[run];
    trials.launch.seed = run; /* as run_scaled gives it */
    if (executor->complete >> run & 1)
        trials.steps = executor->took[run];
    return trials;
}

/* Chooses with what numbers of threads are tried: where small numbers show the violation and the run comes to its end,
 * those. */
static struct trials choose_trials(struct ptxc_executor *executor, const struct ptxc_launch *launch) {
    enum { MORE = 8 }; /* a trial has more threads than the run */
    static const uint32_t small[] = {5, 7, 16, 96};
    struct trials trials = first_trials(executor, launch);
    for (size_t i = 0; i < PTXC_COUNT(small); i++) {
        struct ptxc_executor other;
        struct ptxc_launch tried = trials.launch;
        tried.scale = small[i];
        const uint64_t before = executor->spent;
        if (!ptxc_run_apart(executor, &other, &tried, (uint64_t)PTXC_FEW_STEPS * 4, false) || !other.complete ||
            !is_wrong(&other))
            continue;
        trials.launch.scale = small[i];
        trials.steps = executor->spent - before;
        trials.to_end = true;
        break;
    }
    trials.steps = trials.steps * MORE > PTXC_FEW_STEPS ? trials.steps * MORE : PTXC_FEW_STEPS;
    return trials;
}

/* Sets the numbers that the code compares with and that may be a row or a column of threads. Returns how many there
 * are.
 */
static uint32_t find_hints(const struct ptxc_code *code, uint32_t hints[MOST_HINTS]) {
    enum { MOST = 64 };
    uint32_t count = 0;
    for (uint32_t i = 0; i < code->count; i++) {
        const struct ptxc_op *op = &code->ops[i];
        const struct ptxc_input *input = &code->inputs[op->first_input + 1];
        if (op->evaluator != PTXC_EVALUATE_COMPARE || op->input_count < 2 || input->reg != PTXC_NO_REGISTER ||
            input->constant < 2 || input->constant >= MOST)
            continue;
        uint32_t k = 0;
        while (k < count && hints[k] != (uint32_t)input->constant)
            k++;
        if (k == count && count < MOST_HINTS)
            hints[count++] = (uint32_t)input->constant;
    }
    return count;
}

/* Tries numbers of threads, until one does. */
static void make_trials(struct ptxc_executor *executor, struct trials *trials) {
    static const uint32_t lines[] = {256, 512, 1024, 64,  32,  384, 96,  160, 192,
                                     288, 320, 416,  224, 448, 544, 640, 768, 128};
    static const uint32_t columns[] = {32, 16, 8, 64, 128}, rows[] = {16, 8, 32, 4, 2};
    uint32_t hints[MOST_HINTS];
    const uint32_t hint_count = find_hints(executor->code, hints);
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
bool ptxc_trials_threads_do(struct ptxc_executor *executor, const struct ptxc_launch *launch) {
    struct trials trials = choose_trials(executor, launch);
    trials.to_first = true;
    make_trials(executor, &trials);
    if (trials.cut && trials.clean && !trials.fitting_clean) {
        trials.to_first = false; /* then it matters what the runs that were cut are like */
        make_trials(executor, &trials);
    }
    return trials.fitting_clean || (trials.clean && !trials.fitting_wrong) ||
           !(trials.clean || trials.wrong || trials.cut); /* none was like a real one, so that nobody knows */
}

/* What a cluster of another shape shows. */
enum shape { SHAPE_DOES, SHAPE_GOES_WRONG, SHAPE_IS_NOT_MEANT, SHAPE_IS_NOT_FOLLOWED };

/* Tries a cluster of another shape. One in which the code names CTAs that are not there, or does not come to as much,
 * is not meant, and hardly one that is larger than all devices take: it must come to as many steps of the family as the
 * run that shows what goes wrong. */
static enum shape try_cluster(struct ptxc_executor *executor, const struct ptxc_launch *launch, uint64_t steps,
                              uint32_t shown) {
    enum { PORTABLE = 8 }; /* CTAs of a cluster at most, unless the kernel asks for more */
    const bool portable = ptxc_launch_ctas(launch) <= PORTABLE;
    struct ptxc_executor other = {.count = 0};
    const bool alike = ptxc_run_apart(executor, &other, launch, steps * ptxc_launch_ctas(launch), false);
    if (other.count == 0 || other.limited)
        return portable ? SHAPE_IS_NOT_FOLLOWED : SHAPE_IS_NOT_MEANT;
    if (!alike || other.beyond || (!portable && other.reached[0] < shown))
        return SHAPE_IS_NOT_MEANT;
    return is_wrong(&other) ? SHAPE_GOES_WRONG : SHAPE_DOES;
}

enum ptxc_cluster_choice ptxc_trials_cluster(struct ptxc_executor *executor, const struct ptxc_launch *launch) {
    enum { ENOUGH = 2 }; /* other shapes that go wrong, where some cannot be followed */
    struct trials trials = first_trials(executor, launch);
    const uint32_t run = soonest_wrong(executor), shown = run == PTXC_MOST_RUNS ? 0 : executor->reached[run];
    uint32_t wrong = 0;
    bool all = true;
    trials.steps = trials.steps * 2 / ptxc_launch_ctas(launch) + PTXC_FEW_STEPS / 2;
    for (uint32_t i = 0; ptxc_launch_cluster(executor->flow, i, &trials.launch); i++) {
        if (memcmp(trials.launch.cluster, launch->cluster, sizeof(launch->cluster)) == 0)
            continue;
        if (executor->spent > ptxc_run_steps(launch, PTXC_STEPS_OF_RUNS) + MOST_TRIED) {
            all = false;
            break;
        }
        const enum shape shape = try_cluster(executor, &trials.launch, trials.steps, shown);
        if (shape == SHAPE_DOES)
            return executor->runs.cluster;
        wrong += shape == SHAPE_GOES_WRONG;
        all &= shape != SHAPE_IS_NOT_FOLLOWED;
    }
    return all ? PTXC_CLUSTER_ANY : wrong >= ENOUGH ? PTXC_CLUSTER_MANY : executor->runs.cluster;
}

/* Whether a run that counts came to a step. */
static bool is_covered(const struct ptxc_executor *executor, uint32_t step) {
    return (executor->ran[step] & executor->runs.good) != 0;
}

/* Whether runs that count came to each op of the family. */
static bool all_covered(const struct ptxc_executor *executor) {
    const struct ptxc_code *code = executor->code;
    uint32_t i = 0;
    while (i < code->count &&
           (!code->program->steps[code->ops[i].step].names || is_covered(executor, code->ops[i].step)))
        i++;
    return i == code->count;
}

/* Whether a run with this scale takes more steps than these, by those that were made: at least a share of them that
 * grows with the scale, and with a larger one as many. */
static bool takes_longer(const struct ptxc_executor *executor, uint32_t scale, uint64_t steps) {
    for (uint32_t i = 0; i < executor->count; i++) {
        const uint32_t least = scale < executor->scales[i] ? scale : executor->scales[i];
        if (executor->took[i] * least > steps * executor->scales[i])
            return true;
    }
    return false;
}

/* Runs the chosen launch configuration apart from the others, with another scale. Returns whether what it shows may be
 * taken over: it came to its end, and not by what is not known. */
static bool run_aside(struct ptxc_executor *executor, struct ptxc_executor *other, const struct ptxc_launch *chosen,
                      uint32_t scale, uint64_t steps) {
    struct ptxc_launch launch = *chosen;
    launch.scale = scale;
    launch.outer = scale ? launch.outer : 0;
    ptxc_run_apart(executor, other, &launch, steps, false);
    return other->complete && other->runs.sound;
}

/* Takes a violation over from a run that was made apart, as certain as if all runs had shown it. */
static void take_over(struct ptxc_executor *executor, struct ptxc_recorded_violation *found) {
    found->runs = executor->runs.good;
    ptxc_violations_append(&executor->findings, found);
}

/* Runs a launch configuration in which integer parameters leave a rest, whatever loops are unrolled by. What goes wrong
 * where no other run that counts came counts, and nothing else; of one whose loops end at once, where no other came at
 * all. Returns whether no other needs to be tried: loops turn, or it takes too long. */
static bool run_rest(struct ptxc_executor *executor, const struct ptxc_launch *chosen, uint32_t scale, uint64_t steps) {
    struct ptxc_executor other;
    const bool sound = run_aside(executor, &other, chosen, scale, steps);
    if (!sound || !((other.runs.ended & 1) || (executor->runs.good & executor->runs.ended)))
        return (other.long_ones & 1) || (sound && other.iterated[0]);
    if (soonest_wrong(executor) == PTXC_MOST_RUNS && other.findings.count > 0 && !executor->shown_by) {
        executor->shown_by = scale;
        executor->shown_after = other.took[0];
    }
    for (size_t i = 0; i < other.findings.count; i++) {
        const uint32_t step = other.findings.list[i].violation.step;
        if (other.iterated[0] ? !is_covered(executor, step) : !executor->ran[step])
            take_over(executor, &other.findings.list[i]);
    }
    for (size_t i = 0; i < executor->findings.count; i++)
        if (!is_covered(executor, executor->findings.list[i].violation.step))
            executor->ran[executor->findings.list[i].violation.step] |= executor->runs.good;
    return other.iterated[0];
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
static void run_without_loops(struct ptxc_executor *executor, const struct ptxc_launch *chosen) {
    struct ptxc_executor other;
    if (!reads_async(executor->flow->program) || !run_aside(executor, &other, chosen, 0, PTXC_FEW_STEPS))
        return;
    for (size_t i = 0; i < other.findings.count; i++) {
        if (other.findings.list[i].violation.kind != PTXC_VIOLATION_SOURCE_UNFENCED)
            continue;
        other.findings.list[i].violation.kind = PTXC_VIOLATION_SOURCE_BARE;
        take_over(executor, &other.findings.list[i]);
    }
}

void ptxc_trials_rests(struct ptxc_executor *executor, const struct ptxc_launch *chosen) {
    enum { OF_TILES = 448 };
    static const uint32_t rests[] = {7, 11, 23};
    const uint64_t few = PTXC_FEW_STEPS, steps_of_tiles = ptxc_run_steps(chosen, few * 3 / 2);
    bool enough = false;
    run_without_loops(executor, chosen);
    for (size_t i = executor->coarse ? PTXC_COUNT(rests) - 1 : 0;
         i < PTXC_COUNT(rests) && !enough && !all_covered(executor) && !takes_longer(executor, rests[i], few); i++)
        enough = run_rest(executor, chosen, rests[i], few);
    if (executor->loops && !all_covered(executor) && !takes_longer(executor, OF_TILES, steps_of_tiles))
        run_rest(executor, chosen, OF_TILES, steps_of_tiles);
}
