/* Which steps of a program the executor needs: those that do something to shared memory, to groups, to mbarriers or to
 * where control goes, and those that compute what these read.
 */
#ifndef PTXC_CODE_SLICE_H
#define PTXC_CODE_SLICE_H

#include "analysis/values/reaching_definitions.h"

enum ptxc_need {
    PTXC_NOT_NEEDED,
    PTXC_NEEDED_EFFECT, /* for what it does; its results may be dropped */
    PTXC_NEEDED_RESULT  /* for a result that is read */
};

struct ptxc_slice {
    const struct ptxc_program *program;
    struct ptxc_definitions *definitions;
    uint8_t *need; /* enum ptxc_need of each step */
    bool *wanted;  /* of each variable: somebody reads it who is needed */
    bool *kept;    /* of each state space: what is stored there matters */
};

/* NULL without memory. */
struct ptxc_slice *ptxc_slice_make(const struct ptxc_program *program, struct ptxc_definitions *definitions);

/* Sets of each step that loads from tensor memory the first one after it, in the order of the text, that reads one of
 * its results, or PTXC_NO_STEP; NULL where no step does. Returns false without memory. */
bool ptxc_uses_make(const struct ptxc_program *program, struct ptxc_definitions *definitions, uint32_t **uses);

#endif
