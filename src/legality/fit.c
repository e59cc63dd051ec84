/* What the files that judge operands share: see fit.h. */
#include "legality/fit.h"

#include "legality/wording.h"
#include "tables/describe.h"

bool ptxc_fit_fail(struct ptxc_fit *fit, enum ptxc_rule_id rule, struct ptxc_span span, const char *message) {
    if (fit->finding) {
        fit->finding->rule = rule;
        fit->finding->span = span;
        fit->finding->message = message;
    }
    return false;
}

const char *ptxc_fit_title(const struct ptxc_fit *fit) {
    const struct ptxc_subject *subject = fit->subject;
    if (fit->part != PTXC_NAME_NONE)
        return ptxc_operand_names[fit->part].title;
    return ptxc_form_operand_title(&ptxc_forms[subject->match->form], subject->match->filled,
                                   (size_t)(fit->operand - subject->instruction->operands));
}

const char *ptxc_fit_text(const struct ptxc_fit *fit, struct ptxc_span span) {
    return ptxc_wording_excerpt(fit->subject, span);
}

bool ptxc_fit_wrong_kind(struct ptxc_fit *fit) {
    char wanted[240];
    struct ptxc_span span = fit->operand->span;
    if (!fit->finding)
        return false;
    ptxc_role_describe(fit->role, ptxc_fit_follows_type(fit) ? ptxc_fit_qualifier_type(fit) : PTXC_TYPE_NONE, wanted,
                       sizeof(wanted));
    return PTXC_UNFIT(fit, PTXC_RULE_OPERAND_KIND, span, "%s must be %s, not '%s'", ptxc_fit_title(fit), wanted,
                      ptxc_fit_text(fit, span));
}

bool ptxc_fit_has_type(const struct ptxc_value *value, uint64_t types) {
    return !(value->flags & PTXC_FLAG_WHOLE) && (types >> value->type & 1);
}

enum ptxc_type ptxc_fit_qualifier_type(const struct ptxc_fit *fit) {
    const bool second = ptxc_roles[fit->role].registers & PTXC_TYPES_OF_SECOND;
    const uint8_t choice = fit->subject->match->choices[second ? PTXC_SLOT_SECOND_TYPE : PTXC_SLOT_TYPE];
    return (enum ptxc_type)ptxc_qualifier_types[choice];
}

bool ptxc_fit_follows_type(const struct ptxc_fit *fit) {
    return ptxc_roles[fit->role].registers & (PTXC_TYPES_OF_QUALIFIER | PTXC_TYPES_OF_SECOND);
}

uint64_t ptxc_fit_register_types(const struct ptxc_fit *fit, bool offset) {
    uint64_t types = ptxc_roles[fit->role].registers;
    if (!(types & (PTXC_TYPES_OF_QUALIFIER | PTXC_TYPES_OF_SECOND)))
        return types;
    enum ptxc_type wanted = ptxc_fit_qualifier_type(fit);
    if (wanted == PTXC_TYPE_NONE)
        return ~UINT64_C(0);
    return ptxc_types_taken(types, wanted, offset);
}
