/* Where branches go: the label that each names. */
#ifndef PTXC_PROGRAM_BRANCH_TARGETS_H
#define PTXC_PROGRAM_BRANCH_TARGETS_H

#include "analysis/program/program.h"

/* Fills `target` of each branch that has none yet (PTXC_NO_STEP): the step of the label of that name in the innermost
 * scope around the branch that has one. Steps of an inlined call (frame not 0) are left alone: whoever inlined them
 * knew where they go. A branch to no label, or to a name that stands twice in one scope, and an indirect branch make
 * the program uncertain. Takes linear time. False without memory, which the arena of the program then tells, too. */
bool ptxc_branch_targets_resolve(struct ptxc_program *program);

#endif
