/* Fixes for broken constraints: see fix.h. */
#include "legality/explain/fix.h"

#include <string.h>

#include "legality/explain/edit.h"
#include "legality/match.h"
#include "legality/explain/meaning.h"
#include "legality/verdict.h"

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
    if (count != 1)
        return;
    struct ptxc_instruction changed = *instruction;
    changed.qualifiers[index].id = meant;
    const struct ptxc_match match = ptxc_match_find(&changed, subject->environment);
    finding->offer = !ptxc_meaning_stays(instruction, &changed, &match);
    ptxc_finding_fix(finding, finding->cause, ptxc_qualifiers[meant].spelling);
}

/* Whether a value that stands without brackets is taken in them: constants are not, nor is buffer[4], and of
 * registers those that are as wide as an address. */
static bool fits_brackets(const struct ptxc_value *value) {
    const unsigned width = ptxc_types[value->type].width;
    switch (value->kind) {
    case PTXC_VALUE_REGISTER: return ptxc_type_is_integer(value->type) && (width == 32 || width == 64);
    case PTXC_VALUE_VARIABLE: return !(value->flags & PTXC_FLAG_INDEX);
    case PTXC_VALUE_SPECIAL:
    case PTXC_VALUE_UNKNOWN: return true;
    default: return false;
    }
}

/* Adds the fix for an address without brackets. */
static void add_brackets(const struct ptxc_subject *subject, struct ptxc_finding *finding) {
    const struct ptxc_span span = finding->span;
    for (size_t i = 0; i < subject->instruction->value_count; i++) {
        const struct ptxc_value *value = &subject->instruction->values[i];
        if (value->span.offset == span.offset && value->span.length == span.length && fits_brackets(value))
            ptxc_finding_fix(finding, span,
                             ptxc_arena_format(subject->sink->arena, "[%.*s]", (int)span.length,
                                               subject->sink->source + span.offset));
    }
}

/* Adds the fix that suits the constraint of the rule. */
static void add_fix(const struct ptxc_subject *subject, struct ptxc_finding *finding) {
    const struct ptxc_constraint *constraint = &ptxc_rules[finding->rule].constraint;
    if (constraint->kind == PTXC_CONSTRAINT_UNBRACKETED)
        add_brackets(subject, finding);
    else if (constraint->kind == PTXC_CONSTRAINT_IGNORED_QUALIFIER)
        ptxc_finding_fix(finding, finding->span, "");
    else if (constraint->caused && finding->cause.length > 0)
        change_cause(subject, finding);
}

/* Returns the finding with the fix that its rule allows. */
static struct ptxc_finding fixed_of(const struct ptxc_subject *subject, const struct ptxc_finding *finding) {
    struct ptxc_finding fixed = *finding;
    if (finding->fix_count == 0 && ptxc_rules[finding->rule].fix != PTXC_FIX_NONE)
        add_fix(subject, &fixed);
    return fixed;
}

/* Whether --fix makes the edits of the finding. */
static bool is_applied(const struct ptxc_finding *finding) {
    return finding->fix_count > 0 && !finding->offer && ptxc_rules[finding->rule].fix == PTXC_FIX_APPLIED;
}

/* Whether errors are left in an instruction once all fixes are applied. */
struct rest {
    struct ptxc_subject subject;
    bool errors;
};

static bool wants_errors(const void *taker, enum ptxc_rule_id rule) {
    (void)taker;
    return ptxc_rules[rule].rule_class <= PTXC_CLASS_LEGALITY;
}

static void take_rest(void *taker, const struct ptxc_finding *finding) {
    struct rest *rest = taker;
    const struct ptxc_finding fixed = fixed_of(&rest->subject, finding);
    rest->errors |= !is_applied(&fixed);
}

bool ptxc_fix_suffices(const struct ptxc_subject *subject, const struct ptxc_instruction *changed) {
    struct rest rest = {{changed, subject->environment, NULL, subject->sink}, false};
    const struct ptxc_sink sink = ptxc_sink_before(subject->sink, &rest, wants_errors, take_rest);
    if (changed->damaged)
        return false;
    const struct ptxc_verdict verdict = ptxc_verdict_find(changed, subject->environment, &sink);
    return ptxc_verdict_fits(changed, &verdict.match) && !rest.errors;
}

static bool wants(const void *taker, enum ptxc_rule_id rule) {
    return ptxc_sink_wants(((const struct ptxc_subject *)taker)->sink, rule);
}

/* Drops the fix where the instruction would be refused with it, too: for what the version and the target lack, or for a
 * mistake that has no fix. */
static void take(void *taker, const struct ptxc_finding *finding) {
    const struct ptxc_subject *subject = taker;
    struct ptxc_finding fixed = fixed_of(subject, finding);
    if (is_applied(&fixed) && !ptxc_fix_suffices(subject, subject->instruction))
        fixed.fix_count = 0;
    ptxc_sink_give(subject->sink, &fixed);
}

/* Drops the fix of what was read with another mistake. */
static void take_damaged(void *taker, const struct ptxc_finding *finding) {
    const struct ptxc_subject *subject = taker;
    struct ptxc_finding bare = *finding;
    if (subject->instruction->damaged)
        bare.fix_count = 0;
    ptxc_sink_give(subject->sink, &bare);
}

struct ptxc_sink ptxc_fix_sink(struct ptxc_subject *subject) {
    return ptxc_sink_before(subject->sink, subject, wants, take);
}

struct ptxc_sink ptxc_fix_mismatch_sink(struct ptxc_subject *subject) {
    return ptxc_sink_before(subject->sink, subject, wants, take_damaged);
}
