/* Violations as findings: message, notes, and who should have done what. See violation.h. */
#include "analysis/findings/violation.h"
#include "tables/tables.h"

/* What is said of who has not arrived: a row of absences.def. */
struct absence_row {
    const char *here, *arrival, *advice;
};
static const struct absence_row absences[PTXC_ABSENCE_COUNT] = {
#define ABSENCE(enumerator, here, arrival, advice) {here, arrival, advice},
#include "analysis/findings/absences.def"
};

/* What is said of the parts of a sum: a row of parts.def. */
struct part_row {
    const char *one, *several;
};
static const struct part_row parts[PTXC_PART_COUNT] = {
#define PART(enumerator, one, several) {one, several},
#include "analysis/findings/parts.def"
};

/* What is said of what stands elsewhere than is meant: a row of misplacements.def. */
struct misplaced_row {
    const char *note, *like, *advice;
};
static const struct misplaced_row misplaced[PTXC_MISPLACED_COUNT] = {
#define MISPLACED(enumerator, note, like, advice) {note, like, advice},
#include "analysis/findings/misplacements.def"
};

/* Returns the step at which the finding stands. */
static uint32_t place_of(const struct ptxc_violation *violation) {
    const enum ptxc_violation_place at = ptxc_violation_rows[violation->kind].at;
    const uint32_t step = at == PTXC_AT_COPY ? violation->copy : at == PTXC_AT_WAIT ? violation->wait : PTXC_NO_STEP;
    return step == PTXC_NO_STEP ? violation->step : step;
}

/* Whether a step arrives on an mbarrier, now or later. */
static bool arrives(const struct ptxc_step *step) {
    switch (ptxc_step_action(step)) {
    case PTXC_ACT_ARRIVE:
    case PTXC_ACT_ARRIVE_EXPECT:
    case PTXC_ACT_ARRIVE_DROP:
    case PTXC_ACT_ARRIVE_DROP_EXPECT:
    case PTXC_ACT_ARRIVE_ON_COPIES:
    case PTXC_ACT_TENSOR_ARRIVE: return true;
    default: return false;
    }
}

/* Whether tensor memory is read soon after a step, in the text. */
static bool reads_tensor_memory_after(const struct ptxc_flow *flow, uint32_t step) {
    enum { NEARBY = 256 };
    uint32_t i = step + 1;
    while (i < flow->program->count && i < step + NEARBY && !arrives(ptxc_flow_step(flow, i)) &&
           ptxc_step_action(ptxc_flow_step(flow, i)) != PTXC_ACT_TENSOR_LOAD)
        i++;
    return i < flow->program->count && ptxc_step_action(ptxc_flow_step(flow, i)) == PTXC_ACT_TENSOR_LOAD;
}

/* Returns who has not arrived. Where nobody ever has, it is looked whether the text has an instruction that may: on the
 * mbarrier of the wait, or on one that is not known. */
static struct ptxc_absence absence_of(const struct ptxc_flow *flow, const struct ptxc_violation *violation) {
    struct ptxc_absence absence = violation->absence;
    struct ptxc_memory_range awaited, here;
    if (absence.where != PTXC_ABSENCE_NOWHERE)
        return absence;
    if (!ptxc_memory_range_barrier(flow->values, violation->step, &awaited))
        absence.where = PTXC_ABSENCE_NOBODY;
    for (uint32_t i = 0; i < flow->program->count && absence.arrival == PTXC_NO_STEP; i++) {
        if (!arrives(ptxc_flow_step(flow, i)))
            continue;
        const bool known = ptxc_memory_range_barrier(flow->values, i, &here);
        if (known && ptxc_flow_overlap(flow, &here, &awaited) == PTXC_PIECES_APART)
            continue;
        if (absence.where == PTXC_ABSENCE_NOWHERE)
            absence.where = known ? PTXC_ABSENCE_NEVER : PTXC_ABSENCE_NOBODY;
        if (!known || ptxc_flow_overlap(flow, &here, &awaited) != PTXC_PIECES_OVERLAP)
            continue; /* it may be on one of several mbarriers */
        absence.where = PTXC_ABSENCE_NEVER;
        absence.arrival = i;
    }
    if (absence.arrival != PTXC_NO_STEP)
        return absence;
    if (absence.product) {
        absence.where = PTXC_ABSENCE_UNCOMMITTED;
        absence.arrival = absence.product - 1;
    } else if (absence.commit && reads_tensor_memory_after(flow, violation->step)) {
        absence.where = PTXC_ABSENCE_UNTOLD;
        absence.arrival = absence.commit - 1;
    }
    return absence;
}

bool ptxc_violation_is_of_unreached_arrival(const struct ptxc_flow *flow, const struct ptxc_violation *violation) {
    return violation->absence.where == PTXC_ABSENCE_NOWHERE && absence_of(flow, violation).where == PTXC_ABSENCE_NEVER;
}

