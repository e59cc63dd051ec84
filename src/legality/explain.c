/* Reports what keeps an instruction from being assembled: see explain.h. */
#include "legality/explain.h"

#include "legality/available.h"
#include "legality/match.h"
#include "legality/mend.h"
#include "legality/mismatch.h"
#include "legality/operand_mismatch.h"
#include "legality/unknown.h"

/* Says what keeps the instruction from its form, but only the first kind of mistake: the others would follow from it.
 * What the version and the target do not have comes first. */
static void say_mismatch(const struct ptxc_subject *subject) {
    const struct ptxc_match *match = subject->match;
    const struct ptxc_instruction *instruction = subject->instruction;
    /* The reader has reported one qualifier too many, of which others may follow. */
    const bool surplus = instruction->damaged && (instruction->open & PTXC_OPEN_QUALIFIERS);
    if (surplus || !ptxc_available_opcode(subject))
        return;
    if (!match->known)
        ptxc_unknown_qualifiers(subject);
    else if (match->form == PTXC_FORM_COUNT) /* there is no such mnemonic, and the reader has said so */
        return;
    else if (match->qualifier_problems > 0 && ptxc_available_words(subject))
        ptxc_mismatch_qualifiers(subject);
    else if (match->qualifier_problems == 0 && ptxc_available_nearest(subject))
        ptxc_mismatch_operands(subject);
}

struct ptxc_verdict ptxc_explain(const struct ptxc_instruction *instruction, struct ptxc_environment environment,
                                 const struct ptxc_sink *sink) {
    struct ptxc_mender mender = {instruction, environment, sink};
    const struct ptxc_sink mending = ptxc_mender_sink(&mender), mismatch = ptxc_mender_mismatch_sink(&mender);
    const struct ptxc_verdict verdict = ptxc_verdict_reach(instruction, environment, sink ? &mending : NULL);
    const struct ptxc_subject subject = {instruction, environment, &verdict.match, sink ? &mismatch : NULL};
    if (!ptxc_verdict_fits(instruction, &verdict.match))
        say_mismatch(&subject);
    return verdict;
}
