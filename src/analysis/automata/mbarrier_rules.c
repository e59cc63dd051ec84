/* The rules of mbarriers: see mbarrier_rules.h. */
#include "analysis/automata/mbarrier_rules.h"

#include "analysis/automata/violations.h"

enum excess { NONE, APPARENT, CERTAIN };

/* Whether somebody waits for the mbarrier. */
static bool is_waited_for(const struct ptxc_machine *machine, uint32_t barrier) {
    for (uint32_t i = 0; i < machine->warp_count; i++)
        for (uint32_t k = 0; k < machine->warps[i].split_count; k++)
            if (machine->warps[i].splits[k].state == PTXC_SPLIT_AT_PHASE && machine->warps[i].splits[k].at == barrier)
                return true;
    return false;
}

/* Returns whether more arrivals come than the mbarrier counts. It is certain where one instruction arrives in two
 * phases, or where there are more phases than any warp has arrived and one ended before anyone had waited for the one
 * before. Where only the latter is so, it is apparent. */
static enum excess excess_at(const struct ptxc_machine *machine, uint32_t barrier) {
    const struct ptxc_mbarrier *here = &machine->mbarriers[barrier];
    const uint32_t phases = here->phase - here->first;
    uint32_t most = 0, once = 0; /* who arrives once, where others do often, frees a slot that is empty at first */
    for (uint32_t i = 0; i < machine->warp_count; i++) {
        most = machine->warps[i].rounds[barrier] > most ? machine->warps[i].rounds[barrier] : most;
        once += machine->warps[i].rounds[barrier] == 1;
    }
    if (!here->arrive_step)
        return NONE;
    if (here->split || (phases > most + (most > 1 ? once : 0) && here->unwaited > 0))
        return CERTAIN;
    return here->unwaited > 0 && (here->waits * 4 >= phases || is_waited_for(machine, barrier)) ? APPARENT : NONE;
}

/* Whether the excess is wrong by itself, and not only where it makes other things go wrong. */
static bool is_wrong_alone(const struct ptxc_mbarrier *barrier, enum excess excess) {
    return barrier->over || (excess == CERTAIN && (barrier->split || barrier->waits));
}

/* Returns how many arrive in a phase where each warp that arrives does so as often as the others, and always with as
 * many: what the mbarrier should count; 0: it is not so, or the tensor core arrives, as often as it is told to. */
static uint64_t arrivals_of_phase(const struct ptxc_machine *machine, uint32_t barrier) {
    uint32_t rounds = 0;
    const struct ptxc_step *last = &machine->code->program->steps[machine->mbarriers[barrier].arrive_step - 1];
    if (ptxc_step_does(last, PTXC_ACT_TENSOR_ARRIVE))
        return 0;
    for (uint32_t i = 0; i < machine->warp_count; i++) {
        const uint32_t own = machine->warps[i].rounds[barrier];
        if (own > 0 && rounds > 0 && own != rounds)
            return 0;
        rounds = own > 0 ? own : rounds;
    }
    const uint64_t all = machine->mbarriers[barrier].arrived;
    return rounds > 0 && all % rounds == 0 ? all / rounds : 0;
}

/* Returns a wait that some warp came to, and whose result nobody looks at; PTXC_NO_STEP: there is none. Whoever goes on
 * when it is false comes into the phases of others. */
static uint32_t ignored_wait(const struct ptxc_machine *machine) {
    for (uint32_t i = 0; i < machine->code->count; i++) {
        const struct ptxc_op *op = &machine->code->ops[i];
        const bool wanted = op->result_count > 0 && machine->code->results[op->first_result] != PTXC_NO_REGISTER;
        if (machine->ran[op->step] && !wanted && ptxc_step_action(ptxc_op_step(machine, op)) == PTXC_ACT_TRY_WAIT)
            return op->step;
    }
    return PTXC_NO_STEP;
}

void ptxc_mbarrier_explain_excess(struct ptxc_machine *machine) {
    const bool any = ptxc_violations_any_by_time(machine->findings, machine->findings->run);
    for (uint32_t i = 0; i < machine->mbarrier_count; i++) {
        const struct ptxc_mbarrier *barrier = &machine->mbarriers[i];
        const enum excess excess = excess_at(machine, i);
        if (any ? excess == NONE : !is_wrong_alone(barrier, excess))
            continue;
        struct ptxc_violation violation = ptxc_violation_about(
            machine, any && excess != CERTAIN ? PTXC_VIOLATION_ARRIVALS_EXCESS : PTXC_VIOLATION_ARRIVALS_MANY,
            &machine->warps[0], barrier->arrive_step - 1, NULL);
        violation.iteration = 0;
        violation.copy = barrier->init_step;
        violation.other = barrier->count;
        violation.wait = ignored_wait(machine);
        violation.number = (machine->stopped && !machine->deadlocked) || violation.wait != PTXC_NO_STEP
                               ? 0
                               : arrivals_of_phase(machine, i);
        violation.mbarrier = barrier->address;
        ptxc_violation_add(machine, &violation);
        return;
    }
}

