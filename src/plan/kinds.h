/* The rows of plans.def and plan_reasons.def as C. */
#ifndef PTXC_PLAN_KINDS_H
#define PTXC_PLAN_KINDS_H

#include "ptxcheck/plan.h"
#include "tables/tables.h"

enum {
    PTXC_PLAN_KIND_COUNT = 1
#define PLAN(enumerator, name, from, to, source_role, destination_role, moves, barrier) +1
#include "plans.def"
};

enum {
#define PLAN_LIMIT(name, bytes) name = (bytes),
#include "plans.def"
};

/* What one copy moves. */
enum ptxc_plan_moves { PTXC_PLAN_MOVES_RUNS, PTXC_PLAN_MOVES_BOXES, PTXC_PLAN_MOVES_WORDS };

struct ptxc_plan_row {
    const char *name;
    enum ptxc_qualifier from, to;
    enum ptxc_role source, destination; /* PTXC_ROLE_NONE: the side is named by a tensor map */
    enum ptxc_plan_moves moves;
    bool counted; /* an mbarrier counts the bytes that arrive */
};

/* Where a line of the module stands. */
enum ptxc_line_part {
    PTXC_LINE_HEAD,
    PTXC_LINE_DYNAMIC,
    PTXC_LINE_KERNEL,
    PTXC_LINE_STATIC,
    PTXC_LINE_BEFORE,
    PTXC_LINE_LOOPED,
    PTXC_LINE_COPY,
    PTXC_LINE_AFTER
};

struct ptxc_line_row {
    uint32_t kinds; /* bit per ptxc_plan_kind */
    enum ptxc_line_part part;
    const char *text;
};

struct ptxc_reason_row {
    const char *member, *text;
};

enum {
    PTXC_PLAN_REASON_COUNT = 0
#define REASON(enumerator, member, text) +1
#include "plan_reasons.def"
};

extern const struct ptxc_plan_row ptxc_plan_rows[PTXC_PLAN_KIND_COUNT]; /* by ptxc_plan_kind */
extern const struct ptxc_reason_row ptxc_plan_reasons[PTXC_PLAN_REASON_COUNT];

/* Returns the line at this place in the order of a module, or NULL after the last. */
const struct ptxc_line_row *ptxc_plan_line_at(size_t index);

/* Returns how much shared memory a CTA can have on a target, in bytes. */
uint64_t ptxc_plan_room(enum ptxc_target target);

/* Whether the space is shared memory, of the CTA or of another one in its cluster. */
bool ptxc_plan_is_shared(enum ptxc_qualifier space);

#endif
