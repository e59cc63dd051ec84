/* What decides how often loops turn. */
#ifndef PTXC_VALUES_LOOP_COUNTS_H
#define PTXC_VALUES_LOOP_COUNTS_H

#include "analysis/values/values.h"

/* Whether the loops around two steps turn as often as each other only if the caller gives parameters that agree: the
 * loops around each hang on one on which those around the other do not. False where there are too many to be compared.
 */
bool ptxc_loop_counts_differ(struct ptxc_values *values, const struct ptxc_graph *graph, uint32_t step, uint32_t other);

#endif