enum {
    MOST = (1 << 20) - 1, /* arrivals and bytes are counted in 20 bits */
    SIZE = 8              /* bytes of an mbarrier */
};

/* Returns a violation about an mbarrier. `place`: the step that it is about, too, or PTXC_NO_STEP. */
static struct ptxc_violation complaint(struct ptxc_machine *machine, enum ptxc_violation_kind kind,
                                       const struct ptxc_mbarrier_use *use, uint32_t place, uint64_t number) {
    const bool known = use->barrier < machine->mbarrier_count;
    struct ptxc_violation violation = ptxc_violation_about(machine, kind, use->warp, use->step, NULL);
    violation.copy = place;
    violation.mbarrier = known ? machine->mbarriers[use->barrier].address : 0;
    violation.number = number;
    violation.other = known ? machine->mbarriers[use->barrier].count : 0;
    violation.doubtful = !use->address_known;
    return violation;
}

/* Adds it. */
static void complain(struct ptxc_machine *machine, enum ptxc_violation_kind kind, const struct ptxc_mbarrier_use *use,
                     uint32_t place, uint64_t number) {
    const struct ptxc_violation violation = complaint(machine, kind, use, place, number);
    ptxc_violation_add(machine, &violation);
}

/* Whether somebody has used the mbarrier since it was made. */
static bool is_used(const struct ptxc_mbarrier *barrier) {
    return barrier->arrive_step || barrier->expect_step || barrier->copy_step || barrier->asked;
}

/* Adds a violation about the memory of an mbarrier that goes on being one. In memory that is allocated at the launch it
 * counts only once somebody uses the mbarrier: compilers plan that memory, and make mbarriers there that nobody uses.
 */
static void dispute(struct ptxc_machine *machine, struct ptxc_mbarrier *barrier,
                    const struct ptxc_violation *violation) {
    if (is_used(barrier) || barrier->address < machine->code->shared_bytes) {
        ptxc_violation_add(machine, violation);
    } else if (!barrier->dispute) {
        struct ptxc_violation *kept = ptxc_arena_alloc(machine->arena, sizeof(*kept));
        if (kept)
            *kept = *violation;
        machine->out_of_memory |= !kept;
        barrier->dispute = kept;
    }
}

/* Adds what is wrong with the memory of an mbarrier, since somebody uses it. */
static void settle(struct ptxc_machine *machine, uint32_t index) {
    struct ptxc_mbarrier *barrier = &machine->mbarriers[index];
    const struct ptxc_violation *violation = barrier->dispute;
    barrier->dispute = NULL;
    if (violation && barrier->alive)
        ptxc_violation_add(machine, violation);
}

void ptxc_mbarrier_use(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t lanes,
                       uint32_t barrier) {
    const struct ptxc_mbarrier *here = &machine->mbarriers[barrier];
    if (here->dispute && ptxc_step_action(&machine->code->program->steps[step]) != PTXC_ACT_INVALIDATE)
        settle(machine, barrier);
    const bool own = here->init_warp == warp->number;
    if (own ? !(lanes & ~here->init_lanes) || warp->syncs != here->init_syncs
            : warp->clock.clocks[here->init_warp] >= here->init_clock)
        return;
    struct ptxc_violation violation = ptxc_violation_about(machine, PTXC_VIOLATION_INIT_UNPUBLISHED, warp, step, NULL);
    violation.copy = here->init_step;
    violation.mbarrier = here->address;
    violation.doubtful = own; /* the lanes of a warp mostly go together */
    ptxc_violation_add(machine, &violation);
}

/* Whether the thread knows of the init, or is the one that did it. */
static bool knows_init(const struct ptxc_warp *warp, const struct ptxc_mbarrier *barrier) {
    return barrier->init_warp == warp->number || warp->clock.clocks[barrier->init_warp] >= barrier->init_clock;
}

