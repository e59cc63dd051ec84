/* Which registers hold addresses: a parameter of 64 bits is a pointer, or it is a number that loops count by. */
#ifndef PTXC_CODE_POINTERS_H
#define PTXC_CODE_POINTERS_H

#include "analysis/code/code.h"

/* Fills code->pointers from what is done with registers; false without memory. */
bool ptxc_pointers_mark(struct ptxc_code *code);

#endif
