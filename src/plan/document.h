/* A copy from JSON, with the places of its members. */
#ifndef PTXC_PLAN_DOCUMENT_H
#define PTXC_PLAN_DOCUMENT_H

#include "plan/kinds.h"
#include "report/sink.h"

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

/* Reads a copy, and says what is wrong with it to the sink; gives whether it can be planned. `target` and `ptx` replace
 * what it says, unless they are NULL and 0. */
bool ptxc_copy_read(const char *source, uint32_t length, const char *target, uint32_t ptx, const struct ptxc_sink *sink,
                    struct ptxc_copy *copy, struct ptxc_copy_places *places);

/* The place of a member of the copy, or the copy where it has none of that name. */
struct ptxc_span ptxc_copy_member(const struct ptxc_copy_places *places, const char *side, const char *member);

#endif