/* Looks at a count of arrivals. */
static bool check_count(struct ptxc_machine *machine, const struct ptxc_mbarrier_use *use, uint64_t count) {
    if (!use->amount_known || (count >= 1 && count <= MOST))
        return true;
    complain(machine, PTXC_VIOLATION_COUNT_RANGE, use, PTXC_NO_STEP, count);
    return false;
}

/* Looks at an mbarrier.init where there is an mbarrier. */
static void check_init(struct ptxc_machine *machine, const struct ptxc_mbarrier_use *use, uint64_t count) {
    struct ptxc_mbarrier *older = &machine->mbarriers[use->barrier];
    const bool in_loop = older->init_step == use->step;
    const bool by_others = older->init_warp != use->warp->number || older->init_lane != use->lane;
    struct ptxc_mbarrier_use again = *use;
    if (!older->alive)
        return;
    if (in_loop && by_others) {
        if (older->count != count)
            complain(machine, PTXC_VIOLATION_INIT_DIFFERENT, use, PTXC_NO_STEP, count);
        else if (older->init_warp != use->warp->number)
            complain(machine, PTXC_VIOLATION_INIT_BY_WARPS, use, PTXC_NO_STEP, count);
        return;
    }
    if (!knows_init(use->warp, older))
        return;
    again.address_known &= older->wait_step == 0; /* it is at rest, then: that works on the hardware there is */
    const struct ptxc_violation violation = complaint(
        machine, in_loop ? PTXC_VIOLATION_INIT_IN_LOOP : PTXC_VIOLATION_INIT_AGAIN, &again, older->init_step, 0);
    dispute(machine, older, &violation);
}

void ptxc_mbarrier_check_life(struct ptxc_machine *machine, const struct ptxc_mbarrier_use *use, uint64_t count) {
    const struct ptxc_mbarrier *older = &machine->mbarriers[use->barrier];
    if (!use->ends) {
        if (check_count(machine, use, count) && use->barrier < PTXC_MOST_MBARRIERS)
            check_init(machine, use, count);
    } else if (!older->alive && older->inval_step == use->step + 1 && older->inval_warp != use->warp->number) {
        complain(machine, PTXC_VIOLATION_INVAL_BY_WARPS, use, PTXC_NO_STEP, 0);
    }
}

/* Whether the thread has arrived last, and has met nobody since who may have waited. */
static bool has_just_arrived(const struct ptxc_mbarrier *barrier, const struct ptxc_mbarrier_use *use) {
    return barrier->arrive_step && barrier->last_warp == use->warp->number && barrier->last_lane == use->lane &&
           barrier->last_syncs == use->warp->syncs;
}

/* Whether the phase has all its arrivals, and waits for bytes. */
static bool is_full(const struct ptxc_mbarrier *barrier) {
    return barrier->pending <= 0 && ptxc_mbarrier_lacks_bytes(barrier);
}

/* Returns a phase that takes no arrival, about an arrival on it: the thread has not waited as it did before the copies
 * of the phase under way. */
static struct ptxc_violation rearm(struct ptxc_machine *machine, const struct ptxc_mbarrier_use *use) {
    enum { NEARBY = 32 };
    const struct ptxc_mbarrier *barrier = &machine->mbarriers[use->barrier];
    struct ptxc_violation violation = complaint(machine, PTXC_VIOLATION_REARM, use, barrier->arrive_step - 1, 0);
    const size_t all = machine->copy_count, first = all > NEARBY ? all - NEARBY : 0;
    size_t i = all;
    while (i > first && (machine->copies[i - 1].barrier != use->barrier || machine->copies[i - 1].arrivals > 0 ||
                         machine->copies[i - 1].warp != use->warp->number))
        i--;
    if (i > first)
        ptxc_violation_name_gate(machine, i - 1, all, &violation);
    return violation;
}

/* Looks at an arrival on a phase that takes none: who ends each phase alone has not waited, or for the wrong parity. */
static void check_rearm(struct ptxc_machine *machine, const struct ptxc_mbarrier_use *use) {
    const struct ptxc_mbarrier *barrier = &machine->mbarriers[use->barrier];
    if (!is_full(barrier) || barrier->count != 1 || barrier->last_warp != use->warp->number ||
        barrier->last_lane != use->lane)
        return;
    if (use->warp->last_waits[use->barrier] == PTXC_WAIT_STALE) {
        struct ptxc_mbarrier_use wait = *use;
        wait.step = barrier->wait_step - 1;
        complain(machine, PTXC_VIOLATION_PARITY_SAME, &wait, use->step, 0);
    } else {
        const struct ptxc_violation violation = rearm(machine, use);
        ptxc_violation_add(machine, &violation);
    }
}

