/* Trials: whether what goes wrong does so whatever nobody has said, by runs with other threads and clusters. */
#ifndef PTXC_EXECUTION_TRIALS_H
#define PTXC_EXECUTION_TRIALS_H

#include "analysis/execution/runs.h"

/* Whether there is a number of threads with which nothing goes wrong. */
bool ptxc_trials_threads_do(struct ptxc_executor *executor, const struct ptxc_launch *launch);

/* Returns who says how many CTAs a cluster has, once clusters of other shapes were tried: if there is one with which
 * nothing goes wrong, it is as it was. */
enum ptxc_cluster_choice ptxc_trials_cluster(struct ptxc_executor *executor, const struct ptxc_launch *launch);

#endif
