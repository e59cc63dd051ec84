/* What the assembler accepts and then crashes on: see crashes.h. */
#include "legality/crashes.h"

#include "base/bits.h"
#include "tables/tables.h"

/* Whether the value is what the row says. */
static bool is_kind(const struct ptxc_value *value, uint8_t kind) {
    switch ((enum ptxc_crash_kind)kind) {
    case PTXC_CRASH_SYMBOL: return value->kind == PTXC_VALUE_VARIABLE;
    case PTXC_CRASH_ZERO: return value->kind == PTXC_VALUE_INTEGER && value->integer == 0;
    case PTXC_CRASH_NARROW:
        return (value->kind == PTXC_VALUE_REGISTER || value->kind == PTXC_VALUE_SPECIAL) &&
               ptxc_types[value->type].width < 64;
    case PTXC_CRASH_SINK: return value->kind == PTXC_VALUE_SINK;
    case PTXC_CRASH_CONSTANT: return value->kind == PTXC_VALUE_INTEGER;
    case PTXC_CRASH_NAMESAKE: return value->kind == PTXC_VALUE_REGISTER && ptxc_special_of(value);
    case PTXC_CRASH_OPAQUE:
        return value->kind == PTXC_VALUE_VARIABLE && ptxc_types[value->type].kind == PTXC_KIND_OPAQUE;
    case PTXC_CRASH_PREDICATE: return value->kind == PTXC_VALUE_REGISTER && value->type == PTXC_TYPE_PRED;
    case PTXC_CRASH_GLOBAL: return value->kind == PTXC_VALUE_VARIABLE && value->space == PTXC_SPACE_GLOBAL;
    case PTXC_CRASH_LOCAL: return value->kind == PTXC_VALUE_VARIABLE && value->space == PTXC_SPACE_LOCAL;
    case PTXC_CRASH_NONE: break;
    }
    return true;
}

/* Whether a value of the operand is what the row says: of a vector any element. */
static bool has_kind(const struct ptxc_instruction *instruction, const struct ptxc_operand *operand, uint8_t kind) {
    const size_t count = operand->shape == PTXC_OPERAND_VECTOR ? operand->count : 1;
    for (size_t i = 0; i < count; i++)
        if (is_kind(&instruction->values[operand->first + i], kind))
            return true;
    return false;
}

/* Whether each operand that the row names is there, and is what it says. */
static bool has_operands(const struct ptxc_instruction *instruction, const struct ptxc_match *match,
                         const struct ptxc_crash_row *row) {
    for (size_t wanted = 0; wanted < PTXC_COUNT(row->roles) && row->roles[wanted]; wanted++) {
        bool found = false;
        for (size_t i = 0; i < instruction->operand_count; i++)
            found |= match->roles[i] == row->roles[wanted] &&
                     has_kind(instruction, &instruction->operands[i], row->kinds[wanted]);
        if (!found)
            return false;
    }
    return true;
}

/* Whether the map of a tensor operand, or one of its coordinates where the row is about elements, is what it says. */
static bool has_some(const struct ptxc_instruction *instruction, uint8_t kind) {
    for (size_t i = 0; kind && i < instruction->operand_count; i++) {
        const struct ptxc_operand *operand = &instruction->operands[i];
        const size_t first = kind >= PTXC_CRASH_PREDICATE, end = first ? operand->count : 1;
        for (size_t at = first; operand->shape == PTXC_OPERAND_TENSOR && at < end; at++)
            if (is_kind(&instruction->values[operand->first + at], kind))
                return true;
    }
    return !kind;
}

static bool has_qualifier(const struct ptxc_instruction *instruction, uint8_t qualifier) {
    for (size_t i = 0; qualifier && i < instruction->qualifier_count; i++)
        if (instruction->qualifiers[i].id == (enum ptxc_qualifier)qualifier)
            return true;
    return !qualifier;
}

uint64_t ptxc_crashes_of(const struct ptxc_instruction *instruction, const struct ptxc_match *match) {
    uint64_t rows = 0;
    for (size_t i = 0; i < ptxc_crash_count; i++) {
        const struct ptxc_crash_row *row = &ptxc_crashes[i];
        if ((row->form == PTXC_FORM_COUNT || row->form == match->form) && (!row->guarded || instruction->guarded) &&
            has_qualifier(instruction, row->qualifier) && has_operands(instruction, match, row) &&
            has_some(instruction, row->some))
            rows |= PTXC_BIT(i);
    }
    return rows;
}

bool ptxc_crashes_there(uint64_t rows, struct ptxc_environment environment) {
    const uint32_t assembler = rows ? ptxc_assembler_followed(environment) : 0;
    const unsigned number = ptxc_targets[environment.target].number;
    for (; assembler && number && rows; rows &= rows - 1) {
        const struct ptxc_crash_row *row = &ptxc_crashes[ptxc_lowest_bit(rows)];
        if (number >= row->lowest && (!row->highest || number <= row->highest) && assembler >= row->oldest &&
            (!row->newest || assembler <= row->newest))
            return true;
    }
    return false;
}
