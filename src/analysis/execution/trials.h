/* Trials: whether what goes wrong does so whatever nobody has said, by runs with other threads and clusters. */
#ifndef PTXC_EXECUTION_TRIALS_H
#define PTXC_EXECUTION_TRIALS_H

#include "analysis/execution/runs.h"

/* Whether there is a number of threads with which nothing goes wrong. */
bool ptxc_trials_threads_do(struct ptxc_executor *executor, const struct ptxc_launch *launch);

/* Whether there is a shape of the cluster with which nothing goes wrong, as far as is known. */
bool ptxc_trials_cluster_does(struct ptxc_executor *executor, const struct ptxc_launch *launch);

#endif
