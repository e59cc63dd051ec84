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
struct clause_text {
    char *at;
    size_t size;
    const struct ptxc_flow *flow;
    const struct ptxc_violation *violation;
};

/* Appends words and a number, as far as there is room. */
static void append(struct clause_text *text, const char *words, uint64_t number) {
    const size_t length = strlen(text->at);
    snprintf(text->at + length, text->size - length, "%s%" PRIu64, words, number);
}

/* Appends a word that has no numbers in it. */
static void append_word(struct clause_text *text, const char *word) {
    const size_t length = strlen(text->at);
    snprintf(text->at + length, text->size - length, "%s", word);
}

/* Returns the mnemonic of the groups that the copy is in. */
static const char *groups_of(const struct clause_text *text) {
    const struct ptxc_event *event =
        text->violation->copy == PTXC_NO_STEP ? NULL : text->flow->program->steps[text->violation->copy].event;
    return event && event->completion == PTXC_BY_BULK_GROUP ? "cp.async.bulk" : "cp.async";
}

typedef bool (*range_reader)(struct ptxc_values *, uint32_t, struct ptxc_memory_range *);

/* Appends the name of the variable in shared memory that is what a step names; false where it names none. */
static bool append_variable_of(struct clause_text *text, uint32_t step, range_reader read) {
    struct ptxc_memory_range range;
    const struct ptxc_symbol *symbol;
    if (step == PTXC_NO_STEP || !read(text->flow->values, step, &range) || range.space != PTXC_SPACE_SHARED ||
        !range.symbol)
        return false;
    symbol = ptxc_symbols_get(text->flow->program->symbols, range.symbol);
    if (!symbol || symbol->kind != PTXC_SYMBOL_VARIABLE)
        return false;
    const struct ptxc_linear *linear = ptxc_affine_get(ptxc_values_expressions(text->flow->values), range.address);
    const int64_t offset = linear && linear->count == 1 ? linear->constant : 0; /* else it is one of several */
    append_word(text, ptxc_arena_format(text->flow->sink->arena, "'%.*s", (int)symbol->length, symbol->name));
    if (offset > 0)
        append(text, "+", (uint64_t)offset);
    append_word(text, "'");
    return true;
}

