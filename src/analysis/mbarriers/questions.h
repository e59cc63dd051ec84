/* Questions about the mbarriers of a function that several rules ask. */
#ifndef PTXC_MBARRIERS_QUESTIONS_H
#define PTXC_MBARRIERS_QUESTIONS_H

#include "analysis/mbarriers/mbarriers.h"

/* The use that the step is, or NULL. */
const struct ptxc_mbarrier_use_of *ptxc_mbarriers_use(const struct ptxc_mbarriers *barriers, uint32_t step);

/* Whether one of these actions is done to an mbarrier that may be that of the key. */
bool ptxc_mbarriers_any(const struct ptxc_mbarriers *barriers, uint32_t key, uint32_t actions);

/* Whether the mbarrier lies in a variable of this kernel: it cannot be made or armed elsewhere. */
bool ptxc_mbarriers_own(const struct ptxc_mbarriers *barriers, uint32_t key);

/* Whether one thread of the CTA alone runs the use. */
bool ptxc_mbarriers_single(const struct ptxc_mbarriers *barriers, const struct ptxc_mbarrier_use_of *use);

/* Whether one of the conditions implies the other: what runs under them is run by one thread. */
bool ptxc_mbarriers_related(const struct ptxc_mbarriers *barriers, const struct ptxc_condition *a,
                            const struct ptxc_condition *b);

/* Whether something in the condition may be another in the next round of the loop. */
bool ptxc_mbarriers_condition_changes(const struct ptxc_mbarriers *barriers, const struct ptxc_condition *condition,
                                      uint32_t loop);

/* The innermost loop around the step that does more than wait, or PTXC_NO_BLOCK. */
uint32_t ptxc_mbarriers_working_loop(const struct ptxc_mbarriers *barriers, uint32_t step);

/* What must hold for control to go from one block to the next, as an atom; false where nothing is known of it. A thread
 * of whose condition this is the contrary does not go there. */
bool ptxc_mbarriers_edge(const struct ptxc_mbarriers *barriers, uint32_t from, uint32_t to,
                         struct ptxc_condition *condition);

/* Whether after the step the thread may know what other threads have seen: a barrier, a warp's too, an acquire. */
bool ptxc_mbarriers_synchronizes(const struct ptxc_flow *flow, uint32_t step);

/* A name for the mbarrier in messages: that of its variable, or "the mbarrier". */
const char *ptxc_mbarriers_name(const struct ptxc_mbarriers *barriers, uint32_t key);

/* Finds out who may know that a phase is complete; false without memory. The two questions after it are about keys with
 * copies: whether a thread that waits for `other` may have been told; whether one that synchronizes at the step may. */
bool ptxc_mbarriers_spread(struct ptxc_mbarriers *barriers);
bool ptxc_mbarriers_told(const struct ptxc_mbarriers *barriers, uint32_t key, uint32_t other);
bool ptxc_mbarriers_known_at(const struct ptxc_mbarriers *barriers, uint32_t key, uint32_t step);

#endif
