/* Canonical PTX: qualifiers in the print order of the form, operands as they are, one spelling for each value. With
 * `placed`, the place of each part in the text is noted in a copy of the instruction, so that findings about an
 * instruction without source text can point into it.
 */
#include "legality/instruction.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "base/buffer.h"
#include "legality/match.h"
#include "ptxcheck/instruction.h"
#include "syntax/name.h"
#include "tables/form.h"

/* ---- the order of the qualifiers ---- */

/* Where each qualifier stands: one with a lower place before one with a higher. */
struct places {
    size_t of[PTXC_MAX_QUALIFIERS];
};

/* Returns the index of the qualifier in this slot, which is filled. */
static size_t index_of(const struct ptxc_instruction *instruction, enum ptxc_slot slot) {
    return (size_t)(ptxc_instruction_qualifier(instruction, slot) - instruction->qualifiers);
}

/* Makes places of the entries, which are places in the form, or after it for qualifiers that it does not have. A second
 * qualifier of a kind must not come before the first, or reading the text would exchange them; where that would move it
 * to the place of the first, their slots decide. */
static void place_all(const struct ptxc_instruction *instruction, const uint8_t *entries, struct places *places) {
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &instruction->qualifiers[i];
        const enum ptxc_slot first = ptxc_opcode_slot(instruction->opcode, use->id);
        size_t place = entries[i];
        if (use->slot != first) {
            const size_t before = entries[index_of(instruction, first)];
            place = place < before ? before : place;
        }
        places->of[i] = place * PTXC_SLOT_COUNT + use->slot;
    }
}

/* Sorts the qualifiers by their places; by insertion, for there are few. */
static void sort(const struct places *places, size_t count, uint8_t *order) {
    for (size_t i = 0; i < count; i++) {
        size_t j = i;
        for (; j > 0 && places->of[order[j - 1]] > places->of[i]; j--)
            order[j] = order[j - 1];
        order[j] = (uint8_t)i;
    }
}

/* Whether the places are in this order, too. */
static bool agrees(const struct places *places, size_t count, const uint8_t *order) {
    for (size_t i = 1; i < count; i++)
        if (places->of[order[i - 1]] > places->of[order[i]])
            return false;
    return true;
}

/* Finds the order in which all forms that the qualifiers fit have them; false where there is none. */
static bool find_common(const struct ptxc_instruction *instruction, ptxc_wide filled, uint8_t *order) {
    const size_t count = instruction->qualifier_count;
    bool found = false;
    for (size_t i = ptxc_forms_begin[instruction->opcode]; i < ptxc_forms_begin[instruction->opcode + 1]; i++) {
        const uint8_t form = ptxc_forms_sorted[i];
        uint8_t entries[PTXC_MAX_QUALIFIERS];
        struct places places;
        if (ptxc_form_index[form].like != form || /* the other was asked before */
            !ptxc_form_has_slots(form, filled) || !ptxc_form_fits(&ptxc_forms[form], instruction, filled, entries))
            continue;
        place_all(instruction, entries, &places);
        if (found && !agrees(&places, count, order))
            return false;
        if (!found)
            sort(&places, count, order);
        found = true;
        if (ptxc_form_index[form].settles)
            break;
    }
    return found;
}

/* Finds the nearest form. What a name is declared as is left out of the comparison, since equal instructions must give
 * equal text. */
static struct ptxc_match match_bare(const struct ptxc_instruction *instruction) {
    struct ptxc_instruction bare;
    ptxc_instruction_copy(&bare, instruction);
    for (size_t i = 0; i < bare.value_count; i++) {
        struct ptxc_value *value = &bare.values[i];
        value->flags &= PTXC_FLAGS_WRITTEN;
        if (ptxc_value_is_name(value))
            value->kind = PTXC_VALUE_UNKNOWN;
    }
    return ptxc_match_find(&bare, (struct ptxc_environment){0});
}

