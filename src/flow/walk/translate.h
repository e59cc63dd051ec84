/* From the steps of a program to the ops of the walk. */
#ifndef PTXC_WALK_TRANSLATE_H
#define PTXC_WALK_TRANSLATE_H

#include "flow/walk/code.h"

/* Makes it in the arena of the program; NULL without memory, or where a part is beyond what the walk can do. */
struct ptxc_code *ptxc_code_make(struct ptxc_program *program, const struct ptxc_graph *graph);

#endif
