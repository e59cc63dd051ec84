/* Edits that mend violations: remedies.def. An edit is offered where it ends the finding and begins no other one. */
#ifndef PTXC_FINDINGS_REMEDIES_H
#define PTXC_FINDINGS_REMEDIES_H

#include "analysis/findings/violation.h"

/* Adds to the finding of a violation the edit that mends it, if one is certain. */
void ptxc_remedy_add(struct ptxc_hazard *hazard, const struct ptxc_violation *violation);

#endif
