/* Dimensions in order: see axes.h. */
#include "plan/axes.h"

#include "ptxcheck/swizzle.h"

static uint64_t stride_of(const struct ptxc_axis *axis, bool source) {
    return source ? axis->source : axis->destination;
}

/* Puts an axis in its place among those of smaller strides; equal ones stay in their order. */
static void insert(struct ptxc_axes *axes, struct ptxc_axis axis, bool by_source) {
    uint32_t place = axes->count++;
    for (; place > 0 && stride_of(&axes->items[place - 1], by_source) > stride_of(&axis, by_source); place--)
        axes->items[place] = axes->items[place - 1];
    axes->items[place] = axis;
}

struct ptxc_axes ptxc_axes_of(const struct ptxc_copy *copy, bool by_source) {
    struct ptxc_axes axes = {.run = copy->element_size};
    for (uint32_t i = 0; i < copy->rank; i++)
        if (copy->shape[i] > 1)
            insert(&axes, (struct ptxc_axis){copy->shape[i], copy->source.strides[i], copy->destination.strides[i]},
                   by_source);
    return axes;
}

static void remove_at(struct ptxc_axes *axes, uint32_t place) {
    axes->count--;
    for (uint32_t i = place; i < axes->count; i++)
        axes->items[i] = axes->items[i + 1];
}

/* Returns the axis that continues where a piece of this size ends on both sides; `count` where there is none. */
static uint32_t next_after(const struct ptxc_axes *axes, uint64_t source, uint64_t destination) {
    for (uint32_t i = 0; i < axes->count; i++)
        if (axes->items[i].source == source && axes->items[i].destination == destination)
            return i;
    return axes->count;
}

/* Merges the axis at a place with the one that continues it; returns whether there is one. */
static bool merge_at(struct ptxc_axes *axes, uint32_t place) {
    struct ptxc_axis *axis = &axes->items[place];
    const uint32_t next = next_after(axes, axis->source * axis->extent, axis->destination * axis->extent);
    if (next == axes->count || next == place)
        return false;
    axis->extent *= axes->items[next].extent;
    remove_at(axes, next);
    return true;
}

void ptxc_axes_merge(struct ptxc_axes *axes) {
    for (uint32_t next; (next = next_after(axes, axes->run, axes->run)) < axes->count;) {
        axes->run *= axes->items[next].extent;
        remove_at(axes, next);
    }
    for (uint32_t i = 0; i < axes->count; i++)
        if (merge_at(axes, i))
            i = UINT32_MAX; /* its place may have changed: from the beginning */
}

/* Returns how many bytes lie from the first byte of a side to its last; UINT64_MAX where that is no number. */
static uint64_t span_of_axes(const struct ptxc_axes *axes, bool source) {
    uint64_t span = axes->run;
    for (uint32_t i = 0; i < axes->count; i++) {
        const uint64_t stride = stride_of(&axes->items[i], source), steps = axes->items[i].extent - 1;
        if (stride > 0 && steps > (UINT64_MAX - span) / stride)
            return UINT64_MAX;
        span += stride * steps;
    }
    return span;
}

uint64_t ptxc_plan_copy_span(const struct ptxc_copy *copy, bool source) {
    const struct ptxc_axes axes = ptxc_axes_of(copy, false);
    const uint64_t span = span_of_axes(&axes, source);
    const bool shared = ptxc_plan_is_shared(source ? copy->source.space : copy->destination.space);
    const uint64_t reach = shared ? ptxc_swizzle_span((enum ptxc_swizzle)copy->swizzle) : 0;
    return reach && span < UINT64_MAX - reach ? (span + reach - 1) / reach * reach : span;
}

uint64_t ptxc_plan_power_of(uint64_t number) {
    return number & (~number + 1);
}

uint64_t ptxc_axes_power(const struct ptxc_axes *axes, bool source) {
    uint64_t all = 0;
    for (uint32_t i = 0; i < axes->count; i++)
        all |= stride_of(&axes->items[i], source);
    return ptxc_plan_power_of(all);
}

bool ptxc_axes_overlap(const struct ptxc_axes *axes, uint64_t *stride, uint64_t *below) {
    *below = axes->run;
    for (uint32_t i = 0; i < axes->count; i++) {
        *stride = axes->items[i].destination;
        if (*stride < *below)
            return true;
        *below += *stride * (axes->items[i].extent - 1);
    }
    return false;
}
