/* Schedules the warps of a machine: one after the other, each split as far as it can go. */
#ifndef PTXC_EXECUTION_SCHEDULER_H
#define PTXC_EXECUTION_SCHEDULER_H

#include "analysis/automata/machine.h"

/* Runs until all threads have ended, nothing can go on, or a bound is reached (machine->stopped). */
void ptxc_scheduler_run(struct ptxc_machine *machine);

#endif
