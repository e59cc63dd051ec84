/* Collects what a function does with mbarriers, and says which addresses may be one and the same: see mbarriers.h. */
#include "analysis/mbarriers/mbarriers.h"

#include "analysis/findings/boxes.h"

enum { MOST_KEYS = 256 }; /* in functions with more nothing is looked for */

/* Whether a term of the address may stand for several values while the function runs. */
static bool moves(const struct ptxc_flow *flow, const struct ptxc_term *term) {
    return term->block != PTXC_NO_BLOCK &&
           (term->block >= flow->graph->count || flow->graph->blocks[term->block].loop != PTXC_NO_BLOCK);
}

/* Whether the address is one and the same, at all times and for all threads of the CTA. */
static bool is_fixed(const struct ptxc_flow *flow, ptxc_affine address) {
    const struct ptxc_affines *all = ptxc_values_expressions(flow->values);
    const struct ptxc_linear *linear = ptxc_affine_get(all, address);
    for (uint32_t i = 0; i < linear->count; i++)
        if (moves(flow, ptxc_affine_term_get(all, linear->parts[i].term)))
            return false;
    return ptxc_affine_variance(all, address) == PTXC_UNIFORM;
}

/* The key of a place; PTXC_NO_KEY where there are too many. */
static uint32_t key_of(struct ptxc_mbarriers *barriers, const struct ptxc_memory_range *place) {
    for (uint32_t i = 0; i < barriers->key_count; i++)
        if (barriers->keys[i].place.address == place->address && barriers->keys[i].place.remote == place->remote &&
            barriers->keys[i].place.space == place->space)
            return i;
    if (barriers->key_count == MOST_KEYS)
        return PTXC_NO_KEY;
    barriers->keys[barriers->key_count] =
        (struct ptxc_mbarrier_key){.place = *place, .fixed = is_fixed(barriers->flow, place->address)};
    return barriers->key_count++;
}

/* Whether the step names an mbarrier and does something to it that counts. */
static bool names_barrier(const struct ptxc_flow *flow, uint32_t step, struct ptxc_memory_range *place) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    return here->names && here->event->action != PTXC_ACT_NOTHING && here->event->barrier != PTXC_NAME_NONE &&
           flow->graph->blocks[ptxc_graph_block_of(flow->graph, step)].order != UINT32_MAX &&
           ptxc_memory_range_barrier(flow->values, flow->program, step, place);
}

/* Adds the use that the step is; false where there is no room. */
static bool add_use(struct ptxc_mbarriers *barriers, uint32_t step, const struct ptxc_memory_range *place) {
    struct ptxc_mbarrier_use_of *use = &barriers->uses[barriers->count];
    use->condition = ptxc_flow_condition(barriers->flow, step);
    if (use->condition.never)
        return true;
    use->step = step;
    use->action = ptxc_step_action(ptxc_flow_step(barriers->flow, step));
    use->threads = ptxc_condition_threads(barriers->flow->conditions, &use->condition);
    use->key = key_of(barriers, place);
    if (use->key == PTXC_NO_KEY)
        return false;
    barriers->keys[use->key].actions |= PTXC_ACTION_BIT(use->action);
    barriers->use_of[step] = ++barriers->count;
    return true;
}

/* Whether other CTAs take part by this step. */
static bool involves_others(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    return here->names && (here->event->action == PTXC_ACT_MAP_ADDRESS || here->event->action == PTXC_ACT_STORE_ASYNC ||
                           ptxc_step_has(flow->program, here, PTXC_Q_MULTICAST) ||
                           ptxc_step_has(flow->program, here, PTXC_Q_MULTICAST_16B) ||
                           ptxc_step_has(flow->program, here, PTXC_Q_MULTICAST_32B) ||
                           ptxc_step_has(flow->program, here, PTXC_Q_MULTICAST_ALL) ||
                           ptxc_step_has(flow->program, here, PTXC_Q_CTA_GROUP_2));
}

/* Collects uses and their keys. */
static bool collect(struct ptxc_mbarriers *barriers) {
    const struct ptxc_flow *flow = barriers->flow;
    const struct ptxc_program *program = flow->program;
    uint32_t count = 0;
    for (uint32_t i = 0; i < program->count; i++)
        count += program->steps[i].names && program->steps[i].event->barrier != PTXC_NAME_NONE;
    if (count == 0)
        return false;
    barriers->uses = ptxc_arena_alloc(program->arena, count * sizeof(*barriers->uses));
    barriers->use_of = ptxc_arena_alloc(program->arena, program->count * sizeof(*barriers->use_of));
    barriers->keys =
        ptxc_arena_alloc(program->arena, (count < MOST_KEYS ? count : MOST_KEYS) * sizeof(*barriers->keys));
    if (!barriers->uses || !barriers->use_of || !barriers->keys)
        return false;
    for (uint32_t i = 0; i < program->count; i++) {
        struct ptxc_memory_range place;
        barriers->crowded |= flow->cluster != 1 && involves_others(flow, i);
        if (names_barrier(flow, i, &place) && !add_use(barriers, i, &place))
            return false;
    }
    return barriers->count > 0;
}

