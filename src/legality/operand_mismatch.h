/* Reports operands that do not fit, and operands that are missing or too many. It needs a sink. */
#ifndef PTXC_OPERAND_MISMATCH_H
#define PTXC_OPERAND_MISMATCH_H

#include "legality/subject.h"

void ptxc_mismatch_operands(const struct ptxc_subject *subject);

#endif
