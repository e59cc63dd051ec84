/* Which threads run a step for certain: conditions say which ones may, and this which ones do. */
#ifndef PTXC_FINDINGS_PARTICIPATION_H
#define PTXC_FINDINGS_PARTICIPATION_H

#include "analysis/findings/hazard.h"

/* Whether each atom of the condition is the same for all threads of the CTA. */
bool ptxc_condition_is_uniform(const struct ptxc_flow *flow, const struct ptxc_condition *condition);

/* Whether all threads of the CTA for which the condition of the step holds come to it, as often as it takes: no other
 * branch that may tell threads apart leads past it. That a loop comes to its end is no such branch. */
bool ptxc_participation_all(const struct ptxc_flow *flow, uint32_t step);

/* The blocks to whose start a thread for which the condition holds may come without having executed the step `passed`,
 * a bit each, in the arena of the program. NULL where nothing is known: `passed` has a guard, or a branch leads to it,
 * of which the condition does not tell. */
bool *ptxc_flow_without(const struct ptxc_flow *flow, uint32_t passed, const struct ptxc_condition *condition);

/* Whether such a thread may come to the step `to` so; `without` is what the function above gave. */
bool ptxc_flow_comes_without(const struct ptxc_flow *flow, const bool *without, uint32_t passed, uint32_t to);

/* Whether the step can be reached and its guard is not false for certain. */
bool ptxc_flow_runs(const struct ptxc_flow *flow, uint32_t step);

/* The elect.sync whose lane alone satisfies the condition, or PTXC_NO_STEP. */
uint32_t ptxc_flow_elect(const struct ptxc_flow *flow, const struct ptxc_condition *condition);

/* How many threads of a CTA run the step each time, for certain; 0: not known. With `limit` the CTA is taken to have as
 * many threads as it may. */
uint32_t ptxc_flow_thread_count(const struct ptxc_flow *flow, uint32_t step, bool limit);

/* Whether some way leads from just after one step to another one. */
bool ptxc_flow_leads(const struct ptxc_flow *flow, uint32_t from, uint32_t to);

/* Whether a CTA has one thread for certain. */
bool ptxc_flow_is_alone(const struct ptxc_flow *flow);

#endif
