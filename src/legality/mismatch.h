/* Reports what keeps an instruction from its form. All of these need a sink. */
#ifndef PTXC_MISMATCH_H
#define PTXC_MISMATCH_H

#include "legality/subject.h"

/* Reports qualifiers that are not in the tables. */
void ptxc_mismatch_unknown(const struct ptxc_subject *subject);

/* Reports qualifiers that the nearest form does not take, and those that it requires and that are missing. */
void ptxc_mismatch_qualifiers(const struct ptxc_subject *subject);

/* Reports operands that do not fit, and operands that are missing or too many. */
void ptxc_mismatch_operands(const struct ptxc_subject *subject);

#endif
