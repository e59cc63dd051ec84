/* From a function body to its steps. Which operand is which, the form of the instruction says, so each statement of the
 * family is matched once more; one that fits no form, or of which a part is unknown, is a step of which nothing is
 * known.
 */
#include "analysis/program/program.h"

#include <string.h>

#include "legality/match.h"
#include "tables/spaces.h"

bool ptxc_step_instruction(const struct ptxc_step *step, struct ptxc_instruction *instruction) {
    const struct ptxc_statement *statement = step->statement;
    if (statement->kind != PTXC_STATEMENT_FAMILY || statement->open ||
        statement->qualifier_count > PTXC_MAX_QUALIFIERS || statement->operand_count > PTXC_MAX_OPERANDS ||
        statement->value_count > PTXC_MAX_VALUES)
        return false;
    memset(instruction, 0, sizeof(*instruction));
    instruction->opcode = statement->opcode;
    instruction->span = statement->span;
    instruction->opcode_span = statement->word;
    instruction->qualifier_count = statement->qualifier_count;
    instruction->operand_count = statement->operand_count;
    instruction->value_count = (uint8_t)statement->value_count;
    for (uint8_t i = 0; i < statement->qualifier_count; i++)
        instruction->qualifiers[i] = statement->qualifiers[i];
    for (uint8_t i = 0; i < statement->operand_count; i++)
        instruction->operands[i] = statement->operands[i];
    for (uint16_t i = 0; i < statement->value_count; i++)
        instruction->values[i] = statement->values[i];
    return true;
}

/* Names the operands of a step of the family, after its form. NULL where it fits none. */
static const uint8_t *name_operands(struct ptxc_program *program, struct ptxc_step *step,
                                    struct ptxc_environment environment) {
    struct ptxc_instruction instruction;
    if (!ptxc_step_instruction(step, &instruction))
        return NULL;
    struct ptxc_match *match = ptxc_arena_alloc(program->arena, sizeof(*match));
    uint8_t *names = ptxc_arena_alloc(program->arena, PTXC_MAX_OPERANDS);
    if (!names || !match)
        return NULL;
    *match = ptxc_match_find(&instruction, environment);
    if (match->form == PTXC_FORM_COUNT || !match->known || match->qualifier_problems > 0 || match->operand_problems > 0)
        return NULL;
    for (size_t i = 0; i < instruction.operand_count; i++)
        names[i] = ptxc_form_argument(&ptxc_forms[match->form], match->filled, i)->name;
    step->match = match;
    return names;
}

/* What is known of the mnemonics of ordinary instructions. */
struct known_mnemonics {
    struct ptxc_words words;
    struct ptxc_step steps[PTXC_WORDS_KEPT]; /* of which the event, the traits and the access are those of the words */
};

/* Notes in a step what is known of its mnemonic. */
static void look_up(struct known_mnemonics *known, struct ptxc_step *step, const char *word, uint32_t length) {
    bool found;
    struct ptxc_step *same = &known->steps[ptxc_words_slot(&known->words, word, length, &found)];
    if (!found) {
        same->event = ptxc_event_find(word, length);
        same->traits = ptxc_word_traits(word, length);
        same->access = (struct ptxc_access){ptxc_word_space(word, length), ptxc_word_element(word, length),
                                            ptxc_word_bytes(word, length)};
    }
    step->event = same->event;
    step->traits = same->traits;
    step->access = same->access;
}

void ptxc_program_doubt(struct ptxc_program *program, struct ptxc_span span, const char *why) {
    if (!program->uncertain || span.offset < program->uncertain_at.offset) {
        program->uncertain_at = span;
        program->uncertain_why = why;
    }
    program->uncertain = true;
}

uint16_t ptxc_program_frame(const struct ptxc_program *program, uint32_t step, const struct ptxc_value *value) {
    const uint16_t frame = program->steps[step].frame;
    return value->flags & PTXC_OF_CALLER ? program->frames[frame].caller : frame;
}

