/* Lanes of one warp: whether one knows what others have done. Clocks are those of warps, and say nothing of it. */
#ifndef PTXC_AUTOMATA_WARP_SYNC_H
#define PTXC_AUTOMATA_WARP_SYNC_H

#include "analysis/automata/machine.h"

/* Lanes of the warp write shared memory together. */
void ptxc_warp_write(struct ptxc_warp *warp, uint32_t step, uint32_t lanes);

/* All lanes of the warp synchronize; with `memory` each also knows what the others have written. */
void ptxc_warp_sync(struct ptxc_warp *warp, bool memory);

/* Looks whether an arrival of lanes on an mbarrier comes after what other lanes have written. */
void ptxc_warp_arrive(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step, uint32_t lanes,
                      uint32_t barrier);

#endif
