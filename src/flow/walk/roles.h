/* The roles of warps: which of them went the same ways in a run. */
#ifndef PTXC_WALK_ROLES_H
#define PTXC_WALK_ROLES_H

#include "flow/walk/trace.h"

/* Gives the role of each of `warps` warps in `ctas` CTAs, from 0: warps of one role have the same events at the same
 * steps, in the same order. NULL without memory. */
uint16_t *ptxc_roles_find(const struct ptxc_event *events, size_t count, uint32_t warps, uint32_t ctas,
                          struct ptxc_arena *arena);

#endif
