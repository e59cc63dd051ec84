/* The edits that fix violations: see violation.h. */
#include <string.h>

#include "analysis/findings/violation.h"
#include "tables/tables.h"

enum edit { EDIT_NUMBER, EDIT_WORD, EDIT_BEFORE, EDIT_BARRIER, EDIT_BETWEEN };
enum need {
    NEED_NOTHING,
    NEED_LESS,
    NEED_LAST,
    NEED_GROUPED,
    NEED_SINGLE,
    NEED_SHARED,
    NEED_LOOSE,
    NEED_ALL,
    NEED_ALONE,
    NEED_WAITED,
    NEED_AGREES,
    NEED_COUNTED,
    NEED_MET
};

/* A row of remedies.def, where its columns are explained. */
struct remedy {
    enum ptxc_violation_kind kind;
    enum edit edit;
    enum ptxc_violation_place at;
    enum need needs;
    const char *from, *to;
};
static const struct remedy remedies[] = {
#define REMEDY(violation, edit, at, needs, from, to) {violation, EDIT_##edit, PTXC_AT_##at, NEED_##needs, from, to},
#include "analysis/findings/remedies.def"
};

/* Returns the step that an edit is at, or PTXC_NO_STEP. */
static uint32_t step_of(const struct remedy *remedy, const struct ptxc_violation *violation) {
    return remedy->at == PTXC_AT_STEP   ? violation->step
           : remedy->at == PTXC_AT_COPY ? violation->copy
                                        : violation->wait;
}

/* Whether a step waits for all groups, but those that are not committed. */
static bool waits_for_all(const struct ptxc_step *step) {
    const struct ptxc_value *number = ptxc_step_number(step);
    return ptxc_step_does(step, PTXC_ACT_WAIT_GROUP) && number && number->integer == 0;
}

/* Whether anything in the text waits for groups of the kind that a copy is in. */
static bool waits_for_kind(const struct ptxc_flow *flow, uint32_t copy) {
    const struct ptxc_event *event = copy == PTXC_NO_STEP ? NULL : ptxc_flow_step(flow, copy)->event;
    for (uint32_t i = 0; event && i < flow->program->count; i++) {
        const enum ptxc_action action = ptxc_step_action(ptxc_flow_step(flow, i));
        if ((action == PTXC_ACT_WAIT_GROUP || action == PTXC_ACT_WAIT_ALL) &&
            ptxc_flow_step(flow, i)->event->completion == event->completion)
            return true;
    }
    return false;
}

/* Whether anything in the text copies in groups of another kind than a copy: a commit that is meant for the one comes
 * after the other, too. */
static bool has_other_groups(const struct ptxc_flow *flow, uint32_t copy) {
    const struct ptxc_event *event = copy == PTXC_NO_STEP ? NULL : ptxc_flow_step(flow, copy)->event;
    for (uint32_t i = 0; event && i < flow->program->count; i++) {
        const struct ptxc_step *step = ptxc_flow_step(flow, i);
        if (ptxc_step_does(step, PTXC_ACT_COPY) && step->event->completion != event->completion &&
            (step->event->completion == PTXC_BY_GROUP || step->event->completion == PTXC_BY_BULK_GROUP))
            return true;
    }
    return false;
}

/* Whether threads of one warp alone come to a step. */
static bool is_of_one_warp(const struct ptxc_flow *flow, uint32_t step) {
    enum { WARP = 32 };
    const struct ptxc_threads threads = ptxc_flow_threads(flow, step);
    return threads.kind == PTXC_THREADS_ONE || threads.warp_known || (flow->threads > 0 && flow->threads <= WARP);
}

/* Whether the row may be followed. */
static bool fits(const struct ptxc_flow *flow, const struct remedy *remedy, const struct ptxc_violation *violation) {
    const uint32_t at = step_of(remedy, violation);
    const struct ptxc_step *step = at == PTXC_NO_STEP ? NULL : ptxc_flow_step(flow, at);
    const struct ptxc_value *number = step ? ptxc_step_number(step) : NULL;
    const bool grouped = violation->commit != PTXC_NO_STEP;
    if (remedy->kind != violation->kind || !step || step->frame != 0)
        return false;
    switch (remedy->needs) {
    case NEED_LESS:
    case NEED_LAST:
        return number && violation->heard && violation->leave < (uint64_t)number->integer &&
               (remedy->needs == NEED_LESS ||
                ptxc_violation_misplaced(flow, violation).what == PTXC_MISPLACED_LAST_NUMBER);
    case NEED_GROUPED: return violation->own && grouped;
    case NEED_SINGLE: return violation->own && grouped && is_of_one_warp(flow, at);
    case NEED_SHARED: return grouped && violation->leave == 0;
    case NEED_LOOSE: return violation->own && !grouped && !has_other_groups(flow, violation->copy);
    case NEED_ALL: return violation->heard && waits_for_all(step);
    case NEED_ALONE: return violation->own && grouped && !waits_for_kind(flow, violation->copy);
    case NEED_WAITED: return waits_for_kind(flow, violation->copy);
    case NEED_AGREES: return number && (uint64_t)number->integer == violation->number && violation->other > 0;
    case NEED_COUNTED:
        return number && (uint64_t)number->integer == violation->other && violation->number > 0 &&
               violation->number != violation->other;
    case NEED_MET:
        return number && (uint64_t)number->integer == violation->other && violation->absence.where == PTXC_ABSENCE_ALL;
    case NEED_NOTHING: break;
    }
    return true;
}

