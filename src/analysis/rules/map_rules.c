/* Tensor maps that the function itself changes. Each change is followed to the fences that publish it, each copy to the
 * wait after which it does not read its map any more, and each acquire to the copies after it. Two maps are the same
 * where their addresses are; of addresses that are not known nothing is reported.
 */
#include "analysis/rules/rules.h"

#include "analysis/findings/boxes.h"
#include "analysis/findings/participation.h"
#include "analysis/program/dataflow.h"

/* What is known of an event at a point. The greatest wins where paths meet. */
enum stage {
    NOT_DONE,
    DONE,     /* the map is changed; the copy is started; the map is acquired */
    RELEASED, /* the change is released; the source of the copy is read, and its map, as far as the ISA says */
    SETTLED   /* the change is acquired; the copy has read its map; another acquire may be of the map in question */
};

enum event_kind { CHANGE, USE, ACQUIRE };

/* A step that changes a map, starts a copy with it, or acquires it. */
struct map_event {
    enum event_kind kind;
    uint32_t step;
    struct ptxc_memory_range map;
    struct ptxc_condition condition;
    bool reported;
};

/* An event at a point. */
struct point {
    uint8_t stage;
    bool stale; /* it is of an earlier round of a loop, in which its map was another */
};

struct maps {
    const struct ptxc_flow *flow;
    struct map_event *events;
    uint32_t count;
    uint32_t *first; /* of each step: 1 + its first event, or 0; a step has one, or two next to each other */
};

/* Whether both the event and a step of this condition run in one execution, by whatever threads: a map is the same for
 * all. */
static bool meets(const struct maps *maps, const struct map_event *event, const struct ptxc_condition *condition) {
    struct ptxc_conditions *all = maps->flow->conditions;
    const struct ptxc_condition own = ptxc_condition_common(all, &event->condition);
    const struct ptxc_condition its = ptxc_condition_common(all, condition);
    return !ptxc_condition_excludes(all, &own, &its) &&
           (ptxc_condition_implies(&own, &its) || ptxc_condition_implies(&its, &own));
}

/* The map that the step changes at once, in global memory; or that it makes by copying one there. */
static bool changed_map(const struct ptxc_flow *flow, uint32_t step, struct ptxc_memory_range *map) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    const enum ptxc_space space = ptxc_step_space(here, PTXC_SLOT_DESTINATION);
    const bool makes = ptxc_step_action(here) == PTXC_ACT_PUBLISH_MAP;
    if (!makes && (ptxc_step_action(here) != PTXC_ACT_REPLACE_MAP || space == PTXC_SPACE_SHARED))
        return false;
    if (!ptxc_memory_range_map(flow->values, step, here->event->target, map) || map->space == PTXC_SPACE_SHARED)
        return false;
    if (makes || space == PTXC_SPACE_GLOBAL)
        map->space = PTXC_SPACE_GLOBAL;
    return true;
}

/* Whether the step changes a map and releases it at once. */
static bool is_publication(const struct ptxc_flow *flow, uint32_t step) {
    return ptxc_step_action(ptxc_flow_step(flow, step)) == PTXC_ACT_PUBLISH_MAP;
}

/* The map that a copy uses. */
static bool used_map(const struct ptxc_flow *flow, uint32_t step, struct ptxc_memory_range *map) {
    return ptxc_step_action(ptxc_flow_step(flow, step)) == PTXC_ACT_COPY &&
           ptxc_memory_range_map(flow->values, step, PTXC_NAME_TENSOR_MAP, map);
}

/* The map that a fence acquires. */
static bool acquired_map(const struct ptxc_flow *flow, uint32_t step, struct ptxc_memory_range *map) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    return ptxc_step_action(here) == PTXC_ACT_FENCE_TENSORMAP &&
           ptxc_memory_range_map(flow->values, step, here->event->target, map);
}

/* What a wait may say of a copy that was started: whether its map is read, for certain (SETTLED) or as far as its
 * source is read (RELEASED). That says it of a load alone: the change of a map in global memory may overtake the wait
 * for the source of a store (measured). */
