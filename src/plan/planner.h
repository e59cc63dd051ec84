/* A copy from JSON, with the places of its members; from a copy to one plan of a kind, or to the reason why there is
 * none; and the text of a plan: the module that does what it says. What the assembler says of its text is not asked
 * here.
 */
#ifndef PTXC_PLAN_PLANNER_H
#define PTXC_PLAN_PLANNER_H

#include "plan/axes.h"
#include "plan/kinds.h"
#include "report/sink.h"

/* What is wrong with a copy: the member, as copy_fields.def names it, and the side that it is of; NULL for the copy as
 * a whole. */
struct ptxc_plan_copy_error {
    const char *side, *member; /* NULL: none */
    const char *words;         /* the requirement */
};

/* Whether a copy can be planned; otherwise says why not. Its target is looked at, but not its kinds. */
bool ptxc_plan_copy_check(const struct ptxc_copy *copy, struct ptxc_plan_copy_error *error);

/* Gives a side the strides of an array without gaps; swizzled rows in shared memory are as far apart as the swizzle
 * makes them. */
void ptxc_plan_copy_pack(const struct ptxc_copy *copy, struct ptxc_copy_side *side);

/* Whether the kind copies between the spaces of the copy. */
bool ptxc_plan_suits(const struct ptxc_copy *copy, enum ptxc_plan_kind kind);

/* Makes the plan of this kind, whatever comes of it. `arena` is for what is reported of its tensor map. */
void ptxc_plan_make(const struct ptxc_copy *copy, enum ptxc_plan_kind kind, struct ptxc_arena *arena,
                    struct ptxc_plan *plan);

/* Writes the module; it keeps the contract of snprintf. The PTX version is that of the plan. */
size_t ptxc_plan_text(const struct ptxc_copy *copy, const struct ptxc_plan *plan, char *buffer, size_t size);

/* Writes the reason of a plan in words; it keeps the contract of snprintf. */
size_t ptxc_plan_words(const struct ptxc_plan *plan, char *buffer, size_t size);

/* The members of a copy, and of a side of one. */
enum {
    PTXC_COPY_FIELD_COUNT = 0
#define COPY_FIELD(of, name, member, type, needed) +1
#include "copy_fields.def"
};

/* Where the members of the copy stand; of length 0 where they do not. */
struct ptxc_copy_places {
    struct ptxc_span whole;
    struct ptxc_span members[PTXC_COPY_FIELD_COUNT]; /* in the order of copy_fields.def */
    struct ptxc_span source[PTXC_COPY_FIELD_COUNT], destination[PTXC_COPY_FIELD_COUNT]; /* those of the sides */
};

/* Reads a copy, and reports what is wrong with it to the sink; returns whether it can be planned. `target` and `ptx`
 * replace what it says, unless they are NULL and 0. */
bool ptxc_plan_copy_read(const char *source, uint32_t length, const char *target, uint32_t ptx,
                         const struct ptxc_sink *sink, struct ptxc_copy *copy, struct ptxc_copy_places *places);

/* Returns the place of a member of the copy, or the copy where it has none of that name. */
struct ptxc_span ptxc_plan_copy_member(const struct ptxc_copy_places *places, const char *side, const char *member);

#endif
