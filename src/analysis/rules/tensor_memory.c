/* The rules about tensor memory: see rules.h. One warp allocates, and often another one deallocates, so that a
 * finding is certain only where it does not matter which: a thread that comes to a place has been elsewhere, or no
 * thread has.
 */
#include "analysis/rules/rules.h"

#include "analysis/findings/participation.h"

enum {
    ALL_COLUMNS = 512, /* of an SM (ISA 5.1.8); what is allocated with .exclusive may be more */
    MOST = 64          /* steps that have to do with tensor memory; in a function with more nothing is found */
};

/* A step that does something with tensor memory. */
struct deed {
    uint32_t step;
    uint32_t deed;   /* one of PTXC_TRAITS_TENSOR_MEMORY */
    int64_t columns; /* 0: not known */
    bool repeated;   /* in a loop */
    struct ptxc_condition condition;
    const bool *without; /* of an allocation: where the threads that make it may come without it */
};

struct events {
    const struct ptxc_flow *flow;
    uint32_t count;
    struct deed all[MOST];
};

/* Returns how many columns a step names; 0 where that is not known. */
static int64_t columns_of(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    const struct ptxc_value *columns = here->statement->open ? NULL : ptxc_step_value(here, here->event->amount);
    int64_t count;
    return columns &&
                   ptxc_affine_is_constant(ptxc_values_expressions(flow->values),
                                           ptxc_values_of(flow->values, step, columns), &count) &&
                   count > 0
               ? count
               : 0;
}

/* The blocks to whose start a thread for which the condition holds may come without having executed the step `passed`,
 * a bit each, in the arena of the program. NULL where nothing is known: `passed` has a guard, or a branch leads to it,
 * of which the condition does not tell. */
static bool *blocks_without(const struct ptxc_flow *flow, uint32_t passed, const struct ptxc_condition *condition) {
    const struct ptxc_graph *graph = flow->graph;
    const struct ptxc_condition *own = ptxc_flow_condition(flow, passed);
    const uint32_t around = ptxc_graph_block_of(graph, passed);
    bool *met = ptxc_arena_alloc(flow->program->arena, graph->count * sizeof(*met));
    uint32_t *stack = ptxc_arena_alloc(flow->program->arena, graph->count * sizeof(*stack));
    uint32_t depth = 0;
    if (!met || !stack || !ptxc_condition_implies(condition, own) || !ptxc_participation_may_visit(flow, graph->count))
        return NULL;
    stack[depth++] = ptxc_graph_block_of(graph, 0);
    met[stack[0]] = true;
    while (depth > 0) {
        const uint32_t block = stack[--depth];
        for (int way = 0; way < 2 && block != around; way++) {
            const uint32_t next = graph->blocks[block].successors[way];
            if (next == PTXC_NO_BLOCK || met[next])
                continue;
            const struct ptxc_condition edge = ptxc_condition_of_edge(flow->conditions, block, next);
            if (ptxc_condition_parts(flow->conditions, &edge, condition))
                continue;
            met[next] = true;
            stack[depth++] = next;
        }
    }
    return met;
}

/* Whether such a thread may come to the step `to` so; `without` is what the function above gave. */
static bool comes_without(const struct ptxc_flow *flow, const bool *without, uint32_t passed, uint32_t to) {
    const uint32_t block = ptxc_graph_block_of(flow->graph, to);
    return !without || (without[block] && (block != ptxc_graph_block_of(flow->graph, passed) || to <= passed));
}

/* Gathers the steps that have to do with tensor memory and run; false where there are none, or too many. */
static bool gather(struct events *events) {
    const struct ptxc_flow *flow = events->flow;
    for (uint32_t i = 0; i < flow->program->count; i++) {
        const uint32_t deed = ptxc_flow_step(flow, i)->traits & PTXC_TRAITS_TENSOR_MEMORY;
        if (!deed || !ptxc_flow_runs(flow, i))
            continue;
        if (events->count == MOST)
            return false;
        const struct ptxc_condition *condition = ptxc_flow_condition(flow, i);
        events->all[events->count++] =
            (struct deed){.step = i,
                          .deed = deed,
                          .columns = columns_of(flow, i),
                          .repeated = flow->graph->blocks[ptxc_graph_block_of(flow->graph, i)].loop != PTXC_NO_BLOCK,
                          .condition = *condition,
                          .without = deed == PTXC_TRAIT_ALLOCATES ? blocks_without(flow, i, condition) : NULL};
    }
    return events->count > 0;
}

