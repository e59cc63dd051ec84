/* Where branches go: the label that each names, directly or through a table. */
#ifndef PTXC_PROGRAM_BRANCH_TARGETS_H
#define PTXC_PROGRAM_BRANCH_TARGETS_H

#include "analysis/program/program.h"

/* Fills `target` of each branch that has none yet (PTXC_NO_STEP): the step of the label of that name in the innermost
 * scope around the branch that has one. Steps of an inlined call (frame not 0) are left alone: whoever inlined them
 * knew where they go. A branch to no label, or to a name that stands twice in one scope, and an indirect branch make
 * the program uncertain. Takes linear time. False without memory, which the arena of the program then tells, too. */
bool ptxc_branch_targets_resolve(struct ptxc_program *program);

/* Replaces each brx.idx whose table (.branchtargets) is in the body: for each label but the last a step that compares
 * the index and a guarded branch, and then a branch to the last label, since an index beyond the table is undefined
 * (ISA 9.7.12.5). What has a guard, or a table that is not known, stays as it is. False without memory. */
bool ptxc_branch_tables_expand(struct ptxc_program *program);

#endif
