/* The planner: see planner.h. */
#include "plan/planner.h"

#include <string.h>

#include "plan/boxes.h"
#include "plan/refuse.h"
#include "ptxcheck/swizzle.h"
#include "report/rules.h"

bool ptxc_plan_suits(const struct ptxc_copy *copy, enum ptxc_plan_kind kind) {
    const struct ptxc_plan_row *row = &ptxc_plan_rows[kind];
    return row->from == copy->source.space && row->to == copy->destination.space;
}

/* The smaller of two powers of two, where 0 stands for all. */
static uint64_t both(uint64_t a, uint64_t b) {
    return a && (!b || a < b) ? a : b;
}

/* What the address of the first element of a side is a multiple of: `needed`, where the plan may choose. */
static uint64_t base_of(const struct ptxc_copy *copy, const struct ptxc_copy_side *side, uint64_t needed) {
    if (side->alignment)
        return side->alignment;
    return ptxc_plan_is_shared(side->space) && needed ? needed : ptxc_power_of(copy->element_size);
}

/* Refuses a plan whose addresses are not aligned as the instruction needs it. */
static bool check_alignment(struct ptxc_plan *plan, const struct ptxc_axes *axes, uint64_t source,
                            uint64_t destination) {
    const uint64_t from = both(plan->source_alignment, ptxc_axes_power(axes, true));
    const uint64_t to = both(plan->destination_alignment, ptxc_axes_power(axes, false));
    if (source && from < source)
        return ptxc_plan_refuse(plan, PTXC_PLAN_SOURCE, from, source);
    if (destination && to < destination)
        return ptxc_plan_refuse(plan, PTXC_PLAN_DESTINATION, to, destination);
    return true;
}

/* Makes the loops around runs, of the axes from the outermost on. */
static void make_loops(struct ptxc_plan *plan, const struct ptxc_axes *axes) {
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
        return ptxc_plan_refuse(plan, PTXC_PLAN_RUN_SHORT, axes.run, unit);
    if (axes.run % unit != 0)
        return ptxc_plan_refuse(plan, PTXC_PLAN_RUN_MULTIPLE, axes.run, unit);
    plan->source_alignment = base_of(copy, &copy->source, source);
    plan->destination_alignment = base_of(copy, &copy->destination, destination);
    plan->run = axes.run;
    make_loops(plan, &axes);
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
    return check_alignment(plan, &none, source, destination) && ptxc_boxes_find(copy, alignment, arena, plan);
}

/* One word for each turn of a thread: the widest that run and addresses allow. */
static bool plan_words(const struct ptxc_copy *copy, struct ptxc_plan *plan) {
    const struct ptxc_constraint *sizes = &ptxc_rules[PTXC_RULE_CP_SIZE].constraint;
    const uint64_t widest = (uint64_t)sizes->values[sizes->value_count - 1];
    struct ptxc_axes axes = ptxc_axes_of(copy, false);
    ptxc_axes_merge(&axes);
    plan->source_alignment = base_of(copy, &copy->source, 0);
    plan->destination_alignment = base_of(copy, &copy->destination, widest);
    uint64_t power = both(ptxc_power_of(axes.run), both(plan->source_alignment, plan->destination_alignment));
    power = both(power, both(ptxc_axes_power(&axes, true), ptxc_axes_power(&axes, false)));
    for (size_t i = 0; i < sizes->value_count; i++)
        if ((uint64_t)sizes->values[i] <= power)
            plan->run = (uint64_t)sizes->values[i];
    if (!plan->run)
        return ptxc_plan_refuse(plan, PTXC_PLAN_WORD, power, 0);
    make_loops(plan, &axes);
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

/* Decides whether what lies in shared memory has room there, and whether a launch has to give it. The copies of a
 * tensor map have the same room. */
static bool check_room(const struct ptxc_copy *copy, struct ptxc_plan *plan) {
    const uint64_t barrier = ptxc_plan_rows[plan->kind].counted ? 8 : 0, limit = ptxc_plan_room(plan->target) - barrier;
    uint64_t bytes = 0;
    for (int source = 0; source <= 1; source++) {
        const uint64_t span = ptxc_copy_span(copy, source);
        const uint64_t alignment = source ? plan->source_alignment : plan->destination_alignment;
        if (!ptxc_plan_is_shared(source ? copy->source.space : copy->destination.space))
            continue;
        if (span > limit || alignment > limit)
            return ptxc_plan_refuse(plan, PTXC_PLAN_ROOM, span > limit ? span : alignment, limit);
        bytes = round_up(bytes, alignment) + span;
    }
    if (bytes > limit)
        return ptxc_plan_refuse(plan, PTXC_PLAN_ROOM, bytes, limit);
    plan->dynamic_shared = bytes + barrier > PTXC_PLAN_STATIC_SHARED ? bytes : 0;
    return true;
}

/* Refuses what no plan of the kind can do, whatever the instruction. */
static bool check_copy(const struct ptxc_copy *copy, struct ptxc_plan *plan) {
    const struct ptxc_plan_row *row = &ptxc_plan_rows[plan->kind];
    const struct ptxc_axes axes = ptxc_axes_of(copy, false);
    uint64_t stride, below;
    if (copy->kinds && !(copy->kinds >> plan->kind & 1))
        return ptxc_plan_refuse(plan, PTXC_PLAN_NOT_ASKED, 0, 0);
    if (ptxc_axes_overlap(&axes, &stride, &below))
        return ptxc_plan_refuse(plan, PTXC_PLAN_OVERLAP, stride, below);
    if (copy->swizzle != 0 && row->moves != PTXC_PLAN_MOVES_BOXES)
        return ptxc_plan_refuse(plan, PTXC_PLAN_SWIZZLE, copy->swizzle, 0);
    if (row->to == PTXC_Q_SHARED_CLUSTER && copy->source.cta_rank == copy->destination.cta_rank)
        return ptxc_plan_refuse(plan, PTXC_PLAN_SAME_CTA, copy->source.cta_rank, 0);
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
