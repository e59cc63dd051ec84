/* What the whole function lacks. */
#ifndef PTXC_BARRIER_EXISTENCE_H
#define PTXC_BARRIER_EXISTENCE_H

#include "flow/barriers.h"

/* Reports mbarriers that nobody makes, or tells of the bytes that come (M01, M07). */
void ptxc_barriers_check_existence(struct ptxc_barriers *barriers);

#endif
