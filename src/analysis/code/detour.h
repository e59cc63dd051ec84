/* Branches whose two ways soon come together again, and that decide nothing that the executor follows. */
#ifndef PTXC_CODE_DETOUR_H
#define PTXC_CODE_DETOUR_H

#include "analysis/code/code.h"

/* Whether it does not matter which way a branch goes: both ways come to one block, whatever is done before only
 * computes, and nothing of it is read later. */
bool ptxc_branch_is_idle(const struct ptxc_code *code, const struct ptxc_op *branch);

#endif
