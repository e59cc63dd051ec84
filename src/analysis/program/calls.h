/* Calls to functions whose bodies are in the module: their steps in place of the call. */
#ifndef PTXC_PROGRAM_CALLS_H
#define PTXC_PROGRAM_CALLS_H

#include "analysis/program/library.h"

/* Replaces each call to a function of the library by its steps, in a frame of their own, as often as it is called. What
 * stays a call does nothing that matters. A call to any other function, a recursion, and calls that lead too deep or
 * make too many steps make the program uncertain. Returns of the called function go to the step after the call. False
 * without memory. */
bool ptxc_calls_inline(struct ptxc_program *program, const struct ptxc_library *library);

#endif
