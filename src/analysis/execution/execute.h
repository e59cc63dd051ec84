/* Executes one op of one split of a warp. */
#ifndef PTXC_EXECUTION_EXECUTE_H
#define PTXC_EXECUTION_EXECUTE_H

#include "analysis/automata/machine.h"

enum ptxc_advance {
    PTXC_ADVANCE_NEXT,  /* the next op is next */
    PTXC_ADVANCE_STAYS, /* the split waits, or ended, or somebody has set where it goes on */
};

/* Executes the op that the split is at. Where lanes go different ways, or end, the splits of the warp change. */
enum ptxc_advance ptxc_execute(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_split *split);

#endif