/* Returns the next event of this kind after `last`; NULL: the first one. Gives NULL where there is none. */
static const struct deed *next(const struct events *events, uint32_t deed, const struct deed *last) {
    for (uint32_t i = last ? (uint32_t)(last - events->all) + 1 : 0; i < events->count; i++)
        if (events->all[i].deed == deed)
            return &events->all[i];
    return NULL;
}

/* Whether each thread that comes to `later` has executed `earlier`. */
static bool is_after(const struct ptxc_flow *flow, const struct deed *earlier, const struct deed *later) {
    return earlier != later && !later->condition.more && ptxc_flow_leads(flow, earlier->step, later->step) &&
           !comes_without(flow, blocks_without(flow, earlier->step, &later->condition), earlier->step, later->step);
}

/* Whether all threads of a CTA come to the step together, and one of them has made the allocation by then, where this
 * condition holds there; and none can have deallocated anything. */
static bool is_held(const struct events *events, const struct deed *taken, uint32_t step,
                    const struct ptxc_condition *condition) {
    const struct ptxc_flow *flow = events->flow;
    const struct ptxc_condition common = ptxc_condition_common(flow->conditions, &taken->condition);
    const struct deed *free = next(events, PTXC_TRAIT_DEALLOCATES, NULL);
    if (!taken->without || condition->never || !ptxc_condition_is_uniform(flow->conditions, condition) ||
        !ptxc_condition_implies(condition, &common) || !ptxc_flow_leads(flow, taken->step, step))
        return false;
    while (free && free->step != step && !ptxc_flow_leads(flow, free->step, step))
        free = next(events, PTXC_TRAIT_DEALLOCATES, free);
    return !free && !comes_without(flow, taken->without, taken->step, step);
}

/* Returns where the function may end on a way over this edge on which nothing is deallocated from there on;
 * PTXC_NO_STEP where it does not end, or something may be. */
static uint32_t end_from(const struct events *events, uint32_t from, uint32_t to) {
    const struct ptxc_flow *flow = events->flow;
    const uint32_t first = flow->graph->blocks[to].first;
    if (ptxc_condition_of_edge(flow->conditions, from, to).never)
        return PTXC_NO_STEP;
    for (const struct deed *free = next(events, PTXC_TRAIT_DEALLOCATES, NULL); free;
         free = next(events, PTXC_TRAIT_DEALLOCATES, free))
        if (free->step == first || ptxc_flow_leads(flow, first, free->step))
            return PTXC_NO_STEP;
    for (uint32_t i = 0; i < flow->program->count; i++)
        if (ptxc_step_may_end(flow->program, i) && ptxc_flow_runs(flow, i) &&
            (i == first || ptxc_flow_leads(flow, first, i)))
            return i;
    return PTXC_NO_STEP;
}

/* Returns where the kernel ends for all threads with the allocation, if they leave the block as they may; PTXC_NO_STEP
 * where that is not so. `last` is its last step. */
static uint32_t end_after(const struct events *events, const struct deed *taken, uint32_t index) {
    const struct ptxc_flow *flow = events->flow;
    const struct ptxc_block *block = &flow->graph->blocks[index];
    const uint32_t last = block->end - 1, first = block->first;
    const struct ptxc_condition *condition = ptxc_flow_condition(flow, last);
    uint32_t end = PTXC_NO_STEP;
    if (!ptxc_condition_is_uniform(flow->conditions, condition))
        return PTXC_NO_STEP;
    if (ptxc_step_may_end(flow->program, last))
        end = is_held(events, taken, last, condition) ? last : PTXC_NO_STEP;
    else if (block->successors[1] != PTXC_NO_BLOCK && is_held(events, taken, last, condition))
        end = end_from(events, index, block->successors[1]);
    if (end == PTXC_NO_STEP && block->successors[0] != PTXC_NO_BLOCK && block->successors[1] != PTXC_NO_BLOCK &&
        first != last && !ptxc_flow_step(flow, first)->statement->guarded) {
        const struct ptxc_condition *before = ptxc_flow_condition(flow, first);
        end = is_held(events, taken, last, before) ? end_from(events, index, block->successors[0]) : PTXC_NO_STEP;
    }
    return end != PTXC_NO_STEP && ptxc_participation_all(flow, last) ? end : PTXC_NO_STEP;
}

