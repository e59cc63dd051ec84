/* Async operations under way, the async-groups that they are in, and what must be true of these where others are told
 * of them, and where a thread ends.
 */
#ifndef PTXC_AUTOMATA_ASYNC_GROUPS_H
#define PTXC_AUTOMATA_ASYNC_GROUPS_H

#include "analysis/automata/machine.h"

/* Starts a copy, or another access that goes on after its instruction. Returns its index, or UINT32_MAX without memory.
 */
uint32_t ptxc_copy_start(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes,
                         enum ptxc_completion completion);

/* Returns the kind of group that a completion is about. */
uint32_t ptxc_group_kind(enum ptxc_completion completion);

/* Puts a copy into the next group of its kind. */
void ptxc_groups_add(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t kind, uint32_t copy);

void ptxc_groups_commit(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t kind, uint32_t lanes,
                        uint32_t step);

/* Waits until at most `leave` groups of each of these lanes are pending; with `sources` only their sources are waited
 * for, with `all` what is not committed, too. */
void ptxc_groups_wait(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t kind, uint32_t lanes,
                      uint64_t leave, bool sources, bool all, uint32_t step);

/* A wgmma of the warp begins. Returns which one it is, from 1; 0 without memory. */
uint32_t ptxc_products_add(struct ptxc_machine *machine, struct ptxc_warp *warp);

/* Whether the warp knows that the wgmma for which the tensor core reads the copy is complete: it is one operation of
 * four warps, so that it is enough that one of them has waited for its part. */
bool ptxc_product_is_known(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                           const struct ptxc_async_copy *copy);

/* Whether the warp knows that the copy is complete, and that it has read its source. */
bool ptxc_copy_is_known(const struct ptxc_warp *warp, const struct ptxc_async_copy *copy);
bool ptxc_copy_has_read(const struct ptxc_warp *warp, const struct ptxc_async_copy *copy);

/* Whether a lane, + 1, of the warp may not know that a copy is complete which its issuer, another lane of the warp, has
 * waited for: they have not synchronized since. */
bool ptxc_copy_is_foreign(const struct ptxc_warp *warp, const struct ptxc_async_copy *copy, uint8_t lane,
                          uint8_t issuer);

/* Whether its lanes have committed it; whether they have not, but a group of the other kind, which holds nothing. */
bool ptxc_copy_is_committed(const struct ptxc_machine *machine, const struct ptxc_async_copy *copy);
bool ptxc_copy_is_of_other_kind(const struct ptxc_machine *machine, const struct ptxc_async_copy *copy);

/* Returns how many groups were committed after that of the copy; UINT32_MAX: it is in none. */
uint32_t ptxc_copy_newer_groups(const struct ptxc_machine *machine, const struct ptxc_async_copy *copy);

/* Looks whether what a warp releases to other CTAs at a step is that copies were started whose writes may be to come.
 */
void ptxc_groups_check_release(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step);

/* Looks for copies of lanes that end at a step, of which something is still to come. */
void ptxc_groups_check_exit(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t lanes);

#endif
