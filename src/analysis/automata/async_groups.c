/* Copies and groups: see async_groups.h. */
#include "analysis/automata/async_groups.h"

#include "analysis/automata/iterations.h"
#include "analysis/automata/tracer.h"

uint32_t ptxc_copy_start(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes,
                         enum ptxc_completion completion) {
    void *grown = ptxc_arena_grow(machine->arena, machine->copies, &machine->copy_capacity, machine->copy_count + 1,
                                  sizeof(*machine->copies));
    machine->out_of_memory |= !grown;
    if (!grown)
        return UINT32_MAX;
    machine->copies = grown;
    machine->copies[machine->copy_count] =
        (struct ptxc_async_copy){.step = op->step,
                                 .warp = warp->number,
                                 .lanes = lanes,
                                 .iteration = ptxc_iteration_of(machine, warp, op->step),
                                 .completion = completion,
                                 .start_clock = warp->clock.clocks[warp->number],
                                 .gate = warp->gate,
                                 .barrier = PTXC_MOST_MBARRIERS,
                                 .event = UINT32_MAX};
    warp->reads = 0;
    machine->progress++;
    return (uint32_t)machine->copy_count++;
}

uint32_t ptxc_group_kind(enum ptxc_completion completion) {
    return completion == PTXC_BY_GROUP          ? PTXC_GROUPS_ASYNC
           : completion == PTXC_BY_TENSOR_GROUP ? PTXC_GROUPS_TENSOR
                                                : PTXC_GROUPS_BULK;
}

void ptxc_groups_add(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t kind, uint32_t copy) {
    struct ptxc_async_groups *groups = &warp->groups[kind];
    uint32_t *added = ptxc_arena_add(machine->arena, &groups->pending, &groups->pending_count,
                                     &groups->pending_capacity, sizeof(*added));
    machine->out_of_memory |= !added;
    if (!added)
        return;
    *added = copy;
    machine->copies[copy].group = groups->commits[ptxc_lowest(machine->copies[copy].lanes)];
}

/* Returns the copies of these lanes that are in no group yet, from the last one on; the first that is in one ends them.
 * `*from` is where the search goes on, at first the count of what is pending. */
static struct ptxc_async_copy *next_open(const struct ptxc_machine *machine, const struct ptxc_async_groups *groups,
                                         uint32_t lanes, size_t *from) {
    while (*from > 0) {
        struct ptxc_async_copy *copy = &machine->copies[groups->pending[--*from]];
        if (!(copy->lanes & lanes))
            continue;
        if (ptxc_copy_is_committed(machine, copy))
            *from = 0;
        else
            return copy;
    }
    return NULL;
}

/* Notes on copies of the other kind that are in no group that one was committed which holds nothing. */
static void note_other_kind(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t kind, uint32_t lanes,
                            uint32_t step) {
    const struct ptxc_async_groups *others =
        &warp->groups[kind == PTXC_GROUPS_ASYNC ? PTXC_GROUPS_BULK : PTXC_GROUPS_ASYNC];
    size_t from = others->pending_count;
    for (struct ptxc_async_copy *copy; (copy = next_open(machine, others, lanes, &from)) != NULL;)
        if (!copy->other_commit)
            copy->other_commit = step + 1;
}

void ptxc_groups_commit(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t kind, uint32_t lanes,
                        uint32_t step) {
    struct ptxc_async_groups *groups = &warp->groups[kind];
    size_t from = groups->pending_count;
    bool empty = true;
    for (struct ptxc_async_copy *copy; (copy = next_open(machine, groups, lanes, &from)) != NULL; empty = false)
        copy->commit = step + 1;
    if (empty && kind != PTXC_GROUPS_TENSOR)
        note_other_kind(machine, warp, kind, lanes, step);
    for (uint32_t left = lanes; left; left &= left - 1) {
        groups->commits[ptxc_lowest(left)]++;
        groups->open[ptxc_lowest(left)]++;
    }
    machine->progress++;
}

bool ptxc_copy_is_committed(const struct ptxc_machine *machine, const struct ptxc_async_copy *copy) {
    const struct ptxc_async_groups *groups = &machine->warps[copy->warp].groups[ptxc_group_kind(copy->completion)];
    return groups->commits[ptxc_lowest(copy->lanes)] > copy->group;
}

bool ptxc_copy_is_of_other_kind(const struct ptxc_machine *machine, const struct ptxc_async_copy *copy) {
    return copy->other_commit && !ptxc_copy_is_committed(machine, copy);
}

uint32_t ptxc_copy_newer_groups(const struct ptxc_machine *machine, const struct ptxc_async_copy *copy) {
    const struct ptxc_async_groups *groups = &machine->warps[copy->warp].groups[ptxc_group_kind(copy->completion)];
    if ((copy->completion != PTXC_BY_GROUP && copy->completion != PTXC_BY_BULK_GROUP) ||
        !ptxc_copy_is_committed(machine, copy))
        return UINT32_MAX;
    return groups->commits[ptxc_lowest(copy->lanes)] - copy->group - 1;
}

/* Whether a wait in these lanes is about the copy, and whether it waits for it. */
static bool waits_for(const struct ptxc_async_groups *groups, const struct ptxc_async_copy *copy, uint32_t lanes,
                      uint64_t leave, bool all) {
    const uint32_t commits = groups->commits[ptxc_lowest(copy->lanes)];
    return (copy->lanes & lanes) && (all || copy->group + 1 + leave <= commits);
}

