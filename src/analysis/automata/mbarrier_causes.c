/* Why a wait for an mbarrier did not wait for what it was meant for: see mbarrier_rules.h. */
#include "analysis/automata/mbarrier_rules.h"

#include "analysis/automata/violations.h"

/* Says in a violation that a wait for the mbarrier on which a copy completes did not wait for it: its result was not
 * looked at, or it asked for the other parity. Returns whether it was so. */
static bool explain_wait(const struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t index,
                         struct ptxc_violation *violation) {
    const struct ptxc_mbarrier *barrier = &machine->mbarriers[index];
    if (warp->unmet[index]) {
        violation->kind = PTXC_VIOLATION_WAIT_UNMET;
        violation->wait = warp->unmet[index] - 1;
        return true;
    }
    if (warp->last_waits[index] == PTXC_WAIT_FRESH) {
        violation->kind = PTXC_VIOLATION_PARITY_FIRST;
        violation->step = barrier->wait_step - 1;
        violation->copy = barrier->init_step;
        return true;
    }
    if (warp->last_waits[index] == PTXC_WAIT_STALE)
        violation->kind = PTXC_VIOLATION_READ_STALE_PHASE;
    return warp->last_waits[index] == PTXC_WAIT_STALE;
}

/* Likewise, where the copy began after that: a wait whose result is false now may have had another one then. */
static void explain_fill(const struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t barrier,
                         struct ptxc_violation *violation) {
    if (barrier == PTXC_MOST_MBARRIERS || warp->unmet[barrier] || warp->last_waits[barrier] != PTXC_WAIT_FRESH)
        return;
    explain_wait(machine, warp, barrier, violation);
    violation->mbarrier = machine->mbarriers[barrier].address;
}

/* Says in a violation that a copy fills a slot again before its thread has waited for the mbarrier for which it waited
 * before it filled the slot last. */
static void explain_refill(const struct ptxc_machine *machine, const struct ptxc_async_copy *now,
                           struct ptxc_violation *violation) {
    enum { NEARBY = 256 };
    const struct ptxc_violations *all = machine->findings;
    const struct ptxc_violation *last = all->last < all->count ? &all->list[all->last].violation : NULL;
    const size_t at = (size_t)(now - machine->copies), first = at > NEARBY ? at - NEARBY : 0;
    size_t i = at;
    if (last && last->kind == violation->kind && last->step == violation->step && last->copy == violation->copy)
        return; /* it is known already */
    while (i > first && (machine->copies[i - 1].warp != now->warp || machine->copies[i - 1].address != now->address ||
                         machine->copies[i - 1].reads || machine->copies[i - 1].arrivals > 0))
        i--;
    if (i > first)
        ptxc_violation_name_gate(machine, i - 1, at, violation);
}

/* Whether nobody has read yet where a copy begins to write. */
static bool is_unread(const struct ptxc_machine *machine, const struct ptxc_async_copy *copy) {
    const struct ptxc_cta *cta = &machine->ctas[machine->warps[copy->warp].cta];
    if (copy->address >= cta->cleared)
        return false;
    const struct ptxc_granule *granule = &cta->granules[copy->address / PTXC_GRANULE];
    return !granule->read_clock && granule->out <= (uint32_t)(copy - machine->copies);
}

/* Whether the warp has waited for another copy of the same thread, and does not read it: what it reads was to come with
 * the phase that this one has come with, by what else has, or by its tensor map. */
static bool is_waited_for_instead(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                                  const struct ptxc_async_copy *copy, const struct ptxc_async_copy *other) {
    if (other->arrivals > 0 || other->completion != PTXC_BY_BARRIER || other->warp != copy->warp ||
        other->barrier == copy->barrier || other->end != PTXC_COPY_SIGNALLED || !is_unread(machine, other))
        return false;
    const uint32_t phases = warp->clock.clocks[PTXC_MOST_WARPS + other->barrier];
    return other->phase + 1 == phases && (other->map == copy->map || warp->consumed[other->barrier] == phases);
}

