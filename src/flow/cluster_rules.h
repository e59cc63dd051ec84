/* Shared memory of other CTAs of a cluster: who may be there, and what they may know (C02 to C04, F05, F11, M17). */
#ifndef PTXC_CLUSTER_RULES_H
#define PTXC_CLUSTER_RULES_H

#include "flow/hazard.h"

/* Reports what is wrong with accesses to other CTAs of the cluster in a function. */
void ptxc_clusters_check(const struct ptxc_flow *flow);

#endif
