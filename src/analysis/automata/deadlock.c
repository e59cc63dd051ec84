/* Deadlocks: see deadlock.h. Of all that wait, the one is reported whose wait explains the others. */
#include "analysis/automata/deadlock.h"

#include <stdio.h>
#include <string.h>

#include "analysis/automata/iterations.h"
#include "analysis/automata/machine.h"
#include "analysis/automata/tracer.h"
#include "analysis/automata/violations.h"
#include "analysis/findings/violation.h"

/* Whether a warp arrives on the mbarrier, and has done so less often than another one in this phase. Where nobody has
 * arrived in it, nobody has who did before. */
static bool is_missing(const struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t barrier) {
    const struct ptxc_mbarrier *here = &machine->mbarriers[barrier];
    uint32_t most = 0;
    for (uint32_t i = 0; i < machine->warp_count; i++)
        most = machine->warps[i].rounds[barrier] > most ? machine->warps[i].rounds[barrier] : most;
    const uint32_t own = warp->rounds[barrier];
    return own > 0 && (here->pending == (int64_t)here->count || own < most);
}

/* Returns the split of a warp that waits, or NULL. */
static const struct ptxc_split *waiting_split(const struct ptxc_machine *machine, const struct ptxc_warp *warp) {
    for (uint32_t k = 0; k < warp->split_count; k++) {
        const struct ptxc_split *split = &warp->splits[k];
        if (split->lanes && split->op < machine->code->count)
            return split;
    }
    return NULL;
}

/* Returns where a warp is. */
static struct ptxc_absence place_of(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                                    uint32_t barrier) {
    const struct ptxc_split *split = waiting_split(machine, warp);
    struct ptxc_absence absence = {.where = split ? PTXC_ABSENCE_UNKNOWN : PTXC_ABSENCE_ENDED, .step = PTXC_NO_STEP};
    absence.arrival = ptxc_kept_step(warp->arrive_steps[barrier]);
    if (!split)
        return absence;
    absence.step = machine->code->ops[split->op].step;
    if (split->state == PTXC_SPLIT_AT_PHASE) {
        absence.where = PTXC_ABSENCE_AT_PHASE;
        absence.mbarrier = machine->mbarriers[split->at].address;
        absence.phase = machine->mbarriers[split->at].phase - machine->mbarriers[split->at].first;
    } else if (split->state == PTXC_SPLIT_AT_BARRIER || split->state == PTXC_SPLIT_AT_CLUSTER) {
        absence.where = PTXC_ABSENCE_AT_BARRIER;
    }
    return absence;
}

/* Whether two warps are missed in the same way. */
static bool are_alike(const struct ptxc_absence *a, const struct ptxc_absence *b) {
    return a->where == b->where && a->step == b->step && a->arrival == b->arrival;
}

/* Adds a run of warps to a name: "warps 0-3, 5". */
static void add_run(char *name, size_t size, uint32_t from, uint32_t to) {
    const size_t length = strlen(name);
    const char *before = length ? ", " : "";
    if (from == to)
        snprintf(name + length, size - length, "%s%u", before, from);
    else
        snprintf(name + length, size - length, "%s%u-%u", before, from, to);
}

/* Names the warps of the CTA of the first one that are missed in the same way, as the subject of a sentence. */
static const char *name_warps(struct ptxc_machine *machine, uint32_t first, uint32_t barrier,
                              const struct ptxc_absence *absence) {
    const uint32_t all = machine->warps_of_cta, base = first / all * all;
    char runs[60] = "";
    uint32_t count = 0;
    for (uint32_t w = 0, end; w < all; w = end + 1) {
        for (end = w; end < all; end++) {
            const struct ptxc_warp *warp = &machine->warps[base + end];
            const struct ptxc_absence its = place_of(machine, warp, barrier);
            if (!is_missing(machine, warp, barrier) || !are_alike(&its, absence))
                break;
        }
        if (end > w)
            add_run(runs, sizeof(runs), w, end - 1);
        count += end - w;
    }
    const char *cta =
        machine->cta_count > 1 ? ptxc_arena_format(machine->findings->arena, " of CTA %u", first / all) : "";
    return ptxc_arena_format(machine->findings->arena, count == 1 ? "warp %s%s" : "each of warps %s%s", runs, cta);
}

/* Returns the last multiplication into tensor memory, unless a commit was started after it, + 1; 0: there is none. */
static uint32_t last_product(const struct ptxc_machine *machine) {
    for (uint32_t i = machine->copy_count; i > 0; i--)
        if (machine->copies[i - 1].multiplies && machine->copies[i - 1].product == 0)
            return machine->copies[i - 1].arrivals ? 0 : machine->copies[i - 1].step + 1;
    return 0;
}

