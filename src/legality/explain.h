/* Reports what keeps an instruction from being assembled. */
#ifndef PTXC_EXPLAIN_H
#define PTXC_EXPLAIN_H

#include "legality/verdict.h"

/* Reaches the verdict and reports what is wrong with the instruction in this environment. */
struct ptxc_verdict ptxc_explain(const struct ptxc_instruction *instruction, struct ptxc_environment environment,
                                 const struct ptxc_sink *sink);

#endif
