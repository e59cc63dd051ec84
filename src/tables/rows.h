/* The grammar tables as C: enumerators and const rows expanded from grammar/ *.def. Whoever needs a fact about PTX
 * looks it up in these rows; the legends of the tables say what each column means.
 */
#ifndef PTXC_ROWS_H
#define PTXC_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bits.h"
#include "ptxcheck/names.h"

#define PTXC_COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define PTXC_BIT(n) (UINT64_C(1) << (n))

/* A PTX version as one comparable number: 8.6 is 806. */
#define PTXC_PTX(major, minor) ((major)*100 + (minor))

enum {
    PTXC_TYPE_COUNT = 1
#define TYPE(enumerator, value, spelling, width, kind) +1
#include "types.def"
};

enum ptxc_type_kind {
    PTXC_KIND_PREDICATE,
    PTXC_KIND_UNTYPED,
    PTXC_KIND_SIGNED,
    PTXC_KIND_UNSIGNED,
    PTXC_KIND_FLOATING,
    PTXC_KIND_PACKED,
    PTXC_KIND_OPAQUE
};

struct ptxc_type_row {
    const char *spelling;
    uint8_t length; /* of the spelling */
    uint8_t width;  /* bits */
    enum ptxc_type_kind kind;
};

enum {
    PTXC_TARGET_COUNT = 1
#define TARGET(enumerator, value, name, number, suffix, first, copies, asked) +1
#include "targets.def"
};

enum ptxc_suffix { PTXC_SUFFIX_PLAIN, PTXC_SUFFIX_ARCHITECTURE, PTXC_SUFFIX_FAMILY };

struct ptxc_target_row {
    const char *name;
    uint16_t number;
    enum ptxc_suffix suffix;
    uint16_t first;    /* PTX version */
    bool calls;        /* forms of kind EXPANDED become calls */
    const char *asked; /* the assembler whose verdicts are followed, "ptxas 13.0"; NULL: it is unmeasured */
    uint8_t length;    /* of the name, bytes */
};

enum ptxc_gate {
#define GATE(enumerator, first, last, lowest, highest, suffixes, oldest, newest) enumerator,
#include "availability.def"
    PTXC_GATE_COUNT
};

_Static_assert(PTXC_GATE_COUNT <= 256, "a row names its gate in a byte");
/* A set of gates, bit per ptxc_gate. */
struct ptxc_gates {
    uint64_t words[(PTXC_GATE_COUNT + 63) / 64];
};

enum {
    PTXC_VERSION_COUNT = 0 /* of the PTX versions that were released */
#define VERSIONS(major, last_minor) +(last_minor) + 1
#include "versions.def"
};
_Static_assert(PTXC_VERSION_COUNT <= 64, "an index names versions in 64 bits");

/* Each takes fewer names than the one before. */
enum ptxc_gate_suffixes { PTXC_SUFFIXES_ANY, PTXC_SUFFIXES_SPECIFIC, PTXC_SUFFIXES_ARCH_ONLY };

struct ptxc_gate_row {
    uint16_t first;   /* PTX version */
    uint16_t last;    /* PTX version, 0 for every later one */
    uint16_t lowest;  /* sm number */
    uint16_t highest; /* sm number, 0 for every later one */
    enum ptxc_gate_suffixes suffixes;
    uint16_t oldest; /* assembler, 0 for every earlier one */
    uint16_t newest; /* assembler, 0 for every later one */
};

enum {
    PTXC_SLOT_COUNT = 0
#define SLOT(enumerator, value, name, words, weight, second, reason, fix) +1
#include "qualifiers.def"
};

enum {
    PTXC_Q_COUNT = 1
#define QUALIFIER(enumerator, value, spelling, slot, number) +1
#include "qualifiers.def"
};

/* When a fix may change a qualifier: see qualifiers.def. */
enum ptxc_slot_fix { PTXC_SLOT_FIX_NEVER, PTXC_SLOT_FIX_AS_OPERANDS, PTXC_SLOT_FIX_ONLY_ONE, PTXC_SLOT_FIX_FREELY };

struct ptxc_slot_row {
    const char *name;
    const char *words;     /* what messages call it */
    uint8_t weight;        /* how much the slot counts when the form that was meant is guessed */
    enum ptxc_slot second; /* the slot of a second qualifier of this kind, or PTXC_SLOT_NONE: there is no second */
    uint8_t reason;        /* rank among the slots that messages give as a reason, 1 first; 0: never a reason */
    enum ptxc_slot_fix fix;
};

