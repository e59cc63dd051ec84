/* One operand on its way into one role: see fit.h. */
#include "legality/fit.h"

#include <string.h>

#include "tables/describe.h"

bool ptxc_fit_fail(struct ptxc_fit *fit, enum ptxc_rule_id rule, struct ptxc_span span, const char *message) {
    if (fit->finding) {
        fit->finding->rule = rule;
        fit->finding->span = span;
        fit->finding->message = message;
    }
    return false;
}

int ptxc_fit_length(struct ptxc_span span) {
    return span.length > 60 ? 60 : (int)span.length;
}

const char *ptxc_fit_text(const struct ptxc_fit *fit, struct ptxc_span span) {
    return fit->subject->sink->source + span.offset;
}

bool ptxc_fit_wrong_kind(struct ptxc_fit *fit) {
    char wanted[160];
    struct ptxc_span span = fit->operand->span;
    if (!fit->finding)
        return false;
    ptxc_role_describe(fit->role, wanted, sizeof(wanted));
    return PTXC_UNFIT(fit, PTXC_RULE_OPERAND_KIND, span, "%s must be %s, not '%.*s'", ptxc_roles[fit->role].name,
                      wanted, ptxc_fit_length(span), ptxc_fit_text(fit, span));
}

bool ptxc_fit_has_type(const struct ptxc_value *value, uint64_t types) {
    return !(value->flags & PTXC_FLAG_WHOLE) && (types >> value->type & 1);
}

enum ptxc_type ptxc_fit_qualifier_type(const struct ptxc_fit *fit) {
    const char *spelling = ptxc_qualifiers[fit->subject->match->choices[PTXC_SLOT_TYPE]].spelling;
    return ptxc_type_find(spelling, strlen(spelling));
}

uint64_t ptxc_fit_register_types(const struct ptxc_fit *fit, bool offset) {
    uint64_t types = ptxc_roles[fit->role].registers;
    if (!(types & PTXC_TYPES_OF_QUALIFIER))
        return types;
    enum ptxc_type wanted = ptxc_fit_qualifier_type(fit);
    return wanted == PTXC_TYPE_NONE ? ~UINT64_C(0) : ptxc_types_compatible(wanted, offset);
}
