/* Violations: see violations.h. Each thing that is wrong shows in many places and rounds; it is reported where it shows
 * first.
 */
#include "analysis/automata/violations.h"

#include "analysis/automata/async_groups.h"
#include "analysis/automata/iterations.h"
#include "analysis/automata/rings.h"
#include "analysis/automata/tracer.h"
#include "analysis/code/layout.h"
#include "analysis/findings/violation.h"

struct ptxc_violation ptxc_violation_about(const struct ptxc_machine *machine, enum ptxc_violation_kind kind,
                                           const struct ptxc_warp *warp, uint32_t step,
                                           const struct ptxc_async_copy *copy) {
    struct ptxc_violation violation = ptxc_violation_at(kind, step, PTXC_NO_STEP);
    violation.executed = true;
    violation.warp = warp->number;
    violation.iteration = ptxc_iteration_of(machine, warp, step);
    if (copy) {
        violation.copy = copy->step;
        violation.own = copy->warp == warp->number;
        violation.heard = copy->left_by && (violation.own || warp->clock.clocks[copy->warp] >= copy->left_clock);
        violation.event = copy->event;
        violation.commit = ptxc_kept_step(copy->commit);
        violation.leave = copy->left_by ? copy->leave : ptxc_copy_newer_groups(machine, copy);
        violation.newer = ptxc_copy_newer_groups(machine, copy);
        violation.copy_iteration = copy->iteration;
        violation.started = (uint32_t)(copy - machine->copies) + 1;
        violation.doubtful = copy->doubtful;
    }
    return violation;
}

/* Whether it is known which threads come to a step. */
static bool knows_threads(const struct ptxc_flow *flow, uint32_t step) {
    return step == PTXC_NO_STEP || ptxc_flow_threads(flow, step).kind != PTXC_THREADS_SOME;
}

bool ptxc_violation_is_uniform(const struct ptxc_flow *flow, const struct ptxc_violation *violation) {
    return knows_threads(flow, violation->step) && knows_threads(flow, violation->copy);
}

/* Ends a run that is made to see whether anything goes wrong in it. What a hang rests on is known at its end only. */
static void cut(struct ptxc_machine *machine, const struct ptxc_violation *violation) {
    struct ptxc_violations *all = machine->findings;
    if (!all->until || ptxc_violation_rows[violation->kind].nature == PTXC_FAULT_HANG ||
        !ptxc_violation_is_uniform(all->until, violation))
        return;
    all->cut = true;
    machine->stopped = "something goes wrong";
}

/* Returns the index of the violation of the same kind at the same steps; `count`: there is none. The search begins
 * where the last one ended: lanes and runs mostly meet the same ones in the same order. */
static size_t find(const struct ptxc_violations *all, const struct ptxc_violation *violation) {
    size_t i = all->last < all->count ? all->last : 0;
    for (size_t left = all->count; left > 0; left--) {
        const struct ptxc_violation *found = &all->list[i].violation;
        if (found->kind == violation->kind && found->step == violation->step && found->copy == violation->copy)
            return i;
        i = i + 1 < all->count ? i + 1 : 0;
    }
    return all->count;
}

void ptxc_violation_add(struct ptxc_machine *machine, const struct ptxc_violation *violation) {
    struct ptxc_violations *all = machine->findings;
    if (machine->broken && ptxc_violation_rows[violation->kind].nature != PTXC_FAULT_GROUP)
        return; /* nothing else is defined any more */
    const uint64_t run = UINT64_C(1) << all->run;
    ptxc_tracer_violation(machine, &machine->warps[violation->warp], violation->step,
                          ptxc_violation_rows[violation->kind].rule, violation->event);
    all->last = find(all, violation);
    if (all->last < all->count) {
        struct ptxc_recorded_violation *found = &all->list[all->last];
        found->runs |= run;
        found->violation.doubtful &= violation->doubtful;
        found->violation.own &= violation->own;
        found->violation.heard &= violation->heard;
        if (violation->leave < found->violation.leave)
            found->violation.leave = violation->leave;
        if (violation->newer < found->violation.newer)
            found->violation.newer = violation->newer;
        return;
    }
    struct ptxc_recorded_violation found = {*violation, run, machine->scaled ? machine->launch->scale : 0,
                                            machine->launch->outer};
    if (violation->mbarrier)
        found.violation.name = ptxc_violation_place_name(machine, violation->mbarrier);
    if (violation->absence.mbarrier)
        found.violation.absence.name = ptxc_violation_place_name(machine, violation->absence.mbarrier);
    if (violation->started > 0)
        found.violation.place = ptxc_violation_place_name(machine, machine->copies[violation->started - 1].address);
    machine->out_of_memory |= !ptxc_violations_append(all, &found);
    cut(machine, violation);
}

