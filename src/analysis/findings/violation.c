/* The words of violations: see violation.h. */
#include "analysis/findings/violation.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ptxcheck/swizzle.h"
#include "tables/tables.h"

const struct ptxc_violation_row ptxc_violation_rows[PTXC_VIOLATION_COUNT] = {
#define VIOLATION(enumerator, rule, nature, level, needs, at, clause, step, copy, wait, advice) \
    {rule, PTXC_FAULT_##nature, PTXC_##level, PTXC_NEEDS_##needs, PTXC_AT_##at, clause, step, copy, wait, advice},
#include "analysis/findings/violations.def"
};

/* What is said of who has not arrived: a row of absences.def. */
struct absence_row {
    const char *here, *arrival, *advice;
};
static const struct absence_row absences[PTXC_ABSENCE_COUNT] = {
#define ABSENCE(enumerator, here, arrival, advice) {here, arrival, advice},
#include "analysis/findings/absences.def"
};

struct ptxc_violation ptxc_violation_at(enum ptxc_violation_kind kind, uint32_t step, uint32_t copy) {
    return (struct ptxc_violation){.kind = kind,
                                   .step = step,
                                   .copy = copy,
                                   .commit = PTXC_NO_STEP,
                                   .wait = PTXC_NO_STEP,
                                   .leave = PTXC_NO_COUNT,
                                   .phase = PTXC_NO_COUNT,
                                   .absence = {.step = PTXC_NO_STEP, .arrival = PTXC_NO_STEP},
                                   .event = UINT32_MAX};
}

/* A text that is being written. */
struct text {
    char *at;
    size_t size;
    const struct ptxc_flow *flow;
    const struct ptxc_violation *violation;
};

/* Appends words and a number, as far as there is room. */
static void append(struct text *text, const char *words, uint64_t number) {
    const size_t length = strlen(text->at);
    snprintf(text->at + length, text->size - length, "%s%" PRIu64, words, number);
}

/* Appends a word that has no numbers in it. */
static void append_word(struct text *text, const char *word) {
    const size_t length = strlen(text->at);
    snprintf(text->at + length, text->size - length, "%s", word);
}

/* Returns the mnemonic of the groups that the copy is in. */
static const char *groups_of(const struct text *text) {
    const struct ptxc_event *event =
        text->violation->copy == PTXC_NO_STEP ? NULL : text->flow->program->steps[text->violation->copy].event;
    return event && event->completion == PTXC_BY_BULK_GROUP ? "cp.async.bulk" : "cp.async";
}

typedef bool (*range_reader)(struct ptxc_values *, uint32_t, struct ptxc_memory_range *);

/* Appends the name of the variable in shared memory that is what a step names; false where it names none. */
static bool append_variable_of(struct text *text, uint32_t step, range_reader read) {
    struct ptxc_memory_range range;
    const struct ptxc_symbol *symbol;
    if (step == PTXC_NO_STEP || !read(text->flow->values, step, &range) || range.space != PTXC_SPACE_SHARED ||
        !range.symbol)
        return false;
    symbol = ptxc_symbols_get(text->flow->program->symbols, range.symbol);
    if (!symbol || symbol->kind != PTXC_SYMBOL_VARIABLE)
        return false;
    append_word(text, ptxc_arena_format(text->flow->sink->arena, "'%.*s'", (int)symbol->length, symbol->name));
    return true;
}

/* Appends the variable in shared memory that the copy or the step is about, as far as one is named. */
static void append_variable(struct text *text) {
    static const range_reader ranges[] = {ptxc_memory_range_target, ptxc_memory_range_source, ptxc_memory_range_written,
                                          ptxc_memory_range_read};
    for (size_t k = 0; k < PTXC_COUNT(ranges); k++)
        if (append_variable_of(text, text->violation->copy, ranges[k]))
            return;
    for (size_t k = 0; k < PTXC_COUNT(ranges); k++)
        if (append_variable_of(text, text->violation->step, ranges[k]))
            return;
    append_word(text, "shared memory");
}

/* Appends a name in quotes. */
static void append_name(struct text *text, const char *name) {
    append_word(text, ptxc_arena_format(text->flow->sink->arena, "'%s'", name));
}

/* Appends the name of the mbarrier. */
static void append_mbarrier(struct text *text) {
    if (text->violation->name)
        append_name(text, text->violation->name);
    else if (!append_variable_of(text, text->violation->step, ptxc_memory_range_barrier))
        append_word(text, "the mbarrier");
}

/* Appends the place in shared memory: the slot of a ring, or where it lies in its variable. */
static void append_place(struct text *text) {
    const struct ptxc_violation *violation = text->violation;
    if (violation->ring) {
        append(text, "slot ", violation->slot);
        append_word(text, " of ");
        append_name(text, violation->ring);
    } else if (violation->place) {
        append_name(text, violation->place);
    } else {
        append_variable(text);
    }
}

/* Appends a phase and its parity. */
static void append_phase(struct text *text, uint32_t phase) {
    if (phase == PTXC_NO_COUNT)
        return;
    append(text, " in phase ", phase);
    append(text, " (parity ", phase & 1);
    append_word(text, ")");
}

/* Appends what is wrong with arrivals: they are more than the count, or as many, and come again too early. */
static void append_excess(struct text *text) {
    const bool again = text->violation->number == text->violation->other;
    append(text, again ? "the " : "more than ", text->violation->other);
    append_word(text, again ? " arrivals of the next phase come" : " arrive");
}

/* Whether it is known how many groups may be left pending, and the wait that the finding is about leaves more. */
static bool knows_better(const struct ptxc_flow *flow, const struct ptxc_violation *violation) {
    const bool at_wait = ptxc_violation_rows[violation->kind].at == PTXC_AT_WAIT && violation->wait != PTXC_NO_STEP;
    const struct ptxc_step *wait = at_wait ? ptxc_flow_step(flow, violation->wait) : NULL;
    const struct ptxc_value *count = wait ? ptxc_step_number(wait) : NULL;
    return violation->leave != PTXC_NO_COUNT && (!count || violation->leave < (uint64_t)count->integer);
}

/* Appends in which iteration the copy was, or that it was before the loop of the step. */
static void append_time(struct text *text, const char *in, const char *before) {
    const struct ptxc_violation *violation = text->violation;
    if (violation->executed && violation->copy_iteration)
        append(text, in, violation->copy_iteration);
    else if (violation->executed && violation->iteration)
        append_word(text, before);
}

/* Replaces a letter of a text; false where what it stands for is not known. */
static bool replace(struct text *text, char letter) {
    const struct ptxc_violation *violation = text->violation;
    switch (letter) {
    case 'i':
        if (violation->iteration)
            append(text, " in iteration ", violation->iteration);
        return true;
    case 'j': append_time(text, " of iteration ", " from before the loop"); return true;
    case 'l': append_time(text, " in iteration ", " before the loop"); return true;
    case 'e': append_excess(text); return true;
    case 'q':
        if (violation->commit == PTXC_NO_STEP)
            append_word(text, ptxc_arena_format(text->flow->sink->arena, "%s.commit_group after the copy and ",
                                                groups_of(text)));
        return true;
    case 's': append_place(text); return true;
    case 'p': append_phase(text, violation->phase); return true;
    case 't': append_word(text, violation->name); return true;
    case 'a':
        append(text, "", violation->number);
        return violation->number > 0 && violation->number != violation->other;
    case 'w': append_word(text, violation->absence.who ? violation->absence.who : ""); return violation->absence.who;
    case 'g':
        append_name(text, violation->absence.name ? violation->absence.name : "");
        append_phase(text, violation->absence.phase);
        return violation->absence.name;
    case 'x': append_word(text, ptxc_swizzle_name((enum ptxc_swizzle)violation->number)); return true;
    case 'y': append_word(text, ptxc_swizzle_name((enum ptxc_swizzle)violation->other)); return true;
    case 'n': append(text, "", violation->number); return true;
    case 'm': append(text, "", violation->other); return true;
    case 'k': append_word(text, groups_of(text)); return true;
    case 'c':
        append(text, "", violation->commit == PTXC_NO_STEP ? 0 : violation->leave);
        return (violation->executed && violation->commit == PTXC_NO_STEP) || knows_better(text->flow, violation);
    default: append_mbarrier(text); return true;
    }
}

/* Replaces the letters of a text of violations.def; false where there is no text, or not all is known. */
static bool fill(struct text *text, const char *format) {
    text->at[0] = '\0';
    for (const char *at = format; *at; at++) {
        const char letter[] = {*at, '\0'};
        if (*at != '%')
            append_word(text, letter);
        else if (!replace(text, *++at))
            return false;
    }
    return format[0] != '\0';
}

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

/* Returns who has not arrived. Where nobody ever has, it is looked whether the text has an instruction that may: on the
 * mbarrier of the wait, or on one that is not known. */
static struct ptxc_absence absence_of(const struct ptxc_flow *flow, const struct ptxc_violation *violation) {
    struct ptxc_absence absence = violation->absence;
    struct ptxc_memory_range awaited, here;
    if (absence.where != PTXC_ABSENCE_NOWHERE)
        return absence;
    if (!ptxc_memory_range_barrier(flow->values, violation->step, &awaited))
        absence.where = PTXC_ABSENCE_UNKNOWN;
    for (uint32_t i = 0; i < flow->program->count && absence.arrival == PTXC_NO_STEP; i++) {
        if (!arrives(ptxc_flow_step(flow, i)))
            continue;
        const bool known = ptxc_memory_range_barrier(flow->values, i, &here);
        if (known && ptxc_flow_overlap(flow, &here, &awaited) == PTXC_PIECES_APART)
            continue;
        if (absence.where == PTXC_ABSENCE_NOWHERE)
            absence.where = known ? PTXC_ABSENCE_NEVER : PTXC_ABSENCE_UNKNOWN;
        if (!known || ptxc_flow_overlap(flow, &here, &awaited) != PTXC_PIECES_OVERLAP)
            continue; /* it may be on one of several mbarriers */
        absence.where = PTXC_ABSENCE_NEVER;
        absence.arrival = i;
    }
    return absence;
}

bool ptxc_violation_is_of_unreached_arrival(const struct ptxc_flow *flow, const struct ptxc_violation *violation) {
    return violation->absence.where == PTXC_ABSENCE_NOWHERE && absence_of(flow, violation).where == PTXC_ABSENCE_NEVER;
}

/* Says who should have arrived, and where. */
static void note_absence(struct ptxc_hazard *hazard, struct text *text) {
    const struct ptxc_absence absence = absence_of(hazard->flow, text->violation);
    const struct absence_row *row = &absences[absence.where];
    if (fill(text, row->here))
        ptxc_hazard_note(hazard, absence.step, "%s", text->at);
    if (fill(text, row->arrival))
        ptxc_hazard_note(hazard, absence.arrival, "%s", text->at);
    if (fill(text, row->advice))
        ptxc_hazard_advice(hazard, "%s", text->at);
}

void ptxc_violation_begin(struct ptxc_hazard *hazard, const struct ptxc_flow *flow,
                          const struct ptxc_violation *violation) {
    enum { LONGEST = 600 };
    const struct ptxc_violation_row *row = &ptxc_violation_rows[violation->kind];
    const uint32_t place = place_of(violation);
    char words[LONGEST];
    struct text text = {words, sizeof(words), flow, violation};
    fill(&text, row->clause);
    ptxc_hazard_begin(hazard, flow, row->rule, place, "%s, but%s", ptxc_rules[row->rule].summary, words);
    if (row->at != PTXC_AT_COPY && fill(&text, row->copy))
        ptxc_hazard_note(hazard, violation->copy, "%s", words);
    ptxc_hazard_note(hazard, violation->commit, "it is committed here");
    if (row->at != PTXC_AT_WAIT && fill(&text, row->wait))
        ptxc_hazard_note(hazard, violation->wait, "%s", words);
    if (place != violation->step && fill(&text, row->step))
        ptxc_hazard_note(hazard, violation->step, "%s", words);
    note_absence(hazard, &text);
    if (fill(&text, row->advice))
        ptxc_hazard_advice(hazard, "%s", words);
}

void ptxc_violation_report(const struct ptxc_flow *flow, const struct ptxc_violation *violation) {
    struct ptxc_hazard hazard;
    ptxc_violation_begin(&hazard, flow, violation);
    ptxc_hazard_give(&hazard);
}

enum edit { EDIT_NUMBER, EDIT_WORD, EDIT_BEFORE, EDIT_BARRIER, EDIT_BETWEEN, EDIT_LATER };
enum need {
    NEED_NOTHING,
    NEED_LESS,
    NEED_LAST,
    NEED_GROUPED,
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
                flow->graph->blocks[ptxc_graph_block_of(flow->graph, at)].loop == PTXC_NO_BLOCK);
    case NEED_GROUPED: return violation->own && grouped;
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

/* Returns the first or the last barrier of the CTA between two steps that no way goes around, or PTXC_NO_STEP. */
static uint32_t barrier_between(const struct ptxc_flow *flow, uint32_t from, uint32_t to, bool last) {
    const struct ptxc_graph *graph = flow->graph;
    uint32_t found = PTXC_NO_STEP;
    for (uint32_t i = from == PTXC_NO_STEP ? 0 : from + 1; i < to && (last || found == PTXC_NO_STEP); i++)
        if (ptxc_flow_is_barrier(flow, i) &&
            ptxc_graph_dominates(graph, ptxc_graph_block_of(graph, i), ptxc_graph_block_of(graph, to)))
            found = i;
    return found;
}

/* Returns the step after what is like it and stands below it, where all threads come there once; PTXC_NO_STEP where
 * they may not. */
static uint32_t step_after(const struct ptxc_flow *flow, uint32_t step) {
    const enum ptxc_action action = ptxc_step_action(ptxc_flow_step(flow, step));
    if (ptxc_graph_block_of(flow->graph, step) != 0 || flow->cluster > 1)
        return PTXC_NO_STEP;
    while (step < flow->program->count && ptxc_step_action(ptxc_flow_step(flow, step)) == action)
        step++;
    return step;
}

/* Adds the edit of a row; false where it cannot be made. */
static bool add(struct ptxc_hazard *hazard, const struct remedy *remedy, const struct ptxc_violation *violation) {
    enum { LONGEST = 100 };
    const uint32_t at = step_of(remedy, violation);
    const struct ptxc_step *step = ptxc_flow_step(hazard->flow, at);
    const struct ptxc_value *number = ptxc_step_number(step);
    char words[LONGEST];
    if (remedy->edit == EDIT_WORD)
        return edit_word(hazard, remedy, step->statement);
    struct text text = {words, sizeof(words), hazard->flow, violation};
    if (!fill(&text, remedy->to))
        return false;
    switch (remedy->edit) {
    case EDIT_BEFORE: return insert(hazard, at, words);
    case EDIT_BARRIER: return insert(hazard, barrier_between(hazard->flow, violation->commit, at, true), words);
    case EDIT_BETWEEN: return insert(hazard, barrier_between(hazard->flow, at, violation->step, false), words);
    case EDIT_LATER: return insert(hazard, step_after(hazard->flow, at), words);
    default: break;
    }
    if (number)
        ptxc_hazard_fix(hazard, number->span, "%s", words);
    return number;
}

void ptxc_violation_add_fix(struct ptxc_hazard *hazard, const struct ptxc_violation *violation) {
    for (size_t i = 0; i < PTXC_COUNT(remedies); i++)
        if (fits(hazard->flow, &remedies[i], violation) && add(hazard, &remedies[i], violation))
            return;
}
