/* Copies, commits and waits of groups that stand elsewhere than is meant, as the text around them shows. */
#ifndef PTXC_FINDINGS_VIOLATION_GROUPS_H
#define PTXC_FINDINGS_VIOLATION_GROUPS_H

#include "analysis/findings/violation.h"

/* What stands elsewhere than is meant, or is missing where others have it. */
enum ptxc_misplaced {
#define MISPLACED(enumerator, note, like, advice) enumerator,
#include "analysis/findings/misplacements.def"
    PTXC_MISPLACED_COUNT
};
struct ptxc_misplacement {
    enum ptxc_misplaced what;
    uint32_t at;   /* what the text has in that place, or PTXC_NO_STEP */
    uint32_t like; /* another one that is as it should be, likewise */
};

/* How many copies are in a group, and in the next one. */
struct ptxc_group_sizes {
    uint32_t here, next;
};

/* Returns what stands elsewhere than is meant among the copies, commits and waits of the groups that a violation is
 * about. */
struct ptxc_misplacement ptxc_violation_misplaced(const struct ptxc_flow *flow, const struct ptxc_violation *violation);

/* Returns the sizes of the group of a copy, which is committed, and of the next one in the text. */
struct ptxc_group_sizes ptxc_violation_group_sizes(const struct ptxc_flow *flow,
                                                   const struct ptxc_violation *violation);

#endif
