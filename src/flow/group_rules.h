/* The rules about async-groups, at one step each. */
#ifndef PTXC_GROUP_RULES_H
#define PTXC_GROUP_RULES_H

#include "flow/pending.h"

/* Looks at a step with all copies as they are before it. */
void ptxc_groups_look(const struct ptxc_pending_groups *groups, const struct ptxc_pending *state, uint32_t step);

#endif
