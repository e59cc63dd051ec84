/* What the files that judge operands share: one operand, and the role that it is compared with; and how
 * vectors fit. */
#ifndef PTXC_FIT_H
#define PTXC_FIT_H

#include "legality/subject.h"

/* The comparison, and the finding that it fills if the operand does not fit. */
struct ptxc_fit {
    const struct ptxc_subject *subject;
    const struct ptxc_operand *operand;
    enum ptxc_role role;
    struct ptxc_finding *finding; /* NULL: only the verdict is wanted */
    enum ptxc_operand_name part;  /* the part of the operand that is compared; PTXC_NAME_NONE: the whole operand */
};

/* Gives what messages call the operand. */
const char *ptxc_fit_title(const struct ptxc_fit *fit);

/* Fills the finding, if one is wanted; the message is formatted only then. Always returns false: the operand does not
 * fit. */
#define PTXC_UNFIT(fit, rule, span, ...) \
    ptxc_fit_fail(fit, rule, span, (fit)->finding ? ptxc_arena_format((fit)->subject->sink->arena, __VA_ARGS__) : NULL)
bool ptxc_fit_fail(struct ptxc_fit *fit, enum ptxc_rule_id rule, struct ptxc_span span, const char *message);

/* Fills the finding with "… must be …, not '…'", as the operand is of a kind that the role does not take. Always
 * returns false. */
bool ptxc_fit_wrong_kind(struct ptxc_fit *fit);

/* Gives the text of a span as a message shows it. */
const char *ptxc_fit_text(const struct ptxc_fit *fit, struct ptxc_span span);

/* Decides whether the value is a whole register of one of these types, bit per ptxc_type. */
bool ptxc_fit_has_type(const struct ptxc_value *value, uint64_t types);

/* Gives the type that the type qualifier of the instruction names, or PTXC_TYPE_NONE. */
enum ptxc_type ptxc_fit_qualifier_type(const struct ptxc_fit *fit);

/* Decides whether the role follows a type qualifier of the instruction. */
bool ptxc_fit_follows_type(const struct ptxc_fit *fit);

/* Gives the types of registers that the role takes; `offset`: of a register with an offset. */
uint64_t ptxc_fit_register_types(const struct ptxc_fit *fit, bool offset);

/* Decides whether these elements fit the ELEMENTS row of the role; otherwise fills the finding, if one is wanted. */
bool ptxc_elements_fit(struct ptxc_fit *fit, const struct ptxc_value *values, unsigned count);

/* The same for a vector that the ISA does not show there: nothing is said where it does not fit. */
bool ptxc_elements_are_taken(const struct ptxc_fit *fit, const struct ptxc_value *values, unsigned count);

/* Decides whether the role takes this register, which is declared as a vector: of as many elements, and of such. */
bool ptxc_elements_whole(const struct ptxc_fit *fit, const struct ptxc_value *value);

#endif
