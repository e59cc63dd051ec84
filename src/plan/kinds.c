/* The rows of plans: see kinds.h. */
#include "plan/kinds.h"

#include <string.h>

#define RUNS PTXC_PLAN_MOVES_RUNS
#define BOXES PTXC_PLAN_MOVES_BOXES
#define WORDS PTXC_PLAN_MOVES_WORDS
#define COUNTED true
#define UNCOUNTED false
const struct ptxc_plan_row ptxc_plan_rows[PTXC_PLAN_KIND_COUNT] = {
#define PLAN(enumerator, name, from, to, source_role, destination_role, moves, barrier) \
    [enumerator] = {name, from, to, source_role, destination_role, moves, barrier},
#include "plans.def"
};

const struct ptxc_reason_row ptxc_plan_reasons[PTXC_PLAN_REASON_COUNT] = {
#define REASON(enumerator, member, text) [enumerator] = {member, text},
#include "plan_reasons.def"
};

static const struct ptxc_line_row lines[] = {
#define LINE(kinds, part, text) {kinds, PTXC_LINE_##part, text},
#include "plans.def"
};

const struct ptxc_line_row *ptxc_plan_line_at(size_t index) {
    return index < PTXC_COUNT(lines) ? &lines[index] : NULL;
}

uint64_t ptxc_plan_room(enum ptxc_target target) {
    static const struct {
        uint16_t number;
        uint64_t bytes;
    } rooms[] = {
#define PLAN_ROOM(number, bytes) {number, bytes},
#include "plans.def"
    };
    size_t i = 0;
    while (i + 1 < PTXC_COUNT(rooms) && rooms[i + 1].number <= ptxc_targets[target].number)
        i++;
    return rooms[i].bytes;
}

bool ptxc_plan_is_shared(enum ptxc_qualifier space) {
    return space == PTXC_Q_SHARED_CTA || space == PTXC_Q_SHARED_CLUSTER;
}

const char *ptxc_plan_kind_name(enum ptxc_plan_kind kind) {
    return (size_t)kind < PTXC_COUNT(ptxc_plan_rows) ? ptxc_plan_rows[kind].name : NULL;
}

enum ptxc_plan_kind ptxc_plan_kind_from_name(const char *name) {
    for (size_t i = 1; name && i < PTXC_COUNT(ptxc_plan_rows); i++)
        if (strcmp(name, ptxc_plan_rows[i].name) == 0)
            return (enum ptxc_plan_kind)i;
    return PTXC_PLAN_NONE;
}
