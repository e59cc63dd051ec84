/* Whether an operand fits its role. */
#ifndef PTXC_OPERAND_FIT_H
#define PTXC_OPERAND_FIT_H

#include "base/characters.h"
#include "legality/subject.h"

/* Whether the operand fits the role; otherwise fills `finding` (NULL: not wanted; else the subject has a sink). */
bool ptxc_operand_fits(const struct ptxc_subject *subject, const struct ptxc_operand *operand, enum ptxc_role role,
                       struct ptxc_finding *finding);

/* Whether a value of which nothing is known begins as the name of a register does, and no placeholder. */
static inline bool ptxc_begins_register(const struct ptxc_value *value) {
    return value->name_length > 1 && value->name[0] == '%' && ptxc_is_name(value->name[1]) &&
           !ptxc_is_digit(value->name[1]);
}

#endif
