/* The one way from a tensor map to a verdict: the rows of tensormap_rules.def are held against it. */
#ifndef PTXC_TENSORMAP_JUDGE_H
#define PTXC_TENSORMAP_JUDGE_H

#include "report/sink.h"
#include "tensormap/map.h"

/* Whether the driver takes the map. What is wrong with it is reported to the sink, if there is one: first what the
 * driver refuses, and where it refuses nothing, what else there is to report. */
bool ptxc_tensormap_judge(const struct ptxc_map *map, const struct ptxc_sink *sink);

#endif
