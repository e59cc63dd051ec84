/* What the files that say what is wrong with an instruction share: see wording.h. */
#include "legality/wording.h"

#include "base/separators.h"
#include "tables/describe.h"

const char *ptxc_wording_mnemonic(const struct ptxc_subject *subject) {
    return ptxc_opcodes[subject->instruction->opcode].mnemonic;
}

struct ptxc_finding ptxc_wording_finding(const struct ptxc_subject *subject, enum ptxc_rule_id rule,
                                         struct ptxc_span span) {
    return (struct ptxc_finding){.rule = rule, .span = span, .opcode = subject->instruction->opcode};
}

/* Returns the place after the blanks and comments at `position`. */
static uint32_t past_blanks(const char *text, uint32_t length, uint32_t position) {
    while (position < length) {
        const uint32_t end = text[position] == '/'           ? ptxc_comment_end(text, length, position)
                             : ptxc_is_blank(text[position]) ? position + 1
                                                             : position;
        if (end == position)
            break;
        position = end;
    }
    return position;
}

const char *ptxc_wording_excerpt(const struct ptxc_subject *subject, struct ptxc_span span) {
    enum { SHOWN = 60 };
    char shown[SHOWN];
    int length = 0;
    const char *text = subject->sink->source + span.offset;
    for (uint32_t position = 0; position < span.length && length < SHOWN;) {
        const uint32_t next = past_blanks(text, span.length, position);
        if (next > position)
            shown[length++] = ' ';
        else
            shown[length++] = text[position];
        position = next > position ? next : position + 1;
    }
    return ptxc_arena_format(subject->sink->arena, "%.*s", length, shown);
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
