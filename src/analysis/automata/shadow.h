/* Shadow memory: who copied, wrote and read each granule of shared memory last, and whether the next access is ordered
 * after them. */
#ifndef PTXC_AUTOMATA_SHADOW_H
#define PTXC_AUTOMATA_SHADOW_H

#include "analysis/automata/machine.h"

/* Whether nothing was written so far where the piece begins. */
bool ptxc_shadow_is_blank(const struct ptxc_machine *machine, struct ptxc_shared_range piece);

/* The warp reads the pieces, or has written them. */
void ptxc_shadow_read(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_shared_access *access,
                      const struct ptxc_shared_range *pieces, uint32_t count);
void ptxc_shadow_write(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_shared_access *access,
                       const struct ptxc_shared_range *pieces, uint32_t count);

/* A copy of the warp that starts now will write the piece, or read it. */
void ptxc_shadow_async_write(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t copy,
                             struct ptxc_shared_range piece);
void ptxc_shadow_async_read(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t copy,
                            struct ptxc_shared_range piece);

#endif
