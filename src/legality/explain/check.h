/* Reports everything there is to say about an instruction: the verdict, then portability. */
#ifndef PTXC_CHECK_H
#define PTXC_CHECK_H

#include "legality/verdict.h"

/* Reports what is wrong with the instruction in this environment, and where it does not assemble on every target of
 * `portable` (bit per ptxc_target). */
struct ptxc_verdict ptxc_check_report(const struct ptxc_instruction *instruction, struct ptxc_environment environment,
                                      ptxc_wide portable, const struct ptxc_sink *sink);

#endif
