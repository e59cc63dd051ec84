/* The mbarriers of the machine, and their phases (ISA 9.7.13.15). */
#ifndef PTXC_AUTOMATA_MBARRIERS_H
#define PTXC_AUTOMATA_MBARRIERS_H

#include "analysis/automata/machine.h"

/* Returns the index of the mbarrier at an address; PTXC_MOST_MBARRIERS: there is none. */
uint32_t ptxc_mbarrier_find(const struct ptxc_machine *machine, uint32_t cta, uint32_t address);

/* Makes one for `count` arrivals; stops the run where there are too many. */
void ptxc_mbarrier_init(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t cta,
                        uint32_t address, uint32_t count);

/* It waits for so many more bytes; so many have come. */
void ptxc_mbarrier_expect(struct ptxc_machine *machine, uint32_t step, uint32_t barrier, uint64_t bytes);
void ptxc_mbarrier_complete_tx(struct ptxc_machine *machine, uint32_t barrier, uint64_t bytes);

/* `count` arrivals by a warp, which release what it did before; the warp may be NULL. */
void ptxc_mbarrier_arrive(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t barrier,
                          uint64_t count);
/* An arrival that the count does not include makes the phase under way wait for so many more. */
void ptxc_mbarrier_increment(struct ptxc_machine *machine, uint32_t step, uint32_t barrier, uint32_t count);
/* The count of each phase from the next one on is less by so many. */
void ptxc_mbarrier_drop(struct ptxc_machine *machine, uint32_t barrier, uint64_t count);

/* A copy starts that completes on it, and is complete. */
void ptxc_mbarrier_async_start(struct ptxc_machine *machine, uint32_t copy);
void ptxc_mbarrier_async_complete(struct ptxc_machine *machine, uint32_t copy);

/* Whether the phase that a wait asks for is complete: one of this parity, or the one that a state names. */
bool ptxc_mbarrier_test(const struct ptxc_machine *machine, uint32_t barrier, uint64_t asked, bool parity);
/* The warp passes a wait that was complete; a relaxed one acquires nothing until something else orders what follows. */
void ptxc_mbarrier_pass(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t barrier);
void ptxc_mbarrier_pass_relaxed(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t barrier);

#endif
