/* The words of violations: see violation.h. */
#include "analysis/findings/violation.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ptxcheck/swizzle.h"
#include "tables/open.h"
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
                                   .newer = PTXC_NO_COUNT,
                                   .phase = PTXC_NO_COUNT,
                                   .like = PTXC_NO_STEP,
                                   .gate = PTXC_NO_STEP,
                                   .unwaited = PTXC_NO_STEP,
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

/* Appends an ordinal number: iterations are counted from the first on. */
static void append_ordinal(struct clause_text *text, const char *words, uint32_t number) {
    static const char *const endings[] = {"th", "st", "nd", "rd"};
    const bool teen = number / 10 % 10 == 1;
    append(text, words, number);
    append_word(text, endings[teen || number % 10 >= PTXC_COUNT(endings) ? 0 : number % 10]);
    append_word(text, " iteration");
}

/* Appends in which iteration the copy was, or that it was before the loop of the step. */
static void append_time(struct clause_text *text, const char *in, const char *before) {
    const struct ptxc_violation *violation = text->violation;
    if (violation->executed && violation->copy_iteration) {
        append_ordinal(text, in, violation->copy_iteration);
        if (!violation->iteration || ptxc_graph_loop_of(text->flow->graph, violation->copy) !=
                                         ptxc_graph_loop_of(text->flow->graph, violation->step))
            append_word(text, " of its loop");
    } else if (violation->executed && violation->iteration) {
        append_word(text, before);
    }
}

/* Whether it is enough to wait until a copy has read its source. */
static bool is_of_source(enum ptxc_violation_kind kind) {
    return kind == PTXC_VIOLATION_WRITE_SOURCE || kind == PTXC_VIOLATION_FILL_SOURCE;
}

/* Returns the last barrier above a step that is on each way to it, or PTXC_NO_STEP. */
static uint32_t barrier_above(const struct ptxc_flow *flow, uint32_t step) {
    uint32_t i = step;
    while (i > 0 && !(ptxc_step_does(ptxc_flow_step(flow, i - 1), PTXC_ACT_BARRIER) &&
                      ptxc_graph_dominates(flow->graph, ptxc_graph_block_of(flow->graph, i - 1),
                                           ptxc_graph_block_of(flow->graph, step))))
        i--;
    return i > 0 ? i - 1 : PTXC_NO_STEP;
}

/* Appends a barrier of the threads that come to the step: of all, or one that they have come to before. */
static void append_barrier(struct clause_text *text) {
    const struct ptxc_flow *flow = text->flow;
    const uint32_t step = text->violation->step;
    const bool all = ptxc_flow_threads(flow, step).kind == PTXC_THREADS_ALL;
    const uint32_t above = all ? PTXC_NO_STEP : barrier_above(flow, step);
    const bool partial = above != PTXC_NO_STEP && ptxc_flow_threads(flow, above).kind != PTXC_THREADS_ALL;
    if (!partial) {
        append_word(text, all ? "bar.sync 0" : "a barrier of these threads");
        return;
    }
    const struct ptxc_statement *statement = ptxc_flow_step(flow, above)->statement;
    const char *at = flow->program->source + statement->word.offset;
    for (const char *end = flow->program->source + statement->span.offset + statement->span.length; at < end; at++) {
        const bool blank = *at == ' ' || *at == '\t' || *at == '\n' || *at == '\r';
        char letter[] = " ";
        if (!blank)
            letter[0] = *at;
        if (!blank || text->at[strlen(text->at) - 1] != ' ')
            append_word(text, letter);
    }
}

/* Appends what arrives on an mbarrier on the target. */
static void append_arrival(struct clause_text *text) {
    const enum ptxc_gate gate = ptxc_forms[PTXC_FORM_TCGEN05_COMMIT].gate;
    const bool multiplies = ptxc_gate_open(gate, text->flow->environment);
    append_word(text, multiplies ? "mbarrier.arrive or tcgen05.commit" : "mbarrier.arrive");
}

/* Appends the wait for a phase that the target has. */
static void append_wait(struct clause_text *text) {
    const enum ptxc_gate gate = ptxc_forms[PTXC_FORM_MBARRIER_TRY_WAIT_PARITY].gate;
    const bool tries = ptxc_gate_open(gate, text->flow->environment);
    append_word(text, tries ? "mbarrier.try_wait" : "mbarrier.test_wait");
}

/* Appends the instruction that is as it should be, with the number in it. */
static void append_instruction(struct clause_text *text) {
    const struct ptxc_step *step = ptxc_flow_step(text->flow, text->violation->like);
    const struct ptxc_span word = step->statement->word;
    append_word(text, ptxc_arena_format(text->flow->sink->arena, "%.*s", (int)word.length,
                                        text->flow->program->source + word.offset));
    if (ptxc_step_number(step))
        append(text, " ", (uint64_t)ptxc_step_number(step)->integer);
}

/* Replaces a letter of a text; false where what it stands for is not known. */
static bool replace(struct clause_text *text, char letter) {
    const struct ptxc_violation *violation = text->violation;
    switch (letter) {
    case 'i':
        if (violation->iteration)
            append_ordinal(text, " in the ", violation->iteration), append_word(text, " of the loop");
        return true;
    case 'j': append_time(text, " of the ", " from before the loop"); return true;
    case 'l': append_time(text, " in the ", " before the loop"); return true;
    case 'e': append_excess(text); return true;
    case 'u': append_use(text); return true;
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
    case 'v': append_wait(text); return true;
    case 'o':
        append_word(text, groups_of(text));
        append_word(text, is_of_source(violation->kind) ? ".wait_group.read" : ".wait_group");
        return true;
    case 'B': append_barrier(text); return true;
    case 'r': append_arrival(text); return true;
    case 'z': append_instruction(text); return true;
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
