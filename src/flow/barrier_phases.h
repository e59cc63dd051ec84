/* The phases of mbarriers. */
#ifndef PTXC_BARRIER_PHASES_H
#define PTXC_BARRIER_PHASES_H

#include "flow/barriers.h"

/* Reports bytes that do not add up, and arrivals that come too early (M06, M08, M19). */
void ptxc_barriers_check_phases(struct ptxc_barriers *barriers);

#endif
