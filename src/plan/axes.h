/* The dimensions of a copy as the planner sees them: without those of extent 1, in the order in which the bytes lie on
 * one side, and where wanted, merged where they are contiguous on both.
 */
#ifndef PTXC_PLAN_AXES_H
#define PTXC_PLAN_AXES_H

#include "plan/kinds.h"

struct ptxc_axis {
    uint64_t extent;
    uint64_t source, destination; /* strides in bytes */
};

struct ptxc_axes {
    uint64_t run; /* bytes that are contiguous on both sides: an element, or what was merged into it */
    uint32_t count;
    struct ptxc_axis items[PTXC_COPY_MAX_RANK]; /* the innermost first */
};

/* Returns the dimensions of the copy, by their strides in the destination or, `by_source`, in the source. */
struct ptxc_axes ptxc_axes_of(const struct ptxc_copy *copy, bool by_source);

/* Merges what is contiguous on both sides: into the run first, and then with each other. */
void ptxc_axes_merge(struct ptxc_axes *axes);

/* Returns how many bytes lie from the first byte of a side of the copy to its last; UINT64_MAX where that is no number.
 * A swizzle may move bytes of the last row to where it would end if it were as long as the swizzle reaches. */
uint64_t ptxc_plan_copy_span(const struct ptxc_copy *copy, bool source);

/* Returns the largest power of two that divides a number, and every stride of a side; 0 stands for all powers. */
uint64_t ptxc_plan_power_of(uint64_t number);
uint64_t ptxc_axes_power(const struct ptxc_axes *axes, bool source);

/* Whether elements of the destination may share bytes: then the stride that is too small, and what lies below it. */
bool ptxc_axes_overlap(const struct ptxc_axes *axes, uint64_t *stride, uint64_t *below);

#endif
