/* Fixes for broken constraints. A constraint says what is wrong and knows nothing of edits, which ask for verdicts
 * themselves; so a sink of its own adds them to the findings on their way.
 */
#ifndef PTXC_FIX_H
#define PTXC_FIX_H

#include "legality/subject.h"

/* Returns a sink before that of the subject. It adds to each finding the fix that its rule allows and a verdict
 * confirms, if there is one, and then hands it over. The subject must live as long as the sink. */
struct ptxc_sink ptxc_fix_sink(struct ptxc_subject *subject);

/* Returns a sink for what keeps an instruction from its form. Such findings bring their fixes, which are dropped where
 * the reader has found another mistake in the instruction. The subject must live as long as the sink. */
struct ptxc_sink ptxc_fix_mismatch_sink(struct ptxc_subject *subject);

/* Whether the changed instruction assembles, once the fixes of the findings about it are applied, too. */
bool ptxc_fix_suffices(const struct ptxc_subject *subject, const struct ptxc_instruction *changed);

#endif
