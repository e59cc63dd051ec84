/* The rules, each with its file: what is wrong with a function, as its text shows it on every path. */
#ifndef PTXC_RULES_RULES_H
#define PTXC_RULES_RULES_H

#include "analysis/findings/hazard.h"
#include "analysis/findings/violation.h"

/* Reports what is wrong with addresses and masks that are known. */
void ptxc_addresses_check(const struct ptxc_flow *flow);

/* Reports what is wrong with accesses to other CTAs of the cluster in a function. */
void ptxc_clusters_check(const struct ptxc_flow *flow);

/* Reports values in registers that would be reported as constants. */
void ptxc_constant_operands_check(const struct ptxc_flow *flow);

/* Reports groups in a function that starts no copy. */
void ptxc_empty_groups_check(const struct ptxc_flow *flow);

/* Reports reads of what the grid before this one may still write. */
void ptxc_grids_check(const struct ptxc_flow *flow);

/* Reports what is wrong with the tensor maps of a function. */
void ptxc_maps_check(const struct ptxc_flow *flow);

/* Judges each map of which several fields are replaced by constants. */
void ptxc_replaced_maps_check(const struct ptxc_flow *flow);

/* Reports copies that do not go with their tensor maps. */
void ptxc_tensors_check(const struct ptxc_flow *flow);

/* Reports what is wrong with who runs the steps of a function. */
void ptxc_threads_check(const struct ptxc_flow *flow);

/* Reports results of waits that are used where the wait may not have run; and waits whose results nothing looks at, as
 * far as an execution has not shown what comes of it. */
void ptxc_wait_results_check(const struct ptxc_flow *flow);
void ptxc_ignored_waits_check(const struct ptxc_flow *flow);

/* Checks a step once more with the place that its operand of this name was in an execution: so many bytes into a
 * variable. Where a finding that is certain is about the step already, nothing is said. */
void ptxc_executed_operand_check(const struct ptxc_flow *flow, uint32_t step, enum ptxc_operand_name name,
                                 uint32_t symbol, uint32_t offset);

/* Reports what the function does wrong with tensor memory: what a kernel allocates must be given back, before it ends
 * and as it was taken. */
void ptxc_tensor_memory_check(const struct ptxc_flow *flow);

#endif
