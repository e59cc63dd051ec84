/* From the steps of a program to the ops of the executor. */
#ifndef PTXC_CODE_TRANSLATE_H
#define PTXC_CODE_TRANSLATE_H

#include "analysis/code/code.h"

/* Makes it in the arena of the program; NULL without memory, or where a part is beyond what the executor can do. */
struct ptxc_code *ptxc_code_make(struct ptxc_program *program, const struct ptxc_graph *graph);

#endif
