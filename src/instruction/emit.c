/* Canonical PTX: qualifiers in the print order of the form, operands as they are, one spelling for each value. With
 * `placed`, the place of each part in the text is noted in a copy of the instruction, so that findings about an
 * instruction without source text can point into it.
 */
#include "instruction/emit.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "base/buffer.h"
#include "instruction/sound.h"
#include "instruction/writable.h"
#include "legality/match.h"
#include "read/name.h"

/* Writes words. */
static void emit_words(struct ptxc_buffer *text, const char *words) {
    ptxc_buffer_put(text, words, strlen(words));
}

/* Writes an integer; the least one in hexadecimal, since its digits in decimal would be an unsigned constant. */
static void emit_integer(struct ptxc_buffer *text, int64_t integer) {
    char digits[24];
    size_t at = sizeof(digits);
    if (integer == INT64_MIN) {
        ptxc_buffer_add(text, "0x%" PRIx64, (uint64_t)integer);
        return;
    }
    uint64_t rest = integer < 0 ? (uint64_t)-integer : (uint64_t)integer;
    do
        digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (integer < 0)
        digits[--at] = '-';
    ptxc_buffer_put(text, digits + at, sizeof(digits) - at);
}

/* Writes a constant. In hexadecimal the least one is unsigned, but for a cast. */
static void emit_constant(struct ptxc_buffer *text, const struct ptxc_value *value) {
    bool cast = value->integer == INT64_MIN && !(value->flags & PTXC_FLAG_UNSIGNED);
    emit_words(text, cast ? "(.s64)" : "");
    emit_integer(text, value->integer);
}

/* Writes a name with its sign, index or offset. Blanks before a component are not kept: `%tid .x` becomes %tid.x. */
static void emit_name(struct ptxc_buffer *text, const struct ptxc_value *value) {
    uint32_t stem = ptxc_value_stem(value);
    emit_words(text, value->flags & PTXC_FLAG_MINUS ? "-" : "");
    ptxc_buffer_put(text, value->name, stem);
    if (stem < value->name_length) {
        ptxc_buffer_put(text, ".", 1);
        ptxc_buffer_put(text, &value->name[value->name_length - 1], 1);
    }
    if (value->flags & PTXC_FLAG_INDEX) {
        emit_words(text, "[");
        emit_integer(text, value->integer / ptxc_element_size(value));
        emit_words(text, "]");
    } else if (value->flags & PTXC_FLAG_OFFSET) {
        emit_words(text, "+");
        emit_integer(text, value->integer);
    }
}

/* Writes a value in the one spelling that it has here: integers in decimal, floating-point constants as their bits. */
static void emit_value(struct ptxc_buffer *text, const struct ptxc_value *value, struct ptxc_value *placed) {
    size_t start = text->length;
    emit_words(text, value->flags & PTXC_FLAG_NOT ? "!" : "");
    switch (value->kind) {
    case PTXC_VALUE_INTEGER: emit_constant(text, value); break;
    case PTXC_VALUE_REAL:
        if (value->type == PTXC_TYPE_F32)
            ptxc_buffer_add(text, "0f%08" PRIX32, (uint32_t)value->integer);
        else
            ptxc_buffer_add(text, "0d%016" PRIX64, (uint64_t)value->integer);
        break;
    case PTXC_VALUE_SINK: emit_words(text, "_"); break;
    case PTXC_VALUE_NONE:
    case PTXC_VALUE_REGISTER:
    case PTXC_VALUE_SPECIAL:
    case PTXC_VALUE_VARIABLE:
    case PTXC_VALUE_FUNCTION:
    case PTXC_VALUE_UNKNOWN: emit_name(text, value); break;
    }
    if (placed)
        placed->span = (struct ptxc_span){(uint32_t)start, (uint32_t)(text->length - start)};
}

/* Writes an operand in the brackets and braces of its shape. */
static void emit_operand(struct ptxc_buffer *text, const struct ptxc_instruction *instruction, size_t index,
                         struct ptxc_instruction *placed) {
    const struct ptxc_operand *operand = &instruction->operands[index];
    bool bracketed = operand->shape == PTXC_OPERAND_ADDRESS || operand->shape == PTXC_OPERAND_TENSOR ||
                     operand->shape == PTXC_OPERAND_LIST;
    const char *separator = operand->shape == PTXC_OPERAND_PAIR ? "|" : ", ";
    size_t start = text->length;
    emit_words(text, bracketed ? "[" : "");
    for (size_t i = 0; i < operand->count; i++) {
        size_t at = operand->first + i;
        const struct ptxc_value *value = &instruction->values[at];
        emit_words(text, i > 0 ? separator : "");
        emit_words(text, value->flags & PTXC_FLAG_OPEN_BRACE ? "{" : "");
        emit_value(text, value, placed ? &placed->values[at] : NULL);
        emit_words(text, value->flags & PTXC_FLAG_CLOSE_BRACE ? "}" : "");
    }
    emit_words(text, bracketed ? "]" : "");
    if (placed)
        placed->operands[index].span = (struct ptxc_span){(uint32_t)start, (uint32_t)(text->length - start)};
}

