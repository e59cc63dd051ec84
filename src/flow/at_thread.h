/* What an expression is in one certain thread of a CTA. */
#ifndef PTXC_AT_THREAD_H
#define PTXC_AT_THREAD_H

#include "flow/expression.h"

/* The expression in the thread whose %tid.x is `thread` and whose %tid.y and %tid.z are 0, where warps have 32 threads:
 * what is the same for all threads stays as it is. 0 where that is not known. */
ptxc_expression ptxc_expression_at_thread(struct ptxc_expressions *all, ptxc_expression expression, int64_t thread);

#endif
