/* What the rules about constants say of registers whose values are known (A01 to A09, C01, C05, C07, C08, S01). */
#ifndef PTXC_FOLDED_H
#define PTXC_FOLDED_H

#include "flow/hazard.h"

/* Reports values in registers that would be reported as constants. */
void ptxc_folded_check(const struct ptxc_flow *flow);

#endif
