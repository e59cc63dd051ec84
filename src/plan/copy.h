/* Whether a copy is one at all. */
#ifndef PTXC_PLAN_COPY_H
#define PTXC_PLAN_COPY_H

#include "plan/kinds.h"

/* What is wrong with a copy: the member, as copy_fields.def names it, and the side that it is of; NULL for the copy as
 * a whole. */
struct ptxc_plan_copy_error {
    const char *side, *member; /* NULL: none */
    const char *words;         /* the requirement */
};

/* Decides whether a copy can be planned; otherwise says why not. Its target is looked at, but not its kinds. */
bool ptxc_plan_copy_check(const struct ptxc_copy *copy, struct ptxc_plan_copy_error *error);

/* Gives a side the strides of an array without gaps; swizzled rows in shared memory are as far apart as the swizzle
 * makes them. */
void ptxc_plan_copy_pack(const struct ptxc_copy *copy, struct ptxc_copy_side *side);

#endif
