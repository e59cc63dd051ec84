/* Who may know that a phase is complete. */
#ifndef PTXC_BARRIER_SPREAD_H
#define PTXC_BARRIER_SPREAD_H

#include "flow/barriers.h"

/* Finds out who may know that a phase is complete; false without memory. The two questions after it are about keys with
 * copies: whether a thread that waits for `other` may have been told; whether one that synchronizes at the step may. */
bool ptxc_barriers_spread(struct ptxc_barriers *barriers);
bool ptxc_barriers_told(const struct ptxc_barriers *barriers, uint32_t key, uint32_t other);
bool ptxc_barriers_known_at(const struct ptxc_barriers *barriers, uint32_t key, uint32_t step);

#endif
