/* Branches through a table: `brx.idx index, table` as comparisons and branches, one for each label of the table. */
#ifndef PTXC_PROGRAM_BRANCH_TABLE_H
#define PTXC_PROGRAM_BRANCH_TABLE_H

#include "analysis/program/program.h"

/* Replaces each brx.idx whose table (.branchtargets) is in the body: for each label but the last a step that compares
 * the index and a guarded branch, and then a branch to the last label, since an index beyond the table is undefined
 * (ISA 9.7.12.5). What has a guard, or a table that is not known, stays as it is. False without memory. */
bool ptxc_branch_tables_expand(struct ptxc_program *program);

#endif
