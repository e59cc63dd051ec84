/* What an instruction does over time, in a sentence: that of its row of events.def, with the names of its operands
 * (ptxc_instruction_effect of include/ptxcheck/instruction.h).
 */
#include <string.h>

#include "analysis/semantics/events.h"
#include "base/buffer.h"

static const char *const sentences[PTXC_ACTION_COUNT] = {
#define ACTION(enumerator, nature, sentence) [enumerator] = sentence,
#include "events.def"
};

/* What tells that something is complete, in words; of an mbarrier its operand says it. */
static const char *const completions[] = {
    [PTXC_BY_NOTHING] = NULL,
    [PTXC_BY_GROUP] = "a group of cp.async",
    [PTXC_BY_BULK_GROUP] = "a bulk group",
    [PTXC_BY_TENSOR_GROUP] = "a group of the tensor core",
    [PTXC_BY_BARRIER] = NULL,
};

/* Returns what the form calls an operand that a column names, NULL where the instruction has none. */
static const char *operand_called(const struct ptxc_instruction *instruction, unsigned name) {
    if (name >= PTXC_OPERAND_NAME_COUNT)
        return ptxc_instruction_operand_name(instruction, name - PTXC_OPERAND_NAME_COUNT);
    bool known = false;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const char *called = ptxc_instruction_operand_name(instruction, i);
        known |= called != NULL;
        if (called && strcmp(called, ptxc_operand_names[name].name) == 0)
            return called;
    }
    return known || name == PTXC_NAME_NONE ? NULL : ptxc_operand_names[name].name;
}

/* Returns what a word in braces stands for, of which `*word` begins after the brace, and moves that after its end; NULL
 * where the instruction has no such thing. */
static const char *word_of(const struct ptxc_instruction *instruction, const struct ptxc_event *event,
                           const char **word) {
    const char first = **word, second = (*word)[1];
    *word += strcspn(*word, "}") + 1;
    switch (first) {
    case 't': return operand_called(instruction, event->target);
    case 's': return operand_called(instruction, event->source);
    case 'b': return operand_called(instruction, event->barrier);
    case 'a': return operand_called(instruction, event->amount);
    default:
        return second == 'o' && completions[event->completion] ? completions[event->completion]
                                                               : operand_called(instruction, event->barrier);
    }
}

/* Adds a piece of a sentence up to its end or a bracket; false where a word of it stands for nothing. */
static bool add_piece(struct ptxc_buffer *text, const struct ptxc_instruction *instruction,
                      const struct ptxc_event *event, const char **sentence) {
    bool whole = true;
    while (**sentence && **sentence != '[' && **sentence != ']') {
        const size_t plain = strcspn(*sentence, "[]{");
        ptxc_buffer_put(text, *sentence, plain);
        *sentence += plain;
        if (**sentence != '{')
            continue;
        (*sentence)++;
        const char *word = word_of(instruction, event, sentence);
        whole &= word != NULL;
        ptxc_buffer_add(text, "%s", word ? word : "it");
    }
    return whole;
}

/* Returns the row of an instruction, NULL where there is none. */
static const struct ptxc_event *event_of(const struct ptxc_instruction *instruction) {
    const struct ptxc_statement statement = {.opcode = instruction->opcode,
                                             .qualifiers = instruction->qualifiers,
                                             .qualifier_count = instruction->qualifier_count};
    const char *mnemonic = ptxc_opcode_name(instruction->opcode);
    if (!mnemonic)
        return NULL;
    return ptxc_event_has(instruction->opcode) ? ptxc_event_of(&statement)
                                               : ptxc_event_find(mnemonic, strlen(mnemonic));
}

size_t ptxc_instruction_effect(const struct ptxc_instruction *instruction, char *buffer, size_t size) {
    struct ptxc_buffer text = ptxc_buffer_begin(buffer, size);
    const struct ptxc_event *event = instruction ? event_of(instruction) : NULL;
    const char *sentence = event ? sentences[event->action] : "";
    while (*sentence) {
        char optional[80];
        struct ptxc_buffer piece = ptxc_buffer_begin(optional, sizeof(optional));
        if (*sentence == ']') {
            sentence++;
        } else if (*sentence == '[') {
            sentence++;
            if (add_piece(&piece, instruction, event, &sentence))
                ptxc_buffer_add(&text, "%s", optional);
        } else {
            add_piece(&text, instruction, event, &sentence);
        }
    }
    return text.length;
}
