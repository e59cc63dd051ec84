/* The verdict: see verdict.h. */
#include "legality/verdict.h"

#include "legality/available.h"
#include "legality/constraints.h"
#include "legality/match.h"

bool ptxc_verdict_fits(const struct ptxc_instruction *instruction, const struct ptxc_match *match) {
    return match->known && match->form != PTXC_FORM_COUNT && match->qualifier_problems == 0 &&
           (match->operand_problems == 0 || (instruction->open & PTXC_OPEN_OPERANDS));
}

struct ptxc_verdict ptxc_verdict_find(const struct ptxc_instruction *instruction, struct ptxc_environment environment,
                                      const struct ptxc_sink *sink) {
    struct ptxc_verdict verdict = {.match = ptxc_match_find(instruction, environment)};
    const struct ptxc_subject subject = {instruction, environment, &verdict.match, sink};
    if (!ptxc_verdict_fits(instruction, &verdict.match))
        return verdict;
    enum ptxc_availability available = ptxc_available_check(&subject);
    verdict.complete = ptxc_match_fits(instruction, &verdict.match) && available != PTXC_AVAILABLE_NOWHERE;
    if (verdict.complete && !instruction->damaged)
        verdict.legal = ptxc_constraints_check(&subject) && available == PTXC_AVAILABLE;
    return verdict;
}

bool ptxc_verdict_is_legal(const struct ptxc_instruction *instruction, struct ptxc_environment environment) {
    return ptxc_verdict_find(instruction, environment, NULL).legal;
}
