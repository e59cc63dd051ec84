/* The trace: see tracer.h. */
#include "analysis/automata/tracer.h"

#include "analysis/automata/granules.h"
#include "analysis/automata/iterations.h"
#include "analysis/automata/rings.h"
#include "analysis/code/layout.h"

/* A new event, or NULL: nobody wants one. */
static struct ptxc_trace_event *add(struct ptxc_machine *machine, enum ptxc_event_kind kind, uint32_t step,
                                    const struct ptxc_warp *warp, uint32_t lanes) {
    struct ptxc_tracer *tracer = machine->tracer;
    if (!tracer)
        return NULL;
    void *grown =
        ptxc_arena_grow(machine->arena, tracer->events, &tracer->capacity, tracer->count + 1, sizeof(*tracer->events));
    machine->out_of_memory |= !grown;
    if (!grown)
        return NULL;
    tracer->events = grown;
    struct ptxc_trace_event *event = &tracer->events[tracer->count++];
    *event = (struct ptxc_trace_event){
        .kind = kind, .step = step, .cause = UINT32_MAX, .lanes = (uint16_t)ptxc_count_lanes(lanes)};
    if (warp) {
        event->cta = warp->cta;
        event->warp = warp->index;
        event->iteration = ptxc_iteration_of(machine, warp, step);
    }
    return event;
}

static struct ptxc_trace_place place_of(const struct ptxc_machine *machine, uint32_t address) {
    struct ptxc_trace_place place = {.address = address};
    place.symbol = ptxc_layout_variable(machine->code, address, &place.offset);
    return place;
}

void ptxc_tracer_step(struct ptxc_machine *machine, const struct ptxc_warp *warp, enum ptxc_event_kind kind,
                      uint32_t step, uint32_t lanes, uint32_t count) {
    struct ptxc_trace_event *event = add(machine, kind, step, warp, lanes);
    if (!event)
        return;
    event->count = count;
    const struct ptxc_event *does = machine->code->program->steps[step].event;
    event->completion = does ? does->completion : PTXC_BY_NOTHING;
}

void ptxc_tracer_barrier(struct ptxc_machine *machine, const struct ptxc_warp *warp, enum ptxc_event_kind kind,
                         uint32_t step, uint32_t barrier, uint32_t count) {
    struct ptxc_trace_event *event = add(machine, kind, step, warp, 0);
    if (!event)
        return;
    event->count = count;
    event->place = event->barrier = place_of(machine, machine->mbarriers[barrier].address);
    if (!warp)
        event->cta = machine->mbarriers[barrier].cta;
}

void ptxc_tracer_violation(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step,
                           enum ptxc_rule_id rule, uint32_t about) {
    const struct ptxc_tracer *tracer = machine->tracer;
    const struct ptxc_trace_event *last = tracer && tracer->count ? &tracer->events[tracer->count - 1] : NULL;
    if (last && last->kind == PTXC_EVENT_HAZARD && last->step == step && last->rule == rule &&
        last->warp == warp->index && last->cta == warp->cta)
        return;
    struct ptxc_trace_event *event = add(machine, PTXC_EVENT_HAZARD, step, warp, 1);
    if (!event)
        return;
    event->rule = rule;
    if (about >= machine->tracer->count - 1)
        return;
    event->cause = about;
    event->place = machine->tracer->events[about].place;
}

void ptxc_tracer_copy(struct ptxc_machine *machine, uint32_t copy, const struct ptxc_shared_range *piece) {
    struct ptxc_async_copy *here = &machine->copies[copy];
    struct ptxc_trace_event *event = add(machine, here->multiplies ? PTXC_EVENT_MULTIPLY : PTXC_EVENT_COPY, here->step,
                                         &machine->warps[here->warp], here->lanes);
    if (!event)
        return;
    here->event = (uint32_t)machine->tracer->count - 1;
    event->completion = here->completion;
    event->outward = here->reads;
    event->place = place_of(machine, piece->address);
    event->bytes = piece->bytes;
    event->iteration = here->iteration;
    if (here->barrier < PTXC_MOST_MBARRIERS)
        event->barrier = place_of(machine, machine->mbarriers[here->barrier].address);
}

void ptxc_tracer_complete(struct ptxc_machine *machine, uint32_t copy) {
    const struct ptxc_async_copy *here = &machine->copies[copy];
    struct ptxc_trace_event *event =
        add(machine, PTXC_EVENT_COMPLETE, here->step, &machine->warps[here->warp], here->lanes);
    if (!event || here->event == UINT32_MAX)
        return;
    const struct ptxc_trace_event *start = &machine->tracer->events[here->event];
    event->cause = here->event;
    event->place = start->place;
    event->barrier = start->barrier;
    event->bytes = start->bytes;
    event->completion = start->completion;
    event->outward = start->outward;
}

void ptxc_tracer_access(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step,
                        const struct ptxc_shared_range *piece, bool written) {
    if (!machine->tracer || piece->cta >= machine->cta_count)
        return;
    const struct ptxc_granule *granule = &machine->ctas[piece->cta].granules[piece->address / PTXC_GRANULE];
    ptxc_cta_prepare(&machine->ctas[piece->cta], piece->address + 1);
    const uint32_t copy = written ? granule->out : granule->in;
    const struct ptxc_trace_event *last =
        machine->tracer->count ? &machine->tracer->events[machine->tracer->count - 1] : NULL;
    const bool first = written && !granule->write_clock; /* a copy may read it later: ptxc_tracer_close looks at that */
    if ((!copy && !first) || (last && last->step == step && last->warp == warp->index && last->cta == warp->cta))
        return;
    struct ptxc_trace_event *event = add(machine, written ? PTXC_EVENT_WRITE : PTXC_EVENT_READ, step, warp, 1);
    if (!event)
        return;
    event->cause = copy ? machine->copies[copy - 1].event : UINT32_MAX;
    event->place = place_of(machine, piece->address);
    event->bytes = piece->bytes;
    event->other_cta = (uint16_t)piece->cta;
}

/* Says of each copy of the trace in which ring it is. */
static void close_rings(struct ptxc_machine *machine) {
    for (uint32_t w = 0; w < machine->warp_count; w++) {
        struct ptxc_rings rings;
        ptxc_rings_find(machine, w, &rings);
        for (size_t i = 0; i < machine->copy_count; i++) {
            const struct ptxc_async_copy *copy = &machine->copies[i];
            if (copy->warp != w || copy->event == UINT32_MAX || copy->multiplies)
                continue;
            const struct ptxc_ring_slot slot = ptxc_rings_slot(&rings, copy->address, copy->reads);
            if (slot.slots > 0)
                machine->tracer->events[copy->event].ring = place_of(machine, slot.first);
        }
    }
}

bool ptxc_tracer_close(struct ptxc_machine *machine) {
    struct ptxc_tracer *tracer = machine->tracer;
    close_rings(machine);
    uint32_t *places = ptxc_arena_alloc(machine->arena, (tracer->count + 1) * sizeof(*places));
    size_t kept = 0;
    for (size_t i = 0; places && i < tracer->count; i++) {
        struct ptxc_trace_event event = tracer->events[i];
        const struct ptxc_granule *granules = machine->ctas[event.other_cta].granules;
        places[i] = UINT32_MAX;
        if (event.kind == PTXC_EVENT_WRITE && !granules[event.place.address / PTXC_GRANULE].sent)
            continue;
        event.cause = event.cause < i ? places[event.cause] : UINT32_MAX;
        places[i] = (uint32_t)kept;
        tracer->events[kept++] = event;
    }
    tracer->count = places ? kept : tracer->count;
    return places;
}