struct ptxc_qualifier_row {
    const char *spelling;
    enum ptxc_slot slot;
    uint8_t number; /* the number in the qualifier: 3 of .3d, 4 of .v4; else 0 */
    uint8_t length; /* of the spelling, bytes */
};

enum {
    PTXC_OP_COUNT = 1
#define OPCODE(enumerator, value, mnemonic, section, effect, reductions) +1
#include "opcodes.def"
};

/* The effect of an instruction on memory: see opcodes.def. */
enum ptxc_effect { PTXC_EFFECT_NOTHING, PTXC_EFFECT_MEMORY, PTXC_EFFECT_FENCE, PTXC_EFFECT_WAIT };

/* Which rows of reductions.def an instruction has. */
enum ptxc_reductions { PTXC_REDUCTIONS_NONE, PTXC_REDUCTIONS_COPIES, PTXC_REDUCTIONS_RED_ASYNC };

struct ptxc_opcode_row {
    const char *mnemonic;
    uint8_t length; /* of the mnemonic, bytes */
    const char *section;
    enum ptxc_effect effect;
    enum ptxc_reductions reductions;
};

enum ptxc_role {
#define ROLE(enumerator, shapes, brackets, specials, spaces, registers, alignment) enumerator,
#include "operands.def"
    PTXC_ROLE_COUNT
};

/* The written shapes of operands.def. */
enum {
    PTXC_SHAPE_REGISTER_ADDRESS = 1 << 0,
    PTXC_SHAPE_SYMBOL_ADDRESS = 1 << 1,
    PTXC_SHAPE_SPECIAL_ADDRESS = 1 << 2,
    PTXC_SHAPE_REGISTER = 1 << 3,
    PTXC_SHAPE_REGISTER_OFFSET = 1 << 4,
    PTXC_SHAPE_VARIABLE = 1 << 5,
    PTXC_SHAPE_IMMEDIATE = 1 << 6,
    PTXC_SHAPE_PREDICATE = 1 << 7,
    PTXC_SHAPE_ALSO_VECTOR = 1 << 8,
    PTXC_SHAPE_VECTOR_OPERAND = 1 << 9,
    PTXC_SHAPE_TENSOR_ADDRESS = 1 << 10,
    PTXC_SHAPE_TENSOR_LIST = 1 << 11,
    PTXC_SHAPE_SYMBOL_OFFSET = 1 << 12,
    PTXC_SHAPE_WHOLE = 1 << 13,
    PTXC_SHAPE_FLOAT = 1 << 14,
    PTXC_SHAPE_PAIR = 1 << 15,
    PTXC_SHAPE_SINK = 1 << 16,
    PTXC_SHAPE_CONSTANT_ADDRESS = 1 << 17,
    PTXC_SHAPE_SINK_PAIR = 1 << 18,
    PTXC_SHAPE_PAIR_SINK = 1 << 19,
    PTXC_SHAPE_UNIFORM = 1 << 20,
    PTXC_SHAPE_MERGED = 1 << 21,
    PTXC_SHAPE_TYPED_ALIKE = 1 << 22,
    PTXC_SHAPE_ANY_WIDTH = 1 << 23,
    PTXC_SHAPE_WHOLE_OFFSET = 1 << 24,
    PTXC_SHAPE_NOT_UNSIGNED = 1 << 25,
    PTXC_SHAPE_LEAST = 1 << 26,
    PTXC_SHAPE_NARROWED = 1 << 27,
    PTXC_SHAPE_ZEROS = 1 << 28,
    PTXC_SHAPE_OR_8_BITS = 1 << 29,
    PTXC_SHAPE_SPECIAL_REGISTER = PTXC_SHAPE_SPECIAL_ADDRESS
};

#define PTXC_ALIGNMENT_CP_SIZE 0xffff

/* A bit in the registers of a role: those that the type qualifier of the instruction allows. */
#define PTXC_TYPES_OF_QUALIFIER (UINT64_C(1) << 63)
/* Likewise: those that the second type qualifier allows. */
#define PTXC_TYPES_OF_SECOND (UINT64_C(1) << 62)
/* Together with one of these: an integer type goes with wider integers too. */
#define PTXC_TYPES_WIDER (UINT64_C(1) << 61)
/* Together with one of these: an untyped one goes with no floating-point type. */
#define PTXC_TYPES_NO_FLOATS (UINT64_C(1) << 60)
/* As the width of a role's elements: that of the type qualifier. */
#define PTXC_WIDTH_OF_QUALIFIER 0xff

