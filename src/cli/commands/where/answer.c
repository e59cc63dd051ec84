/* Finding the answer of `ptxcheck where`: what the library says of the instruction, and the changes that help. */
#include "cli/commands/where/answer.h"

#include <stdio.h>
#include <string.h>

#include "cli/format/print.h"

uint32_t answer_newest(const struct answer *answer) {
    return answer->assembler ? ptxc_assembler_ptx(answer->assembler) : ptxc_newest_ptx();
}

bool answer_is_legal(const struct answer *answer, const struct ptxc_requirement *requirement) {
    return answer->target ? requirement->first[answer->target] != 0 : requirement->ptx != 0;
}

const char *reason_subject(const struct answer *answer, const struct ptxc_reason *reason, char *buffer, size_t size) {
    const struct ptxc_instruction *instruction = &answer->instruction;
    const struct ptxc_span span = ptxc_reason_span(instruction, reason);
    const char *type = ptxc_qualifier_name(ptxc_instruction_get(instruction, PTXC_SLOT_TYPE));
    if (reason->kind == PTXC_REASON_FORM)
        snprintf(buffer, size, "%s", ptxc_opcode_name(instruction->opcode));
    else if (reason->kind == PTXC_REASON_REDUCTION)
        snprintf(buffer, size, "%.*s of %s", (int)span.length, answer->source.text + span.offset, type ? type : "");
    else
        snprintf(buffer, size, "%.*s", (int)span.length, answer->source.text + span.offset);
    return buffer;
}

/* Whether a requirement lets the instruction be used in more places than another. */
static bool is_better(const struct answer *answer, const struct ptxc_requirement *a, const struct ptxc_requirement *b) {
    for (int target = 1; target < PTXC_MAX_TARGETS; target++) {
        if (answer->target && answer->target != (enum ptxc_target)target)
            continue;
        if (a->first[target] &&
            (!b->first[target] || a->first[target] < b->first[target] || a->last[target] > b->last[target]))
            return true;
    }
    return false;
}

static void add_words(char *words, const char *text) {
    size_t length = strlen(words);
    snprintf(words + length, MAX_WORDS - length, "%s", text);
}

/* Says what of the instruction the change has not: "without .relaxed.cta". */
static void describe_dropped(const struct ptxc_instruction *before, struct change *change) {
    add_words(change->words, change->words[0] ? ", without " : "without ");
    for (size_t i = 0; i < before->qualifier_count; i++)
        if (!ptxc_instruction_get(&change->instruction, before->qualifiers[i].slot))
            add_words(change->words, ptxc_qualifier_name(before->qualifiers[i].id));
}

static void describe_replaced(const struct ptxc_instruction *before, enum ptxc_slot slot, const char *why,
                              struct change *change) {
    char words[300];
    snprintf(words, sizeof(words), "%swith %s instead of %s (%s)", change->words[0] ? ", " : "",
             ptxc_qualifier_name(ptxc_instruction_get(&change->instruction, slot)),
             ptxc_qualifier_name(ptxc_instruction_get(before, slot)), why);
    add_words(change->words, words);
}

/* Makes change number `index` of a slot: 0 leaves the qualifier out, the others replace it. False after the last. */
static bool change_slot(const struct answer *answer, const struct ptxc_instruction *before, enum ptxc_slot slot,
                        size_t index, struct change *change) {
    const char *why = "";
    if (index == 0) {
        if (ptxc_instruction_without(before, slot, &change->instruction) != PTXC_OK)
            change->instruction = *before;
        else
            describe_dropped(before, change);
    } else if (ptxc_instruction_replace(before, slot, index - 1, &change->instruction, &why) == PTXC_OK) {
        describe_replaced(before, slot, why, change);
    } else {
        return false;
    }
    change->requirement.size = sizeof(change->requirement);
    ptxc_instruction_requirement_by(&change->instruction, answer->assembler, &change->requirement);
    return true;
}

/* Collects the changes of one qualifier that help. */
static void find_changes(struct answer *answer) {
    for (size_t i = 0; i < answer->instruction.qualifier_count; i++) {
        for (size_t j = 0; answer->change_count < MAX_CHANGES - 1; j++) {
            struct change *change = &answer->changes[answer->change_count];
            change->words[0] = 0;
            if (!change_slot(answer, &answer->instruction, answer->instruction.qualifiers[i].slot, j, change))
                break;
            if (is_better(answer, &change->requirement, &answer->requirement))
                answer->change_count++;
        }
    }
}

/* Adds the first further change that helps to the change; false where none does. */
static bool improve(const struct answer *answer, struct change *change) {
    struct change next = *change;
    for (size_t i = 0; i < change->instruction.qualifier_count; i++) {
        for (size_t j = 0; change_slot(answer, &change->instruction, change->instruction.qualifiers[i].slot, j, &next);
             j++) {
            if (is_better(answer, &next.requirement, &change->requirement)) {
                *change = next;
                return true;
            }
            memcpy(next.words, change->words, sizeof(next.words));
        }
    }
    return false;
}

/* Puts all changes that help together, where they help more than each alone. */
static void combine_changes(struct answer *answer) {
    struct change *all = &answer->changes[answer->change_count];
    *all = (struct change){.instruction = answer->instruction, .requirement = answer->requirement};
    size_t steps = 0;
    while (steps < MAX_CHANGES && improve(answer, all))
        steps++;
    bool more = steps > 1;
    for (size_t i = 0; i < answer->change_count; i++)
        more &= is_better(answer, &all->requirement, &answer->changes[i].requirement);
    answer->change_count += more;
}

/* Asks the check what it says of the text, on the one target if there is one; false where it could not say. */
static bool explain(struct answer *answer) {
    struct ptxc_options options = {.size = sizeof(options),
                                   .target = ptxc_target_name(answer->target),
                                   .ptx = answer->target ? answer_newest(answer) : 0,
                                   .assembler = answer->assembler,
                                   .classes = 1u << PTXC_CLASS_SYNTAX | 1u << PTXC_CLASS_LEGALITY};
    return ptxc_check(answer->source.text, answer->source.length, &options, &answer->report) == PTXC_OK;
}

bool answer_find(struct answer *answer) {
    enum ptxc_status status =
        ptxc_instruction_parse(answer->source.text, answer->source.length, &answer->instruction, &answer->report);
    if (status != PTXC_OK && status != PTXC_UNREADABLE)
        return false;
    answer->read = status == PTXC_OK;
    if (!answer->read)
        return true;
    answer->requirement.size = sizeof(answer->requirement);
    ptxc_instruction_requirement_by(&answer->instruction, answer->assembler, &answer->requirement);
    answer->reason_count = ptxc_instruction_reasons(&answer->instruction, answer->reasons, PTXC_MAX_REASONS);
    answer->canonical = instruction_text(&answer->instruction);
    find_changes(answer);
    combine_changes(answer);
    if (ptxc_report_count(answer->report) > 0)
        return true;
    ptxc_report_free(answer->report);
    answer->report = NULL;
    return answer_is_legal(answer, &answer->requirement) || explain(answer);
}