void ptxc_mbarrier_check_signal(struct ptxc_machine *machine, const struct ptxc_mbarrier_use *use, uint64_t amount) {
    const struct ptxc_mbarrier *barrier = &machine->mbarriers[use->barrier];
    if (use->expects && use->amount_known && amount > MOST)
        complain(machine, PTXC_VIOLATION_EXPECT_RANGE, use, PTXC_NO_STEP, amount);
    if (use->counts && check_count(machine, use, amount) && use->amount_known && amount > barrier->count)
        complain(machine, PTXC_VIOLATION_COUNT_LARGE, use, barrier->init_step, amount);
    if (use->arrives)
        check_rearm(machine, use);
    else if (use->expects && barrier->count == 1 && barrier->last_bare && has_just_arrived(barrier, use)) {
        struct ptxc_mbarrier_use arrival = *use;
        arrival.step = barrier->arrive_step - 1;
        complain(machine, PTXC_VIOLATION_EXPECT_LATE, &arrival, use->step, 0);
    }
}

void ptxc_mbarrier_note_arrival(struct ptxc_machine *machine, const struct ptxc_mbarrier_use *use, uint32_t before) {
    struct ptxc_mbarrier *barrier = &machine->mbarriers[use->barrier];
    barrier->last_warp = use->warp->number;
    barrier->last_lane = use->lane;
    barrier->last_syncs = use->warp->syncs;
    barrier->last_bare = !use->expects && barrier->phase > before;
}

void ptxc_mbarrier_report_remote(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step,
                                 uint32_t address) {
    struct ptxc_violation violation = ptxc_violation_about(machine, PTXC_VIOLATION_REMOTE_MBARRIER, warp, step, NULL);
    machine->stopped = "an mbarrier of another CTA is used as one of this CTA";
    if (machine->unsure && (!machine->alike || !machine->alike[step]))
        return; /* the branch may be taken in that other CTA alone */
    violation.mbarrier = address;
    ptxc_violation_add(machine, &violation);
    machine->broken = true;
    machine->unsure = false;
}

bool ptxc_mbarrier_lies_in(const struct ptxc_machine *machine, uint32_t begin, uint32_t end) {
    uint32_t i = 0;
    while (i < machine->mbarrier_count &&
           (end <= machine->mbarriers[i].address || machine->mbarriers[i].address + SIZE <= begin))
        i++;
    return i < machine->mbarrier_count;
}

/* Whether a piece lies where mbarriers are. */
static bool is_among_mbarriers(const struct ptxc_machine *machine, const struct ptxc_shared_range *piece) {
    return piece->address < machine->highest_mbarrier + SIZE &&
           machine->lowest_mbarrier < piece->address + piece->bytes;
}

void ptxc_mbarrier_check_writes(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step,
                                const struct ptxc_shared_range *pieces, uint32_t count, bool by_copy) {
    uint32_t first = 0;
    while (first < count && !is_among_mbarriers(machine, &pieces[first]))
        first++;
    for (uint32_t i = 0; i < machine->mbarrier_count && first < count; i++) {
        struct ptxc_mbarrier *barrier = &machine->mbarriers[i];
        bool touched = false;
        for (uint32_t k = first; k < count && barrier->alive && !barrier->written; k++)
            touched |= pieces[k].cta == barrier->cta && pieces[k].address < barrier->address + SIZE &&
                       barrier->address < pieces[k].address + pieces[k].bytes;
        if (!touched || !knows_init(warp, barrier))
            continue;
        barrier->written = true;
        struct ptxc_violation violation = ptxc_violation_about(
            machine, by_copy ? PTXC_VIOLATION_MBARRIER_FILLED : PTXC_VIOLATION_MBARRIER_WRITTEN, warp, step, NULL);
        violation.copy = barrier->init_step;
        violation.mbarrier = barrier->address;
        dispute(machine, barrier, &violation);
    }
}

/* A phase ends in which copies are under way and nobody has told of bytes, as is done in others. */
static void complain_unannounced(struct ptxc_machine *machine, const struct ptxc_mbarrier *barrier,
                                 const struct ptxc_async_copy *copy) {
    struct ptxc_violation violation =
        ptxc_violation_about(machine, PTXC_VIOLATION_BYTES_UNANNOUNCED, &machine->warps[copy->warp], copy->step, copy);
    violation.wait = ptxc_kept_step(barrier->arrive_step);
    violation.mbarrier = barrier->address;
    ptxc_violation_add(machine, &violation);
}

