/* What is known of the target at a place, and how such knowledge is put together. */
#ifndef PTXC_FACTS_H
#define PTXC_FACTS_H

#include "host/snippet.h"

/* What holds where both hold. */
struct ptxc_facts ptxc_facts_meet(struct ptxc_facts left, struct ptxc_facts right);

/* What holds where one of the two holds: the smallest range around both. */
struct ptxc_facts ptxc_facts_join(struct ptxc_facts left, struct ptxc_facts right);

#endif