/* Says of two keys whether they mean the same, at one time and at any. */
static uint8_t relate(const struct ptxc_mbarriers *barriers, const struct ptxc_mbarrier_key *a,
                      const struct ptxc_mbarrier_key *b) {
    const enum ptxc_overlap now = ptxc_flow_overlap(barriers->flow, &a->place, &b->place);
    enum ptxc_overlap ever = now;
    const bool apart = a->place.symbol && b->place.symbol && a->place.symbol != b->place.symbol;
    if ((!a->fixed || !b->fixed) && !(now == PTXC_PIECES_APART && apart))
        ever = PTXC_PIECES_UNKNOWN;
    return (uint8_t)((unsigned)now | (unsigned)ever << 4);
}

static bool relate_all(struct ptxc_mbarriers *barriers) {
    const uint32_t count = barriers->key_count;
    barriers->relations = ptxc_arena_alloc(barriers->flow->program->arena, (size_t)count * count);
    for (uint32_t i = 0; i < count && barriers->relations; i++)
        for (uint32_t k = 0; k <= i; k++)
            barriers->relations[i * count + k] = barriers->relations[k * count + i] =
                relate(barriers, &barriers->keys[i], &barriers->keys[k]);
    return barriers->relations != NULL;
}

enum ptxc_overlap ptxc_mbarriers_now(const struct ptxc_mbarriers *barriers, uint32_t a, uint32_t b) {
    return (enum ptxc_overlap)(barriers->relations[a * barriers->key_count + b] & 15);
}

enum ptxc_overlap ptxc_mbarriers_ever(const struct ptxc_mbarriers *barriers, uint32_t a, uint32_t b) {
    return (enum ptxc_overlap)(barriers->relations[a * barriers->key_count + b] >> 4);
}

/* See `expected` of the key. */
static int64_t expected_by(const struct ptxc_mbarriers *barriers, uint32_t key) {
    int64_t count = 0;
    for (uint32_t i = 0; i < barriers->count; i++) {
        const struct ptxc_mbarrier_use_of *use = &barriers->uses[i];
        int64_t its;
        if (use->action != PTXC_ACT_INIT || ptxc_mbarriers_ever(barriers, key, use->key) == PTXC_PIECES_APART)
            continue;
        if (use->key != key || !ptxc_flow_constant(barriers->flow, use->step, PTXC_NAME_COUNT, &its) ||
            (count && its != count))
            return 0;
        count = its;
    }
    return count;
}

/* Collects the copies that mbarriers are told of. */
static bool collect_loads(struct ptxc_mbarriers *barriers) {
    const struct ptxc_flow *flow = barriers->flow;
    barriers->loads = ptxc_arena_alloc(flow->program->arena, barriers->count * sizeof(*barriers->loads));
    for (uint32_t i = 0; i < barriers->count && barriers->loads; i++) {
        if (barriers->uses[i].action != PTXC_ACT_COPY)
            continue;
        struct ptxc_load *load = &barriers->loads[barriers->load_count++];
        load->step = barriers->uses[i].step;
        load->use = i;
        load->has_target = ptxc_memory_range_target(flow->values, flow->program, load->step, &load->target) &&
                           load->target.space == PTXC_SPACE_SHARED && !load->target.remote;
        if (load->target.size == 0)
            load->target.size = ptxc_flow_box(flow, load->step);
    }
    return barriers->loads != NULL;
}

/* Whether the function does anything with mbarriers but naming them to copies. If not, it is a piece of something,
 * which takes their life and their phases for granted. */
static bool cares(const struct ptxc_mbarriers *barriers) {
    const uint32_t named = PTXC_ACTION_BIT(PTXC_ACT_COPY) | PTXC_ACTION_BIT(PTXC_ACT_STORE_ASYNC);
    for (uint32_t i = 0; i < barriers->key_count; i++)
        if (barriers->keys[i].actions & ~named)
            return true;
    return false;
}

/* Whether there are few enough to hold each against all others, and against all blocks. */
static bool can_follow(const struct ptxc_mbarriers *barriers) {
    enum { MOST = 32 * 1000 * 1000 };
    const struct ptxc_flow *flow = barriers->flow;
    if ((uint64_t)barriers->count * (barriers->count + flow->graph->count) <= MOST)
        return true;
    ptxc_flow_incomplete(flow, ptxc_step_span(flow->program, barriers->uses[0].step),
                         "it uses mbarriers too often to follow each of them");
    return false;
}

bool ptxc_mbarriers_make(struct ptxc_mbarriers *barriers, const struct ptxc_flow *flow) {
    *barriers = (struct ptxc_mbarriers){.flow = flow};
    if (!collect(barriers) || !cares(barriers) || !can_follow(barriers) || !relate_all(barriers))
        return false;
    for (uint32_t i = 0; i < barriers->key_count; i++)
        barriers->keys[i].expected = expected_by(barriers, i);
    return collect_loads(barriers);
}