/* Whether two copies of a thread started after different waits. */
static bool have_own_gates(const struct ptxc_async_copy *a, const struct ptxc_async_copy *b) {
    return a->warp == b->warp && b->gate.step &&
           (a->gate.barrier != b->gate.barrier || a->gate.phases != b->gate.phases);
}

void ptxc_violation_name_gate(const struct ptxc_machine *machine, size_t copy, size_t end,
                              struct ptxc_violation *violation) {
    const struct ptxc_async_copy *before = &machine->copies[copy];
    const struct ptxc_last_pass *gate = &before->gate;
    const struct ptxc_warp *warp = &machine->warps[before->warp];
    if (!gate->step || gate->barrier == before->barrier ||
        warp->clock.clocks[PTXC_MOST_WARPS + gate->barrier] > gate->phases ||
        warp->relaxed.clocks[PTXC_MOST_WARPS + gate->barrier] > gate->phases)
        return;
    for (size_t i = copy + 1; i < end; i++)
        if (have_own_gates(before, &machine->copies[i])) {
            violation->stale = warp->gate.barrier == gate->barrier && warp->gate.count != gate->count;
            violation->gate = violation->stale ? warp->gate.step - 1 : gate->step - 1;
            violation->absence.mbarrier = machine->mbarriers[gate->barrier].address;
            violation->absence.phase = gate->phases - machine->mbarriers[gate->barrier].first;
            return;
        }
}

enum { MOST_PARTS = 5 }; /* of a sum that are told */

/* Adds a part of a sum; one of the same step and kind is the same part. */
static void add_part(struct ptxc_machine *machine, struct ptxc_violation *violation, struct ptxc_part part) {
    if (!violation->parts)
        violation->parts = ptxc_arena_alloc(machine->findings->arena, MOST_PARTS * sizeof(*violation->parts));
    machine->out_of_memory |= !violation->parts;
    for (uint32_t i = 0; violation->parts && i < violation->part_count; i++)
        if (violation->parts[i].kind == part.kind && violation->parts[i].step == part.step) {
            violation->parts[i].bytes += part.bytes;
            violation->parts[i].count += part.count;
            return;
        }
    if (violation->parts && violation->part_count < MOST_PARTS)
        violation->parts[violation->part_count++] = part;
}

/* Adds what is expected in a phase. */
static void add_expected(struct ptxc_machine *machine, struct ptxc_violation *violation, enum ptxc_part_kind kind,
                         const struct ptxc_phase_bytes *phase) {
    for (uint32_t i = 0; i < phase->expect_count; i++)
        add_part(machine, violation, (struct ptxc_part){kind, phase->expects[i].step, phase->expects[i].bytes, 1});
}

/* Whether the last arrival of a phase expects bytes. */
static bool last_arrival_expects(const struct ptxc_phase_bytes *phase, uint32_t arrive_step) {
    uint32_t i = 0;
    while (i < phase->expect_count && phase->expects[i].step + 1 != arrive_step)
        i++;
    return i < phase->expect_count;
}

void ptxc_violation_add_bytes(struct ptxc_machine *machine, uint32_t barrier, const struct ptxc_phase_bytes *other,
                              struct ptxc_violation *violation) {
    const struct ptxc_mbarrier *here = &machine->mbarriers[barrier];
    if (other && here->arrive_step && last_arrival_expects(other, other->arrive_step) &&
        !last_arrival_expects(&here->tensors, here->arrive_step))
        add_part(machine, violation, (struct ptxc_part){PTXC_PART_BARE, here->arrive_step - 1, 0, 1});
    if (here->tensors.expect_count > 1)
        add_expected(machine, violation, PTXC_PART_EXPECTED, &here->tensors);
    if (other)
        add_expected(machine, violation, PTXC_PART_EXPECTED_ELSEWHERE, other);
    if (other && other->expect_count > here->tensors.expect_count && violation->number < violation->other)
        add_part(machine, violation,
                 (struct ptxc_part){PTXC_PART_FEWER, PTXC_NO_STEP, here->tensors.expect_count, other->expect_count});
    for (size_t i = 0; i < machine->copy_count; i++) {
        const struct ptxc_async_copy *copy = &machine->copies[i];
        if (copy->barrier == barrier && copy->phase == here->phase && copy->completion == PTXC_BY_BARRIER &&
            copy->arrivals == 0)
            add_part(
                machine, violation,
                (struct ptxc_part){copy->bytes ? PTXC_PART_COPIED : PTXC_PART_COPIED_BOX, copy->step, copy->bytes, 1});
    }
}

const char *ptxc_violation_place_name(const struct ptxc_machine *machine, uint32_t address) {
    uint32_t offset = 0;
    const uint32_t id = ptxc_layout_variable(machine->code, address, &offset);
    const struct ptxc_symbol *symbol = id ? ptxc_symbols_get(machine->code->program->symbols, id) : NULL;
    if (!symbol)
        return NULL;
    return offset ? ptxc_arena_format(machine->findings->arena, "%.*s+%u", (int)symbol->length, symbol->name, offset)
                  : ptxc_arena_format(machine->findings->arena, "%.*s", (int)symbol->length, symbol->name);
}

