/* What an expression is in one certain thread of a CTA. */
#ifndef PTXC_VALUES_AT_THREAD_H
#define PTXC_VALUES_AT_THREAD_H

#include "analysis/values/affine.h"

/* The expression in the thread whose %tid.x is `thread` and whose %tid.y and %tid.z are 0, where warps have 32 threads:
 * what is the same for all threads stays as it is. 0 where that is not known. */
ptxc_affine ptxc_affine_at_thread(struct ptxc_affines *all, ptxc_affine expression, int64_t thread);

#endif