/* Adds the note of a row at a step, where there is one and all is known that it says. */
static void note(struct ptxc_hazard *hazard, uint32_t step, const struct ptxc_violation *violation,
                 const char *format) {
    const char *words = ptxc_violation_words(hazard->flow, violation, format);
    if (words)
        ptxc_hazard_note(hazard, step, "%s", words);
}

/* Adds the advice of a row, likewise. */
static void advise(struct ptxc_hazard *hazard, const struct ptxc_violation *violation, const char *format) {
    const char *words = ptxc_violation_words(hazard->flow, violation, format);
    if (words)
        ptxc_hazard_advice(hazard, "%s", words);
}

/* Says who should have arrived, and where. */
static void note_absence(struct ptxc_hazard *hazard, const struct ptxc_violation *violation) {
    const struct ptxc_absence absence = absence_of(hazard->flow, violation);
    const struct absence_row *row = &absences[absence.where];
    note(hazard, absence.step, violation, row->here);
    note(hazard, absence.arrival, violation, row->arrival);
    advise(hazard, violation, row->advice);
}

/* Says of which parts the bytes are sums. */
static void note_parts(struct ptxc_hazard *hazard, const struct ptxc_violation *violation) {
    for (uint32_t i = 0; i < violation->part_count; i++) {
        const struct ptxc_part *part = &violation->parts[i];
        struct ptxc_violation worded = *violation;
        worded.number = part->bytes;
        worded.other = part->count;
        if (part->step == PTXC_NO_STEP)
            advise(hazard, &worded, parts[part->kind].several);
        else
            note(hazard, part->step, &worded, part->count > 1 ? parts[part->kind].several : parts[part->kind].one);
    }
}

/* Says what stands elsewhere than is meant, or is missing where others have it; false where nothing is. */
static bool note_misplaced(struct ptxc_hazard *hazard, const struct ptxc_violation *violation) {
    const struct ptxc_misplacement found = ptxc_violation_misplaced(hazard->flow, violation);
    const struct misplaced_row *row = &misplaced[found.what];
    struct ptxc_violation worded = *violation;
    worded.like = found.like;
    note(hazard, found.at, &worded, row->note);
    note(hazard, found.like, &worded, row->like);
    advise(hazard, &worded, row->advice);
    return found.what != PTXC_MISPLACED_NOTHING;
}

/* Says that a group which a wait leaves pending has more copies than the next one, so that a commit may be missing. */
static void note_large_group(struct ptxc_hazard *hazard, const struct ptxc_violation *violation) {
    if (violation->kind != PTXC_VIOLATION_READ_LEFT_PENDING || violation->commit == PTXC_NO_STEP)
        return;
    const struct ptxc_group_sizes sizes = ptxc_violation_group_sizes(hazard->flow, violation);
    struct ptxc_violation worded = *violation;
    worded.number = sizes.here;
    worded.other = sizes.next;
    if (worded.other > 0 && worded.number >= 2 * worded.other)
        advise(hazard, &worded,
               "its group has %n copies, and the next one %m: perhaps a commit is missing among the first");
}

/* Whether a copy is committed in a later round of its loop: the commit stands above it. */
static bool is_later(const struct ptxc_flow *flow, const struct ptxc_violation *violation) {
    if (violation->commit == PTXC_NO_STEP || violation->copy == PTXC_NO_STEP || violation->commit > violation->copy)
        return false;
    const uint32_t loop = ptxc_graph_loop_of(flow->graph, violation->copy);
    return loop != PTXC_NO_BLOCK && ptxc_graph_loop_of(flow->graph, violation->commit) == loop;
}

void ptxc_violation_begin(struct ptxc_hazard *hazard, const struct ptxc_flow *flow,
                          const struct ptxc_violation *violation) {
    const struct ptxc_violation_row *row = &ptxc_violation_rows[violation->kind];
    const uint32_t place = place_of(violation);
    const char *clause = ptxc_violation_words(flow, violation, row->clause);
    ptxc_hazard_begin(hazard, flow, row->rule, place, "%s, but%s", ptxc_rules[row->rule].summary, clause ? clause : "");
    if (row->at != PTXC_AT_COPY)
        note(hazard, violation->copy, violation, row->copy);
    ptxc_hazard_note(hazard, violation->commit, "it is committed here%s",
                     is_later(flow, violation) ? ", an iteration later" : "");
    if (row->at != PTXC_AT_WAIT)
        note(hazard, violation->wait, violation, row->wait);
    note_parts(hazard, violation);
    if (place != violation->step)
        note(hazard, violation->step, violation, row->step);
    note_absence(hazard, violation);
    if (note_misplaced(hazard, violation))
        return;
    note_large_group(hazard, violation);
    advise(hazard, violation, row->advice);
}

void ptxc_violation_report(const struct ptxc_flow *flow, const struct ptxc_violation *violation) {
    struct ptxc_hazard hazard;
    ptxc_violation_begin(&hazard, flow, violation);
    ptxc_hazard_give(&hazard);
}
