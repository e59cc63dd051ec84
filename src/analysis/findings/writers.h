/* What else may write a piece of shared memory than the copies that are followed. What a kernel reads somebody must
 * have written: where nobody else can have, a read is known to be of what the copies bring, whatever its address is.
 */
#ifndef PTXC_FINDINGS_WRITERS_H
#define PTXC_FINDINGS_WRITERS_H

#include "analysis/findings/hazard.h"

struct ptxc_writers {
    struct ptxc_memory_range *regions;
    uint32_t count;
    bool outside; /* other CTAs may write, too, or the function is called by others */
};

/* Collects what writes shared memory in the function, but for copies of this completion; false without memory. */
bool ptxc_writers_make(struct ptxc_writers *writers, const struct ptxc_flow *flow, enum ptxc_completion but);

/* Whether the piece lies in a variable that the kernel declares, and none of the writers may write there. */
bool ptxc_writers_spare(const struct ptxc_writers *writers, const struct ptxc_flow *flow,
                        const struct ptxc_memory_range *region);

#endif
