/* Runs a machine: warps in turns, each part as far as it can go. */
#ifndef PTXC_WALK_TURNS_H
#define PTXC_WALK_TURNS_H

#include "flow/walk/machine.h"

/* Runs until all threads have ended, nothing can go on, or a bound is reached (machine->stopped). */
void ptxc_turns_run(struct ptxc_machine *machine);

#endif