static enum stage after_wait(const struct maps *maps, const struct map_event *use, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(maps->flow, step);
    const bool load = ptxc_flow_step(maps->flow, use->step)->event->completion == PTXC_BY_BARRIER;
    switch (ptxc_step_action(here)) {
    case PTXC_ACT_TRY_WAIT:
    case PTXC_ACT_TEST_WAIT: return SETTLED;
    case PTXC_ACT_WAIT_ALL:
    case PTXC_ACT_WAIT_GROUP:
        if (here->event->completion != PTXC_BY_BULK_GROUP)
            return NOT_DONE;
        return load || !(here->traits & PTXC_TRAIT_OF_READS) ? SETTLED : RELEASED;
    default: return load && ptxc_flow_is_barrier(maps->flow, step) ? SETTLED : NOT_DONE; /* others may have waited */
    }
}

/* Reports a copy whose map was changed and not published since. */
static void report_unpublished(const struct maps *maps, struct map_event *change, const struct point *point,
                               uint32_t step) {
    struct ptxc_hazard hazard;
    change->reported = true;
    ptxc_hazard_begin(&hazard, maps->flow, PTXC_RULE_TENSORMAP_MODIFIED_NOT_PUBLISHED, step,
                      "a tensor map that was changed must be %s before a copy uses it",
                      point->stage == RELEASED ? "acquired" : "released and acquired");
    ptxc_hazard_note(&hazard, change->step, "the map is changed here");
    ptxc_hazard_advice(
        &hazard,
        point->stage == RELEASED
            ? "write fence.proxy.tensormap::generic.acquire with the address of the map, and 128, before the copy"
            : "write fence.proxy.tensormap::generic.release after the change, then .acquire with "
              "the address of the map, and 128, before the copy");
    ptxc_hazard_give(&hazard);
}

/* Reports a change of a map that a copy may still read. */
static void report_in_flight(const struct maps *maps, struct map_event *use, enum stage stage, uint32_t step) {
    struct ptxc_hazard hazard;
    use->reported = true;
    ptxc_hazard_begin(&hazard, maps->flow, PTXC_RULE_TENSORMAP_UPDATED_IN_FLIGHT, step,
                      "a tensor map must not be changed while a copy may read it");
    ptxc_hazard_note(&hazard, use->step, "the copy is started here, and nothing has waited for it%s",
                     stage == RELEASED ? " but for its source" : "");
    ptxc_hazard_advice(&hazard, stage == RELEASED
                                    ? "write cp.async.bulk.wait_group without .read: it waits for all of the copy"
                                    : "wait for the copy, by what it completes on, before the change");
    ptxc_hazard_give(&hazard);
}

/* Reports a copy with another map than the one that was acquired next to it. */
static void report_uncovered(const struct maps *maps, struct map_event *acquire, uint32_t step, int64_t distance) {
    struct ptxc_hazard hazard;
    acquire->reported = true;
    ptxc_hazard_begin(&hazard, maps->flow, PTXC_RULE_TENSORMAP_ACQUIRE_COVERAGE, step,
                      "the tensor map of a copy should be acquired, and the fence before it is about another one, %lld "
                      "bytes %s it",
                      (long long)(distance < 0 ? -distance : distance), distance < 0 ? "after" : "before");
    ptxc_hazard_note(&hazard, acquire->step, "the other map is acquired here");
    ptxc_hazard_give(&hazard);
}

/* Whether a fence of the function acquires the map, as far as is known, or one of which it is not known which. */
static bool is_acquired(const struct maps *maps, const struct ptxc_memory_range *map) {
    for (uint32_t i = 0; i < maps->count; i++)
        if (maps->events[i].kind == ACQUIRE &&
            ptxc_flow_overlap(maps->flow, &maps->events[i].map, map) != PTXC_PIECES_APART)
            return true;
    return false;
}

/* Looks at a copy, with the events as they are before it. */
static void look_at_use(const struct maps *maps, const struct point *state, uint32_t step,
                        const struct ptxc_memory_range *map) {
    struct ptxc_affines *all = ptxc_values_expressions(maps->flow->values);
    const struct ptxc_condition *condition = ptxc_flow_condition(maps->flow, step);
    for (uint32_t i = 0; i < maps->count; i++) {
        struct map_event *event = &maps->events[i];
        int64_t distance;
        if (event->reported || event->kind == USE || state[i].stage == NOT_DONE || state[i].stale ||
            !meets(maps, event, condition))
            continue;
        const bool same = ptxc_flow_overlap(maps->flow, &event->map, map) == PTXC_PIECES_OVERLAP;
        if (event->kind == CHANGE && state[i].stage < SETTLED && same) {
            report_unpublished(maps, event, &state[i], step);
            return;
        }
        const ptxc_affine difference = ptxc_affine_subtract(all, map->address, event->map.address);
        if (event->kind == ACQUIRE && difference && ptxc_affine_is_constant(all, difference, &distance) &&
            distance != 0 && !is_acquired(maps, map)) {
            report_uncovered(maps, event, step, distance);
            return;
        }
    }
}