/* Replaces the word `from` of the mnemonic; where the mnemonic has none, the row does not fit. */
static bool edit_word(struct ptxc_hazard *hazard, const struct remedy *remedy, const struct ptxc_statement *statement) {
    const char *source = hazard->flow->program->source + statement->word.offset;
    const uint32_t length = (uint32_t)strlen(remedy->from);
    for (uint32_t i = 0; i + length <= statement->word.length; i++) {
        const bool ends = i + length == statement->word.length || source[i + length] == '.';
        if (!ends || memcmp(source + i, remedy->from, length) != 0)
            continue;
        ptxc_hazard_fix(hazard, (struct ptxc_span){statement->word.offset + i, length}, "%s", remedy->to);
        return true;
    }
    return false;
}

/* Inserts an instruction before a step. */
static bool insert(struct ptxc_hazard *hazard, uint32_t before, const char *words) {
    if (before >= hazard->flow->program->count || ptxc_flow_step(hazard->flow, before)->frame != 0)
        return false;
    const struct ptxc_span span = ptxc_flow_step(hazard->flow, before)->statement->span;
    ptxc_hazard_fix(hazard, (struct ptxc_span){span.offset, 0}, "%s ", words);
    return true;
}

/* Adds the edit of a row; false where it cannot be made. */
static bool add(struct ptxc_hazard *hazard, const struct remedy *remedy, const struct ptxc_violation *violation) {
    const uint32_t at = step_of(remedy, violation);
    const struct ptxc_step *step = ptxc_flow_step(hazard->flow, at);
    const struct ptxc_value *number = ptxc_step_number(step);
    if (remedy->edit == EDIT_WORD)
        return edit_word(hazard, remedy, step->statement);
    const char *words = ptxc_violation_words(hazard->flow, violation, remedy->to);
    if (!words)
        return false;
    switch (remedy->edit) {
    case EDIT_BEFORE: return insert(hazard, at, words);
    case EDIT_BARRIER: return insert(hazard, ptxc_violation_misplaced(hazard->flow, violation).at, words);
    case EDIT_BETWEEN:
        return insert(hazard, ptxc_hazard_barrier_between(hazard->flow, at, violation->step, false), words);
    default: break;
    }
    if (number)
        ptxc_hazard_fix(hazard, number->span, "%s", words);
    return number;
}

/* Inserts after a commit the wait that stands after others. */
static void insert_wait(struct ptxc_hazard *hazard, const struct ptxc_violation *violation,
                        struct ptxc_misplacement found) {
    const struct ptxc_program *program = hazard->flow->program;
    const struct ptxc_span span = ptxc_flow_step(hazard->flow, found.at)->statement->span;
    struct ptxc_violation worded = *violation;
    worded.like = found.like;
    if (ptxc_flow_step(hazard->flow, found.at)->frame == 0 && program->source[span.offset + span.length] == ';')
        ptxc_hazard_fix(hazard, (struct ptxc_span){span.offset + span.length + 1, 0}, "%s",
                        ptxc_violation_words(hazard->flow, &worded, " %z;"));
}

void ptxc_violation_add_fix(struct ptxc_hazard *hazard, const struct ptxc_violation *violation) {
    const struct ptxc_misplacement found = ptxc_violation_misplaced(hazard->flow, violation);
    const bool by_row = found.what == PTXC_MISPLACED_NOTHING || found.what == PTXC_MISPLACED_LAST_NUMBER ||
                        found.what == PTXC_MISPLACED_WAIT_BEFORE;
    if (found.what == PTXC_MISPLACED_WAIT)
        insert_wait(hazard, violation, found);
    if (found.what == PTXC_MISPLACED_BARRIER)
        insert(hazard, found.at, "bar.sync 0;");
    for (size_t i = 0; i < PTXC_COUNT(remedies) && by_row; i++)
        if (fits(hazard->flow, &remedies[i], violation) && add(hazard, &remedies[i], violation))
            return;
}
