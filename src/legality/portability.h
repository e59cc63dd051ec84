/* Portability: an instruction that assembles somewhere, but not on all the targets that the caller asks for. */
#ifndef PTXC_PORTABILITY_H
#define PTXC_PORTABILITY_H

#include "legality/subject.h"

/* Reports an instruction that does not assemble on every target of `targets` (bit per ptxc_target). */
void ptxc_portability_check(const struct ptxc_instruction *instruction, struct ptxc_environment environment,
                            ptxc_wide targets, const struct ptxc_sink *sink);

#endif
