/* Decides whether an operand fits its role. */
#ifndef PTXC_OPERAND_FIT_H
#define PTXC_OPERAND_FIT_H

#include "legality/subject.h"

/* Decides whether the operand fits the role; otherwise fills `finding` (NULL: not wanted; else the subject has a sink).
 */
bool ptxc_operand_fits(const struct ptxc_subject *subject, const struct ptxc_operand *operand, enum ptxc_role role,
                       struct ptxc_finding *finding);

/* Decides whether a value of which nothing is known is written as a register: no placeholder, and no unknown text. */
bool ptxc_is_register_name(const struct ptxc_value *value);

#endif