/* Likewise, where two copies have each other's mbarriers. */
static void explain_exchange(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                             const struct ptxc_async_copy *read, struct ptxc_violation *violation) {
    enum { NEARBY = 64 };
    const size_t at = (size_t)(read - machine->copies), end = at + NEARBY;
    size_t i = at > NEARBY ? at - NEARBY : 0;
    while (i < machine->copy_count && i < end && !is_waited_for_instead(machine, warp, read, &machine->copies[i]))
        i++;
    if (i == machine->copy_count || i == end)
        return;
    const struct ptxc_mbarrier *other = &machine->mbarriers[machine->copies[i].barrier];
    violation->kind = PTXC_VIOLATION_READ_OTHER_BARRIER;
    violation->wait = ptxc_kept_step(other->wait_step);
    violation->absence.name = ptxc_violation_place_name(machine, other->address);
    violation->absence.phase = machine->copies[i].phase - other->first;
}

void ptxc_mbarrier_explain_read(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                                const struct ptxc_async_copy *read, struct ptxc_violation *violation) {
    if (violation->kind == PTXC_VIOLATION_FILL_READ || violation->kind == PTXC_VIOLATION_FILL_MULTIPLIED ||
        violation->kind == PTXC_VIOLATION_FILL_UNRELEASED) {
        if (violation->kind != PTXC_VIOLATION_FILL_UNRELEASED)
            explain_fill(machine, warp, read->barrier, violation);
        if (violation->kind != PTXC_VIOLATION_PARITY_FIRST)
            explain_refill(machine, read, violation);
        return;
    }
    const struct ptxc_mbarrier *barrier = &machine->mbarriers[read->barrier];
    violation->phase = read->phase - barrier->first;
    violation->mbarrier = barrier->address;
    if (violation->kind == PTXC_VIOLATION_WRITE_BEFORE_PHASE) {
        explain_fill(machine, warp, read->barrier, violation);
        return;
    }
    violation->wait = ptxc_kept_step(barrier->wait_step);
    if (warp->relaxed_wait && read->end == PTXC_COPY_SIGNALLED &&
        warp->relaxed.clocks[PTXC_MOST_WARPS + read->barrier] > read->phase) {
        violation->kind = PTXC_VIOLATION_READ_RELAXED;
        violation->wait = warp->relaxed_wait - 1;
    } else if (!warp->unmet[read->barrier] && !barrier->expect_step && read->completion == PTXC_BY_BARRIER &&
               barrier->phase > barrier->first) {
        violation->kind = PTXC_VIOLATION_BYTES_UNANNOUNCED;
        violation->wait = ptxc_kept_step(barrier->arrive_step);
    } else if (!explain_wait(machine, warp, read->barrier, violation) && !barrier->wait_step && warp->group_wait &&
               read < machine->copies + warp->group_wait_copies) {
        violation->kind = PTXC_VIOLATION_WAITED_BY_GROUP;
        violation->wait = warp->group_wait - 1;
    } else if (violation->kind == PTXC_VIOLATION_READ_BEFORE_PHASE) {
        explain_exchange(machine, warp, read, violation);
    }
}

void ptxc_mbarrier_explain_commit(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                                  const struct ptxc_async_copy *multiplication, struct ptxc_violation *violation) {
    enum { NEARBY = 1024 };
    const struct ptxc_async_copy *commit = multiplication + 1, *end = machine->copies + machine->copy_count;
    const struct ptxc_async_copy *first = NULL, *found = NULL;
    for (; commit < end && commit < multiplication + NEARBY && !found; commit++) {
        if (commit->arrivals == 0 || commit->warp != multiplication->warp || !commit->multiplies)
            continue;
        first = first ? first : commit;
        if (warp->unmet[commit->barrier] || warp->last_waits[commit->barrier] == PTXC_WAIT_FRESH)
            found = commit; /* a wait without news may be one after a barrier that has brought them */
    }
    if (found)
        explain_wait(machine, warp, found->barrier, violation);
    else if (first)
        violation->gate = first->step;
    else
        return;
    found = found ? found : first;
    violation->mbarrier = machine->mbarriers[found->barrier].address;
    if (found != first || found->end == PTXC_COPY_SIGNALLED || violation->gate == PTXC_NO_STEP)
        violation->phase = found->phase - machine->mbarriers[found->barrier].first;
}