void ptxc_mbarrier_check_bytes(struct ptxc_machine *machine, uint32_t barrier) {
    const struct ptxc_mbarrier *here = &machine->mbarriers[barrier];
    const struct ptxc_async_copy *late = NULL;
    uint64_t more = 0;
    for (size_t i = machine->under_way_first; i < machine->under_way_count && !here->wild; i++) {
        const struct ptxc_async_copy *copy = &machine->copies[machine->under_way[i]];
        if (copy->barrier != barrier || copy->arrivals > 0 || copy->phase != here->phase)
            continue;
        if (here->expected == 0 && here->expect_step && here->pending == 0) {
            complain_unannounced(machine, here, copy);
            return;
        }
        if (copy->bytes == 0)
            return; /* its bytes may be what is expected */
        late = late ? late : copy;
        more += copy->bytes;
    }
    if (!late || here->expected == 0 || here->pending < 0)
        return; /* where more arrive than should, more may copy, too */
    struct ptxc_violation violation =
        ptxc_violation_about(machine, PTXC_VIOLATION_BYTES_SURPLUS, &machine->warps[late->warp], late->step, late);
    violation.copy = here->expect_step - 1;
    violation.number = here->expected;
    violation.other = here->expected + more;
    ptxc_violation_add_bytes(machine, barrier, NULL, &violation);
    ptxc_violation_add(machine, &violation);
}

/* Whether something is wrong with the mbarrier in this run. */
static bool is_misused(const struct ptxc_violations *findings, uint32_t address) {
    for (size_t i = 0; i < findings->count; i++)
        if ((findings->list[i].runs >> findings->run & 1) && findings->list[i].violation.mbarrier == address)
            return true;
    return false;
}

/* Looks at the waits after which a warp did nothing that others wait for. Had it come later, what it waits for were as
 * it is at the end: it must pass them then, too. A warp that takes no part but waits keeps up with the others. */
static void check_last_waits(struct ptxc_machine *machine, const struct ptxc_warp *warp) {
    const uint32_t first = warp->wait_count > PTXC_LAST_WAITS ? warp->wait_count - PTXC_LAST_WAITS : 0;
    for (uint32_t i = first; i < warp->wait_count && warp->takes_part; i++) {
        const struct ptxc_passed_wait *wait = &warp->waits[i % PTXC_LAST_WAITS];
        const struct ptxc_mbarrier *barrier = &machine->mbarriers[wait->barrier];
        if (wait->phase < barrier->first || (barrier->phase - wait->phase) % 2 == 0 ||
            is_misused(machine->findings, barrier->address))
            continue;
        struct ptxc_violation violation =
            ptxc_violation_about(machine, PTXC_VIOLATION_PARITY_LATE, warp, wait->step, NULL);
        violation.iteration = wait->iteration;
        violation.copy = barrier->init_step;
        violation.mbarrier = barrier->address;
        violation.phase = wait->phase - barrier->first;
        ptxc_violation_add(machine, &violation);
        return;
    }
}

/* Where a kernel uses none of its mbarriers, they are not left over by a compiler. */
static void settle_unused(struct ptxc_machine *machine) {
    uint32_t i = 0;
    while (i < machine->mbarrier_count && !is_used(&machine->mbarriers[i]))
        i++;
    if (i == machine->mbarrier_count)
        for (i = 0; i < machine->mbarrier_count; i++)
            settle(machine, i);
}

void ptxc_mbarriers_check_end(struct ptxc_machine *machine) {
    settle_unused(machine);
    for (uint32_t i = 0; i < machine->mbarrier_count; i++) {
        const struct ptxc_mbarrier *barrier = &machine->mbarriers[i];
        if (!barrier->copy_step || (barrier->expect_step && barrier->asked) ||
            ptxc_step_action(&machine->code->program->steps[barrier->copy_step - 1]) != PTXC_ACT_COPY)
            continue;
        struct ptxc_violation violation = ptxc_violation_about(
            machine, barrier->expect_step ? PTXC_VIOLATION_LOAD_PENDING : PTXC_VIOLATION_BYTES_UNANNOUNCED,
            &machine->warps[0], barrier->copy_step - 1, NULL);
        violation.iteration = 0;
        violation.copy = barrier->copy_step - 1;
        violation.mbarrier = barrier->address;
        ptxc_violation_add(machine, &violation);
    }
    for (uint32_t i = 0; i < machine->warp_count && !machine->blind; i++)
        check_last_waits(machine, &machine->warps[i]);
}
