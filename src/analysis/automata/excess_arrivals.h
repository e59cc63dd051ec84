/* Whether more threads arrive on an mbarrier than it counts, which makes many other things go wrong. */
#ifndef PTXC_AUTOMATA_EXCESS_ARRIVALS_H
#define PTXC_AUTOMATA_EXCESS_ARRIVALS_H

#include "analysis/automata/machine.h"

/* Where more arrivals came to an mbarrier in the run than it counts, adds that: it explains what went wrong, or is
 * wrong itself. */
void ptxc_excess_arrivals_explain(struct ptxc_machine *machine);

#endif
