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

struct ptxc_violation ptxc_violation_at(enum ptxc_violation_kind kind, uint32_t step, uint32_t copy) {
    return (struct ptxc_violation){.kind = kind,
                                   .step = step,
                                   .copy = copy,
                                   .commit = PTXC_NO_STEP,
                                   .wait = PTXC_NO_STEP,
                                   .leave = PTXC_NO_COUNT,
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

typedef bool (*range_reader)(struct ptxc_values *, const struct ptxc_program *, uint32_t, struct ptxc_memory_range *);

/* Appends the name of the variable in shared memory that is what a step names; false where it names none. */
static bool append_variable_of(struct text *text, uint32_t step, range_reader read) {
    struct ptxc_memory_range range;
    const struct ptxc_symbol *symbol;
    if (step == PTXC_NO_STEP || !read(text->flow->values, text->flow->program, step, &range) ||
        range.space != PTXC_SPACE_SHARED || !range.symbol)
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

/* Appends the name of the mbarrier. */
static void append_mbarrier(struct text *text) {
    if (text->violation->name)
        append_word(text, text->violation->name);
    else if (!append_variable_of(text, text->violation->step, ptxc_memory_range_barrier))
        append_word(text, "the mbarrier");
}

/* Replaces a letter of a text; false where what it stands for is not known. */
static bool replace(struct text *text, char letter) {
    const struct ptxc_violation *violation = text->violation;
    switch (letter) {
    case 'i':
        if (violation->iteration)
            append(text, " in iteration ", violation->iteration);
        return true;
    case 'j':
        if (violation->executed && violation->copy_iteration)
            append(text, " of iteration ", violation->copy_iteration);
        else if (violation->executed && violation->iteration)
            append_word(text, " from before the loop");
        return true;
    case 's':
        if (violation->slots > 1)
            append(text, "slot ", violation->slot);
        else
            append_variable(text);
        return true;
    case 'x': append_word(text, ptxc_swizzle_name((enum ptxc_swizzle)violation->number)); return true;
    case 'y': append_word(text, ptxc_swizzle_name((enum ptxc_swizzle)violation->other)); return true;
    case 'n': append(text, "", violation->number); return true;
    case 'm': append(text, "", violation->other); return true;
    case 'k': append_word(text, groups_of(text)); return true;
    case 'c': append(text, "", violation->leave); return violation->leave != PTXC_NO_COUNT;
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

/* Adds the edit of the count of a wait that leaves too many groups pending. */
static void mend_count(struct ptxc_hazard *hazard, const struct ptxc_violation *violation) {
    const struct ptxc_value *count = violation->wait == PTXC_NO_STEP || violation->leave == PTXC_NO_COUNT
                                         ? NULL
                                         : ptxc_step_value(ptxc_flow_step(hazard->flow, violation->wait), PTXC_NAME_N);
    if (ptxc_violation_rows[violation->kind].at == PTXC_AT_WAIT && count)
        ptxc_hazard_fix(hazard, count->span, "%d", (int)violation->leave);
}

/* Adds the edit of the state space of a fence that is about another one. */
static void mend_space(struct ptxc_hazard *hazard, const struct ptxc_violation *violation) {
    if (violation->kind != PTXC_VIOLATION_FENCE_ELSEWHERE)
        return;
    const struct ptxc_statement *fence = ptxc_flow_step(hazard->flow, violation->wait)->statement;
    for (uint8_t i = 0; i < fence->qualifier_count; i++)
        if (fence->qualifiers[i].id == PTXC_Q_GLOBAL)
            ptxc_hazard_fix(hazard, fence->qualifiers[i].span, "%s", ptxc_qualifiers[PTXC_Q_SHARED_CTA].spelling);
}

void ptxc_violation_begin(struct ptxc_hazard *hazard, const struct ptxc_flow *flow,
                          const struct ptxc_violation *violation) {
    enum { LONGEST = 300 };
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
    if (fill(&text, row->advice))
        ptxc_hazard_advice(hazard, "%s", words);
    mend_count(hazard, violation);
    mend_space(hazard, violation);
}

void ptxc_violation_report(const struct ptxc_flow *flow, const struct ptxc_violation *violation) {
    struct ptxc_hazard hazard;
    ptxc_violation_begin(&hazard, flow, violation);
    ptxc_hazard_give(&hazard);
}
