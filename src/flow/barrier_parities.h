/* The parities that waits are for. */
#ifndef PTXC_BARRIER_PARITIES_H
#define PTXC_BARRIER_PARITIES_H

#include "flow/barriers.h"

/* Reports waits for a phase that is over (M14). */
void ptxc_barriers_check_parities(struct ptxc_barriers *barriers);

#endif
