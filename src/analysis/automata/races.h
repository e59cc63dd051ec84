/* Data races: weak accesses of two warps to the same bytes of shared memory, of which one writes, with nothing that
 * orders them (ISA 8.10). What the execution only guesses races with nothing. */
#ifndef PTXC_AUTOMATA_RACES_H
#define PTXC_AUTOMATA_RACES_H

#include "analysis/automata/machine.h"

/* Whether races are looked for: all that came so far comes in every execution with these parameters. Once an execution
 * guesses, it may come to accesses that exclude each other. */
static inline bool ptxc_races_are_sought(const struct ptxc_machine *machine) {
    return !machine->loose && !machine->unsure && !machine->forced && !machine->broken;
}

/* Looks whether the warp may read these bytes of a granule, a bit each, by a weak access. */
void ptxc_race_check_read(struct ptxc_machine *machine, const struct ptxc_warp *warp,
                          const struct ptxc_shared_access *access, const struct ptxc_granule *granule, uint16_t bytes);

/* Looks whether it may write these bytes of a granule that begins at a place, and keeps that it does. */
void ptxc_race_write(struct ptxc_machine *machine, const struct ptxc_warp *warp,
                     const struct ptxc_shared_access *access, struct ptxc_granule *granule,
                     struct ptxc_shared_range place, uint16_t bytes);

/* Looks whether a copy of the warp may fill these bytes of a granule, in which it keeps no writes from then on. */
void ptxc_race_fill(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t copy,
                    const struct ptxc_granule *granule, uint16_t bytes);

#endif
