/* Boxes of tensor maps: see boxes.h.
 *
 * The axes are those of the tensor, in the order in which their elements lie in shared memory. A box is all of the
 * first axes, a part of the next one and one element of the others; the rest are loops. From the largest box on, each
 * is offered to the rules about tensor maps.
 */
#include "plan/boxes.h"

#include "plan/refuse.h"
#include "ptxcheck/swizzle.h"
#include "report/rules.h"
#include "tensormap/judge.h"

/* A search for boxes. */
struct search {
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
    const struct search *search = taker;
    return !search->any_broken && ptxc_rules[rule].rule_class == PTXC_CLASS_LEGALITY;
}

static void take(void *taker, const struct ptxc_finding *finding) {
    struct search *search = taker;
    search->any_broken = true;
    search->broken = finding->rule;
}

static uint64_t stride_in_shared(const struct search *search, uint32_t axis) {
    return search->store ? search->axes.items[axis].source : search->axes.items[axis].destination;
}

static uint64_t stride_in_global(const struct search *search, uint32_t axis) {
    return search->store ? search->axes.items[axis].destination : search->axes.items[axis].source;
}

/* The data type with elements of so many bytes; UINT32_MAX where there is none. */
static uint32_t type_of(uint32_t element_size) {
    const struct ptxc_map_value_row *row;
    for (size_t i = 0; (row = ptxc_map_value_at(PTXC_TENSORMAP_DATA_TYPE, i)); i++)
        if (row->measure == row->shared && row->measure == element_size * 8)
            return row->value;
    return UINT32_MAX;
}

/* Fills in what does not depend on the box. The address is judged as what it is certainly a multiple of. */
static void begin_map(struct search *search, enum ptxc_target target, uint64_t alignment) {
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

/* How many of the first axes lie in shared memory as those of a box do: without gaps, but with a swizzle, rows that are
 * as far apart as it makes them. */
static uint32_t count_dense(const struct search *search) {
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
static bool make_loops(const struct search *search, uint32_t cut, uint64_t part, struct ptxc_plan *plan) {
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

/* Tries one box; gives whether it will do. */
static bool try_box(struct search *search, uint32_t cut, uint64_t part, struct ptxc_plan *plan) {
    struct ptxc_tensormap *value = &search->map.value;
    plan->run = search->copy->element_size;
    for (uint32_t i = 0; i < search->axes.count; i++) {
        value->box_dim[i] = (uint32_t)(i < cut ? search->axes.items[i].extent : i == cut ? part : 1);
        plan->run *= value->box_dim[i];
    }
    if (!ptxc_map_judge(&search->map, &search->sink))
        return false;
    const bool aligned = make_loops(search, cut, part, plan);
    search->misplaced |= !aligned;
    return aligned;
}

/* Tries boxes from the largest on. The rule about boxDim bounds the search, since a larger box is none. */
static bool search_boxes(struct search *search, struct ptxc_plan *plan) {
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

bool ptxc_boxes_find(const struct ptxc_copy *copy, uint64_t alignment, struct ptxc_arena *arena,
                     struct ptxc_plan *plan) {
    const bool store = ptxc_plan_is_shared(copy->source.space);
    struct search search = {.copy = copy, .axes = ptxc_axes_of(copy, store), .store = store};
    search.sink = (struct ptxc_sink){.arena = arena, .source = "", .taker = &search, .wants = wants, .take = take};
    search.alignment = alignment;
    if (search.axes.count == 0)
        search.axes.items[search.axes.count++] = (struct ptxc_axis){1, copy->element_size, copy->element_size};
    if (type_of(copy->element_size) == UINT32_MAX)
        return ptxc_plan_refuse(plan, PTXC_PLAN_ELEMENT, copy->element_size, 0);
    if (stride_in_shared(&search, 0) != copy->element_size || stride_in_global(&search, 0) != copy->element_size)
        return ptxc_plan_refuse(plan, PTXC_PLAN_INNER, 0, 0);
    begin_map(&search, plan->target, store ? plan->destination_alignment : plan->source_alignment);
    if (!search_boxes(&search, plan)) {
        plan->rule = search.any_broken ? ptxc_rules[search.broken].id : NULL;
        return ptxc_plan_refuse(plan, search.misplaced || !plan->rule ? PTXC_PLAN_STEP : PTXC_PLAN_MAP, 0,
                                search.alignment);
    }
    plan->map = search.map.value;
    plan->map.unknown[PTXC_TENSORMAP_ADDRESS] = UINT8_MAX;
    plan->map.global_address = 0;
    return true;
}
