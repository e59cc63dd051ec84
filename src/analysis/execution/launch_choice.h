/* Launch configurations: what the text leaves open, as a run begins with it: threads, CTAs, values of parameters. */
#ifndef PTXC_EXECUTION_LAUNCH_CHOICE_H
#define PTXC_EXECUTION_LAUNCH_CHOICE_H

#include "analysis/findings/hazard.h"
#include "analysis/automata/machine.h"

/* Returns the bytes of each copy with a tensor map, by its step, as far as they are assumed; NULL without memory. */
uint32_t *ptxc_launch_boxes(const struct ptxc_flow *flow);

/* Returns the swizzle of each copy with a tensor map, by its step, + 1; 0: it is not known. NULL where no map is known.
 */
uint8_t *ptxc_launch_swizzles(const struct ptxc_flow *flow);

/* Returns of each step that names an mbarrier whether all CTAs of a cluster come there, or none; NULL: no step maps
 * addresses into other CTAs, or there is no memory. */
bool *ptxc_launch_alike(const struct ptxc_flow *flow);

/* Whether a run used shared memory as real threads would: it read no byte to which nothing had been written, and no
 * copy went beyond its variable. */
bool ptxc_launch_fits(const struct ptxc_machine *machine);

/* Returns how many ops there are of steps of the family, to which the runs should come: prefetches are none. */
uint32_t ptxc_launch_wanted(const struct ptxc_code *code);

/* Chooses the launch configuration with which the runs begin: what the function and the caller say; where they say
 * nothing, of a few usual numbers of threads the first with which a run comes to most steps of the family, as warps
 * have roles by their numbers, and fits; and likewise the CTAs of a cluster, of which it returns who has chosen them.
 * Pointers that the code compares with null are made null first where that lets the kernel do its work. Where an
 * execution is known, all pointers are given, and its threads are taken. */
enum ptxc_cluster_choice ptxc_launch_choose(const struct ptxc_flow *flow, const struct ptxc_code *code,
                                            const uint32_t *boxes, const struct ptxc_kernel *known,
                                            struct ptxc_launch *launch);

/* Sets the cluster to shape `index` of those that kernels usually have and this one may. Returns whether there is one.
 */
bool ptxc_launch_cluster(const struct ptxc_flow *flow, uint32_t index, struct ptxc_launch *launch);

#endif