/* Returns where the kernel ends for all threads, after the allocation and with no deallocation on the way; PTXC_NO_STEP
 * where it does so nowhere. `left` is the branch after which it is certain. */
static uint32_t end_without_free(const struct events *events, const struct deed *taken, uint32_t *left) {
    const struct ptxc_graph *graph = events->flow->graph;
    for (uint32_t i = 0; i < graph->count; i++) {
        const uint32_t end = graph->blocks[i].order != UINT32_MAX ? end_after(events, taken, i) : PTXC_NO_STEP;
        if (end == PTXC_NO_STEP)
            continue;
        *left = end == graph->blocks[i].end - 1 ? PTXC_NO_STEP : graph->blocks[i].end - 1;
        return end;
    }
    return PTXC_NO_STEP;
}

/* Reports an allocation that is there when the kernel ends. */
static void look_for_end(const struct events *events) {
    const bool none = !next(events, PTXC_TRAIT_DEALLOCATES, NULL);
    struct ptxc_hazard hazard;
    for (const struct deed *taken = next(events, PTXC_TRAIT_ALLOCATES, NULL); taken;
         taken = next(events, PTXC_TRAIT_ALLOCATES, taken)) {
        uint32_t left = PTXC_NO_STEP;
        const uint32_t end = none ? PTXC_NO_STEP : end_without_free(events, taken, &left);
        if (!none && end == PTXC_NO_STEP)
            continue;
        ptxc_hazard_begin(&hazard, events->flow, PTXC_RULE_TMEM_NOT_DEALLOCATED, taken->step,
                          "tensor memory must be deallocated before the kernel ends, and %s",
                          none ? "nothing in it does that" : "on a way from here nothing does that");
        ptxc_hazard_note(&hazard, left, "the way leads on from here");
        ptxc_hazard_note(&hazard, end, "the kernel ends here");
        ptxc_hazard_advice(
            &hazard,
            "write tcgen05.dealloc with as many columns after the last use, in a warp that all users have told");
        ptxc_hazard_give(&hazard);
    }
}

/* Reports an allocation after the permit was given up. In a loop it is one if the loop has a second round. */
static void look_for_permit(const struct events *events, const struct deed *taken) {
    const struct ptxc_flow *flow = events->flow;
    struct ptxc_hazard hazard;
    for (const struct deed *given = next(events, PTXC_TRAIT_RELINQUISHES, NULL); given;
         given = next(events, PTXC_TRAIT_RELINQUISHES, given)) {
        const bool certain = is_after(flow, given, taken);
        if (!certain && (!ptxc_flow_leads(flow, given->step, taken->step) ||
                         !ptxc_condition_implies(&given->condition, &taken->condition)))
            continue;
        ptxc_hazard_begin(&hazard, flow, PTXC_RULE_TMEM_ALLOC_AFTER_RELINQUISH, taken->step,
                          "tensor memory must be allocated before the permit to do so is given up");
        hazard.finding.level = certain ? PTXC_CERTAIN : PTXC_LIKELY;
        ptxc_hazard_note(&hazard, given->step, "it is given up here");
        ptxc_hazard_give(&hazard);
        return;
    }
}

