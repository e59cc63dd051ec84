/* What too many threads do, or too few (T01, T02, T04, T05). */
#ifndef PTXC_THREAD_RULES_H
#define PTXC_THREAD_RULES_H

#include "flow/hazard.h"

/* Reports what is wrong with who runs the steps of a function. */
void ptxc_threads_check(const struct ptxc_flow *flow);

/* Whether several threads of a CTA start the copy of the step, each the same, or the elected ones of several warps make
 * its mbarrier. Then the rule that says so, and how sure it is, else PTXC_RULE_COUNT. */
enum ptxc_rule_id ptxc_threads_repeat(const struct ptxc_flow *flow, uint32_t step, enum ptxc_level *level);

#endif
