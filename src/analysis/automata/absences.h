/* Who should have arrived on an mbarrier that somebody waits for, when nobody can go on. */
#ifndef PTXC_AUTOMATA_ABSENCES_H
#define PTXC_AUTOMATA_ABSENCES_H

#include "analysis/automata/machine.h"
#include "analysis/findings/violation.h"

/* Says in a violation who has not arrived in the phase under way, and where they are. */
void ptxc_absence_find(struct ptxc_machine *machine, uint32_t barrier, struct ptxc_violation *violation);

#endif
