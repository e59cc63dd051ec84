/* The rows of grammar/ *.def as const arrays, and look-ups by spelling. Nothing here changes at run time. */
#include "tables/tables.h"

#include <string.h>

#include "base/characters.h"

#define PTX(major, minor) PTXC_PTX(major, minor)

const struct ptxc_type_row ptxc_types[PTXC_TYPE_COUNT] = {
    [PTXC_TYPE_NONE] = {"", 0, 0, PTXC_KIND_OPAQUE},
#define TYPE(enumerator, value, spelling, width, kind) \
    [enumerator] = {spelling, sizeof(spelling) - 1, width, PTXC_KIND_##kind},
#include "types.def"
};

const struct ptxc_target_row ptxc_targets[PTXC_TARGET_COUNT] = {
    [PTXC_TARGET_NONE] = {"", 0, PTXC_SUFFIX_PLAIN, 0, 0, NULL},
#define NATIVE false
#define CALLS true
#define UNMEASURED NULL
#define PTXAS(major, minor) "ptxas " #major "." #minor
#define TARGET(enumerator, value, name, number, suffix, first, copies, asked) \
    [enumerator] = {name, number, PTXC_SUFFIX_##suffix, first, copies, asked},
#include "targets.def"
};

#undef PTXAS
#define PTXAS(major, minor) PTXC_PTX(major, minor)
#define EVER 0
const struct ptxc_gate_row ptxc_gates[PTXC_GATE_COUNT] = {
#define GATE(enumerator, first, last, lowest, highest, suffixes, oldest, newest) \
    [enumerator] = {first, last, lowest, highest, PTXC_SUFFIXES_##suffixes, oldest, newest},
#include "availability.def"
};

const uint8_t ptxc_gate_alternatives[PTXC_GATE_COUNT] = {
#define OTHERWISE(gate, other) [gate] = other,
#include "availability.def"
};

#define NO_SECOND PTXC_SLOT_NONE
const struct ptxc_slot_row ptxc_slots[PTXC_SLOT_COUNT] = {
#define SLOT(enumerator, value, name, words, weight, second, reason) \
    [enumerator] = {name, words, weight, second, reason},
#include "qualifiers.def"
};

const struct ptxc_qualifier_row ptxc_qualifiers[PTXC_Q_COUNT] = {
    [PTXC_Q_NONE] = {"", PTXC_SLOT_NONE, 0},
#define QUALIFIER(enumerator, value, spelling, slot, number) [enumerator] = {spelling, slot, number},
#include "qualifiers.def"
};

const struct ptxc_opcode_row ptxc_opcodes[PTXC_OP_COUNT] = {
    [PTXC_OP_NONE] = {"", 0, "", PTXC_EFFECT_NOTHING, PTXC_REDUCTIONS_NONE},
#define OPCODE(enumerator, value, mnemonic, section, effect, reductions) \
    [enumerator] = {mnemonic, sizeof(mnemonic) - 1, section, PTXC_EFFECT_##effect, PTXC_REDUCTIONS_##reductions},
#include "opcodes.def"
};

/* The words of operands.def: sets of types and spaces, and one letter for each shape, as its legend says. */
#define TYPE_BIT(name) PTXC_BIT(PTXC_TYPE_##name)
#define INT8 (TYPE_BIT(B8) | TYPE_BIT(U8) | TYPE_BIT(S8))
#define INT16 (TYPE_BIT(B16) | TYPE_BIT(U16) | TYPE_BIT(S16))
#define INT32 (TYPE_BIT(B32) | TYPE_BIT(U32) | TYPE_BIT(S32))
#define INT64 (TYPE_BIT(B64) | TYPE_BIT(U64) | TYPE_BIT(S64))
#define INT32_64 (INT32 | INT64)
#define INT16_64 (INT16 | INT64)
#define INT8_32_64 (INT8 | INT32 | INT64)
#define ANY_INT (INT8 | INT16 | INT32 | INT64)
#define NOT_32_BITS (INT8 | INT16 | INT64)
#define FLOATS_16 (TYPE_BIT(F16) | TYPE_BIT(BF16))
#define FLOATS_32 (TYPE_BIT(F32) | TYPE_BIT(F16X2) | TYPE_BIT(BF16X2))
#define ANY_FLOAT (FLOATS_16 | FLOATS_32 | TYPE_BIT(F64))
#define ANY_VALUE (ANY_INT | ANY_FLOAT)
#define ANY_REGISTER (ANY_VALUE | TYPE_BIT(PRED))
#define ANY_MAP (ANY_REGISTER | TYPE_BIT(B128))
#define ANY_INT_PRED (ANY_INT | TYPE_BIT(PRED))
#define S32_INT64 (TYPE_BIT(S32) | INT64)
#define INT64_F64 (INT64 | TYPE_BIT(F64))
#define INT32_64_F64 (INT32_64 | TYPE_BIT(F64))
#define COMPANIONS_32 (FLOATS_32 | TYPE_BIT(PRED))
#define PREDICATE_TYPE TYPE_BIT(PRED)
#define U32_S32_64 (TYPE_BIT(U32) | TYPE_BIT(S32) | INT64)
#define INT32_F16X2 (INT32 | TYPE_BIT(F16X2) | TYPE_BIT(BF16X2))
#define B32_64 (TYPE_BIT(B32) | INT64)
#define B32_F32 (TYPE_BIT(B32) | TYPE_BIT(F32))
#define TYPED PTXC_TYPES_OF_QUALIFIER
#define SHARED PTXC_BIT(PTXC_SPACE_SHARED)
#define GLOBAL PTXC_BIT(PTXC_SPACE_GLOBAL)
#define CONST PTXC_BIT(PTXC_SPACE_CONST)
#define PARAM PTXC_BIT(PTXC_SPACE_PARAM)
#define ADDRESSABLE (SHARED | GLOBAL | PTXC_BIT(PTXC_SPACE_LOCAL))
#define ANY_SPACE (ADDRESSABLE | CONST | PARAM)
#define CP_SIZE PTXC_ALIGNMENT_CP_SIZE
#define A PTXC_SHAPE_ADDRESS
#define S PTXC_SHAPE_ADDRESS_SYMBOL
#define X PTXC_SHAPE_ADDRESS_SPECIAL
#define R PTXC_SHAPE_REGISTER
#define O PTXC_SHAPE_REGISTER_OFFSET
#define V PTXC_SHAPE_VARIABLE
#define I PTXC_SHAPE_IMMEDIATE
#define P PTXC_SHAPE_PREDICATE
#define ALSO_ELEMENTS PTXC_SHAPE_ALSO_ELEMENTS
#define E PTXC_SHAPE_ELEMENTS
#define M PTXC_SHAPE_TENSOR
#define L PTXC_SHAPE_TENSOR_LIST
#define N PTXC_SHAPE_SYMBOL_OFFSET
#define WHOLE PTXC_SHAPE_WHOLE
#define WHOLE_OFFSET PTXC_SHAPE_WHOLE_OFFSET
#define NOT_UNSIGNED PTXC_SHAPE_NOT_UNSIGNED
#define F PTXC_SHAPE_REAL
#define D PTXC_SHAPE_PAIR
#define Y PTXC_SHAPE_SINK_PAIR
#define Z PTXC_SHAPE_PAIR_SINK
#define K PTXC_SHAPE_SINK
#define C PTXC_SHAPE_ADDRESS_CONSTANT
#define U PTXC_SHAPE_UNIFORM
#define G PTXC_SHAPE_MERGED
#define AFTER PTXC_SHAPE_ANY_WIDTH
#define T PTXC_SHAPE_TYPED_ALIKE
#define SECOND_TYPED PTXC_TYPES_OF_SECOND
#define WIDER PTXC_TYPES_WIDER
#define NO_FLOATS PTXC_TYPES_NO_FLOATS
#define DIM PTXC_COUNT_DIM
#define DIM_LESS_2 PTXC_COUNT_DIM_LESS_2
#define VECTOR_LENGTH PTXC_COUNT_VECTOR
#define ANY_COUNT PTXC_COUNT_ANY
#define TOGETHER PTXC_COUNT_TOGETHER
#define OF_TYPE PTXC_WIDTH_OF_QUALIFIER

const struct ptxc_role_row ptxc_roles[PTXC_ROLE_COUNT] = {
#define ROLE(enumerator, shapes, brackets, specials, spaces, registers, alignment) \
    [enumerator] = {shapes, brackets, specials, spaces, registers, alignment},
#include "operands.def"
};

const struct ptxc_operand_name_row ptxc_operand_names[PTXC_OPERAND_NAME_COUNT] = {
#define OPERAND_NAME(enumerator, name, title) [enumerator] = {name, title},
#include "operand_names.def"
};

const struct ptxc_elements_row ptxc_elements[PTXC_ROLE_COUNT] = {
#define ELEMENTS(role, width, count, companions, constants, shapes) \
    [role] = {width, count, companions, constants, shapes},
#include "operands.def"
};

const struct ptxc_newer_row ptxc_newer_roles[PTXC_ROLE_COUNT] = {
#define NEWER(role, gate, newer) [role] = {gate, newer},
#include "operands.def"
};

const uint8_t ptxc_low_word_gates[PTXC_ROLE_COUNT] = {
#define LOW_WORD(role, gate) [role] = gate,
#include "operands.def"
};

const uint8_t ptxc_expanded_roles[PTXC_ROLE_COUNT] = {
#define EXPANDED(role, expanded) [role] = expanded,
#include "operands.def"
};

/* The words of forms.def, each with a gate, slots that must be filled and slots that must not be, where it has any. */
#define HAS(slot) PTXC_BIT(PTXC_SLOT_##slot)
#define ENTRY(presence, gate, with, without, slot, ...) \
    {PTXC_PRESENCE_##presence, gate, slot, {__VA_ARGS__}, (with), (without)},
#define NEED(slot, ...) ENTRY(NEED, PTXC_GATE_NONE, 0, 0, PTXC_SLOT_##slot, __VA_ARGS__)
#define NEED_FROM(gate, slot, ...) ENTRY(NEED, gate, 0, 0, PTXC_SLOT_##slot, __VA_ARGS__)
#define NEED_IF(slots, slot, ...) ENTRY(NEED, PTXC_GATE_NONE, slots, 0, PTXC_SLOT_##slot, __VA_ARGS__)
#define NEED_FROM_IF(gate, slots, slot, ...) ENTRY(NEED, gate, slots, 0, PTXC_SLOT_##slot, __VA_ARGS__)
#define NEED_UNLESS(others, slot, ...) ENTRY(NEED, PTXC_GATE_NONE, 0, others, PTXC_SLOT_##slot, __VA_ARGS__)
#define MAY(slot, ...) ENTRY(MAY, PTXC_GATE_NONE, 0, 0, PTXC_SLOT_##slot, __VA_ARGS__)
#define MAY_FROM(gate, slot, ...) ENTRY(MAY, gate, 0, 0, PTXC_SLOT_##slot, __VA_ARGS__)
#define MAY_UNLESS(others, slot, ...) ENTRY(MAY, PTXC_GATE_NONE, 0, others, PTXC_SLOT_##slot, __VA_ARGS__)
#define MAY_FROM_IF(gate, slots, slot, ...) ENTRY(MAY, gate, slots, 0, PTXC_SLOT_##slot, __VA_ARGS__)
#define MAY_FROM_UNLESS(gate, others, slot, ...) ENTRY(MAY, gate, 0, others, PTXC_SLOT_##slot, __VA_ARGS__)
#define MAY_FROM_IF_UNLESS(gate, slots, others, slot, ...) \
    ENTRY(MAY, gate, slots, others, PTXC_SLOT_##slot, __VA_ARGS__)
#define IGNORED(slot, ...) ENTRY(IGNORED, PTXC_GATE_NONE, 0, 0, PTXC_SLOT_##slot, __VA_ARGS__)
#define IGNORED_FROM(gate, slot, ...) ENTRY(IGNORED, gate, 0, 0, PTXC_SLOT_##slot, __VA_ARGS__)
#define IGNORED_UNLESS(others, slot, ...) ENTRY(IGNORED, PTXC_GATE_NONE, 0, others, PTXC_SLOT_##slot, __VA_ARGS__)
#define IGNORED_FROM_UNLESS(gate, others, slot, ...) ENTRY(IGNORED, gate, 0, others, PTXC_SLOT_##slot, __VA_ARGS__)
#define ALSO_FROM(gate, ...) ENTRY(ALSO, gate, 0, 0, PTXC_SLOT_NONE, __VA_ARGS__)
#define ARGUMENT(name, role, gate, with, without) {name, role, gate, with, without},
#define ARG(name, role) ARGUMENT(PTXC_NAME_##name, role, PTXC_GATE_NONE, 0, 0)
#define ARG_FROM(gate, name, role) ARGUMENT(PTXC_NAME_##name, role, gate, 0, 0)
#define ARG_IF(slots, name, role) ARGUMENT(PTXC_NAME_##name, role, PTXC_GATE_NONE, slots, 0)
#define ARG_UNLESS(others, name, role) ARGUMENT(PTXC_NAME_##name, role, PTXC_GATE_NONE, 0, others)
#define ARG_IF_UNLESS(slots, others, name, role) ARGUMENT(PTXC_NAME_##name, role, PTXC_GATE_NONE, slots, others)
#define NO_ARGS \
    { 0 }

const struct ptxc_form_row ptxc_forms[PTXC_FORM_COUNT] = {
#define FORM(enumerator, opcode, gate, kind, qualifiers, operands) \
    [enumerator] = {opcode, gate, PTXC_FORM_##kind, {qualifiers}, {operands}},
#include "forms.def"
};

#define WITHOUT false
#define WITH true
const struct ptxc_reduction_row ptxc_reductions[] = {
#define ANY_DESTINATION PTXC_Q_NONE
#define REDUCTION(family, destination, operation, noftz, gate, ...) \
    {PTXC_REDUCTIONS_##family, destination, operation, noftz, gate, {__VA_ARGS__}},
#include "reductions.def"
};
const size_t ptxc_reduction_count = PTXC_COUNT(ptxc_reductions);

#define SCALAR false
#define VECTOR true
static const struct ptxc_special_row specials[] = {
#define SPECIAL(name, type, vector, numbers, gate) {name, type, vector, numbers, gate},
#include "specials.def"
};

enum ptxc_qualifier ptxc_qualifier_find(const char *text, size_t length) {
    for (int i = 1; i < PTXC_Q_COUNT; i++)
        if (ptxc_is_spelled(text, length, ptxc_qualifiers[i].spelling))
            return (enum ptxc_qualifier)i;
    return PTXC_Q_NONE;
}

/* For each kind of instruction type the kinds of register types that go with it, bit per ptxc_type_kind. */
#define KIND(name) (1u << PTXC_KIND_##name)
static const uint32_t kinds_with[] = {
#define GOES_WITH(kind, kinds) [PTXC_KIND_##kind] = (kinds),
#include "types.def"
    [PTXC_KIND_OPAQUE] = 0,
};

bool ptxc_type_is_integer(enum ptxc_type type) {
    enum ptxc_type_kind kind = ptxc_types[type].kind;
    return kind == PTXC_KIND_UNTYPED || kind == PTXC_KIND_SIGNED || kind == PTXC_KIND_UNSIGNED;
}

enum ptxc_type ptxc_type_untyped(enum ptxc_type type) {
    for (int i = 1; i < PTXC_TYPE_COUNT; i++)
        if (ptxc_types[i].kind == PTXC_KIND_UNTYPED && ptxc_types[i].width == ptxc_types[type].width)
            return (enum ptxc_type)i;
    return type;
}

uint64_t ptxc_types_compatible(enum ptxc_type wanted, bool offset) {
    const struct ptxc_type_row *row = &ptxc_types[wanted];
    uint64_t types = 0;
    for (int i = 1; i < PTXC_TYPE_COUNT; i++) {
        const struct ptxc_type_row *other = &ptxc_types[i];
        bool fits =
            i == (int)wanted || (kinds_with[row->kind] >> other->kind & 1) || (offset && other->kind == row->kind);
        if ((offset ? other->kind != PTXC_KIND_PREDICATE : other->width == row->width) && fits)
            types |= PTXC_BIT(i);
    }
    return types;
}

uint64_t ptxc_types_wider(enum ptxc_type type) {
    uint64_t types = 0;
    for (int i = 1; ptxc_type_is_integer(type) && i < PTXC_TYPE_COUNT; i++)
        if (ptxc_type_is_integer((enum ptxc_type)i) && ptxc_types[i].width > ptxc_types[type].width &&
            ptxc_types[i].width <= 64)
            types |= PTXC_BIT(i);
    return types;
}

uint64_t ptxc_types_taken(uint64_t registers, enum ptxc_type wanted, bool offset) {
    uint64_t types = ptxc_types_compatible(wanted, offset);
    for (int i = 1; (registers & PTXC_TYPES_NO_FLOATS) && i < PTXC_TYPE_COUNT; i++)
        if (ptxc_types[i].kind == PTXC_KIND_FLOATING)
            types &= ~PTXC_BIT(i);
    return types | (registers & PTXC_TYPES_WIDER ? ptxc_types_wider(wanted) : 0);
}

enum ptxc_type ptxc_type_find(const char *text, size_t length) {
    for (int i = 1; i < PTXC_TYPE_COUNT; i++)
        if (ptxc_types[i].length == length && ptxc_types[i].spelling[length - 1] == text[length - 1] &&
            memcmp(text, ptxc_types[i].spelling, length) == 0)
            return (enum ptxc_type)i;
    return PTXC_TYPE_NONE;
}

enum ptxc_target ptxc_target_find(const char *text, size_t length) {
    for (int i = 1; i < PTXC_TARGET_COUNT; i++)
        if (ptxc_is_spelled(text, length, ptxc_targets[i].name))
            return (enum ptxc_target)i;
    return PTXC_TARGET_NONE;
}

/* Whether the text is a numbered special register of this row: its name and a number in range, no leading zeros. */
static bool numbered(const struct ptxc_special_row *row, const char *text, size_t length) {
    size_t stem = strlen(row->name);
    if (length <= stem || length > stem + 2 || memcmp(text, row->name, stem) != 0)
        return false;
    unsigned number = 0;
    for (size_t i = stem; i < length; i++) {
        if (text[i] < '0' || text[i] > '9' || (text[i] == '0' && i == stem && length > stem + 1))
            return false;
        number = number * 10 + (unsigned)(text[i] - '0');
    }
    return number < row->numbers;
}

const struct ptxc_special_row *ptxc_special_find(const char *text, size_t length) {
    for (size_t i = 0; i < PTXC_COUNT(specials); i++) {
        const struct ptxc_special_row *row = &specials[i];
        if (row->numbers ? numbered(row, text, length) : ptxc_is_spelled(text, length, row->name))
            return row;
    }
    return NULL;
}

uint32_t ptxc_special_index(const struct ptxc_special_row *row) {
    return (uint32_t)(row - specials);
}

bool ptxc_special_named(uint32_t index, const char *name) {
    return index < PTXC_COUNT(specials) && strcmp(specials[index].name, name) == 0;
}

/* Whether the character continues a mnemonic. Digits do not: "cp.async.wait_group1;" assembles (measured on ptxas
 * 13.0). */
static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

/* The mnemonics in the order of the table, and for each first letter the range of rows that begin with it. Most
 * statements of a module begin with another letter, and are passed over after this look-up. */
static const uint8_t mnemonics[] = {
#define OPCODE(enumerator, value, mnemonic, section, effect, reductions) enumerator,
#include "opcodes.def"
};
enum {
#define OPCODE(enumerator, value, mnemonic, section, effect, reductions) PLACE_##enumerator,
#include "opcodes.def"
};
static const struct {
    uint8_t first, end;
} letters[128] = {
#define LETTER(letter, first, last) [letter] = {PLACE_##first, PLACE_##last + 1},
#include "opcodes.def"
};

bool ptxc_opcode_letter(char c) {
    return (unsigned char)c < PTXC_COUNT(letters) && letters[(unsigned char)c].end > 0;
}

enum ptxc_opcode ptxc_opcode_find(const char *text, size_t length) {
    if (length < 2 || !ptxc_opcode_letter(text[0]))
        return PTXC_OP_NONE;
    unsigned char letter = (unsigned char)text[0];
    for (unsigned i = letters[letter].first; i < letters[letter].end; i++) {
        const struct ptxc_opcode_row *row = &ptxc_opcodes[mnemonics[i]];
        if (length >= row->length && text[1] == row->mnemonic[1] && memcmp(text, row->mnemonic, row->length) == 0 &&
            (length == row->length || !is_word(text[row->length])))
            return (enum ptxc_opcode)mnemonics[i];
    }
    return PTXC_OP_NONE;
}
