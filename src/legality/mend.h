/* Fixes for broken constraints. A constraint says what is wrong and knows nothing of edits, which ask for verdicts
 * themselves; so a sink of its own adds them to the findings on their way.
 */
#ifndef PTXC_MEND_H
#define PTXC_MEND_H

#include "legality/subject.h"

struct ptxc_mender {
    const struct ptxc_instruction *instruction;
    struct ptxc_environment environment;
    const struct ptxc_sink *sink; /* that takes the findings; NULL: the mender is not used */
};

/* Gives a sink that adds to each finding the fix that its rule allows and a verdict confirms, if there is one, and then
 * hands it over. The mender must live as long as the sink. */
struct ptxc_sink ptxc_mender_sink(struct ptxc_mender *mender);

/* Gives a sink for what keeps an instruction from its form. Such findings bring their fixes, which are dropped where
 * the reader has found another mistake in the instruction. The mender must live as long as the sink. */
struct ptxc_sink ptxc_mender_mismatch_sink(struct ptxc_mender *mender);

/* Decides whether the changed instruction assembles, once the fixes of the findings about it are applied, too. */
bool ptxc_mend_suffices(const struct ptxc_subject *subject, const struct ptxc_instruction *changed);

#endif
