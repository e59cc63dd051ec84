/* The generic and the async proxy: what was written through one and is used through the other (F01 to F03, F09, F10).
 */
#ifndef PTXC_PROXIES_H
#define PTXC_PROXIES_H

#include "flow/hazard.h"

/* Reports what is wrong with the proxy fences of a function. */
void ptxc_proxies_check(const struct ptxc_flow *flow);

#endif