bool ptxc_program_make(struct ptxc_program *program, struct ptxc_environment environment) {
    const struct ptxc_body *body = program->body;
    struct known_mnemonics known = {.words = {{{.word = NULL}}}};
    program->steps = ptxc_arena_alloc(program->arena, (body->count + 1) * sizeof(*program->steps));
    if (!program->steps)
        return false;
    program->count = (uint32_t)body->count;
    for (uint32_t i = 0; i < program->count; i++) {
        struct ptxc_step *step = &program->steps[i];
        const struct ptxc_statement *statement = &body->statements[i];
        step->statement = statement;
        step->target = PTXC_NO_STEP;
        const bool family = statement->kind == PTXC_STATEMENT_FAMILY;
        if (family && ptxc_event_has(statement->opcode)) {
            step->names = name_operands(program, step, environment);
            step->event = step->names ? ptxc_event_of(statement) : NULL;
            if (!step->event)
                ptxc_program_doubt(program, statement->word, "it is not known what this instruction does");
        } else if (statement->kind != PTXC_STATEMENT_LABEL) {
            look_up(&known, step, program->source + statement->word.offset, statement->word.length);
        }
        if (family)
            step->traits = ptxc_statement_traits(statement);
        step->traits |= step->event ? step->event->traits : 0;
    }
    return !program->arena->failed;
}

const struct ptxc_operand *ptxc_step_operand(const struct ptxc_step *step, unsigned name) {
    const unsigned count = name == PTXC_NAME_NONE ? 0 : step->statement->operand_count;
    for (unsigned i = 0; i < count; i++)
        if (step->names ? step->names[i] == name : name == PTXC_NAME_FIRST + i)
            return &step->statement->operands[i];
    return NULL;
}

const struct ptxc_value *ptxc_step_value(const struct ptxc_step *step, unsigned name) {
    const struct ptxc_operand *operand = ptxc_step_operand(step, name);
    return operand ? &step->statement->values[operand->first] : NULL;
}

const struct ptxc_value *ptxc_step_number(const struct ptxc_step *step) {
    const struct ptxc_value *value = step->event ? ptxc_step_value(step, step->event->amount) : NULL;
    return value && value->kind == PTXC_VALUE_INTEGER ? value : NULL;
}

bool ptxc_program_is_async(const struct ptxc_program *program, uint32_t step) {
    const struct ptxc_step *here = &program->steps[step];
    return here->names || (here->event && here->event->barrier != PTXC_NAME_NONE);
}

uint8_t ptxc_step_results(const struct ptxc_step *step) {
    return step->event ? step->event->results : 1;
}

bool ptxc_step_acts(const struct ptxc_step *step) {
    if (!step->event || step->names)
        return step->statement->kind != PTXC_STATEMENT_LABEL;
    return ptxc_natures[step->event->action] == PTXC_NATURE_ACTS;
}

enum ptxc_qualifier ptxc_step_qualifier(const struct ptxc_step *step, enum ptxc_slot slot) {
    for (uint8_t i = 0; i < step->statement->qualifier_count; i++)
        if (step->statement->qualifiers[i].slot == slot)
            return step->statement->qualifiers[i].id;
    return PTXC_Q_NONE;
}

enum ptxc_space ptxc_step_space(const struct ptxc_step *step, enum ptxc_slot slot) {
    return ptxc_qualifier_space(ptxc_step_qualifier(step, slot));
}

struct ptxc_span ptxc_step_span(const struct ptxc_program *program, uint32_t step) {
    const struct ptxc_statement *statement = program->steps[step].statement;
    return statement->word;
}

bool ptxc_step_may_end(const struct ptxc_program *program, uint32_t index) {
    const struct ptxc_step *step = &program->steps[index];
    const bool runs_off = index + 1 == program->count;
    switch (ptxc_step_action(step)) {
    case PTXC_ACT_RETURN:
        return step->target == PTXC_NO_STEP || step->target >= program->count || (runs_off && step->statement->guarded);
    case PTXC_ACT_EXIT: return true;
    case PTXC_ACT_BRANCH:
    case PTXC_ACT_INDIRECT:
    case PTXC_ACT_TRAP: return runs_off && step->statement->guarded;
    default: return runs_off;
    }
}