/* What the ISA calls an operand. */
enum ptxc_operand_name {
    PTXC_NAME_NONE,
#define OPERAND_NAME(enumerator, name, title) enumerator,
#include "operand_names.def"
    PTXC_OPERAND_NAME_COUNT
};

struct ptxc_operand_name_row {
    const char *name;
    const char *title; /* in messages */
};

struct ptxc_role_row {
    uint32_t shapes;
    uint64_t brackets; /* types of a register inside brackets */
    uint64_t specials; /* types of a special register inside brackets */
    uint32_t spaces;   /* bit per ptxc_space */
    uint64_t registers;
    uint16_t alignment; /* bytes, or PTXC_ALIGNMENT_CP_SIZE */
};

enum {
    PTXC_COUNT_DIM = 0x40,
    PTXC_COUNT_DIM_LESS_2 = 0x41,
    PTXC_COUNT_VECTOR = 0x42,
    PTXC_COUNT_ANY = 0x43,
    PTXC_COUNT_TOGETHER = 0x44,
    PTXC_COUNT_DIM_LESS_1 = 0x45
};

struct ptxc_elements_row {
    uint8_t width; /* bits, or PTXC_WIDTH_OF_QUALIFIER; 0: the role takes no elements */
    uint8_t count; /* a number or PTXC_COUNT_… */
    uint64_t companions;
    uint64_t constants;
    uint32_t shapes;
};

/* What a list has after the tensor map, where the qualifier is written. */
struct ptxc_list_part {
    uint8_t name; /* ptxc_operand_name */
    uint8_t role; /* PTXC_ROLE_NONE closes the parts */
};

enum { PTXC_PARTS = 6 }; /* at most this many parts, end included */

struct ptxc_parts_row {
    uint8_t role;      /* PTXC_ROLE_NONE closes the rows */
    uint8_t qualifier; /* ptxc_qualifier, or PTXC_Q_NONE */
    struct ptxc_list_part parts[PTXC_PARTS];
};

/* The role that takes the place of another where a gate is open. */
struct ptxc_newer_row {
    uint8_t gate;
    uint8_t role; /* PTXC_ROLE_NONE: none does */
};

/* One slot of a form. It counts where every slot of `with` is filled and none of `without`. */
enum ptxc_presence {
    PTXC_PRESENCE_END,
    PTXC_PRESENCE_NEED,
    PTXC_PRESENCE_MAY,
    PTXC_PRESENCE_ALSO, /* more choices for the row before it, under its condition, with a gate of their own */
    PTXC_PRESENCE_IGNORED
};

struct ptxc_form_slot {
    uint8_t presence; /* ptxc_presence; PTXC_PRESENCE_END closes the list */
    uint8_t gate;
    uint8_t slot;        /* ptxc_slot; PTXC_SLOT_NONE in further choices, whose slot is that of the row before */
    uint8_t choices[15]; /* ptxc_qualifier, closed by PTXC_Q_NONE */
    ptxc_wide with;      /* bit per ptxc_slot */
    ptxc_wide without;
};

/* One operand of a form. It is there under the same condition as a slot counts. */
struct ptxc_form_argument {
    uint8_t name; /* ptxc_operand_name */
    uint8_t role; /* PTXC_ROLE_NONE closes the list */
    uint8_t gate;
    ptxc_wide with;
    ptxc_wide without;
};

enum {
    PTXC_FORM_SLOTS = 26,     /* at most this many slots a form, end included */
    PTXC_FORM_ARGUMENTS = 15, /* at most this many operands a form, end included */
};

_Static_assert(PTXC_SLOT_COUNT < 128, "a condition names slots in 128 bits, and the last one stands for more");
_Static_assert(PTXC_TARGET_COUNT <= 128, "an environment names targets in 128 bits");

enum ptxc_form {
#define FORM(enumerator, opcode, gate, kind, qualifiers, operands) enumerator,
#include "forms.def"
    PTXC_FORM_COUNT
};

enum ptxc_form_kind {
    PTXC_FORM_PLAIN,
    PTXC_FORM_EXPANDED,    /* the assembler makes it a call on sm_120 to sm_121f */
    PTXC_FORM_UNDOCUMENTED /* taken by the assembler, not in the ISA */
};

struct ptxc_form_row {
    enum ptxc_opcode opcode;
    enum ptxc_gate gate;
    enum ptxc_form_kind kind;
    struct ptxc_form_slot slots[PTXC_FORM_SLOTS];
    struct ptxc_form_argument arguments[PTXC_FORM_ARGUMENTS];
};

