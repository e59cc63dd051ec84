/* An instruction of the family as the parser leaves it and the matcher takes it: a plain value without pointers into
 * anything but the source. Spans are byte offsets into the source.
 */
#ifndef PTXC_INSTRUCTION_H
#define PTXC_INSTRUCTION_H

#include "ptxcheck/ptxcheck.h"
#include "tables.h"

enum {
    PTXC_MAX_QUALIFIERS = 24,
    PTXC_MAX_OPERANDS = 12,
    PTXC_MAX_VALUES = 40,
    PTXC_MAX_ELEMENTS = 8 /* of one vector; PTX has none longer */
};

enum ptxc_value_kind {
    PTXC_VALUE_NONE,
    PTXC_VALUE_REGISTER,
    PTXC_VALUE_SPECIAL,  /* special register */
    PTXC_VALUE_VARIABLE, /* `space` says where */
    PTXC_VALUE_FUNCTION,
    PTXC_VALUE_INTEGER,
    PTXC_VALUE_REAL,
    PTXC_VALUE_SINK,   /* _ */
    PTXC_VALUE_UNKNOWN /* nothing is known of the name: fits everywhere */
};

enum {
    PTXC_VALUE_NOT = 1 << 0,          /* ! before it */
    PTXC_VALUE_MINUS = 1 << 1,        /* - before a name */
    PTXC_VALUE_OFFSET = 1 << 2,       /* + constant behind it */
    PTXC_VALUE_INDEX = 1 << 3,        /* [ … ] behind it */
    PTXC_VALUE_ARRAY = 1 << 4,        /* a variable with extents */
    PTXC_VALUE_WHOLE = 1 << 5,        /* a vector register or special register without its .x */
    PTXC_VALUE_EXTERNAL = 1 << 6,     /* an .extern variable */
    PTXC_VALUE_COMPONENT = 1 << 7,    /* .x behind it */
    PTXC_VALUE_UNSIGNED = 1 << 8,     /* an unsigned constant */
    PTXC_VALUE_UNKNOWN_INDEX = 1 << 9 /* the index is a register */
};

struct ptxc_value {
    enum ptxc_value_kind kind;
    enum ptxc_type type;
    enum ptxc_space space;
    uint32_t flags;
    uint32_t alignment; /* of a variable, bytes */
    int64_t integer;    /* the constant, or the offset */
    struct ptxc_span span;
};

enum ptxc_operand_shape {
    PTXC_OPERAND_SCALAR,  /* one value */
    PTXC_OPERAND_ADDRESS, /* [value] */
    PTXC_OPERAND_VECTOR,  /* {values} */
    PTXC_OPERAND_TENSOR,  /* [value, {values}] */
    PTXC_OPERAND_PAIR,    /* value|value */
    PTXC_OPERAND_OTHER    /* readable, and no operand of the family: [a, b] */
};

struct ptxc_operand {
    enum ptxc_operand_shape shape;
    uint8_t first; /* index of its first value */
    uint8_t count; /* of its values */
    struct ptxc_span span;
};

struct ptxc_qualifier_use {
    enum ptxc_qualifier id; /* PTXC_Q_NONE: not in the tables */
    enum ptxc_slot slot;    /* where it goes; the second state space goes to PTXC_SLOT_SOURCE */
    struct ptxc_span span;
};

struct ptxc_instruction {
    enum ptxc_opcode opcode;
    struct ptxc_span span;        /* from the mnemonic to the last operand */
    struct ptxc_span opcode_span; /* the mnemonic alone */
    bool guarded;
    struct ptxc_value guard;
    uint8_t qualifier_count;
    uint8_t operand_count;
    uint8_t value_count;
    bool damaged; /* something in it was reported already: what follows from that is not */
    struct ptxc_qualifier_use qualifiers[PTXC_MAX_QUALIFIERS];
    struct ptxc_operand operands[PTXC_MAX_OPERANDS];
    struct ptxc_value values[PTXC_MAX_VALUES];
};

#endif