/* Returns the last tcgen05.commit, + 1; 0: there is none. */
static uint32_t last_commit(const struct ptxc_machine *machine) {
    for (uint32_t i = machine->copy_count; i > 0; i--)
        if (machine->copies[i - 1].multiplies && machine->copies[i - 1].product == 0 && machine->copies[i - 1].arrivals)
            return machine->copies[i - 1].step + 1;
    return 0;
}

/* Says in a violation who has not arrived in the phase under way, and where they are. */
static void find_absence(struct ptxc_machine *machine, uint32_t barrier, struct ptxc_violation *violation) {
    bool any = false;
    for (uint32_t i = 0; i < machine->warp_count; i++) {
        any |= machine->warps[i].rounds[barrier] > 0;
        if (!is_missing(machine, &machine->warps[i], barrier))
            continue;
        violation->absence = place_of(machine, &machine->warps[i], barrier);
        violation->absence.who = name_warps(machine, i, barrier, &violation->absence);
        return;
    }
    violation->absence.where = any ? PTXC_ABSENCE_ALL : PTXC_ABSENCE_NOWHERE;
    violation->absence.product = last_product(machine);
    violation->absence.commit = last_commit(machine);
}

enum { MOST_POLLS = 32 }; /* with nothing happening to any mbarrier */

void ptxc_deadlock_poll(const struct ptxc_machine *machine, struct ptxc_split *split) {
    split->tried = machine->progress + 1;
    split->polls = split->polled == machine->signals + 1 ? split->polls + 1 : 0;
    split->polled = machine->signals + 1;
}

bool ptxc_deadlock_may_fail(const struct ptxc_machine *machine, const struct ptxc_split *split) {
    return split->tried != machine->progress + 1 &&
           (split->polled != machine->signals + 1 || split->polls < MOST_POLLS);
}

bool ptxc_deadlock_give_up(struct ptxc_machine *machine) {
    bool any = false;
    for (uint32_t i = 0; i < machine->warp_count; i++) {
        struct ptxc_warp *warp = &machine->warps[i];
        for (uint32_t k = 0; k < warp->split_count; k++) {
            struct ptxc_split *split = &warp->splits[k];
            const bool may = split->state == PTXC_SPLIT_AT_WARP ||
                             (split->state == PTXC_SPLIT_AT_PHASE && ptxc_deadlock_may_fail(machine, split));
            if (!may)
                continue;
            split->state = PTXC_SPLIT_RUNS;
            split->gives_up = true;
            any = true;
        }
    }
    return any;
}

/* How well a wait explains the deadlock: the least is reported. */
enum reason { NOINC, BYTES, UNEXPECTED, PARITY, ARRIVALS, UNCLEAR, NO_REASON };

/* Returns why the phase that a split waits for does not complete. */
static enum reason reason_of(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                             const struct ptxc_split *split) {
    if (split->state != PTXC_SPLIT_AT_PHASE)
        return NO_REASON;
    const struct ptxc_mbarrier *barrier = &machine->mbarriers[split->at];
    if (barrier->plain > 0 && barrier->pending == (int64_t)barrier->plain)
        return NOINC; /* had they counted, the phase would be over */
    if (barrier->pending <= 0 && barrier->bytes != 0 && !barrier->wild)
        return barrier->expected > 0 ? BYTES : UNEXPECTED;
    if (warp->clock.clocks[PTXC_MOST_WARPS + split->at] < barrier->phase && barrier->phase > barrier->first)
        return PARITY;
    return barrier->pending < (int64_t)barrier->count && barrier->pending > 0 ? ARRIVALS : UNCLEAR;
}

/* Says in a violation which wait for the same mbarrier the thread has passed last, where one is missing after that, or
 * the parity is wrong. */
static void name_last_pass(const struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t barrier,
                           struct ptxc_violation *violation) {
    const struct ptxc_mbarrier *here = &machine->mbarriers[barrier];
    const struct ptxc_last_pass *pass = &warp->gate;
    size_t i = machine->copy_count;
    for (; i > 0 && pass->barrier != barrier; i--)
        if (machine->copies[i - 1].warp == warp->number)
            pass = &machine->copies[i - 1].gate;
    if (!pass->step || pass->barrier != barrier || (here->phase - pass->phases) % 2 == 0)
        return;
    for (; i > 0 && !violation->stale; i--) {
        const struct ptxc_last_pass *older = &machine->copies[i - 1].gate;
        violation->stale = machine->copies[i - 1].warp == warp->number && older->barrier == barrier && older->step &&
                           older->phases == pass->phases && older->count != pass->count;
    }
    violation->gate = pass->step - 1;
    violation->absence.mbarrier = here->address;
    violation->absence.phase = pass->phases - here->first;
}

