/* The constraint list of LLVM. */
#ifndef PTXC_CONSTRAINT_LIST_H
#define PTXC_CONSTRAINT_LIST_H

#include "host/extraction.h"

/* Reads the constraint list of LLVM that `list` has decoded into the operands of the snippet. */
void ptxc_snippet_take_constraints(struct ptxc_extraction *extraction, struct ptxc_snippet *snippet,
                                   const struct ptxc_snippet *list);

#endif
