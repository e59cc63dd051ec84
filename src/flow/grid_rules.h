/* Grids that begin before the one before them has ended (P01). */
#ifndef PTXC_GRID_RULES_H
#define PTXC_GRID_RULES_H

#include "flow/hazard.h"

/* Reports reads of what the grid before this one may still write. */
void ptxc_grids_check(const struct ptxc_flow *flow);

#endif
