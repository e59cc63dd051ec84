/* What an edit must leave as it is. A refused instruction still says which operand is written, in which space each
 * address lies, how much is copied, when that completes, through which cache and in which scope. An edit that
 * contradicts this makes the instruction legal, but may not mend the mistake: a person has to look at it.
 */
#ifndef PTXC_MEANING_H
#define PTXC_MEANING_H

#include "legality/subject.h"

/* Whether what `before` says is still said by `after`, which assembles and has this match. Both have their values at
 * the same indices. */
bool ptxc_meaning_stays(const struct ptxc_instruction *before, const struct ptxc_instruction *after,
                        const struct ptxc_match *match);

#endif