/* Returns the violation that a wait is. */
static struct ptxc_violation describe(struct ptxc_machine *machine, const struct ptxc_warp *warp,
                                      const struct ptxc_split *split, enum reason reason) {
    static const enum ptxc_violation_kind kinds[] = {
        [NOINC] = PTXC_VIOLATION_NOINC_MISSING,         [BYTES] = PTXC_VIOLATION_BYTES_MISSING,
        [UNEXPECTED] = PTXC_VIOLATION_BYTES_UNEXPECTED, [PARITY] = PTXC_VIOLATION_PARITY_WRONG,
        [ARRIVALS] = PTXC_VIOLATION_ARRIVALS_MISSING,   [UNCLEAR] = PTXC_VIOLATION_DEADLOCK};
    const struct ptxc_mbarrier *barrier = &machine->mbarriers[split->at];
    struct ptxc_violation violation =
        ptxc_violation_about(machine, kinds[reason], warp, machine->code->ops[split->op].step, NULL);
    violation.copy = reason == NOINC ? barrier->plain_step - 1 : barrier->init_step;
    if (reason == BYTES && barrier->expect_step) {
        violation.copy = barrier->expect_step - 1;
        violation.iteration = ptxc_iteration_of(machine, warp, violation.copy); /* where the finding stands */
        violation.wait = ptxc_kept_step(barrier->copy_step);
    }
    if (reason == UNEXPECTED && barrier->copy_step)
        violation.copy = barrier->copy_step - 1;
    if (reason == ARRIVALS && barrier->arrive_step)
        violation.wait = barrier->arrive_step - 1;
    if (reason == NOINC)
        violation.wait = barrier->init_step;
    violation.number = reason == ARRIVALS ? (uint64_t)((int64_t)barrier->count - barrier->pending) : barrier->expected;
    violation.other = reason == BYTES || reason == UNEXPECTED ? (uint64_t)((int64_t)barrier->expected - barrier->bytes)
                                                              : barrier->count;
    violation.mbarrier = barrier->address;
    violation.phase = barrier->phase - barrier->first;
    if (reason == PARITY)
        name_last_pass(machine, warp, split->at, &violation);
    if (reason == BYTES)
        ptxc_violation_add_bytes(machine, split->at, NULL, &violation);
    if (reason == ARRIVALS || reason == UNCLEAR)
        find_absence(machine, split->at, &violation);
    return violation;
}

/* Adds to the trace who waits for what. */
static void trace_waits(struct ptxc_machine *machine, const struct ptxc_warp *warp) {
    for (uint32_t k = 0; k < warp->split_count; k++) {
        const struct ptxc_split *split = &warp->splits[k];
        if (!split->lanes || split->op >= machine->code->count)
            continue;
        const uint32_t step = machine->code->ops[split->op].step;
        if (split->state == PTXC_SPLIT_AT_PHASE)
            ptxc_tracer_barrier(machine, warp, PTXC_EVENT_STUCK, step, split->at, 0);
        else if (split->state == PTXC_SPLIT_AT_BARRIER || split->state == PTXC_SPLIT_AT_CLUSTER)
            ptxc_tracer_step(machine, warp, PTXC_EVENT_STUCK, step, split->lanes, split->at);
    }
}

/* Whether a CTA of the cluster has ended: where numbers for tiles do not fit together, it has fewer than others. */
static bool some_cta_ended(const struct ptxc_machine *machine) {
    uint32_t i = 0;
    while (i < machine->cta_count && machine->ctas[i].live_threads > 0)
        i++;
    return i < machine->cta_count;
}

void ptxc_deadlock_report(struct ptxc_machine *machine) {
    enum reason best = NO_REASON;
    struct ptxc_violation violation;
    for (uint32_t i = 0; i < machine->warp_count; i++)
        trace_waits(machine, &machine->warps[i]);
    for (uint32_t i = 0; i < machine->warp_count; i++)
        for (uint32_t k = 0; k < machine->warps[i].split_count; k++) {
            const struct ptxc_split *split = &machine->warps[i].splits[k];
            const enum reason reason = reason_of(machine, &machine->warps[i], split);
            if (reason >= best)
                continue;
            best = reason;
            violation = describe(machine, &machine->warps[i], split, reason);
        }
    if (best != NO_REASON)
        ptxc_violation_add(machine, &violation);
    machine->deadlocked = true;
    machine->implausible |= machine->launch->outer && some_cta_ended(machine);
    machine->stopped = "no thread can go on";
}