/* Looks at a change of a map. */
static void look_at_change(const struct maps *maps, const struct point *state, uint32_t step,
                           const struct ptxc_memory_range *map) {
    const struct ptxc_condition *condition = ptxc_flow_condition(maps->flow, step);
    for (uint32_t i = 0; i < maps->count; i++) {
        struct map_event *event = &maps->events[i];
        const bool in_flight =
            state[i].stage == DONE || (state[i].stage == RELEASED && map->space == PTXC_SPACE_GLOBAL);
        if (!event->reported && event->kind == USE && in_flight && !state[i].stale && meets(maps, event, condition) &&
            ptxc_flow_overlap(maps->flow, &event->map, map) == PTXC_PIECES_OVERLAP) {
            report_in_flight(maps, event, (enum stage)state[i].stage, step);
            return;
        }
    }
}

/* Takes a fence of the tensormap proxy: a release of all changes, or an acquire of one map. */
static void fence(const struct maps *maps, struct point *state, uint32_t step) {
    const uint32_t traits = ptxc_flow_step(maps->flow, step)->traits;
    struct ptxc_memory_range map;
    const bool known = acquired_map(maps->flow, step, &map);
    for (uint32_t i = 0; i < maps->count; i++) {
        const struct map_event *event = &maps->events[i];
        if (event->kind != CHANGE)
            continue;
        if ((traits & PTXC_TRAIT_RELEASES) && state[i].stage == DONE)
            state[i].stage = RELEASED;
        if ((traits & PTXC_TRAIT_ACQUIRES) && state[i].stage == RELEASED &&
            (!known || ptxc_flow_overlap(maps->flow, &event->map, &map) != PTXC_PIECES_APART))
            state[i].stage = SETTLED;
    }
}

static void transfer(void *context, void *state, uint32_t step, bool last) {
    const struct maps *maps = context;
    const struct ptxc_flow *flow = maps->flow;
    struct point *points = state;
    struct ptxc_memory_range map;
    if ((!ptxc_flow_step(flow, step)->names && !ptxc_flow_is_barrier(flow, step)) || !ptxc_flow_runs(flow, step))
        return;
    if (last && used_map(flow, step, &map))
        look_at_use(maps, points, step, &map);
    if (last && changed_map(flow, step, &map))
        look_at_change(maps, points, step, &map);
    if (ptxc_step_action(ptxc_flow_step(flow, step)) == PTXC_ACT_FENCE_TENSORMAP)
        fence(maps, points, step);
    for (uint32_t i = 0; i < maps->count; i++) {
        const enum stage now = maps->events[i].kind == USE ? after_wait(maps, &maps->events[i], step) : NOT_DONE;
        if (points[i].stage != NOT_DONE && points[i].stage < now)
            points[i].stage = (uint8_t)now;
    }
    if (maps->first[step])
        points[maps->first[step] - 1] =
            (struct point){.stage = (uint8_t)(is_publication(flow, step) ? RELEASED : DONE)};
}

static bool meet(void *context, void *into, const void *state, uint32_t from, uint32_t to) {
    const struct maps *maps = context;
    struct point *mine = into;
    const struct point *other = state;
    bool changed = false;
    (void)from, (void)to;
    for (uint32_t i = 0; i < maps->count; i++) {
        changed |= other[i].stage > mine[i].stage || other[i].stale > mine[i].stale;
        mine[i].stage = other[i].stage > mine[i].stage ? other[i].stage : mine[i].stage;
        mine[i].stale |= other[i].stale;
    }
    return changed;
}

