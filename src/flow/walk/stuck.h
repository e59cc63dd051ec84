/* When nobody can go on. */
#ifndef PTXC_WALK_STUCK_H
#define PTXC_WALK_STUCK_H

#include "flow/walk/machine.h"

/* Lets waits end without what they wait for, as they may after some time; whether there was one that had not done so
 * since anything happened. */
bool ptxc_stuck_give_up(struct ptxc_machine *machine);

/* Finds out why they wait for ever, and adds the mistake. */
void ptxc_stuck_tell(struct ptxc_machine *machine);

#endif
