/* The rows of grammar/ *.def as const arrays. Nothing here changes at run time. */
#include "tables/rows.h"

#define PTX(major, minor) PTXC_PTX(major, minor)

const struct ptxc_type_row ptxc_types[PTXC_TYPE_COUNT] = {
    [PTXC_TYPE_NONE] = {"", 0, 0, PTXC_KIND_OPAQUE},
#define TYPE(enumerator, value, spelling, width, kind) \
    [enumerator] = {spelling, sizeof(spelling) - 1, width, PTXC_KIND_##kind},
#include "types.def"
};

const struct ptxc_target_row ptxc_targets[PTXC_TARGET_COUNT] = {
    [PTXC_TARGET_NONE] = {"", 0, PTXC_SUFFIX_PLAIN, 0, 0, NULL, 0},
#define NATIVE false
#define CALLS true
#define UNMEASURED NULL
#define PTXAS(major, minor) "ptxas " #major "." #minor
#define TARGET(enumerator, value, name, number, suffix, first, copies, asked) \
    [enumerator] = {name, number, PTXC_SUFFIX_##suffix, first, copies, asked, sizeof(name) - 1},
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
#define SLOT(enumerator, value, name, words, weight, second, reason, fix) \
    [enumerator] = {name, words, weight, second, reason, PTXC_SLOT_FIX_##fix},
#include "qualifiers.def"
};

const struct ptxc_qualifier_row ptxc_qualifiers[PTXC_Q_COUNT] = {
    [PTXC_Q_NONE] = {"", PTXC_SLOT_NONE, 0, 0},
#define QUALIFIER(enumerator, value, spelling, slot, number) \
    [enumerator] = {spelling, slot, number, sizeof(spelling) - 1},
#include "qualifiers.def"
};

const struct ptxc_opcode_row ptxc_opcodes[PTXC_OP_COUNT] = {
    [PTXC_OP_NONE] = {"", 0, "", PTXC_EFFECT_NOTHING, PTXC_REDUCTIONS_NONE},
#define OPCODE(enumerator, value, mnemonic, section, effect, reductions) \
    [enumerator] = {mnemonic, sizeof(mnemonic) - 1, section, PTXC_EFFECT_##effect, PTXC_REDUCTIONS_##reductions},
#include "opcodes.def"
};

/* The words of operands.def: sets of types and spaces, and the shapes. */
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
#define ANY_VALUE (ANY_INT | ANY_FLOAT | TYPE_BIT(B128))
#define ANY_REGISTER (ANY_INT | ANY_FLOAT | TYPE_BIT(PRED))
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
#define REGISTER PTXC_SHAPE_REGISTER
#define REGISTER_OFFSET PTXC_SHAPE_REGISTER_OFFSET
#define IMMEDIATE PTXC_SHAPE_IMMEDIATE
#define FLOAT PTXC_SHAPE_FLOAT
#define SYMBOL_OFFSET PTXC_SHAPE_SYMBOL_OFFSET
#define VARIABLE PTXC_SHAPE_VARIABLE
#define REGISTER_ADDRESS PTXC_SHAPE_REGISTER_ADDRESS
#define SYMBOL_ADDRESS PTXC_SHAPE_SYMBOL_ADDRESS
#define SPECIAL_ADDRESS PTXC_SHAPE_SPECIAL_ADDRESS
#define CONSTANT_ADDRESS PTXC_SHAPE_CONSTANT_ADDRESS
#define PREDICATE PTXC_SHAPE_PREDICATE
#define SINK PTXC_SHAPE_SINK
#define PAIR PTXC_SHAPE_PAIR
#define SINK_PAIR PTXC_SHAPE_SINK_PAIR
#define PAIR_SINK PTXC_SHAPE_PAIR_SINK
#define VECTOR_OPERAND PTXC_SHAPE_VECTOR_OPERAND
#define ALSO_VECTOR PTXC_SHAPE_ALSO_VECTOR
#define TENSOR_ADDRESS PTXC_SHAPE_TENSOR_ADDRESS
#define TENSOR_LIST PTXC_SHAPE_TENSOR_LIST
#define SPECIAL_REGISTER PTXC_SHAPE_SPECIAL_REGISTER
#define UNIFORM PTXC_SHAPE_UNIFORM
#define TYPED_ALIKE PTXC_SHAPE_TYPED_ALIKE
#define ANY_WIDTH PTXC_SHAPE_ANY_WIDTH
#define MERGED PTXC_SHAPE_MERGED
#define WHOLE PTXC_SHAPE_WHOLE
#define WHOLE_OFFSET PTXC_SHAPE_WHOLE_OFFSET
#define NOT_UNSIGNED PTXC_SHAPE_NOT_UNSIGNED
#define LEAST PTXC_SHAPE_LEAST
#define NARROWED PTXC_SHAPE_NARROWED
#define ZEROS PTXC_SHAPE_ZEROS
#define OR_8_BITS PTXC_SHAPE_OR_8_BITS
#define VALUE (REGISTER | REGISTER_OFFSET | IMMEDIATE)
#define ADDRESS (REGISTER_ADDRESS | SYMBOL_ADDRESS | SPECIAL_ADDRESS)
#define SECOND_TYPED PTXC_TYPES_OF_SECOND
#define WIDER PTXC_TYPES_WIDER
#define NO_FLOATS PTXC_TYPES_NO_FLOATS
#define DIM PTXC_COUNT_DIM
#define DIM_LESS_1 PTXC_COUNT_DIM_LESS_1
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

const struct ptxc_parts_row ptxc_parts[] = {
#define PART(name, role) {PTXC_NAME_##name, role},
#define PARTS(role, qualifier, ...) {role, qualifier, {__VA_ARGS__}},
#include "operands.def"
    {PTXC_ROLE_NONE, PTXC_Q_NONE, {{PTXC_NAME_NONE, PTXC_ROLE_NONE}}}};

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
#define HAS(slot) PTXC_WIDE_BIT(PTXC_SLOT_##slot)
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

#define ANY_FORM PTXC_FORM_COUNT
#define ALWAYS .always = true,
#define GUARDED .guarded = true,
#define WITH_QUALIFIER(name) .qualifier = (name),
#define SOME(kind) .some = PTXC_CRASH_##kind,
#define IS(role, kind) .roles = {role}, .kinds = {PTXC_CRASH_##kind},
#define ARE(role, kind, other, others) .roles = {role, other}, .kinds = {PTXC_CRASH_##kind, PTXC_CRASH_##others},
const struct ptxc_crash_row ptxc_crashes[] = {
#define CRASH(form, lowest, highest, oldest, newest, ...) {form, lowest, highest, oldest, newest, __VA_ARGS__},
#include "crashes.def"
};
const size_t ptxc_crash_count = PTXC_COUNT(ptxc_crashes);
_Static_assert(PTXC_COUNT(ptxc_crashes) <= 64, "ptxc_crashes_of gives rows in 64 bits");

#define SCALAR false
#define VECTOR true
const struct ptxc_special_row ptxc_specials[] = {
#define SPECIAL(name, type, vector, numbers, gate) {name, type, vector, numbers, gate, sizeof(name) - 1},
#include "specials.def"
};
const size_t ptxc_special_count = PTXC_COUNT(ptxc_specials);

#define KIND(name) (1u << PTXC_KIND_##name)
const uint32_t ptxc_kinds_with[] = {
#define GOES_WITH(kind, kinds) [PTXC_KIND_##kind] = (kinds),
#include "types.def"
    [PTXC_KIND_OPAQUE] = 0,
};

const struct ptxc_elsewhere_row ptxc_elsewhere[] = {
#define ELSEWHERE(opcode, qualifier, slot) {opcode, qualifier, slot},
#include "qualifiers.def"
};
const size_t ptxc_elsewhere_count = PTXC_COUNT(ptxc_elsewhere);

const struct ptxc_second_row ptxc_seconds[] = {
#define SECOND(opcode, slot, second) {opcode, slot, second},
#include "qualifiers.def"
};
const size_t ptxc_second_count = PTXC_COUNT(ptxc_seconds);