/* Gives the form whose order the qualifiers are printed in, which is the nearest one. What a name is declared as is
 * left out of the comparison, since equal instructions must give equal text. */
static size_t print_form(const struct ptxc_instruction *instruction) {
    if (instruction->qualifier_count < 2) /* they have one order */
        return PTXC_FORM_COUNT;
    struct ptxc_instruction bare; /* of the values those that there are: they take most of its room */
    memcpy(&bare, instruction,
           offsetof(struct ptxc_instruction, values) + instruction->value_count * sizeof(bare.values[0]));
    for (size_t i = 0; i < bare.value_count; i++) {
        struct ptxc_value *value = &bare.values[i];
        value->flags &= PTXC_FLAGS_WRITTEN;
        if (ptxc_value_is_name(value))
            value->kind = PTXC_VALUE_UNKNOWN;
    }
    return (size_t)ptxc_match_find(&bare, (struct ptxc_environment){0}).form;
}

/* Gives the place of a qualifier in the print order of the form. Qualifiers that the form does not have come last. */
static size_t place_in_form(const struct ptxc_qualifier_use *use, size_t form, uint64_t filled) {
    const struct ptxc_form_slot *entry =
        form == PTXC_FORM_COUNT ? NULL : ptxc_form_entry(&ptxc_forms[form], use, filled);
    return entry ? (size_t)(entry - ptxc_forms[form].slots) : PTXC_FORM_SLOTS + (size_t)use->slot;
}

/* Gives the place of a qualifier in the text. A second qualifier of a kind must not come before the first, or reading
 * the text would exchange them; where that would move it to the place of the first, their slots decide. */
static size_t place_of(const struct ptxc_instruction *instruction, size_t index, size_t form, uint64_t filled) {
    const struct ptxc_qualifier_use *use = &instruction->qualifiers[index];
    size_t place = place_in_form(use, form, filled);
    enum ptxc_slot first = ptxc_opcode_slot(instruction->opcode, use->id);
    if (use->slot != first) {
        size_t before = place_in_form(ptxc_instruction_qualifier(instruction, first), form, filled);
        place = place < before ? before : place;
    }
    return place * PTXC_SLOT_COUNT + use->slot;
}

/* Writes the qualifiers sorted by their places. */
static void emit_qualifiers(struct ptxc_buffer *text, const struct ptxc_instruction *instruction, size_t form,
                            struct ptxc_instruction *placed) {
    uint64_t filled = 0;
    size_t order[PTXC_MAX_QUALIFIERS];
    for (size_t i = 0; i < instruction->qualifier_count; i++)
        filled |= PTXC_BIT(instruction->qualifiers[i].slot);
    for (size_t i = 0; i < instruction->qualifier_count; i++) { /* by insertion: there are few */
        size_t place = place_of(instruction, i, form, filled), j = i;
        for (; j > 0 && place_of(instruction, order[j - 1], form, filled) > place; j--)
            order[j] = order[j - 1];
        order[j] = i;
    }
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        size_t start = text->length;
        emit_words(text, ptxc_qualifiers[instruction->qualifiers[order[i]].id].spelling);
        if (placed)
            placed->qualifiers[order[i]].span = (struct ptxc_span){(uint32_t)start, (uint32_t)(text->length - start)};
    }
}

size_t ptxc_emit(const struct ptxc_instruction *instruction, char *buffer, size_t size,
                 struct ptxc_instruction *placed) {
    struct ptxc_buffer text = {buffer, size, 0};
    if (!ptxc_is_writable(instruction))
        return 0;
    if (instruction->guarded) {
        emit_words(&text, "@");
        emit_value(&text, &instruction->guard, placed ? &placed->guard : NULL);
        emit_words(&text, " ");
    }
    size_t start = text.length;
    emit_words(&text, ptxc_opcodes[instruction->opcode].mnemonic);
    if (placed)
        placed->opcode_span = (struct ptxc_span){(uint32_t)start, (uint32_t)(text.length - start)};
    emit_qualifiers(&text, instruction, print_form(instruction), placed);
    for (size_t i = 0; i < instruction->operand_count; i++) {
        emit_words(&text, i == 0 ? " " : ", ");
        emit_operand(&text, instruction, i, placed);
    }
    if (placed)
        placed->span = (struct ptxc_span){0, (uint32_t)text.length};
    emit_words(&text, ";");
    return text.length;
}

size_t ptxc_instruction_emit(const struct ptxc_instruction *instruction, char *buffer, size_t size) {
    return ptxc_emit(instruction, buffer, size, NULL);
}
