/* Fixes for broken constraints: see mend.h. */
#include "legality/mend.h"

#include <string.h>

#include "legality/edit.h"

/* Finds the qualifier that stands at this place; the count of all where none does. */
static size_t qualifier_at(const struct ptxc_instruction *instruction, struct ptxc_span span) {
    size_t i = 0;
    while (i < instruction->qualifier_count && instruction->qualifiers[i].span.offset != span.offset)
        i++;
    return i;
}

/* Adds the fix for a value that goes with another qualifier than the one that bars it: the one of its kind with which
 * the instruction assembles, if no other does. */
static void change_cause(const struct ptxc_subject *subject, struct ptxc_finding *finding) {
    const struct ptxc_instruction *instruction = subject->instruction;
    const size_t index = qualifier_at(instruction, finding->cause);
    enum ptxc_qualifier meant = PTXC_Q_NONE;
    size_t count = 0;
    for (int q = 1; index < instruction->qualifier_count && q < PTXC_Q_COUNT; q++) {
        const enum ptxc_qualifier each = (enum ptxc_qualifier)q;
        if (ptxc_opcode_slot(instruction->opcode, each) != instruction->qualifiers[index].slot ||
            !ptxc_opcode_offers(instruction->opcode, each) || each == instruction->qualifiers[index].id ||
            ptxc_edit_judge(subject, index, 1, each) < PTXC_EDIT_FITS)
            continue;
        meant = each;
        count++;
    }
    if (count == 1)
        ptxc_finding_fix(finding, finding->cause, ptxc_qualifiers[meant].spelling);
}

/* Adds the fix for an address without brackets. One with an index has none: buffer[4] is not taken in brackets. */
static void add_brackets(const struct ptxc_subject *subject, struct ptxc_finding *finding) {
    const struct ptxc_span span = finding->span;
    if (memchr(subject->sink->source + span.offset, '[', span.length))
        return;
    ptxc_finding_fix(
        finding, span,
        ptxc_arena_format(subject->sink->arena, "[%.*s]", (int)span.length, subject->sink->source + span.offset));
}

/* Adds the fix that suits the constraint of the rule. */
static void mend(const struct ptxc_subject *subject, struct ptxc_finding *finding) {
    const struct ptxc_constraint *constraint = &ptxc_rules[finding->rule].constraint;
    if (constraint->kind == PTXC_CONSTRAINT_UNBRACKETED)
        add_brackets(subject, finding);
    else if (constraint->kind == PTXC_CONSTRAINT_IGNORED_QUALIFIER)
        ptxc_finding_fix(finding, finding->span, "");
    else if (constraint->caused && finding->cause.length > 0)
        change_cause(subject, finding);
}

static bool wants(const void *taker, enum ptxc_rule_id rule) {
    const struct ptxc_mender *mender = taker;
    return ptxc_sink_wants(mender->sink, rule);
}

static void take(void *taker, const struct ptxc_finding *finding) {
    const struct ptxc_mender *mender = taker;
    const struct ptxc_subject subject = {mender->instruction, mender->environment, NULL, mender->sink};
    struct ptxc_finding mended = *finding;
    if (finding->fix_count == 0 && ptxc_rules[finding->rule].fix != PTXC_FIX_NONE)
        mend(&subject, &mended);
    ptxc_sink_give(mender->sink, &mended);
}

struct ptxc_sink ptxc_mender_sink(struct ptxc_mender *mender) {
    if (!mender->sink)
        return (struct ptxc_sink){0};
    return (struct ptxc_sink){
        .arena = mender->sink->arena, .source = mender->sink->source, .taker = mender, .wants = wants, .take = take};
}