/* Notes on copies of the CTA that some thread waits where the one that has started them has never waited. */
static void note_foreign(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t kind, uint32_t step) {
    for (uint32_t i = 0; i < machine->warp_count; i++) {
        const struct ptxc_async_groups *groups = &machine->warps[i].groups[kind];
        for (size_t k = 0; k < groups->pending_count && machine->warps[i].cta == warp->cta; k++) {
            struct ptxc_async_copy *copy = &machine->copies[groups->pending[k]];
            if (!copy->foreign_wait && !(copy->lanes & groups->waiters))
                copy->foreign_wait = step + 1;
        }
    }
}

/* Lowers how many groups may be pending to what a wait leaves. One that leaves as many as there can be, and more than
 * one, is in vain: with one group, leaving it is the usual slip by one, and a matter of the copy. */
static void lower_open(struct ptxc_machine *machine, struct ptxc_async_groups *groups, uint32_t lanes, uint64_t leave,
                       bool all, uint32_t step) {
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t *open = &groups->open[ptxc_lowest(left)];
        if (machine->useful && (all || leave < *open || *open < 2))
            machine->useful[step] = true;
        if (leave < *open)
            *open = (uint32_t)leave;
    }
}

void ptxc_groups_wait(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t kind, uint32_t lanes,
                      uint64_t leave, bool sources, bool all, uint32_t step) {
    struct ptxc_async_groups *groups = &warp->groups[kind];
    const uint32_t now = warp->clock.clocks[warp->number];
    size_t kept = 0;
    if (kind != PTXC_GROUPS_TENSOR) {
        warp->waited = warp->syncs + 1;
        warp->waited_by = step + 1;
    }
    groups->waiters |= lanes;
    lower_open(machine, groups, lanes, leave, all, step);
    if (kind == PTXC_GROUPS_BULK)
        note_foreign(machine, warp, kind, step);
    for (size_t i = 0; i < groups->pending_count; i++) {
        struct ptxc_async_copy *copy = &machine->copies[groups->pending[i]];
        const bool waited = waits_for(groups, copy, lanes, leave, all);
        if (waited && copy->read_end == PTXC_COPY_PENDING) {
            copy->read_end = PTXC_COPY_WAITED;
            copy->read_clock = now;
            copy->syncs = warp->syncs;
            ptxc_tracer_complete(machine, groups->pending[i]);
        }
        if (waited && !sources) {
            copy->end = PTXC_COPY_WAITED;
            copy->clock = now;
            copy->syncs = warp->syncs;
            continue;
        }
        if ((!waited || sources) && (copy->lanes & lanes)) {
            copy->left_by = step + 1;
            copy->left_clock = now;
            copy->leave = ptxc_copy_newer_groups(machine, copy);
        }
        groups->pending[kept++] = groups->pending[i];
    }
    groups->pending_count = kept;
}

bool ptxc_copy_is_foreign(const struct ptxc_warp *warp, const struct ptxc_async_copy *copy, uint8_t lane,
                          uint8_t issuer) {
    return lane && issuer < PTXC_LANES && lane != issuer + 1 && copy->warp == warp->number &&
           copy->syncs == warp->syncs && warp->waited == warp->syncs + 1 && !copy->doubtful;
}

/* Whether the warp knows of an end. */
static bool has_happened(const struct ptxc_warp *warp, const struct ptxc_async_copy *copy, enum ptxc_copy_end end,
                         uint32_t clock) {
    switch (end) {
    case PTXC_COPY_WAITED: return copy->warp == warp->number || warp->clock.clocks[copy->warp] >= clock;
    case PTXC_COPY_SIGNALLED: return warp->clock.clocks[PTXC_MOST_WARPS + copy->barrier] > copy->phase;
    default: return false;
    }
}

bool ptxc_copy_is_known(const struct ptxc_warp *warp, const struct ptxc_async_copy *copy) {
    return copy->doubtful || has_happened(warp, copy, copy->end, copy->clock);
}

uint32_t ptxc_products_add(struct ptxc_machine *machine, struct ptxc_warp *warp) {
    uint32_t *added =
        ptxc_arena_add(machine->arena, &warp->products, &warp->product_count, &warp->product_capacity, sizeof(*added));
    machine->out_of_memory |= !added;
    if (!added)
        return 0;
    *added = (uint32_t)machine->copy_count;
    return (uint32_t)warp->product_count;
}

bool ptxc_product_is_known(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                           const struct ptxc_async_copy *copy) {
    const uint32_t of_group = PTXC_WARPS_OF_GROUP, first = copy->warp - machine->warps[copy->warp].index % of_group;
    for (uint32_t i = first; copy->product && i < first + of_group && i < machine->warp_count; i++) {
        const struct ptxc_warp *mate = &machine->warps[i];
        if (mate->cta != machine->warps[copy->warp].cta || mate->product_count < copy->product)
            continue;
        const uint32_t index = mate->products[copy->product - 1];
        if (index < machine->copy_count && machine->copies[index].step == copy->step &&
            ptxc_copy_has_read(warp, &machine->copies[index]))
            return true;
    }
    return false;
}

bool ptxc_copy_has_read(const struct ptxc_warp *warp, const struct ptxc_async_copy *copy) {
    return ptxc_copy_is_known(warp, copy) || has_happened(warp, copy, copy->read_end, copy->read_clock);
}