struct ptxc_reduction_row {
    enum ptxc_reductions family;
    uint8_t destination; /* ptxc_qualifier; PTXC_Q_NONE: any */
    uint8_t operation;
    bool noftz;
    enum ptxc_gate gate;
    uint8_t types[8]; /* ptxc_qualifier, closed by PTXC_Q_NONE */
};

/* What an operand is where the assembler crashes on it. */
enum ptxc_crash_kind {
    PTXC_CRASH_NONE,
    PTXC_CRASH_SYMBOL,
    PTXC_CRASH_ZERO,
    PTXC_CRASH_NARROW,
    PTXC_CRASH_SINK,
    PTXC_CRASH_CONSTANT,
    PTXC_CRASH_NAMESAKE, /* of a tensor map */
    PTXC_CRASH_OPAQUE,
    PTXC_CRASH_PREDICATE, /* from here on of elements */
    PTXC_CRASH_GLOBAL,
    PTXC_CRASH_LOCAL
};

/* What the assembler accepts, and crashes on while it generates code; all that is set must be true. */
struct ptxc_crash_row {
    uint16_t form;            /* PTXC_FORM_COUNT: any */
    uint16_t lowest, highest; /* sm; highest 0: every later one */
    uint16_t oldest, newest;  /* assembler; newest 0: each since */
    bool always;              /* whatever the operands and qualifiers are */
    bool guarded;
    uint8_t qualifier;          /* ptxc_qualifier */
    uint8_t roles[2], kinds[2]; /* ptxc_crash_kind by ptxc_role */
    uint8_t some;               /* ptxc_crash_kind */
};

/* A special register (ISA 10): `type` is that of one component. */
struct ptxc_special_row {
    const char *name;
    enum ptxc_type type;
    bool vector;     /* has components .x .y .z .w */
    uint8_t numbers; /* how many numbered ones there are (%envreg0…), 0 for a plain name */
    enum ptxc_gate gate;
    uint8_t length; /* of the name, bytes */
};

extern const struct ptxc_type_row ptxc_types[PTXC_TYPE_COUNT];
extern const struct ptxc_target_row ptxc_targets[PTXC_TARGET_COUNT];
extern const struct ptxc_gate_row ptxc_gates[PTXC_GATE_COUNT];
/* The gate that opens this one too, or PTXC_GATE_NONE: none does. */
extern const uint8_t ptxc_gate_alternatives[PTXC_GATE_COUNT];
extern const struct ptxc_slot_row ptxc_slots[PTXC_SLOT_COUNT];
extern const struct ptxc_qualifier_row ptxc_qualifiers[PTXC_Q_COUNT];
extern const struct ptxc_opcode_row ptxc_opcodes[PTXC_OP_COUNT];
extern const struct ptxc_role_row ptxc_roles[PTXC_ROLE_COUNT];
extern const struct ptxc_operand_name_row ptxc_operand_names[PTXC_OPERAND_NAME_COUNT];
extern const struct ptxc_elements_row ptxc_elements[PTXC_ROLE_COUNT];
extern const struct ptxc_parts_row ptxc_parts[];
extern const struct ptxc_newer_row ptxc_newer_roles[PTXC_ROLE_COUNT];
extern const uint8_t ptxc_low_word_gates[PTXC_ROLE_COUNT]; /* ptxc_gate; PTXC_GATE_NONE: not known of the role */
extern const uint8_t ptxc_expanded_roles[PTXC_ROLE_COUNT];
extern const struct ptxc_form_row ptxc_forms[PTXC_FORM_COUNT];
extern const struct ptxc_reduction_row ptxc_reductions[];
extern const size_t ptxc_reduction_count;
extern const struct ptxc_crash_row ptxc_crashes[];
extern const size_t ptxc_crash_count;
extern const struct ptxc_special_row ptxc_specials[];
extern const size_t ptxc_special_count;
/* For each kind of instruction type the kinds of register types that go with it, bit per ptxc_type_kind. */
extern const uint32_t ptxc_kinds_with[];
/* A mnemonic has qualifiers whose slot is not that of others (ELSEWHERE in qualifiers.def), or a second of a kind
 * (SECOND). */
struct ptxc_elsewhere_row {
    enum ptxc_opcode opcode;
    enum ptxc_qualifier qualifier;
    enum ptxc_slot slot;
};
struct ptxc_second_row {
    enum ptxc_opcode opcode;
    enum ptxc_slot slot, second;
};
extern const struct ptxc_elsewhere_row ptxc_elsewhere[];
extern const size_t ptxc_elsewhere_count;
extern const struct ptxc_second_row ptxc_seconds[];
extern const size_t ptxc_second_count;

#endif
