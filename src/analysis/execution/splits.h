/* Where lanes go: branches, ends, and how the splits of a warp diverge and reconverge. */
#ifndef PTXC_EXECUTION_SPLITS_H
#define PTXC_EXECUTION_SPLITS_H

#include "analysis/automata/machine.h"

/* Whether a step says where its lanes go. */
bool ptxc_split_is_decided_by(const struct ptxc_step *step);

/* The split goes where its op says; `lanes` are those for which its guard holds. */
void ptxc_split_branch(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_split *split,
                       const struct ptxc_op *op, uint32_t lanes);

/* Ends the lanes of a split that has come to the end of the function. Returns whether it has. */
bool ptxc_split_ends(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_split *split);

/* Splits of a warp that are at one op become one. */
void ptxc_splits_reconverge(struct ptxc_warp *warp);

/* Whether the op is one at which the lanes of a mask wait for each other, and the split has to wait for some. */
bool ptxc_split_waits_for_lanes(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                                const struct ptxc_split *split);

/* Releases splits that wait for lanes which have come to such an op, too. Returns whether there was one. */
bool ptxc_splits_release(const struct ptxc_machine *machine, struct ptxc_warp *warp);

#endif
