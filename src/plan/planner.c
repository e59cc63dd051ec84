/* The planner: see planner.h. */
#include "plan/planner.h"

#include <string.h>

#include "plan/axes.h"
#include "plan/kinds.h"
#include "ptxcheck/swizzle.h"
#include "report/rules.h"
#include "report/sink.h"
#include "tensormap/judge.h"

/* Gives false, so that what makes a plan can end with it. */
static inline bool plan_refuse(struct ptxc_plan *plan, enum ptxc_plan_reason reason, uint64_t found, uint64_t wanted) {
    plan->reason = reason;
    plan->found = found;
    plan->wanted = wanted;
    return false;
}

/* ---- boxes of a tensor map ---- */

/* A search for boxes. */
struct box_search {
    const struct ptxc_copy *copy;
    struct ptxc_axes axes;
    bool store;            /* the side in shared memory is the source */
    struct ptxc_map map;   /* but for the box */
    uint64_t alignment;    /* of boxes in shared memory */
    struct ptxc_sink sink; /* its taker is the first rule of legality that is broken, if any */
    enum ptxc_rule_id broken;
    bool any_broken, misplaced;
};

static bool wants(const void *taker, enum ptxc_rule_id rule) {
    const struct box_search *search = taker;
    return !search->any_broken && ptxc_rules[rule].rule_class == PTXC_CLASS_LEGALITY;
}

static void take(void *taker, const struct ptxc_finding *finding) {
    struct box_search *search = taker;
    search->any_broken = true;
    search->broken = finding->rule;
}

static uint64_t stride_in_shared(const struct box_search *search, uint32_t axis) {
    return search->store ? search->axes.items[axis].source : search->axes.items[axis].destination;
}

static uint64_t stride_in_global(const struct box_search *search, uint32_t axis) {
    return search->store ? search->axes.items[axis].destination : search->axes.items[axis].source;
}

/* Returns the data type with elements of so many bytes; UINT32_MAX where there is none. */
static uint32_t type_of(uint32_t element_size) {
    const struct ptxc_tensormap_value_row *row;
    for (size_t i = 0; (row = ptxc_tensormap_value_at(PTXC_TENSORMAP_DATA_TYPE, i)); i++)
        if (row->measure == row->shared && row->measure == element_size * 8)
            return row->value;
    return UINT32_MAX;
}

/* Fills in what does not depend on the box. The address is judged as what it is certainly a multiple of. */
static void begin_map(struct box_search *search, enum ptxc_target target, uint64_t alignment) {
    struct ptxc_tensormap *value = &search->map.value;
    search->map.target = target;
    *value = (struct ptxc_tensormap){.size = sizeof(*value), .name = "tensor", .kind = PTXC_TENSORMAP_TILED};
    value->rank = search->axes.count;
    value->data_type = type_of(search->copy->element_size);
    value->global_address = alignment;
    value->swizzle = search->copy->swizzle;
    for (uint32_t i = 0; i < search->axes.count; i++) {
        value->global_dim[i] = search->axes.items[i].extent;
        value->box_dim[i] = value->element_strides[i] = 1;
        if (i > 0)
            value->global_strides[i - 1] = stride_in_global(search, i);
    }
}

/* Returns how many of the first axes lie in shared memory as those of a box do: without gaps, but with a swizzle, rows
 * that are as far apart as it makes them. */
static uint32_t count_dense(const struct box_search *search) {
    const enum ptxc_swizzle swizzle = (enum ptxc_swizzle)search->copy->swizzle;
    uint64_t bytes = search->axes.run;
    uint32_t count = 0;
    while (count < search->axes.count && stride_in_shared(search, count) == bytes) {
        bytes *= search->axes.items[count].extent;
        if (count++ == 0 && bytes <= UINT32_MAX)
            bytes = ptxc_swizzle_pitch(swizzle, (uint32_t)bytes);
    }
    return count;
}

/* Makes the loops around a box that has `part` elements of the axis `cut`, the last that is more than one element of.
 * Gives whether its copies are aligned in shared memory. */
static bool loop_over_boxes(const struct box_search *search, uint32_t cut, uint64_t part, struct ptxc_plan *plan) {
    bool aligned = true;
    plan->loop_count = 0;
    plan->copies = 1;
    for (uint32_t i = search->axes.count; i-- > cut;) {
        const uint64_t width = i == cut ? part : 1, step = stride_in_shared(search, i) * width;
        struct ptxc_plan_loop loop = {
            .extent = search->axes.items[i].extent / width, .dimension = i, .coordinate_step = (uint32_t)width};
        if (loop.extent == 1)
            continue;
        *(search->store ? &loop.source_step : &loop.destination_step) = (int64_t)step;
        plan->loops[plan->loop_count++] = loop;
        plan->copies *= loop.extent;
        aligned &= step % search->alignment == 0;
    }
    return aligned;
}