/* Reports an allocation that has more columns than one before it. */
static void look_for_growth(const struct events *events, const struct deed *taken) {
    struct ptxc_hazard hazard;
    for (const struct deed *before = next(events, PTXC_TRAIT_ALLOCATES, NULL); before;
         before = next(events, PTXC_TRAIT_ALLOCATES, before)) {
        if (!before->columns || before->columns >= taken->columns || !is_after(events->flow, before, taken))
            continue;
        ptxc_hazard_begin(&hazard, events->flow, PTXC_RULE_TMEM_COLUMNS_GROW, taken->step,
                          "an allocation of tensor memory should have no more columns than one before it, and %lld are "
                          "more than %lld",
                          (long long)taken->columns, (long long)before->columns);
        ptxc_hazard_note(&hazard, before->step, "the one before is here");
        ptxc_hazard_give(&hazard);
        return;
    }
}

/* Reports an allocation for which there cannot be room, as the CTA itself has the columns and nothing gives them back
 * before. */
static void look_for_room(const struct events *events, const struct deed *taken) {
    const struct ptxc_flow *flow = events->flow;
    int64_t held = 0;
    struct ptxc_hazard hazard;
    for (const struct deed *free = next(events, PTXC_TRAIT_DEALLOCATES, NULL); free;
         free = next(events, PTXC_TRAIT_DEALLOCATES, free))
        if (ptxc_flow_leads(flow, free->step, taken->step))
            return;
    for (const struct deed *before = next(events, PTXC_TRAIT_ALLOCATES, NULL); before;
         before = next(events, PTXC_TRAIT_ALLOCATES, before))
        held += is_after(flow, before, taken) ? before->columns : 0;
    const bool exclusive = ptxc_flow_step(flow, taken->step)->traits & PTXC_TRAIT_EXCLUSIVE;
    if (!taken->columns || exclusive || held + taken->columns <= ALL_COLUMNS)
        return;
    ptxc_hazard_begin(
        &hazard, flow, PTXC_RULE_TMEM_EXHAUSTED, taken->step,
        "the columns of tensor memory that a CTA has at one time must be at most %d, and it has %lld when it "
        "waits for %lld more here",
        ALL_COLUMNS, (long long)held, (long long)taken->columns);
    for (const struct deed *before = next(events, PTXC_TRAIT_ALLOCATES, NULL); before;
         before = next(events, PTXC_TRAIT_ALLOCATES, before))
        if (is_after(flow, before, taken))
            ptxc_hazard_note(&hazard, before->step, "%lld columns are allocated here", (long long)before->columns);
    ptxc_hazard_give(&hazard);
}

/* Reports a deallocation of so many columns as no allocation has. With several of either it may be that one makes up
 * for another. */
static void look_for_columns(const struct events *events, const struct deed *free) {
    const struct deed *taken = next(events, PTXC_TRAIT_ALLOCATES, NULL), *only = taken;
    bool sure = taken && !next(events, PTXC_TRAIT_ALLOCATES, taken) && !free->repeated && !taken->repeated &&
                next(events, PTXC_TRAIT_DEALLOCATES, NULL) == free && !next(events, PTXC_TRAIT_DEALLOCATES, free);
    struct ptxc_hazard hazard;
    for (; taken; taken = next(events, PTXC_TRAIT_ALLOCATES, taken))
        if (!taken->columns || taken->columns == free->columns)
            return;
    if (!only || !free->columns)
        return;
    ptxc_hazard_begin(
        &hazard, events->flow, PTXC_RULE_TMEM_DEALLOC_COLUMNS, free->step,
        "as many columns of tensor memory must be deallocated as were allocated, and no allocation has %lld",
        (long long)free->columns);
    hazard.finding.level = sure ? PTXC_CERTAIN : PTXC_LIKELY;
    ptxc_hazard_note(&hazard, only->step, "%lld columns are allocated here", (long long)only->columns);
    ptxc_hazard_give(&hazard);
}

/* Whether the step waits for what others do, for as long as it takes. */
static bool waits(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    return (ptxc_step_waits(here) || ptxc_step_action(here) == PTXC_ACT_CLUSTER_WAIT ||
            ptxc_step_action(here) == PTXC_ACT_GRID_WAIT) &&
           ptxc_flow_runs(flow, step);
}