/* Sorts the qualifiers as the nearest form has them. Those that it does not have come last. */
static void sort_as_nearest(const struct ptxc_instruction *instruction, uint8_t *order) {
    const struct ptxc_match match = match_bare(instruction);
    uint8_t entries[PTXC_MAX_QUALIFIERS];
    struct places places;
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_form_slot *entry =
            match.form == PTXC_FORM_COUNT ? NULL : ptxc_match_entry(instruction, &match, i);
        entries[i] = (uint8_t)(entry ? (size_t)(entry - ptxc_forms[match.form].slots)
                                     : PTXC_FORM_SLOTS + (size_t)instruction->qualifiers[i].slot);
    }
    place_all(instruction, entries, &places);
    sort(&places, instruction->qualifier_count, order);
}

_Static_assert(PTXC_FORM_SLOTS + PTXC_SLOT_COUNT <= UINT8_MAX, "a place in a form, or after it, is a byte");

/* Lists the qualifiers, by index, as they are printed. The instruction can be written (instruction.h). */
static void order_qualifiers(const struct ptxc_instruction *instruction, uint8_t order[PTXC_MAX_QUALIFIERS]) {
    ptxc_wide filled = 0;
    for (size_t i = 0; i < instruction->qualifier_count; i++)
        filled |= PTXC_WIDE_BIT(instruction->qualifiers[i].slot);
    order[0] = 0;
    if (instruction->qualifier_count > 1 && !find_common(instruction, filled, order))
        sort_as_nearest(instruction, order);
}

/* ---- the text ---- */

/* Writes what there is room for, and counts everything. The NUL comes once, after the whole text. */
static inline void put(struct ptxc_buffer *text, const char *bytes, size_t length) {
    const size_t room = text->length < text->size ? text->size - text->length : 0;
    if (room > 0)
        memcpy(text->buffer + text->length, bytes, length < room ? length : room);
    text->length += length;
}

/* The same, for one byte. */
static inline void put_byte(struct ptxc_buffer *text, char byte) {
    if (text->length < text->size)
        text->buffer[text->length] = byte;
    text->length++;
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
    put(text, digits + at, sizeof(digits) - at);
}

/* Writes a constant. In hexadecimal the least one is unsigned, but for a cast. */
static void emit_constant(struct ptxc_buffer *text, const struct ptxc_value *value) {
    if (value->integer == INT64_MIN && !(value->flags & PTXC_FLAG_UNSIGNED))
        put(text, "(.s64)", strlen("(.s64)"));
    emit_integer(text, value->integer);
}

/* Writes a name with its sign, index or offset. Blanks before a component are not kept: `%tid .x` becomes %tid.x. */
static void emit_name(struct ptxc_buffer *text, const struct ptxc_value *value) {
    uint32_t stem = ptxc_value_stem(value);
    if (value->flags & PTXC_FLAG_MINUS)
        put_byte(text, '-');
    put(text, value->name, stem);
    if (stem < value->name_length) {
        put_byte(text, '.');
        put_byte(text, value->name[value->name_length - 1]);
    }
    if (value->flags & PTXC_FLAG_INDEX) {
        put_byte(text, '[');
        emit_integer(text, value->integer / ptxc_element_size(value));
        put_byte(text, ']');
    } else if (value->flags & PTXC_FLAG_OFFSET) {
        put_byte(text, '+');
        emit_integer(text, value->integer);
    }
}

/* Writes a value in the one spelling that it has here: integers in decimal, floating-point constants as their bits. */
static void emit_value(struct ptxc_buffer *text, const struct ptxc_value *value, struct ptxc_value *placed) {
    size_t start = text->length;
    if (value->flags & PTXC_FLAG_NOT)
        put_byte(text, '!');
    switch (value->kind) {
    case PTXC_VALUE_INTEGER: emit_constant(text, value); break;
    case PTXC_VALUE_REAL:
        if (value->type == PTXC_TYPE_F32)
            ptxc_buffer_add(text, "0f%08" PRIX32, (uint32_t)value->integer);
        else
            ptxc_buffer_add(text, "0d%016" PRIX64, (uint64_t)value->integer);
        break;
    case PTXC_VALUE_SINK: put_byte(text, '_'); break;
    default: emit_name(text, value); break;
    }
    if (placed)
        placed->span = (struct ptxc_span){(uint32_t)start, (uint32_t)(text->length - start)};
}