static void edge(void *context, void *state, uint32_t from, uint32_t to) {
    const struct maps *maps = context;
    const struct ptxc_flow *flow = maps->flow;
    struct point *points = state;
    if (!ptxc_graph_is_back_edge(flow->graph, from, to))
        return;
    for (uint32_t i = 0; i < maps->count; i++)
        points[i].stale |=
            points[i].stage != NOT_DONE &&
            ptxc_values_change_in(flow->values, maps->events[i].map.address, flow->graph->blocks[to].loop);
}

/* Adds the step where it changes, uses or acquires a map. */
static void add(struct maps *maps, uint32_t step) {
    const struct ptxc_flow *flow = maps->flow;
    struct map_event *event = &maps->events[maps->count];
    *event = (struct map_event){.step = step};
    if (!ptxc_flow_step(flow, step)->names || !ptxc_flow_runs(flow, step))
        return;
    if (changed_map(flow, step, &event->map))
        event->kind = CHANGE;
    else if (used_map(flow, step, &event->map))
        event->kind = USE;
    else if (acquired_map(flow, step, &event->map))
        event->kind = ACQUIRE;
    else
        return;
    event->condition = *ptxc_flow_condition(flow, step);
    maps->first[step] = ++maps->count;
}

/* Reports a number that a field of a tensor map cannot hold. */
static void look_at_field(const struct ptxc_flow *flow, uint32_t index) {
    static const struct {
        enum ptxc_qualifier field;
        uint32_t since;
        int64_t low, high, multiple;
        const char *words;
    } rows[] = {
#define MAP_FIELD(qualifier, since, low, high, multiple, words) {qualifier, since, low, high, multiple, words},
#include "map_fields.def"
    };
    const struct ptxc_step *step = ptxc_flow_step(flow, index);
    struct ptxc_hazard hazard;
    int64_t value;
    if (ptxc_step_action(step) != PTXC_ACT_REPLACE_MAP || !ptxc_flow_runs(flow, index) ||
        !ptxc_flow_constant(flow, index, step->event->amount, &value))
        return;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const bool any = rows[i].low == 0 && rows[i].high == 0;
        if (rows[i].field != ptxc_step_qualifier(step, PTXC_SLOT_FIELD) ||
            (flow->environment.ptx && flow->environment.ptx < rows[i].since))
            continue;
        if (!any && (value < rows[i].low || value > rows[i].high))
            ptxc_hazard_begin(&hazard, flow, PTXC_RULE_REPLACE_IMMEDIATES, index,
                              "%s must be from %lld to %lld, not %lld", rows[i].words, (long long)rows[i].low,
                              (long long)rows[i].high, (long long)value);
        else if (value % rows[i].multiple != 0)
            ptxc_hazard_begin(&hazard, flow, PTXC_RULE_REPLACE_IMMEDIATES, index,
                              "%s must be a multiple of %lld, not %lld", rows[i].words, (long long)rows[i].multiple,
                              (long long)value);
        else
            continue;
        ptxc_hazard_give(&hazard);
    }
}

void ptxc_maps_check(const struct ptxc_flow *flow) {
    enum { MOST = 512 }; /* events; of functions with more nothing is said */
    struct maps maps = {.flow = flow};
    bool changes = false;
    for (uint32_t i = 0; i < flow->program->count; i++) {
        const enum ptxc_action action = ptxc_step_action(ptxc_flow_step(flow, i));
        changes |=
            action == PTXC_ACT_REPLACE_MAP || action == PTXC_ACT_PUBLISH_MAP || action == PTXC_ACT_FENCE_TENSORMAP;
        look_at_field(flow, i);
    }
    if (!changes)
        return;
    const uint32_t count = flow->program->count;
    maps.events = ptxc_arena_alloc(flow->program->arena, ((count < MOST ? count : MOST) + 1) * sizeof(*maps.events));
    maps.first = ptxc_arena_alloc(flow->program->arena, (flow->program->count + 1) * sizeof(*maps.first));
    if (!maps.events || !maps.first)
        return;
    for (uint32_t i = 0; i < flow->program->count && maps.count < MOST; i++)
        add(&maps, i);
    const struct ptxc_lattice lattice = {
        .size = maps.count * sizeof(struct point), .context = &maps, .transfer = transfer, .meet = meet, .edge = edge};
    if (maps.count > 0 && maps.count < MOST)
        ptxc_dataflow_run(flow->graph, &lattice);
}
