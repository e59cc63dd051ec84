/* Where the results of loads from tensor memory are read: whoever reads one has waited for it (ISA 9.7.16.6.4.5). */
#ifndef PTXC_CODE_USES_H
#define PTXC_CODE_USES_H

#include "analysis/values/reaching_definitions.h"

/* Sets of each step that loads from tensor memory the first one after it, in the order of the text, that reads one of
 * its results, or PTXC_NO_STEP; NULL where no step does. Returns false without memory. */
bool ptxc_uses_make(const struct ptxc_program *program, struct ptxc_definitions *definitions, uint32_t **uses);

#endif