/* Tries one box; returns whether it will do. */
static bool try_box(struct box_search *search, uint32_t cut, uint64_t part, struct ptxc_plan *plan) {
    struct ptxc_tensormap *value = &search->map.value;
    plan->run = search->copy->element_size;
    for (uint32_t i = 0; i < search->axes.count; i++) {
        value->box_dim[i] = (uint32_t)(i < cut ? search->axes.items[i].extent : i == cut ? part : 1);
        plan->run *= value->box_dim[i];
    }
    if (!ptxc_tensormap_judge(&search->map, &search->sink))
        return false;
    const bool aligned = loop_over_boxes(search, cut, part, plan);
    search->misplaced |= !aligned;
    return aligned;
}

/* Tries boxes from the largest on. The rule about boxDim bounds the search, since a larger box is none. */
static bool search_boxes(struct box_search *search, struct ptxc_plan *plan) {
    const uint64_t most = (uint64_t)ptxc_rules[PTXC_RULE_MAP_BOX].constraint.values[1];
    uint32_t cut = 0;
    for (const uint32_t dense = count_dense(search); cut + 1 < dense && search->axes.items[cut].extent <= most;)
        cut++;
    for (;; cut--) {
        const uint64_t extent = search->axes.items[cut].extent;
        for (uint64_t part = extent < most ? extent : most; part > 0; part--)
            if (extent % part == 0 && try_box(search, cut, part, plan))
                return true;
        if (cut == 0)
            return false;
    }
}

/* Finds the largest boxes that the driver takes, that lie in shared memory as the copy has them and at multiples of
 * `alignment`, and fills in the map, the loops and what one copy moves. False, with the reason in the plan, where there
 * are none. */
static bool boxes_find(const struct ptxc_copy *copy, uint64_t alignment, struct ptxc_arena *arena,
                       struct ptxc_plan *plan) {
    const bool store = ptxc_plan_is_shared(copy->source.space);
    struct box_search search = {.copy = copy, .axes = ptxc_axes_of(copy, store), .store = store};
    search.sink = (struct ptxc_sink){.arena = arena, .source = "", .taker = &search, .wants = wants, .take = take};
    search.alignment = alignment;
    if (search.axes.count == 0)
        search.axes.items[search.axes.count++] = (struct ptxc_axis){1, copy->element_size, copy->element_size};
    if (type_of(copy->element_size) == UINT32_MAX)
        return plan_refuse(plan, PTXC_PLAN_ELEMENT, copy->element_size, 0);
    if (stride_in_shared(&search, 0) != copy->element_size || stride_in_global(&search, 0) != copy->element_size)
        return plan_refuse(plan, PTXC_PLAN_INNER, 0, 0);
    begin_map(&search, plan->target, store ? plan->destination_alignment : plan->source_alignment);
    if (!search_boxes(&search, plan)) {
        plan->rule = search.any_broken ? ptxc_rules[search.broken].id : NULL;
        return plan_refuse(plan, search.misplaced || !plan->rule ? PTXC_PLAN_STEP : PTXC_PLAN_MAP, 0, search.alignment);
    }
    plan->map = search.map.value;
    plan->map.unknown[PTXC_TENSORMAP_ADDRESS] = UINT8_MAX;
    plan->map.global_address = 0;
    return true;
}

/* ---- plans ---- */

bool ptxc_plan_suits(const struct ptxc_copy *copy, enum ptxc_plan_kind kind) {
    const struct ptxc_plan_row *row = &ptxc_plan_rows[kind];
    return row->from == copy->source.space && row->to == copy->destination.space;
}

/* Returns the smaller of two powers of two, where 0 stands for all. */
static uint64_t both(uint64_t a, uint64_t b) {
    return a && (!b || a < b) ? a : b;
}

/* Returns what the address of the first element of a side is a multiple of: `needed`, where the plan may choose. */
static uint64_t base_of(const struct ptxc_copy *copy, const struct ptxc_copy_side *side, uint64_t needed) {
    if (side->alignment)
        return side->alignment;
    return ptxc_plan_is_shared(side->space) && needed ? needed : ptxc_plan_power_of(copy->element_size);
}