/* Writes what stands between two values of an operand. */
static void emit_separator(struct ptxc_buffer *text, enum ptxc_operand_shape shape) {
    put_byte(text, shape == PTXC_OPERAND_PAIR ? '|' : ',');
    if (shape != PTXC_OPERAND_PAIR)
        put_byte(text, ' ');
}

/* Writes an operand in the brackets and braces of its shape. */
static void emit_operand(struct ptxc_buffer *text, const struct ptxc_instruction *instruction, size_t index,
                         struct ptxc_instruction *placed) {
    const struct ptxc_operand *operand = &instruction->operands[index];
    bool bracketed = operand->shape == PTXC_OPERAND_ADDRESS || operand->shape == PTXC_OPERAND_TENSOR ||
                     operand->shape == PTXC_OPERAND_LIST;
    size_t start = text->length;
    if (bracketed)
        put_byte(text, '[');
    for (size_t i = 0; i < operand->count; i++) {
        size_t at = operand->first + i;
        const struct ptxc_value *value = &instruction->values[at];
        if (i > 0)
            emit_separator(text, operand->shape);
        if (value->flags & PTXC_FLAG_OPEN_BRACE)
            put_byte(text, '{');
        emit_value(text, value, placed ? &placed->values[at] : NULL);
        if (value->flags & PTXC_FLAG_CLOSE_BRACE)
            put_byte(text, '}');
    }
    if (bracketed)
        put_byte(text, ']');
    if (placed)
        placed->operands[index].span = (struct ptxc_span){(uint32_t)start, (uint32_t)(text->length - start)};
}

/* Writes the qualifiers in their order. */
static void emit_qualifiers(struct ptxc_buffer *text, const struct ptxc_instruction *instruction,
                            struct ptxc_instruction *placed) {
    uint8_t order[PTXC_MAX_QUALIFIERS];
    order_qualifiers(instruction, order);
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_row *row = &ptxc_qualifiers[instruction->qualifiers[order[i]].id];
        const size_t start = text->length;
        put(text, row->spelling, row->length);
        if (placed)
            placed->qualifiers[order[i]].span = (struct ptxc_span){(uint32_t)start, row->length};
    }
}

size_t ptxc_emit(const struct ptxc_instruction *instruction, char *buffer, size_t size,
                 struct ptxc_instruction *placed) {
    struct ptxc_buffer text = ptxc_buffer_begin(buffer, size);
    if (!ptxc_instruction_is_writable(instruction))
        return 0;
    const struct ptxc_opcode_row *row = &ptxc_opcodes[instruction->opcode];
    if (placed)
        ptxc_instruction_copy(placed, instruction);
    if (instruction->guarded) {
        put_byte(&text, '@');
        emit_value(&text, &instruction->guard, placed ? &placed->guard : NULL);
        put_byte(&text, ' ');
    }
    if (placed)
        placed->opcode_span = (struct ptxc_span){(uint32_t)text.length, row->length};
    put(&text, row->mnemonic, row->length);
    emit_qualifiers(&text, instruction, placed);
    for (size_t i = 0; i < instruction->operand_count; i++) {
        if (i > 0)
            put_byte(&text, ',');
        put_byte(&text, ' ');
        emit_operand(&text, instruction, i, placed);
    }
    if (placed)
        placed->span = (struct ptxc_span){0, (uint32_t)text.length};
    put_byte(&text, ';');
    if (buffer && size > 0)
        buffer[text.length < size ? text.length : size - 1] = 0;
    return text.length;
}

size_t ptxc_instruction_emit(const struct ptxc_instruction *instruction, char *buffer, size_t size) {
    return ptxc_emit(instruction, buffer, size, NULL);
}
