/* Which threads run a step for certain: conditions say which ones may, and this which ones do. */
#ifndef PTXC_FINDINGS_PARTICIPATION_H
#define PTXC_FINDINGS_PARTICIPATION_H

#include "analysis/findings/hazard.h"

/* Whether all threads of the CTA for which the condition of the step holds come to it, as often as it takes: no other
 * branch that may tell threads apart leads past it. That a loop comes to its end is no such branch. */
bool ptxc_participation_all(const struct ptxc_flow *flow, uint32_t step);
/* Whether so many blocks may be visited, too, to answer such a question. In a function with very many branches and
 * copies nothing is known of the last ones, so that the time grows no further. */
bool ptxc_participation_may_visit(const struct ptxc_flow *flow, uint32_t blocks);

#endif
