/* What is found out about a source a little before it is read, and telling the caller how far that has come. */
#ifndef PTXC_SYNTAX_PRESCAN_H
#define PTXC_SYNTAX_PRESCAN_H

#include "syntax/module.h"

/* Reports the first byte from `begin` to `end` that is not ASCII, or is 0: there ptxas refuses a file. False where
 * there is none. */
bool ptxc_prescan_ascii(struct ptxc_report *report, const char *source, uint32_t begin, uint32_t end);

/* Looks at the source of a module that is PTX itself up to this place at least, and some way ahead of it: so for each
 * byte and for comments that may say something of findings. The caller is told before. */
void ptxc_prescan_reach(struct ptxc_module *module, uint32_t position);

#endif
