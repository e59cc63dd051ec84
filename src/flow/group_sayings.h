/* What the rules about async-groups share: which steps a copy meets, and what is said in several places. */
#ifndef PTXC_GROUP_SAYINGS_H
#define PTXC_GROUP_SAYINGS_H

#include "flow/pending.h"

/* Whether the step is certain to run in an execution in which the copy was started, by the same thread. */
bool ptxc_copy_meets(const struct ptxc_pending_groups *groups, const struct ptxc_pending_copy *copy,
                     const struct ptxc_condition *condition);

/* Reports what was found, once for a place and a rule: one step may touch what several copies write. */
void ptxc_groups_give(const struct ptxc_pending_groups *groups, struct ptxc_hazard *hazard, uint32_t step);

/* The mnemonic of copies of its kind, for messages. */
const char *ptxc_copy_kind(const struct ptxc_pending_copy *copy);

/* Reports a copy that was committed with the instruction of the other kind of groups. */
void ptxc_groups_say_wrong_kind(const struct ptxc_pending_groups *groups, struct ptxc_pending_copy *copy,
                                const struct ptxc_pending *pending);

/* Reports a wait that the thread which has started the copy does not run, if that is why the copy is pending. */
bool ptxc_groups_say_foreign(const struct ptxc_pending_groups *groups, struct ptxc_pending_copy *copy);

#endif
