/* Branches whose two ways soon come together again, and that decide nothing that the executor follows. */
#ifndef PTXC_CODE_DETOUR_H
#define PTXC_CODE_DETOUR_H

#include "analysis/code/code.h"

/* What has been found out about the branches of a function. */
struct ptxc_detours {
    uint8_t *answers; /* of each op: 1 of a branch that is idle, 2 of another one; 0: not asked */
    uint64_t looks;   /* at ops that may still be made, so that no function takes long */
};

/* Prepares the answers of `code`; false without memory. */
bool ptxc_detours_make(struct ptxc_code *code);

/* Whether it does not matter which way a branch goes: both ways come to one block, whatever is done before only
 * computes, and nothing of it is read later. False, too, where too much was looked at before to find that out. */
bool ptxc_detour_is_idle(const struct ptxc_code *code, const struct ptxc_op *branch);

#endif
