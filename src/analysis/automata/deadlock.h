/* Deadlocks: no thread can go on. */
#ifndef PTXC_AUTOMATA_DEADLOCK_H
#define PTXC_AUTOMATA_DEADLOCK_H

#include "analysis/automata/machine.h"

/* Lets waits end without what they wait for, as they may after some time. Returns whether there was one that had not
 * done so since anything happened. */
bool ptxc_deadlock_give_up(struct ptxc_machine *machine);

/* Finds out why they wait for ever, and adds the violation. */
void ptxc_deadlock_report(struct ptxc_machine *machine);

#endif