/* Refuses a plan whose addresses are not aligned as the instruction needs it. */
static bool check_alignment(struct ptxc_plan *plan, const struct ptxc_axes *axes, uint64_t source,
                            uint64_t destination) {
    const uint64_t from = both(plan->source_alignment, ptxc_axes_power(axes, true));
    const uint64_t to = both(plan->destination_alignment, ptxc_axes_power(axes, false));
    if (source && from < source)
        return plan_refuse(plan, PTXC_PLAN_SOURCE, from, source);
    if (destination && to < destination)
        return plan_refuse(plan, PTXC_PLAN_DESTINATION, to, destination);
    return true;
}

/* Makes the loops around runs, of the axes from the outermost on. */
static void loop_over_runs(struct ptxc_plan *plan, const struct ptxc_axes *axes) {
    plan->copies = 1;
    for (uint32_t i = axes->count; i-- > 0;) {
        const struct ptxc_axis *axis = &axes->items[i];
        plan->loops[plan->loop_count++] =
            (struct ptxc_plan_loop){axis->extent, (int64_t)axis->source, (int64_t)axis->destination, 0, 0};
        plan->copies *= axis->extent;
    }
}

/* One bulk copy for each run. What the size must be a multiple of, it must be at least. */
static bool plan_runs(const struct ptxc_copy *copy, const struct ptxc_plan_row *row, struct ptxc_plan *plan) {
    const uint64_t unit = (uint64_t)ptxc_rules[PTXC_RULE_BULK_SIZE_MULTIPLE].constraint.values[0];
    const uint64_t source = ptxc_roles[row->source].alignment, destination = ptxc_roles[row->destination].alignment;
    struct ptxc_axes axes = ptxc_axes_of(copy, false);
    ptxc_axes_merge(&axes);
    if (axes.run < unit)
        return plan_refuse(plan, PTXC_PLAN_RUN_SHORT, axes.run, unit);
    if (axes.run % unit != 0)
        return plan_refuse(plan, PTXC_PLAN_RUN_MULTIPLE, axes.run, unit);
    plan->source_alignment = base_of(copy, &copy->source, source);
    plan->destination_alignment = base_of(copy, &copy->destination, destination);
    plan->run = axes.run;
    loop_over_runs(plan, &axes);
    return check_alignment(plan, &axes, source, destination);
}

/* One tensor copy for each box. The side in shared memory is aligned as the instruction needs it, and as the pattern of
 * a swizzle begins. */
static bool plan_boxes(const struct ptxc_copy *copy, const struct ptxc_plan_row *row, struct ptxc_plan *plan,
                       struct ptxc_arena *arena) {
    const uint64_t repeat = ptxc_swizzle_repeat((enum ptxc_swizzle)copy->swizzle);
    const uint64_t least = ptxc_roles[row->source ? row->source : row->destination].alignment;
    const uint64_t alignment = repeat > least ? repeat : least;
    const uint64_t source = row->source ? alignment : 0, destination = row->destination ? alignment : 0;
    const struct ptxc_axes none = {.run = copy->element_size};
    plan->source_alignment = base_of(copy, &copy->source, source);
    plan->destination_alignment = base_of(copy, &copy->destination, destination);
    return check_alignment(plan, &none, source, destination) && boxes_find(copy, alignment, arena, plan);
}

/* One word for each iteration of a thread: the widest that run and addresses allow. */
static bool plan_words(const struct ptxc_copy *copy, struct ptxc_plan *plan) {
    const struct ptxc_constraint *sizes = &ptxc_rules[PTXC_RULE_CP_SIZE].constraint;
    const uint64_t widest = (uint64_t)sizes->values[sizes->value_count - 1];
    struct ptxc_axes axes = ptxc_axes_of(copy, false);
    ptxc_axes_merge(&axes);
    plan->source_alignment = base_of(copy, &copy->source, 0);
    plan->destination_alignment = base_of(copy, &copy->destination, widest);
    uint64_t power = both(ptxc_plan_power_of(axes.run), both(plan->source_alignment, plan->destination_alignment));
    power = both(power, both(ptxc_axes_power(&axes, true), ptxc_axes_power(&axes, false)));
    for (size_t i = 0; i < sizes->value_count; i++)
        if ((uint64_t)sizes->values[i] <= power)
            plan->run = (uint64_t)sizes->values[i];
    if (!plan->run)
        return plan_refuse(plan, PTXC_PLAN_WORD, power, 0);
    loop_over_runs(plan, &axes);
    if (axes.run > plan->run)
        plan->loops[plan->loop_count++] =
            (struct ptxc_plan_loop){axes.run / plan->run, (int64_t)plan->run, (int64_t)plan->run, 0, 0};
    plan->copies *= axes.run / plan->run;
    return true;
}

