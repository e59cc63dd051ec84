/* Canonical PTX: qualifiers in the print order of the form, operands as they are, one spelling for each value. With
 * `placed`, the place of each part in the text is noted in a copy of the instruction, so that findings about an
 * instruction without source text can point into it.
 */
#include "instruction/emit.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "base/buffer.h"
#include "instruction/order.h"
#include "instruction/sound.h"
#include "instruction/writable.h"
#include "tables/form.h"
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
    if (value->integer == INT64_MIN && !(value->flags & PTXC_FLAG_UNSIGNED))
        emit_words(text, "(.s64)");
    emit_integer(text, value->integer);
}

/* Writes a name with its sign, index or offset. Blanks before a component are not kept: `%tid .x` becomes %tid.x. */
static void emit_name(struct ptxc_buffer *text, const struct ptxc_value *value) {
    uint32_t stem = ptxc_value_stem(value);
    if (value->flags & PTXC_FLAG_MINUS)
        ptxc_buffer_put_byte(text, '-');
    ptxc_buffer_put(text, value->name, stem);
    if (stem < value->name_length) {
        ptxc_buffer_put_byte(text, '.');
        ptxc_buffer_put_byte(text, value->name[value->name_length - 1]);
    }
    if (value->flags & PTXC_FLAG_INDEX) {
        ptxc_buffer_put_byte(text, '[');
        emit_integer(text, value->integer / ptxc_element_size(value));
        ptxc_buffer_put_byte(text, ']');
    } else if (value->flags & PTXC_FLAG_OFFSET) {
        ptxc_buffer_put_byte(text, '+');
        emit_integer(text, value->integer);
    }
}

/* Writes a value in the one spelling that it has here: integers in decimal, floating-point constants as their bits. */
static void emit_value(struct ptxc_buffer *text, const struct ptxc_value *value, struct ptxc_value *placed) {
    size_t start = text->length;
    if (value->flags & PTXC_FLAG_NOT)
        ptxc_buffer_put_byte(text, '!');
    switch (value->kind) {
    case PTXC_VALUE_INTEGER: emit_constant(text, value); break;
    case PTXC_VALUE_REAL:
        if (value->type == PTXC_TYPE_F32)
            ptxc_buffer_add(text, "0f%08" PRIX32, (uint32_t)value->integer);
        else
            ptxc_buffer_add(text, "0d%016" PRIX64, (uint64_t)value->integer);
        break;
    case PTXC_VALUE_SINK: ptxc_buffer_put_byte(text, '_'); break;
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

/* Writes what stands between two values of an operand. */
static void emit_separator(struct ptxc_buffer *text, enum ptxc_operand_shape shape) {
    ptxc_buffer_put_byte(text, shape == PTXC_OPERAND_PAIR ? '|' : ',');
    if (shape != PTXC_OPERAND_PAIR)
        ptxc_buffer_put_byte(text, ' ');
}

/* Writes an operand in the brackets and braces of its shape. */
static void emit_operand(struct ptxc_buffer *text, const struct ptxc_instruction *instruction, size_t index,
                         struct ptxc_instruction *placed) {
    const struct ptxc_operand *operand = &instruction->operands[index];
    bool bracketed = operand->shape == PTXC_OPERAND_ADDRESS || operand->shape == PTXC_OPERAND_TENSOR ||
                     operand->shape == PTXC_OPERAND_LIST;
    size_t start = text->length;
    if (bracketed)
        ptxc_buffer_put_byte(text, '[');
    for (size_t i = 0; i < operand->count; i++) {
        size_t at = operand->first + i;
        const struct ptxc_value *value = &instruction->values[at];
        if (i > 0)
            emit_separator(text, operand->shape);
        if (value->flags & PTXC_FLAG_OPEN_BRACE)
            ptxc_buffer_put_byte(text, '{');
        emit_value(text, value, placed ? &placed->values[at] : NULL);
        if (value->flags & PTXC_FLAG_CLOSE_BRACE)
            ptxc_buffer_put_byte(text, '}');
    }
    if (bracketed)
        ptxc_buffer_put_byte(text, ']');
    if (placed)
        placed->operands[index].span = (struct ptxc_span){(uint32_t)start, (uint32_t)(text->length - start)};
}

/* Writes the qualifiers in their order. */
static void emit_qualifiers(struct ptxc_buffer *text, const struct ptxc_instruction *instruction,
                            struct ptxc_instruction *placed) {
    uint8_t order[PTXC_MAX_QUALIFIERS];
    ptxc_order_qualifiers(instruction, order);
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_row *row = &ptxc_qualifiers[instruction->qualifiers[order[i]].id];
        const size_t start = text->length;
        ptxc_buffer_put(text, row->spelling, row->length);
        if (placed)
            placed->qualifiers[order[i]].span = (struct ptxc_span){(uint32_t)start, row->length};
    }
}

size_t ptxc_emit(const struct ptxc_instruction *instruction, char *buffer, size_t size,
                 struct ptxc_instruction *placed) {
    struct ptxc_buffer text = {buffer, size, 0};
    if (!ptxc_is_writable(instruction))
        return 0;
    const struct ptxc_opcode_row *row = &ptxc_opcodes[instruction->opcode];
    if (placed)
        ptxc_instruction_take(placed, instruction);
    if (instruction->guarded) {
        ptxc_buffer_put_byte(&text, '@');
        emit_value(&text, &instruction->guard, placed ? &placed->guard : NULL);
        ptxc_buffer_put_byte(&text, ' ');
    }
    if (placed)
        placed->opcode_span = (struct ptxc_span){(uint32_t)text.length, row->length};
    ptxc_buffer_put(&text, row->mnemonic, row->length);
    emit_qualifiers(&text, instruction, placed);
    for (size_t i = 0; i < instruction->operand_count; i++) {
        if (i > 0)
            ptxc_buffer_put_byte(&text, ',');
        ptxc_buffer_put_byte(&text, ' ');
        emit_operand(&text, instruction, i, placed);
    }
    if (placed)
        placed->span = (struct ptxc_span){0, (uint32_t)text.length};
    ptxc_buffer_put_byte(&text, ';');
    return text.length;
}

size_t ptxc_instruction_emit(const struct ptxc_instruction *instruction, char *buffer, size_t size) {
    return ptxc_emit(instruction, buffer, size, NULL);
}
