/* Reports what keeps an instruction from its form. All of these need a sink. */
#ifndef PTXC_MISMATCH_H
#define PTXC_MISMATCH_H

#include "legality/subject.h"

/* Reports the qualifier that the instruction does not take, or that it requires and that is missing: one finding. */
void ptxc_mismatch_qualifiers(const struct ptxc_subject *subject);

/* Reports operands that do not fit, and operands that are missing or too many. */
void ptxc_mismatch_operands(const struct ptxc_subject *subject);

/* Reports qualifiers that are not in the tables. */
void ptxc_unknown_qualifiers(const struct ptxc_subject *subject);

#endif
