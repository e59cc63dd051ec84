/* What the files that say what is wrong with an instruction share: see wording.h. */
#include "legality/wording.h"

#include "tables/describe.h"

const char *ptxc_wording_mnemonic(const struct ptxc_subject *subject) {
    return ptxc_opcodes[subject->instruction->opcode].mnemonic;
}

struct ptxc_finding ptxc_wording_finding(const struct ptxc_subject *subject, enum ptxc_rule_id rule,
                                         struct ptxc_span span) {
    return (struct ptxc_finding){.rule = rule, .span = span, .opcode = subject->instruction->opcode};
}

const char *ptxc_wording_form(const struct ptxc_subject *subject, const struct ptxc_match *match) {
    char syntax[700];
    ptxc_form_describe(match->form, match->choices, syntax, sizeof(syntax));
    return ptxc_arena_format(subject->sink->arena, "the form is %s", syntax);
}

const char *ptxc_wording_mnemonic_meant(const struct ptxc_subject *subject, enum ptxc_opcode meant) {
    return meant == PTXC_OP_NONE
               ? ""
               : ptxc_arena_format(subject->sink->arena, "; did you mean %s?", ptxc_opcodes[meant].mnemonic);
}
