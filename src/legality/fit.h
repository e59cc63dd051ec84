/* What the files that judge operands share: one operand, and the role that it is compared with; how vectors fit; and in
 * which state space an address lies, as the qualifiers say. */
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

/* Returns what messages call the operand. */
const char *ptxc_fit_title(const struct ptxc_fit *fit);

/* Fills the finding, if one is wanted; the message is formatted only then. Always returns false: the operand does not
 * fit. */
#define PTXC_UNFIT(fit, rule, span, ...) \
    ptxc_fit_fail(fit, rule, span, (fit)->finding ? ptxc_arena_format((fit)->subject->sink->arena, __VA_ARGS__) : NULL)
bool ptxc_fit_fail(struct ptxc_fit *fit, enum ptxc_rule_id rule, struct ptxc_span span, const char *message);

/* Fills the finding with "… must be …, not '…'", as the operand is of a kind that the role does not take. Always
 * returns false. */
bool ptxc_fit_wrong_kind(struct ptxc_fit *fit);

/* Whether the value is a whole register of one of these types, bit per ptxc_type. */
bool ptxc_fit_has_type(const struct ptxc_value *value, uint64_t types);

/* Returns the type that the type qualifier of the instruction names, or PTXC_TYPE_NONE. */
enum ptxc_type ptxc_fit_qualifier_type(const struct ptxc_fit *fit);

/* Whether the role follows a type qualifier of the instruction. */
bool ptxc_fit_follows_type(const struct ptxc_fit *fit);

/* Returns the types of registers that the role takes; `offset`: of a register with an offset. */
uint64_t ptxc_fit_register_types(const struct ptxc_fit *fit, bool offset);

/* Whether these elements fit the ELEMENTS row of the role; otherwise fills the finding, if one is wanted. */
bool ptxc_fit_elements(struct ptxc_fit *fit, const struct ptxc_value *values, unsigned count);

/* The same for a vector that the ISA does not show there: nothing is said where it does not fit. */
bool ptxc_fit_takes_elements(const struct ptxc_fit *fit, const struct ptxc_value *values, unsigned count);

/* Whether the role takes this register, which is declared as a vector: of as many elements, and of such. */
bool ptxc_fit_whole(const struct ptxc_fit *fit, const struct ptxc_value *value);

/* Returns the state space that an address in the role lies in; PTXC_SPACE_NONE stands for a generic address, as where
 * no space is written. */
enum ptxc_space ptxc_fit_address_space(const struct ptxc_match *match, const struct ptxc_role_row *role);

/* Whether an operand of the role is an address of the shared window. */
bool ptxc_fit_wants_shared(const struct ptxc_match *match, const struct ptxc_role_row *role);

/* Returns the state spaces that a symbol in the role may have, bit per ptxc_space: if the instruction names one of
 * several, that one. */
uint32_t ptxc_fit_spaces(const struct ptxc_match *match, const struct ptxc_role_row *role);

#endif