/* Returns the rings of a warp, which are found once; NULL without memory. */
static const struct ptxc_rings *rings_of(struct ptxc_machine *machine, struct ptxc_rings **all, uint32_t warp) {
    if (!all[warp]) {
        all[warp] = ptxc_arena_take(machine->arena, sizeof(*all[warp]));
        if (all[warp])
            ptxc_rings_find(machine, warp, all[warp]);
    }
    return all[warp];
}

/* Returns the slot of a copy. */
static struct ptxc_ring_slot slot_of(struct ptxc_machine *machine, struct ptxc_rings **all,
                                     const struct ptxc_async_copy *copy) {
    const struct ptxc_rings *rings = rings_of(machine, all, copy->warp);
    return rings ? ptxc_rings_slot(rings, copy->address, copy->reads) : (struct ptxc_ring_slot){.slots = 0};
}

/* Returns where the ring of a copy begins: each warp may fill a part of the slots, and the first part counts. */
static uint32_t ring_begin(struct ptxc_machine *machine, struct ptxc_rings **all, const struct ptxc_async_copy *copy,
                           uint32_t first) {
    uint32_t seen = copy->warp;
    for (size_t i = 0; i < machine->copy_count; i++) {
        const struct ptxc_async_copy *other = &machine->copies[i];
        if (other->step != copy->step || other->warp == seen || other->address == 0)
            continue;
        seen = other->warp;
        const struct ptxc_ring_slot slot = slot_of(machine, all, other);
        first = slot.slots > 0 && slot.first < first ? slot.first : first;
    }
    return first;
}

void ptxc_violations_close(struct ptxc_machine *machine) {
    struct ptxc_rings *all[PTXC_MOST_WARPS] = {NULL};
    for (size_t i = 0; i < machine->findings->count; i++) {
        struct ptxc_violation *violation = &machine->findings->list[i].violation;
        if (violation->started == 0)
            continue;
        const struct ptxc_async_copy *copy = &machine->copies[violation->started - 1];
        const struct ptxc_ring_slot slot = slot_of(machine, all, copy);
        violation->started = 0;
        violation->slot = slot.slot;
        violation->ring =
            slot.slots > 1 ? ptxc_violation_place_name(machine, ring_begin(machine, all, copy, slot.first)) : NULL;
    }
}

bool ptxc_violations_append(struct ptxc_violations *findings, const struct ptxc_recorded_violation *found) {
    struct ptxc_recorded_violation *added =
        ptxc_arena_add(findings->passing ? findings->passing : findings->arena, &findings->list, &findings->count,
                       &findings->capacity, sizeof(*added));
    if (!added)
        return false;
    *added = *found;
    return true;
}

/* Whether a violation is that no fence orders the two proxies, whenever threads come there. */
static bool is_of_fences(enum ptxc_violation_kind kind) {
    return kind == PTXC_VIOLATION_FENCE_LATE || kind == PTXC_VIOLATION_FENCE_ELSEWHERE ||
           kind == PTXC_VIOLATION_SOURCE_UNFENCED || kind == PTXC_VIOLATION_SOURCE_BARE;
}

bool ptxc_violations_any_by_time(const struct ptxc_violations *findings, uint32_t run) {
    for (size_t i = 0; i < findings->count; i++)
        if ((findings->list[i].runs >> run & 1) && !is_of_fences(findings->list[i].violation.kind))
            return true;
    return false;
}

bool ptxc_violations_any_elsewhere(const struct ptxc_violations *findings, uint64_t runs) {
    for (size_t i = 0; i < findings->count; i++)
        if (!(findings->list[i].runs & runs))
            return true;
    return false;
}

bool ptxc_violations_have(const struct ptxc_violations *findings, enum ptxc_violation_kind kind, uint32_t run) {
    for (size_t i = 0; i < findings->count; i++)
        if (findings->list[i].violation.kind == kind && (findings->list[i].runs >> run & 1))
            return true;
    return false;
}

void ptxc_violations_find_vain(struct ptxc_violations *findings, const bool *useful) {
    for (size_t i = 0; i < findings->count; i++) {
        struct ptxc_violation *violation = &findings->list[i].violation;
        if (violation->kind == PTXC_VIOLATION_READ_LEFT_PENDING && !useful[violation->wait])
            violation->kind = PTXC_VIOLATION_READ_IN_VAIN;
    }
}

bool ptxc_violations_any(const struct ptxc_violations *findings, uint32_t run) {
    for (size_t i = 0; i < findings->count; i++)
        if ((findings->list[i].runs >> run & 1) &&
            !ptxc_violation_is(findings->list[i].violation.kind, PTXC_FAULT_PLAIN))
            return true;
    return false;
}