/* Appends the variable in shared memory that the copy or the step is about, as far as one is named. */
static void append_variable(struct clause_text *text) {
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
static void append_name(struct clause_text *text, const char *name) {
    append_word(text, ptxc_arena_format(text->flow->sink->arena, "'%s'", name));
}

/* Appends the name of the mbarrier. */
static void append_mbarrier(struct clause_text *text) {
    if (text->violation->name)
        append_name(text, text->violation->name);
    else if (!append_variable_of(text, text->violation->step, ptxc_memory_range_barrier))
        append_word(text, "the mbarrier");
}

/* Whether the step uses tensor memory. */
static bool uses_tensor_memory(const struct clause_text *text) {
    const enum ptxc_action action = ptxc_step_action(ptxc_flow_step(text->flow, text->violation->step));
    return action == PTXC_ACT_TENSOR_LOAD || action == PTXC_ACT_TENSOR_STORE || action == PTXC_ACT_TENSOR_FREE;
}

/* Appends what the step does with memory. */
static void append_use(struct clause_text *text) {
    const enum ptxc_action action = ptxc_step_action(ptxc_flow_step(text->flow, text->violation->step));
    append_word(text, action == PTXC_ACT_TENSOR_FREE ? "freed" : action == PTXC_ACT_TENSOR_STORE ? "written" : "read");
}

/* Appends what is under way. */
static void append_operation(struct clause_text *text) {
    const uint32_t copy = text->violation->copy;
    const bool multiplies =
        copy != PTXC_NO_STEP && ptxc_step_does(ptxc_flow_step(text->flow, copy), PTXC_ACT_READ_DESCRIPTOR);
    append_word(text, multiplies ? "the multiplication" : "the copy");
}

/* Appends the place in memory: the slot of a ring, or where it lies in its variable. */
static void append_place(struct clause_text *text) {
    const struct ptxc_violation *violation = text->violation;
    if (uses_tensor_memory(text)) {
        append_word(text, "tensor memory");
    } else if (violation->ring) {
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
static void append_phase(struct clause_text *text, uint32_t phase) {
    if (phase == PTXC_NO_COUNT)
        return;
    append(text, " in phase ", phase);
    append(text, " (parity ", phase & 1);
    append_word(text, ")");
}

/* Appends what is wrong with arrivals: they are more than the count, or as many, and come again too early. */
static void append_excess(struct clause_text *text) {
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
static void append_time(struct clause_text *text, const char *in, const char *before) {
    const struct ptxc_violation *violation = text->violation;
    if (violation->executed && violation->copy_iteration)
        append(text, in, violation->copy_iteration);
    else if (violation->executed && violation->iteration)
        append_word(text, before);
}

/* Replaces a letter of a text; false where what it stands for is not known. */
static bool replace(struct clause_text *text, char letter) {
    const struct ptxc_violation *violation = text->violation;
    switch (letter) {
    case 'i':
        if (violation->iteration)
            append(text, " in iteration ", violation->iteration);
        return true;
    case 'j': append_time(text, " of iteration ", " from before the loop"); return true;
    case 'l': append_time(text, " in iteration ", " before the loop"); return true;
    case 'e': append_excess(text); return true;
    case 'u': append_use(text); return true;
    case 'o':
        append_word(text,
                    ptxc_hazard_barrier_between(text->flow, violation->commit, violation->step, true) == PTXC_NO_STEP
                        ? "before"
                        : "before the barrier that comes before");
        return true;
    case 'h': append_word(text, violation->wait == PTXC_NO_STEP ? "" : "in its place, or "); return true;
    case 'd': append_operation(text); return true;
    case 'f':
        append_word(text, violation->phase == 0 ? ", or, if nothing needs to come before it, the first wait should ask "
                                                  "for parity 1"
                                                : "");
        return true;
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

const char *ptxc_violation_words(const struct ptxc_flow *flow, const struct ptxc_violation *violation,
                                 const char *format) {
    enum { LONGEST = 600 };
    char words[LONGEST] = "";
    struct clause_text text = {words, sizeof(words), flow, violation};
    for (const char *at = format; *at; at++) {
        const char letter[] = {*at, '\0'};
        if (*at != '%')
            append_word(&text, letter);
        else if (!replace(&text, *++at))
            return NULL;
    }
    return format[0] != '\0' ? ptxc_arena_format(flow->sink->arena, "%s", words) : NULL;
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

/* Returns the next step of the text, up or down from another one and in the loop around that, that has to do with
 * groups of its kind; PTXC_NO_STEP: there is none. */
static uint32_t next_of_groups(const struct ptxc_flow *flow, uint32_t step, int way) {
    const struct ptxc_graph *graph = flow->graph;
    const struct ptxc_event *event = ptxc_flow_step(flow, step)->event;
    const uint32_t loop = graph->blocks[ptxc_graph_block_of(graph, step)].loop;
    for (uint32_t i = step + (uint32_t)way; i < flow->program->count; i += (uint32_t)way) {
        const struct ptxc_step *here = ptxc_flow_step(flow, i);
        const enum ptxc_action action = ptxc_step_action(here);
        if (loop != PTXC_NO_BLOCK && !ptxc_graph_in_loop(graph, ptxc_graph_block_of(graph, i), loop))
            break;
        if ((action == PTXC_ACT_COPY || action == PTXC_ACT_COMMIT || action == PTXC_ACT_WAIT_GROUP) &&
            here->event->completion == event->completion)
            return i;
    }
    return PTXC_NO_STEP;
}

/* Whether a step is there, and does this. */
static bool does(const struct ptxc_flow *flow, uint32_t step, enum ptxc_action action) {
    return step != PTXC_NO_STEP && ptxc_step_does(ptxc_flow_step(flow, step), action);
}

/* Returns the copy before the loop around a wait that no commit follows before the loop; PTXC_NO_STEP: there is none.
 */
static uint32_t copy_left_open(const struct ptxc_flow *flow, uint32_t wait) {
    const struct ptxc_graph *graph = flow->graph;
    const uint32_t loop = graph->blocks[ptxc_graph_block_of(graph, wait)].loop;
    if (loop == PTXC_NO_BLOCK)
        return PTXC_NO_STEP;
    uint32_t i = graph->blocks[graph->loops[loop].header].first;
    while (i-- > 0) {
        const struct ptxc_step *here = ptxc_flow_step(flow, i);
        const enum ptxc_action action = ptxc_step_action(here);
        if (!ptxc_graph_in_loop(graph, ptxc_graph_block_of(graph, i), loop) &&
            (action == PTXC_ACT_COPY || action == PTXC_ACT_COMMIT) &&
            here->event->completion == ptxc_flow_step(flow, wait)->event->completion)
            return action == PTXC_ACT_COPY ? i : PTXC_NO_STEP;
    }
    return PTXC_NO_STEP;
}

/* Counts the copies between a commit and the one before or after it in the text. */
static uint32_t count_copies(const struct ptxc_flow *flow, uint32_t commit, int way) {
    uint32_t count = 0, i = next_of_groups(flow, commit, way);
    for (; i != PTXC_NO_STEP && !does(flow, i, PTXC_ACT_COMMIT); i = next_of_groups(flow, i, way))
        count += does(flow, i, PTXC_ACT_COPY);
    return count;
}

/* Returns the commit right before a copy in the text, if it was meant to come after it: its group has two copies less
 * than that of the copy. */
static uint32_t commit_too_early(const struct ptxc_flow *flow, const struct ptxc_violation *violation) {
    const uint32_t above = next_of_groups(flow, violation->copy, -1);
    if (violation->commit == PTXC_NO_STEP || !does(flow, above, PTXC_ACT_COMMIT) ||
        count_copies(flow, above, -1) + 2 != count_copies(flow, violation->commit, -1))
        return PTXC_NO_STEP;
    return above;
}

/* Says what stands elsewhere than is meant, where a wait leaves a group pending for that: with another number it would
 * not be right either. Returns whether anything does. */
static bool note_misplaced(struct ptxc_hazard *hazard, const struct ptxc_violation *violation) {
    const struct ptxc_flow *flow = hazard->flow;
    const uint32_t wait = violation->wait;
    if (wait == PTXC_NO_STEP ||
        (violation->kind != PTXC_VIOLATION_READ_LEFT_PENDING && violation->kind != PTXC_VIOLATION_READ_IN_VAIN))
        return false;
    const uint32_t above = next_of_groups(flow, wait, -1), below = next_of_groups(flow, wait, 1);
    const uint32_t open = copy_left_open(flow, wait), early = commit_too_early(flow, violation);
    if (does(flow, above, PTXC_ACT_COPY) && does(flow, below, PTXC_ACT_COMMIT)) {
        note(hazard, below, violation, "this commit stands after the wait, and the copies above before it");
        advise(hazard, violation, "write %k.commit_group before the wait");
    } else if (does(flow, above, PTXC_ACT_COMMIT) && does(flow, next_of_groups(flow, above, -1), PTXC_ACT_COPY) &&
               does(flow, below, PTXC_ACT_COPY) && next_of_groups(flow, below, 1) == PTXC_NO_STEP) {
        note(hazard, below, violation, "this copy stands after the commit of its iteration, and is in the next group");
        advise(hazard, violation, "start it before %k.commit_group");
    } else if (early != PTXC_NO_STEP) {
        note(hazard, early, violation, "the copy stands right after this commit, and is in the next group");
        advise(hazard, violation, "start it before this %k.commit_group");
    } else if (open != PTXC_NO_STEP) {
        note(hazard, open, violation, "no commit stands between this copy and the loop, so that there is a group less");
        advise(hazard, violation, "write %k.commit_group after it");
    } else {
        return false;
    }
    return true;
}

/* Says that a group which a wait leaves pending has more copies than the next one, so that a commit may be missing. */
static void note_large_group(struct ptxc_hazard *hazard, const struct ptxc_violation *violation) {
    if (violation->kind != PTXC_VIOLATION_READ_LEFT_PENDING || violation->commit == PTXC_NO_STEP)
        return;
    struct ptxc_violation worded = *violation;
    worded.number = count_copies(hazard->flow, violation->commit, -1);
    worded.other = count_copies(hazard->flow, violation->commit, 1);
    if (worded.other > 0 && worded.number >= 2 * worded.other)
        advise(hazard, &worded,
               "its group has %n copies, and the next one %m: perhaps a commit is missing among the first");
}

void ptxc_violation_begin(struct ptxc_hazard *hazard, const struct ptxc_flow *flow,
                          const struct ptxc_violation *violation) {
    const struct ptxc_violation_row *row = &ptxc_violation_rows[violation->kind];
    const uint32_t place = place_of(violation);
    const char *clause = ptxc_violation_words(flow, violation, row->clause);
    ptxc_hazard_begin(hazard, flow, row->rule, place, "%s, but%s", ptxc_rules[row->rule].summary, clause ? clause : "");
    if (row->at != PTXC_AT_COPY)
        note(hazard, violation->copy, violation, row->copy);
    ptxc_hazard_note(hazard, violation->commit, "it is committed here");
    if (row->at != PTXC_AT_WAIT)
        note(hazard, violation->wait, violation, row->wait);
    if (place != violation->step)
        note(hazard, violation->step, violation, row->step);
    note_absence(hazard, violation);
    hazard->misplaced = note_misplaced(hazard, violation);
    if (hazard->misplaced)
        return;
    note_large_group(hazard, violation);
    advise(hazard, violation, row->advice);
}

void ptxc_violation_report(const struct ptxc_flow *flow, const struct ptxc_violation *violation) {
    struct ptxc_hazard hazard;
    ptxc_violation_begin(&hazard, flow, violation);
    ptxc_hazard_give(&hazard);
}
