/* Reports everything there is to say about an instruction: see check.h. */
#include "legality/check.h"

#include "legality/explain.h"
#include "legality/portability.h"

struct ptxc_verdict ptxc_check_say(const struct ptxc_instruction *instruction, struct ptxc_environment environment,
                                   ptxc_wide portable, const struct ptxc_sink *sink) {
    struct ptxc_verdict verdict = ptxc_explain(instruction, environment, sink);
    ptxc_portability_check(instruction, environment, portable, sink);
    return verdict;
}
