/* The generic and the async proxy: whether what goes through one of them is seen by the other (ISA 9.7.9.25.2). */
#ifndef PTXC_AUTOMATA_PROXIES_H
#define PTXC_AUTOMATA_PROXIES_H

#include "analysis/automata/violations.h"

/* An access of shared memory through the generic proxy: the step, the warp, its clock then, and the lane as in a piece.
 */
struct ptxc_generic_access {
    uint32_t step, warp, clock;
    uint8_t lane;
};

/* The warp accesses shared memory through the generic proxy, or may. */
static inline void ptxc_proxies_access(struct ptxc_warp *warp) {
    if (!warp->accessed)
        warp->accessed = warp->clock.clocks[warp->number];
}

/* Lanes of the warp execute a fence between the proxies, of shared memory or of another state space. */
void ptxc_proxies_fence(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t lanes,
                        bool shared);

/* The warp passes a wait for an mbarrier, and knows what its phases have told. */
void ptxc_proxies_pass(struct ptxc_warp *warp, const struct ptxc_vector_clock *phases);

/* Looks whether the async proxy sees what a store has written, or a copy of cp.async, where another copy or the tensor
 * core reads it. It is known to be there. */
void ptxc_proxies_read_stored(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t copy,
                              const struct ptxc_generic_access *write);
void ptxc_proxies_read_copied(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t copy,
                              const struct ptxc_async_copy *written);

/* Notes whether a copy may overtake a read of what it overwrites. */
void ptxc_proxies_overwrite(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t copy,
                            const struct ptxc_generic_access *read);

/* Reports what is true of steps in all runs: fences that have nothing to order, and copies that may overtake a read;
 * `ran` are bits for each step: the runs that came there and count. */
void ptxc_proxies_report(const struct ptxc_violations *findings, const struct ptxc_flow *flow, uint64_t runs,
                         const uint64_t *ran);

#endif
