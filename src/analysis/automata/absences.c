/* Who has not arrived: see absences.h. */
#include "analysis/automata/absences.h"

#include <stdio.h>
#include <string.h>

#include "analysis/automata/violations.h"

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

void ptxc_absence_find(struct ptxc_machine *machine, uint32_t barrier, struct ptxc_violation *violation) {
    bool any = false;
    for (uint32_t i = 0; i < machine->warp_count; i++) {
        any |= machine->warps[i].rounds[barrier] > 0;
        if (!is_missing(machine, &machine->warps[i], barrier))
            continue;
        violation->absence = place_of(machine, &machine->warps[i], barrier);
        if (violation->absence.mbarrier)
            violation->absence.name = ptxc_place_name(machine, violation->absence.mbarrier);
        violation->absence.who = name_warps(machine, i, barrier, &violation->absence);
        return;
    }
    violation->absence.where = any ? PTXC_ABSENCE_ALL : PTXC_ABSENCE_NOWHERE;
}
