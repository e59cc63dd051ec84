/* What keeps an instruction from its form, in words. All of these want a sink. */
#ifndef PTXC_MISMATCH_H
#define PTXC_MISMATCH_H

#include "legality/subject.h"

/* Qualifiers that are not in the tables. */
void ptxc_mismatch_unknown(const struct ptxc_subject *subject);

/* Qualifiers that the nearest form has not, and those that it wants and that are not there. */
void ptxc_mismatch_qualifiers(const struct ptxc_subject *subject);

/* Operands that do not fit, are too many or too few. */
void ptxc_mismatch_operands(const struct ptxc_subject *subject);

#endif
