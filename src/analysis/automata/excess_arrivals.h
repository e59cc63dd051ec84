/* Whether more threads arrive on an mbarrier than it counts, which makes many other things go wrong. */
#ifndef PTXC_AUTOMATA_EXCESS_ARRIVALS_H
#define PTXC_AUTOMATA_EXCESS_ARRIVALS_H

#include "analysis/automata/machine.h"

/* Where something went wrong in the run, and more arrivals came to an mbarrier than it counts, that is why: adds it. */
void ptxc_excess_arrivals_explain(struct ptxc_machine *machine);

#endif
