/* The lives of mbarriers. */
#ifndef PTXC_BARRIER_LIVES_H
#define PTXC_BARRIER_LIVES_H

#include "flow/barriers.h"

/* Reports what touches an mbarrier that is alive, or makes it anew (M02, M03, M04, M15). */
void ptxc_barriers_check_lives(struct ptxc_barriers *barriers);

#endif
