/* Performs one op of one part of a warp. */
#ifndef PTXC_WALK_PERFORM_H
#define PTXC_WALK_PERFORM_H

#include "flow/walk/machine.h"

enum ptxc_went {
    PTXC_WENT_ON,      /* the next op is next */
    PTXC_WENT_NOWHERE, /* the part waits, or ended, or somebody has set where it goes on */
};

/* Performs the op that the part is at. Where lanes go different ways, or end, the parts of the warp change. */
enum ptxc_went ptxc_perform(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_part *part);

#endif
