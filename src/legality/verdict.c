/* The verdict: see verdict.h. */
#include "legality/verdict.h"

#include "legality/available.h"
#include "legality/constraints.h"
#include "legality/match.h"
#include "legality/mismatch.h"

/* Says what keeps the instruction from its form, but only the first kind of mistake: the others would follow from it.
 */
static void say_mismatch(const struct ptxc_subject *subject) {
    const struct ptxc_match *match = subject->match;
    if (!match->known)
        ptxc_mismatch_unknown(subject);
    else if (match->form == PTXC_FORM_COUNT) /* there is no such mnemonic, and the reader has said so */
        return;
    else if (match->qualifier_problems > 0)
        ptxc_mismatch_qualifiers(subject);
    else if (match->operand_problems > 0 && !subject->instruction->open)
        ptxc_mismatch_operands(subject);
}

struct ptxc_verdict ptxc_verdict_reach(const struct ptxc_instruction *instruction, struct ptxc_environment environment,
                                       const struct ptxc_sink *sink) {
    struct ptxc_verdict verdict = {.match = ptxc_match_find(instruction, environment)};
    const struct ptxc_subject subject = {instruction, environment, &verdict.match, sink};
    if (sink)
        say_mismatch(&subject);
    if (!verdict.match.known || verdict.match.form == PTXC_FORM_COUNT || verdict.match.qualifier_problems > 0)
        return verdict;
    enum ptxc_availability available = ptxc_available_check(&subject);
    verdict.complete = ptxc_match_fits(instruction, &verdict.match) && available != PTXC_AVAILABLE_NOWHERE;
    if (verdict.complete && !instruction->damaged)
        verdict.legal = ptxc_constraints_check(&subject) && available == PTXC_AVAILABLE;
    return verdict;
}

bool ptxc_is_legal(const struct ptxc_instruction *instruction, struct ptxc_environment environment) {
    return ptxc_verdict_reach(instruction, environment, NULL).legal;
}