/* Reports an allocation after which the CTA waits before anything can have given up the permit. */
static void look_for_waits(const struct events *events, const struct deed *taken) {
    const struct ptxc_flow *flow = events->flow;
    struct ptxc_hazard hazard;
    for (uint32_t i = 0; i < flow->program->count; i++) {
        if (!waits(flow, i) || !ptxc_flow_leads(flow, taken->step, i))
            continue;
        const struct deed *given = next(events, PTXC_TRAIT_RELINQUISHES, NULL);
        while (given && !ptxc_flow_leads(flow, given->step, i))
            given = next(events, PTXC_TRAIT_RELINQUISHES, given);
        if (given)
            continue;
        ptxc_hazard_begin(&hazard, flow, PTXC_RULE_TMEM_PERMIT_KEPT, taken->step,
                          "the permit to allocate tensor memory should be given up before the CTA waits");
        ptxc_hazard_note(&hazard, i, "it waits here");
        ptxc_hazard_advice(&hazard, "tcgen05.relinquish_alloc_permit after the last allocation");
        ptxc_hazard_give(&hazard);
        return;
    }
}

/* Returns which of the traits of a group of CTAs the step of a tensor core has; 0: it has none, or is a copy. */
static uint32_t group_of(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    return here->event && !here->names ? here->traits & (PTXC_TRAIT_OF_ONE_CTA | PTXC_TRAIT_OF_TWO_CTAS) : 0;
}

/* Reports the first instruction that has another group of CTAs than the first one that has any. */
static void look_for_groups(const struct ptxc_flow *flow) {
    uint32_t first = PTXC_NO_STEP;
    struct ptxc_hazard hazard;
    for (uint32_t i = 0; i < flow->program->count; i++) {
        const uint32_t group = group_of(flow, i);
        if (!group || first == PTXC_NO_STEP || group_of(flow, first) == group) {
            first = first == PTXC_NO_STEP && group ? i : first;
            continue;
        }
        ptxc_hazard_begin(&hazard, flow, PTXC_RULE_TMEM_CTA_GROUP, i,
                          "all tcgen05 instructions of a kernel must have the same .cta_group, and this one has "
                          ".cta_group::%d",
                          group == PTXC_TRAIT_OF_TWO_CTAS ? 2 : 1);
        ptxc_hazard_note(&hazard, first, "another has .cta_group::%d here", group == PTXC_TRAIT_OF_TWO_CTAS ? 1 : 2);
        ptxc_hazard_give(&hazard);
        return;
    }
}

/* Reports the first instruction that two CTAs execute, in a cluster of one. */
static void look_for_peer(const struct ptxc_flow *flow) {
    struct ptxc_hazard hazard;
    uint32_t i = 0;
    while (i < flow->program->count && (group_of(flow, i) != PTXC_TRAIT_OF_TWO_CTAS || !ptxc_flow_runs(flow, i)))
        i++;
    if (flow->cluster != 1 || i == flow->program->count)
        return;
    ptxc_hazard_begin(&hazard, flow, PTXC_RULE_TMEM_CTA_PAIR, i,
                      ".cta_group::2 must have a cluster with pairs of CTAs, and here it has one CTA");
    ptxc_hazard_give(&hazard);
}

void ptxc_tensor_memory_check(const struct ptxc_flow *flow) {
    struct events events = {.flow = flow, .count = 0};
    look_for_groups(flow);
    if (flow->whole)
        look_for_peer(flow);
    if (!flow->whole || !gather(&events))
        return;
    look_for_end(&events);
    for (const struct deed *taken = next(&events, PTXC_TRAIT_ALLOCATES, NULL); taken;
         taken = next(&events, PTXC_TRAIT_ALLOCATES, taken)) {
        look_for_permit(&events, taken);
        look_for_growth(&events, taken);
        look_for_room(&events, taken);
        look_for_waits(&events, taken);
    }
    for (const struct deed *free = next(&events, PTXC_TRAIT_DEALLOCATES, NULL); free;
         free = next(&events, PTXC_TRAIT_DEALLOCATES, free))
        look_for_columns(&events, free);
}
