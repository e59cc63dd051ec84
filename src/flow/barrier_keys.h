/* What one instruction alone says of an mbarrier. */
#ifndef PTXC_BARRIER_KEYS_H
#define PTXC_BARRIER_KEYS_H

#include "flow/barriers.h"

/* Reports counts, bytes and addresses that cannot be right (M05, M09, M12). */
void ptxc_barriers_check_keys(struct ptxc_barriers *barriers);

#endif