static bool plan_kind(const struct ptxc_copy *copy, struct ptxc_arena *arena, struct ptxc_plan *plan) {
    const struct ptxc_plan_row *row = &ptxc_plan_rows[plan->kind];
    switch (row->moves) {
    case PTXC_PLAN_MOVES_RUNS: return plan_runs(copy, row, plan);
    case PTXC_PLAN_MOVES_BOXES: return plan_boxes(copy, row, plan, arena);
    default: return plan_words(copy, plan);
    }
}

/* Rounds up to a multiple of a power of two. */
static uint64_t round_up(uint64_t number, uint64_t power) {
    return (number + power - 1) & ~(power - 1);
}

/* Whether what lies in shared memory has room there, and whether a launch has to give it. The copies of a
 * tensor map have the same room. */
static bool check_room(const struct ptxc_copy *copy, struct ptxc_plan *plan) {
    const uint64_t barrier = ptxc_plan_rows[plan->kind].counted ? 8 : 0, limit = ptxc_plan_room(plan->target) - barrier;
    uint64_t bytes = 0;
    for (int source = 0; source <= 1; source++) {
        const uint64_t span = ptxc_plan_copy_span(copy, source);
        const uint64_t alignment = source ? plan->source_alignment : plan->destination_alignment;
        if (!ptxc_plan_is_shared(source ? copy->source.space : copy->destination.space))
            continue;
        if (span > limit || alignment > limit)
            return plan_refuse(plan, PTXC_PLAN_ROOM, span > limit ? span : alignment, limit);
        bytes = round_up(bytes, alignment) + span;
    }
    if (bytes > limit)
        return plan_refuse(plan, PTXC_PLAN_ROOM, bytes, limit);
    plan->dynamic_shared = bytes + barrier > PTXC_PLAN_STATIC_SHARED ? bytes : 0;
    return true;
}

/* Refuses what no plan of the kind can do, whatever the instruction. */
static bool check_copy(const struct ptxc_copy *copy, struct ptxc_plan *plan) {
    const struct ptxc_plan_row *row = &ptxc_plan_rows[plan->kind];
    const struct ptxc_axes axes = ptxc_axes_of(copy, false);
    uint64_t stride, below;
    if (copy->kinds && !(copy->kinds >> plan->kind & 1))
        return plan_refuse(plan, PTXC_PLAN_NOT_ASKED, 0, 0);
    if (ptxc_axes_overlap(&axes, &stride, &below))
        return plan_refuse(plan, PTXC_PLAN_OVERLAP, stride, below);
    if (copy->swizzle != 0 && row->moves != PTXC_PLAN_MOVES_BOXES)
        return plan_refuse(plan, PTXC_PLAN_SWIZZLE, copy->swizzle, 0);
    if (row->to == PTXC_Q_SHARED_CLUSTER && copy->source.cta_rank == copy->destination.cta_rank)
        return plan_refuse(plan, PTXC_PLAN_SAME_CTA, copy->source.cta_rank, 0);
    return true;
}

void ptxc_plan_make(const struct ptxc_copy *copy, enum ptxc_plan_kind kind, struct ptxc_arena *arena,
                    struct ptxc_plan *plan) {
    const struct ptxc_plan_row *row = &ptxc_plan_rows[kind];
    const uint32_t source = copy->source.cta_rank, destination = copy->destination.cta_rank;
    *plan = (struct ptxc_plan){.size = sizeof(*plan), .kind = kind, .ptx = copy->ptx, .cluster = 1};
    plan->target = ptxc_target_find(copy->target, strlen(copy->target));
    plan->bytes = copy->element_size;
    for (uint32_t i = 0; i < copy->rank; i++)
        plan->bytes *= copy->shape[i];
    if (row->counted)
        plan->expect_tx = plan->bytes;
    if (row->to == PTXC_Q_SHARED_CLUSTER)
        plan->cluster = (source > destination ? source : destination) + 1;
    if (check_copy(copy, plan) && plan_kind(copy, arena, plan))
        check_room(copy, plan);
}
