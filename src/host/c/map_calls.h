/* Calls that encode tensor maps, in sources of C and C++. */
#ifndef PTXC_MAP_CALLS_H
#define PTXC_MAP_CALLS_H

#include "base/arena.h"
#include "report/sink.h"
#include "tensormap/map.h"

/* Checks the tensor map of each call of cuTensorMapEncodeTiled, cuTensorMapEncodeIm2col and
 * cuTensorMapEncodeIm2colWide, as far as its arguments are constants. Findings are places in the source. `target` may
 * be PTXC_TARGET_NONE: any. */
void ptxc_map_calls_check(const char *source, uint32_t length, enum ptxc_target target, struct ptxc_arena *arena,
                          const struct ptxc_sink *sink);

#endif
