/* ptxcheck: values: the registers, symbols and constants that operands of an instruction are made of.
 *
 *     ptxc_register("%rd1", PTXC_TYPE_B64)
 *     ptxc_offset(ptxc_symbol("tile", PTXC_SPACE_SHARED, PTXC_TYPE_B8, 16), 64)
 *
 * The constructors do not allocate and cannot fail; a `name` is closed by a NUL, is not copied, and must live as long
 * as the value is used. Any number of threads may call them. The library has each of them as a function, too, for
 * languages that cannot read the ones below.
 */
#ifndef PTXCHECK_VALUE_H
#define PTXCHECK_VALUE_H

#include <string.h>

#include "names.h"
#include "ptxcheck.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a value is. */
enum ptxc_value_kind {
    PTXC_VALUE_NONE = 0,
    PTXC_VALUE_REGISTER = 1, /* is declared in .reg (ISA 5.1) */
    PTXC_VALUE_SPECIAL = 2,  /* is a special register (ISA 10) */
    PTXC_VALUE_VARIABLE = 3, /* is a variable or parameter (ISA 5.4); `space` says where it lies */
    PTXC_VALUE_FUNCTION = 4,
    PTXC_VALUE_INTEGER = 5, /* is a constant (ISA 4.5); it stands in `integer` */
    PTXC_VALUE_REAL = 6,    /* is a constant (ISA 4.5); its bits stand in `integer`, `type` is .f32 or .f64 */
    PTXC_VALUE_SINK = 7,    /* is _, for a result that is discarded */
    PTXC_VALUE_UNKNOWN = 8  /* is a name of which nothing is known: it fits everywhere */
};

/* What stands around a value, and what its declaration says: bits of `flags`. */
enum {
    PTXC_FLAG_NOT = 1 << 0,            /* a ! stands before it */
    PTXC_FLAG_MINUS = 1 << 1,          /* a - stands before the name */
    PTXC_FLAG_OFFSET = 1 << 2,         /* + constant follows the name; `integer` is the offset in bytes */
    PTXC_FLAG_INDEX = 1 << 3,          /* [constant] follows the name; `integer` is the offset in bytes */
    PTXC_FLAG_ARRAY = 1 << 4,          /* it is declared with extents */
    PTXC_FLAG_WHOLE = 1 << 5,          /* it is a vector, and no component of it is named */
    PTXC_FLAG_EXTERNAL = 1 << 6,       /* it is declared .extern */
    PTXC_FLAG_COMPONENT = 1 << 7,      /* the name ends in .x or another component */
    PTXC_FLAG_REGISTER_INDEX = 1 << 8, /* [register] follows the name; such a value cannot be printed */
    PTXC_FLAG_OPEN_BRACE = 1 << 9,     /* a { stands before it */
    PTXC_FLAG_CLOSE_BRACE = 1 << 10,   /* a } follows it */
    PTXC_FLAG_FOUR = 1 << 12,          /* it is a vector of four, where PTXC_FLAG_WHOLE alone means one of two */
    PTXC_FLAG_IN_BODY = 1 << 13, /* it is a .param variable of a body, for calls, and no parameter of the function */
    PTXC_FLAG_UNSIGNED = 1 << 11 /* it is an integer constant of type .u64, not .s64 (ISA 4.5.5) */
};

/* A value is one register, symbol or constant. `symbol` and `number` together say which register a name in a module
 * means: %r12 and %r012 are both number 12 of what %r<16> declares (ISA 5.4.6; that all digits at the end of a name are
 * its number was measured on ptxas 13.0). */
struct ptxc_value {
    enum ptxc_value_kind kind;
    enum ptxc_type type;   /* is the declared type, or that of a constant which is no integer */
    enum ptxc_space space; /* is the state space that the name is declared in */
    uint32_t flags;        /* has bits PTXC_FLAG_… */
    uint32_t alignment;    /* of a variable, in bytes; 0: not known */
    uint32_t symbol;       /* is the id of the name's declaration, see ptxc_module_symbol; 0: none is known */
    uint32_t number;       /* is that of a name which is declared as one of a range, else 0 */
    uint32_t name_length;  /* in bytes */
    const char *name;      /* is not closed by a NUL; NULL for a constant */
    int64_t integer;       /* is the constant, or the offset in bytes */
    struct ptxc_span span; /* is its place in the text that it was parsed from */
};

/* ---- constructors ---- */

/* Makes a value of any kind that has a name. A name such as %tid.x names a component (ISA 5.4.2, 10). */
PTXC_API inline struct ptxc_value ptxc_value_named(enum ptxc_value_kind kind, const char *name, enum ptxc_type type) {
    struct ptxc_value value;
    memset(&value, 0, sizeof(value));
    value.kind = kind;
    value.type = type;
    value.name = name;
    while (name && name[value.name_length] != 0)
        value.name_length++;
    if (value.name_length > 2 && name[value.name_length - 2] == '.')
        value.flags |= PTXC_FLAG_COMPONENT;
    return value;
}

/* Makes a register that is declared with this type: ptxc_register("%r1", PTXC_TYPE_B32). With PTXC_TYPE_NONE no rule
 * complains about its type. */
PTXC_API inline struct ptxc_value ptxc_register(const char *name, enum ptxc_type type) {
    return ptxc_value_named(type == PTXC_TYPE_NONE ? PTXC_VALUE_UNKNOWN : PTXC_VALUE_REGISTER, name, type);
}

/* Makes a register that is declared .pred. */
PTXC_API inline struct ptxc_value ptxc_predicate(const char *name) {
    return ptxc_value_named(PTXC_VALUE_REGISTER, name, PTXC_TYPE_PRED);
}

/* Makes a variable or parameter from its state space, the type of its elements, and its alignment in bytes, 0 where
 * that is not known. With PTXC_SPACE_NONE no rule complains about its place. */
PTXC_API inline struct ptxc_value ptxc_symbol(const char *name, enum ptxc_space space, enum ptxc_type type,
                                              uint32_t alignment) {
    struct ptxc_value value =
        ptxc_value_named(space == PTXC_SPACE_NONE ? PTXC_VALUE_UNKNOWN : PTXC_VALUE_VARIABLE, name, type);
    value.space = space;
    value.alignment = alignment;
    return value;
}

/* Makes a name of which nothing is known, such as the placeholder "$0": no rule complains about its type. */
PTXC_API inline struct ptxc_value ptxc_unknown(const char *name) {
    return ptxc_value_named(PTXC_VALUE_UNKNOWN, name, PTXC_TYPE_NONE);
}

/* Makes an integer constant. */
PTXC_API inline struct ptxc_value ptxc_immediate(int64_t integer) {
    struct ptxc_value value;
    memset(&value, 0, sizeof(value));
    value.kind = PTXC_VALUE_INTEGER;
    value.integer = integer;
    return value;
}

/* Makes _, which stands for a result that is discarded. */
PTXC_API inline struct ptxc_value ptxc_sink(void) {
    struct ptxc_value value;
    memset(&value, 0, sizeof(value));
    value.kind = PTXC_VALUE_SINK;
    return value;
}

/* Gives the same name with an offset of so many bytes: tile+16. */
PTXC_API inline struct ptxc_value ptxc_offset(struct ptxc_value value, int64_t bytes) {
    value.flags |= PTXC_FLAG_OFFSET;
    value.integer = bytes;
    return value;
}

/* Gives the same predicate with ! before it. */
PTXC_API inline struct ptxc_value ptxc_not(struct ptxc_value value) {
    value.flags |= PTXC_FLAG_NOT;
    return value;
}

#ifdef __cplusplus
}
#endif

#endif
