/* Where lanes go: branches, ends, and how the parts of a warp part and meet. */
#ifndef PTXC_WALK_BRANCHES_H
#define PTXC_WALK_BRANCHES_H

#include "flow/walk/machine.h"

/* Whether a step says where its lanes go. */
bool ptxc_branches(const struct ptxc_step *step);

/* The part goes where its op says; `lanes` are those for which its guard holds. */
void ptxc_branch(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_part *part, const struct ptxc_op *op,
                 uint32_t lanes);

/* The part goes on with the op after the one it is at. */
void ptxc_go_on(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_part *part);

/* Ends the lanes of a part that has come to the end of the function; whether it has. */
bool ptxc_part_ends(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_part *part);

/* Parts of a warp that are at one op become one. */
void ptxc_parts_meet(struct ptxc_warp *warp);

/* Whether the op is one at which the lanes of a mask wait for each other, and the part has to wait for some. */
bool ptxc_waits_for_lanes(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                          const struct ptxc_part *part);

/* Lets go parts that wait for lanes which have come to such an op, too; whether there was one. */
bool ptxc_lanes_let_go(const struct ptxc_machine *machine, struct ptxc_warp *warp);

#endif
