/* Addresses that cannot be right: outside of the variable, in the wrong state space, in no CTA (A06, A08, A10, C01). */
#ifndef PTXC_ADDRESSES_H
#define PTXC_ADDRESSES_H

#include "flow/hazard.h"

/* Reports what is wrong with addresses and masks that are known. */
void ptxc_addresses_check(const struct ptxc_flow *flow);

#endif
