/* Deadlocks: no thread can go on; and who should have arrived on the mbarrier that somebody waits for. */
#ifndef PTXC_AUTOMATA_DEADLOCK_H
#define PTXC_AUTOMATA_DEADLOCK_H

#include "analysis/automata/machine.h"

/* A wait for a phase fails. */
void ptxc_deadlock_poll(const struct ptxc_machine *machine, struct ptxc_split *split);

/* Whether a wait may fail once more, so that its thread does something else. What it does between two of them may go on
 * for ever, as where it counts them. */
bool ptxc_deadlock_may_fail(const struct ptxc_machine *machine, const struct ptxc_split *split);

/* Lets waits end without what they wait for, as they may after some time. Returns whether there was one that had not
 * done so since anything happened. */
bool ptxc_deadlock_give_up(struct ptxc_machine *machine);

/* Finds out why they wait for ever, and adds the violation. */
void ptxc_deadlock_report(struct ptxc_machine *machine);

#endif
