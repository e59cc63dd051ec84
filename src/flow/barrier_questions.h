/* Questions about the mbarriers of a function that several rules ask. */
#ifndef PTXC_BARRIER_QUESTIONS_H
#define PTXC_BARRIER_QUESTIONS_H

#include "flow/barriers.h"

/* The use that the step is, or NULL. */
const struct ptxc_barrier_use *ptxc_barriers_use(const struct ptxc_barriers *barriers, uint32_t step);

/* Whether one of these actions is done to an mbarrier that may be that of the key. */
bool ptxc_barriers_any(const struct ptxc_barriers *barriers, uint32_t key, uint32_t actions);

/* Whether the mbarrier lies in a variable of this kernel: it cannot be made or armed elsewhere. */
bool ptxc_barriers_own(const struct ptxc_barriers *barriers, uint32_t key);

/* Whether one thread of the CTA alone runs the use. */
bool ptxc_barriers_single(const struct ptxc_barriers *barriers, const struct ptxc_barrier_use *use);

/* Whether one of the conditions implies the other: what runs under them is run by one thread. */
bool ptxc_barriers_related(const struct ptxc_barriers *barriers, const struct ptxc_condition *a,
                           const struct ptxc_condition *b);

/* Whether something in the condition may be another in the next round of the loop. */
bool ptxc_barriers_condition_changes(const struct ptxc_barriers *barriers, const struct ptxc_condition *condition,
                                     uint32_t loop);

/* The innermost loop around the step that does more than wait, or PTXC_NO_BLOCK. */
uint32_t ptxc_barriers_working_loop(const struct ptxc_barriers *barriers, uint32_t step);

/* What must hold for control to go from one block to the next, as an atom; false where nothing is known of it. A thread
 * of whose condition this is the contrary does not go there. */
bool ptxc_barriers_edge(const struct ptxc_barriers *barriers, uint32_t from, uint32_t to,
                        struct ptxc_condition *condition);

/* Whether after the step the thread may know what other threads have seen: a barrier, a warp's too, an acquire. */
bool ptxc_barriers_synchronizes(const struct ptxc_flow *flow, uint32_t step);

/* A name for the mbarrier in messages: that of its variable, or "the mbarrier". */
const char *ptxc_barriers_name(const struct ptxc_barriers *barriers, uint32_t key);

#endif
