/* The machine that executes a kernel with one launch configuration. */
#ifndef PTXC_EXECUTION_LAUNCH_H
#define PTXC_EXECUTION_LAUNCH_H

#include "analysis/findings/hazard.h"
#include "analysis/automata/machine.h"
#include "analysis/automata/violations.h"

enum { PTXC_MOST_STEPS = 50000 }; /* of one run, unless somebody says less */

/* Prepares a machine for a run of the launch configuration. Returns false without memory, or where it is too large. */
bool ptxc_launch_start(struct ptxc_machine *machine, const struct ptxc_code *code, const struct ptxc_launch *launch,
                       struct ptxc_arena *arena);

/* Returns how many steps of the family a run has reached. */
uint32_t ptxc_launch_reached(const struct ptxc_machine *machine);

#endif
