/* ptxcheck: instructions of the asynchronous-copy family as values. Build one, check it, print it; parse one back;
 * walk those of a module; ask where one is legal.
 *
 * Build and print:
 *
 *     struct ptxc_instruction copy;
 *     char text[256];
 *     ptxc_instruction_init(&copy, PTXC_OP_CP_ASYNC_BULK);
 *     ptxc_instruction_add(&copy, PTXC_Q_GLOBAL);
 *     ptxc_instruction_add(&copy, PTXC_Q_SHARED_CTA);
 *     ptxc_instruction_add(&copy, PTXC_Q_BULK_GROUP);
 *     ptxc_instruction_push_address(&copy, ptxc_register("%rd1", PTXC_TYPE_B64));
 *     ptxc_instruction_push_address(&copy, ptxc_register("%r1", PTXC_TYPE_B32));
 *     ptxc_instruction_push(&copy, ptxc_immediate(128));
 *     ptxc_instruction_emit(&copy, text, sizeof(text));
 *
 * Walk a module:
 *
 *     struct ptxc_module *module;
 *     struct ptxc_instruction instruction;
 *     ptxc_module_open(source, length, NULL, &module);
 *     while (ptxc_module_next(module, &instruction))
 *         use(&instruction);
 *     ptxc_module_close(module, NULL);
 *
 * An instruction is a plain value: copy it, compare it, keep it. It holds no memory of its own; the names in it point
 * into the text that they came from, which must live as long as they are used. Threads: no function here has state
 * beyond its arguments; one value or module is for one thread at a time.
 */
#ifndef PTXCHECK_INSTRUCTION_H
#define PTXCHECK_INSTRUCTION_H

#include <string.h>

#include "names.h"
#include "ptxcheck.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the value ---- */

enum {
    PTXC_MAX_QUALIFIERS = 24,
    PTXC_MAX_OPERANDS = 12,
    PTXC_MAX_VALUES = 40,
    PTXC_MAX_ELEMENTS = 8 /* of the longest vector that an instruction here takes */
};

enum ptxc_value_kind {
    PTXC_VALUE_NONE = 0,
    PTXC_VALUE_REGISTER = 1,
    PTXC_VALUE_SPECIAL = 2,  /* special register (ISA 10) */
    PTXC_VALUE_VARIABLE = 3, /* variable or parameter; `space` says where */
    PTXC_VALUE_FUNCTION = 4,
    PTXC_VALUE_INTEGER = 5, /* constant */
    PTXC_VALUE_REAL = 6,    /* constant; its bits are in `integer`, `type` is .f32 or .f64 */
    PTXC_VALUE_SINK = 7,    /* _ */
    PTXC_VALUE_UNKNOWN = 8  /* a name of which nothing is known: it fits everywhere */
};

enum {
    PTXC_FLAG_NOT = 1 << 0,            /* ! before it */
    PTXC_FLAG_MINUS = 1 << 1,          /* - before a name */
    PTXC_FLAG_OFFSET = 1 << 2,         /* + constant behind it */
    PTXC_FLAG_INDEX = 1 << 3,          /* [constant] behind it; `integer` is the offset in bytes */
    PTXC_FLAG_ARRAY = 1 << 4,          /* a variable with extents */
    PTXC_FLAG_WHOLE = 1 << 5,          /* a vector register or special register without its .x */
    PTXC_FLAG_EXTERNAL = 1 << 6,       /* an .extern variable */
    PTXC_FLAG_COMPONENT = 1 << 7,      /* .x behind it; it belongs to the name */
    PTXC_FLAG_REGISTER_INDEX = 1 << 8, /* [register] behind it; such a value cannot be printed */
    PTXC_FLAG_OPEN_BRACE = 1 << 9,     /* { before it */
    PTXC_FLAG_CLOSE_BRACE = 1 << 10    /* } behind it */
};

/* One register, symbol or constant. */
struct ptxc_value {
    enum ptxc_value_kind kind;
    enum ptxc_type type;   /* declared type, or of a constant that is no integer */
    enum ptxc_space space; /* of a variable */
    uint32_t flags;        /* PTXC_FLAG_… */
    uint32_t alignment;    /* of a variable, bytes; 0: not known */
    uint32_t symbol;       /* of a name in a module: the id of its declaration, see ptxc_module_symbol; 0: none known */
    uint32_t number;       /* 12 of %r12 or %r012 where %r<16> declares them: with `symbol`, which register it is */
    uint32_t name_length;  /* bytes */
    const char *name;      /* not closed by a NUL; NULL for a constant */
    int64_t integer;       /* the constant, or the offset in bytes */
    struct ptxc_span span; /* in the text that it was parsed from */
};

enum ptxc_operand_shape {
    PTXC_OPERAND_SCALAR = 0,  /* a */
    PTXC_OPERAND_ADDRESS = 1, /* [a] */
    PTXC_OPERAND_VECTOR = 2,  /* {a, b} */
    PTXC_OPERAND_TENSOR = 3,  /* [a, {b, c}] */
    PTXC_OPERAND_PAIR = 4,    /* a|b */
    PTXC_OPERAND_LIST = 5     /* [a, b], [a, b, {c, d}, …]: the braces are flags of the values */
};

struct ptxc_operand {
    enum ptxc_operand_shape shape;
    uint8_t first; /* index of its first value */
    uint8_t count; /* of its values */
    struct ptxc_span span;
};

struct ptxc_qualifier_use {
    enum ptxc_qualifier id; /* PTXC_Q_NONE: not in the tables */
    enum ptxc_slot slot;    /* where it goes; PTXC_SLOT_NONE if not in the tables */
    struct ptxc_span span;
};

enum {
    PTXC_OPEN_QUALIFIERS = 1, /* there may be more qualifiers: a macro of the host language stands among them */
    PTXC_OPEN_OPERANDS = 2    /* the operands are not known */
};

struct ptxc_instruction {
    enum ptxc_opcode opcode;
    struct ptxc_span span;        /* from the guard or the mnemonic to the last operand, without the ';' */
    struct ptxc_span opcode_span; /* the mnemonic alone */
    uint8_t guarded;              /* boolean */
    uint8_t damaged;              /* boolean: something in it was reported when it was parsed */
    uint8_t incomplete;           /* boolean: some of its text is not in here; it cannot be printed */
    uint8_t open;                 /* PTXC_OPEN_…: what is not known of it; such an instruction cannot be printed */
    uint8_t qualifier_count;
    uint8_t operand_count;
    uint8_t value_count;
    struct ptxc_value guard; /* where `guarded` */
    struct ptxc_qualifier_use qualifiers[PTXC_MAX_QUALIFIERS];
    struct ptxc_operand operands[PTXC_MAX_OPERANDS];
    struct ptxc_value values[PTXC_MAX_VALUES];
};

/* ---- operands: constructors, without allocation; `name` must outlive the instruction ---- */

/* Any kind that has a name; %tid.x names a component. */
static inline struct ptxc_value ptxc_value_named(enum ptxc_value_kind kind, const char *name, enum ptxc_type type) {
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

/* A register that is declared with this type: ptxc_register("%r1", PTXC_TYPE_B32). With PTXC_TYPE_NONE no rule
 * complains about its type. */
static inline struct ptxc_value ptxc_register(const char *name, enum ptxc_type type) {
    return ptxc_value_named(type == PTXC_TYPE_NONE ? PTXC_VALUE_UNKNOWN : PTXC_VALUE_REGISTER, name, type);
}

/* A predicate register. */
static inline struct ptxc_value ptxc_predicate(const char *name) {
    return ptxc_value_named(PTXC_VALUE_REGISTER, name, PTXC_TYPE_PRED);
}

/* A variable or parameter: its state space, the type of its elements, its alignment in bytes (0: not known). With
 * PTXC_SPACE_NONE no rule complains about its place. */
static inline struct ptxc_value ptxc_symbol(const char *name, enum ptxc_space space, enum ptxc_type type,
                                            uint32_t alignment) {
    struct ptxc_value value =
        ptxc_value_named(space == PTXC_SPACE_NONE ? PTXC_VALUE_UNKNOWN : PTXC_VALUE_VARIABLE, name, type);
    value.space = space;
    value.alignment = alignment;
    return value;
}

/* A name of which nothing is known, a placeholder such as "$0" among them: no rule complains about its type. */
static inline struct ptxc_value ptxc_unknown(const char *name) {
    return ptxc_value_named(PTXC_VALUE_UNKNOWN, name, PTXC_TYPE_NONE);
}

/* An integer constant. */
static inline struct ptxc_value ptxc_immediate(int64_t integer) {
    struct ptxc_value value;
    memset(&value, 0, sizeof(value));
    value.kind = PTXC_VALUE_INTEGER;
    value.integer = integer;
    return value;
}

/* _, for a result that nobody wants. */
static inline struct ptxc_value ptxc_sink(void) {
    struct ptxc_value value;
    memset(&value, 0, sizeof(value));
    value.kind = PTXC_VALUE_SINK;
    return value;
}

/* The same name with + `bytes` behind it. */
static inline struct ptxc_value ptxc_offset(struct ptxc_value value, int64_t bytes) {
    value.flags |= PTXC_FLAG_OFFSET;
    value.integer = bytes;
    return value;
}

/* The same predicate with ! before it. */
static inline struct ptxc_value ptxc_not(struct ptxc_value value) {
    value.flags |= PTXC_FLAG_NOT;
    return value;
}

/* ---- build ---- */

/* Each of these checks nothing but its own arguments, so that an instruction can be built in any order; the check comes
 * when it is complete. A call that fails leaves the instruction as it was. */

/* An instruction of this mnemonic, without qualifiers and operands. */
PTXC_API void ptxc_instruction_init(struct ptxc_instruction *instruction, enum ptxc_opcode opcode);

/* Adds a qualifier to its slot; of two state spaces the first is the destination, the second the source.
 * PTXC_BAD_ARGUMENT where the slot is filled already, or the qualifier is none. */
PTXC_API enum ptxc_status ptxc_instruction_add(struct ptxc_instruction *instruction, enum ptxc_qualifier qualifier);

/* Puts a qualifier into a slot in place of what is there; PTXC_Q_NONE empties it. PTXC_BAD_ARGUMENT where the
 * qualifier does not belong there. */
PTXC_API enum ptxc_status ptxc_instruction_set(struct ptxc_instruction *instruction, enum ptxc_slot slot,
                                               enum ptxc_qualifier qualifier);

/* The qualifier in a slot, or PTXC_Q_NONE. */
PTXC_API enum ptxc_qualifier ptxc_instruction_get(const struct ptxc_instruction *instruction, enum ptxc_slot slot);

/* Guards the instruction with @predicate; ptxc_not(predicate) for @!predicate. */
PTXC_API void ptxc_instruction_guard(struct ptxc_instruction *instruction, struct ptxc_value predicate);

/* Append an operand: a, [a], {elements}, [tensor map, {coordinates}], a|b. PTXC_TOO_LARGE where there is no room,
 * PTXC_BAD_ARGUMENT for a vector without elements. */
PTXC_API enum ptxc_status ptxc_instruction_push(struct ptxc_instruction *instruction, struct ptxc_value value);
PTXC_API enum ptxc_status ptxc_instruction_push_address(struct ptxc_instruction *instruction, struct ptxc_value base);
PTXC_API enum ptxc_status ptxc_instruction_push_vector(struct ptxc_instruction *instruction,
                                                       const struct ptxc_value *elements, size_t count);
PTXC_API enum ptxc_status ptxc_instruction_push_tensor(struct ptxc_instruction *instruction, struct ptxc_value map,
                                                       const struct ptxc_value *coordinates, size_t count);
PTXC_API enum ptxc_status ptxc_instruction_push_pair(struct ptxc_instruction *instruction, struct ptxc_value first,
                                                     struct ptxc_value second);

/* ---- parse, print, compare ---- */

/* Reads one instruction, with or without its ';', blanks and comments around it. Names that are no special registers
 * are PTXC_VALUE_UNKNOWN and point into `text`; %0 and $0 are names too. PTXC_UNREADABLE where the text is no
 * instruction of the family, and then `*instruction` is not to be used; what can be read may still be wrong, which
 * ptxc_instruction_check says. `report` (NULL: not wanted) is filled with
 * PTXC_OK and with PTXC_UNREADABLE, says what is wrong and where in `text`, and is to be freed. Takes its memory from
 * malloc and has freed it, but for the report, when it returns: ptxc_module_open reads instructions without a module
 * around them too, and has an allocator. */
PTXC_API enum ptxc_status ptxc_instruction_parse(const char *text, size_t length, struct ptxc_instruction *instruction,
                                                 struct ptxc_report **report);

/* The instruction in canonical PTX, guard and ';' included: qualifiers in the order of the ISA, constants in decimal
 * (the least one in hexadecimal), one blank behind each comma. Contract of snprintf. Equal instructions give equal
 * text, and the text gives back an equal instruction where the names are identifiers. 0 where no text does: there is no
 * mnemonic, a qualifier is not in the tables or stands in the second slot of its kind while the first is empty, or a
 * value has what PTX cannot write in its place, such as a register as an index or an offset in a vector. To replace a
 * parsed instruction, put all but the closing ';' where its `span` was. */
PTXC_API size_t ptxc_instruction_emit(const struct ptxc_instruction *instruction, char *buffer, size_t size);

/* Whether two instructions are the same (1 or 0): mnemonic, guard, qualifiers by slot, operands by shape, name and
 * value. What a name stands for, its type and its place do not count. An instruction with a qualifier that is not in
 * the tables, or with counts beyond its arrays, equals none. */
PTXC_API int ptxc_instruction_equal(const struct ptxc_instruction *a, const struct ptxc_instruction *b);

/* ---- check and ask ---- */

struct ptxc_module;

/* Checks one instruction against the target and version of the options, and those that they leave open against those
 * of the module (NULL: none). In a module, names of PTXC_VALUE_UNKNOWN are looked up where the walk stands. The
 * report's spans are places in ptxc_report_text; it is to be freed, and NULL with anything but PTXC_OK.
 * PTXC_UNREADABLE where the instruction cannot be written. */
PTXC_API enum ptxc_status ptxc_instruction_check(const struct ptxc_instruction *instruction,
                                                 const struct ptxc_options *options, const struct ptxc_module *module,
                                                 struct ptxc_report **report);

/* The form that the instruction has, an index below ptxc_form_count, or ptxc_form_count() where it fits none. */
PTXC_API size_t ptxc_instruction_form(const struct ptxc_instruction *instruction);

/* What operand `index` is for in the form of the instruction, as syntax lines name it: "dst", "size", "tensorMap".
 * NULL where the instruction fits no form or has no such operand. */
PTXC_API const char *ptxc_instruction_operand_name(const struct ptxc_instruction *instruction, size_t index);

enum { PTXC_MAX_TARGETS = 128 };

/* Where an instruction is legal. */
struct ptxc_requirement {
    size_t size;                      /* sizeof(struct ptxc_requirement), as the caller sets it */
    uint32_t ptx;                     /* the least PTX version of all, as major * 100 + minor; 0: legal nowhere */
    uint16_t first[PTXC_MAX_TARGETS]; /* by ptxc_target: its least PTX version, or 0 where it is not legal */
    uint16_t last[PTXC_MAX_TARGETS];  /* its newest one that the tables know */
};

/* Asks every PTX version and target of the tables. All zero where the instruction has no form or is damaged. Names play
 * no part: instructions that differ in nothing else have the same answer. */
PTXC_API void ptxc_instruction_requirement(const struct ptxc_instruction *instruction,
                                           struct ptxc_requirement *requirement);

enum ptxc_reason_kind {
    PTXC_REASON_FORM = 0,      /* the form itself */
    PTXC_REASON_QUALIFIER = 1, /* qualifier `index` */
    PTXC_REASON_OPERAND = 2,   /* operand `index`: that it is there */
    PTXC_REASON_REDUCTION = 3, /* the reduction for this type; `index` is the qualifier that names the operation */
    PTXC_REASON_VALUE = 4      /* the value of operand `index` */
};

/* A part of an instruction that asks something of the PTX version and the target. */
struct ptxc_reason {
    enum ptxc_reason_kind kind;
    uint8_t index;
    uint8_t gate;   /* for the functions below */
    uint8_t barred; /* boolean: the part is legal only where the gate is closed */
};

enum { PTXC_MAX_REASONS = 1 + PTXC_MAX_QUALIFIERS + 3 * PTXC_MAX_OPERANDS };

/* What raises the requirement of an instruction: the form first, then qualifiers, operands and values in their order.
 * Writes at most `capacity` and returns how many there are; 0 where the instruction fits no form. */
PTXC_API size_t ptxc_instruction_reasons(const struct ptxc_instruction *instruction, struct ptxc_reason *reasons,
                                         size_t capacity);

/* "PTX 8.6 and sm_100 or higher". Contract of snprintf. */
PTXC_API size_t ptxc_reason_needs(const struct ptxc_reason *reason, char *buffer, size_t size);

/* Whether this part is legal with a PTX version (0: any) on a target (PTXC_TARGET_NONE: any). */
PTXC_API int ptxc_reason_allows(const struct ptxc_reason *reason, uint32_t ptx, enum ptxc_target target);

/* The instruction without the optional qualifier in a slot and without what goes with that qualifier: its operands, and
 * the qualifiers that stand only beside it. PTXC_BAD_ARGUMENT, and *reduced undefined, where the slot is empty or
 * cannot be emptied. `instruction` and `reduced` must differ. */
PTXC_API enum ptxc_status ptxc_instruction_without(const struct ptxc_instruction *instruction, enum ptxc_slot slot,
                                                   struct ptxc_instruction *reduced);

/* The instruction with the qualifier in a slot replaced by number `index` of those that mean the same to whoever asks
 * for less: ".shared::cluster" for a destination ".shared::cta". `*why` says why (NULL: not wanted).
 * PTXC_BAD_ARGUMENT, and *replaced undefined, where there are fewer. */
PTXC_API enum ptxc_status ptxc_instruction_replace(const struct ptxc_instruction *instruction, enum ptxc_slot slot,
                                                   size_t index, struct ptxc_instruction *replaced, const char **why);

enum { PTXC_MAX_CHOICES = 64 };

/* What could stand in a slot beside the other qualifiers of the instruction, complete or not, in some form of it that
 * the target and version of the options (NULL: any) have; what stands in the slot now does not count. Writes at most
 * `capacity` and returns how many there are; 0 for options that the library does not know. PTXC_MAX_CHOICES is enough
 * for every slot. */
PTXC_API size_t ptxc_instruction_choices(const struct ptxc_instruction *instruction, enum ptxc_slot slot,
                                         const struct ptxc_options *options, enum ptxc_qualifier *choices,
                                         size_t capacity);

/* ---- modules ---- */

/* Where a walk stands. */
struct ptxc_place {
    size_t size;               /* sizeof(struct ptxc_place), as the caller sets it */
    uint32_t ptx;              /* as declared or as the options say; 0: neither */
    enum ptxc_target target;   /* likewise */
    struct ptxc_span function; /* name of the function around it, or length 0 */
    uint32_t depth;            /* of scopes: 1 in the body of a function */
};

/* Starts a walk through the instructions of the family in `source`, which must live as long as the walk. Of the
 * options, target, version, classes, overrides and allocator count. */
PTXC_API enum ptxc_status ptxc_module_open(const char *source, size_t length, const struct ptxc_options *options,
                                           struct ptxc_module **module);

/* The next instruction: 1, or 0 behind the last one or out of memory. One that cannot be read is passed over, and
 * the report of ptxc_module_close says why. */
PTXC_API int ptxc_module_next(struct ptxc_module *module, struct ptxc_instruction *instruction);

/* Where the instruction given last stands; spans are places in the source. */
PTXC_API void ptxc_module_place(const struct ptxc_module *module, struct ptxc_place *place);

/* What a name means there: 1 and a value with kind, type, space and alignment; 0 where it is not declared. A name of an
 * inner scope hides one of an outer scope, and is forgotten at the end of its scope. */
PTXC_API int ptxc_module_find(const struct ptxc_module *module, const char *name, size_t length,
                              struct ptxc_value *value);

/* The declaration with this id, as `symbol` of a value names it: 1 and a value as ptxc_module_find gives it, or 0. An
 * id is good until the walk ends, also after the scope of its declaration: two %r1 of two scopes have two ids. The name
 * of a range, which %r<16> declares, is its stem, %r; which register of it is meant is the `number` of a value. */
PTXC_API int ptxc_module_symbol(const struct ptxc_module *module, uint32_t symbol, struct ptxc_value *value);

/* Ends the walk. `*report` (NULL: not wanted; else to be freed) has what was wrong with the text and the header;
 * PTXC_OUT_OF_MEMORY where the walk ended for that, and then it is NULL. */
PTXC_API enum ptxc_status ptxc_module_close(struct ptxc_module *module, struct ptxc_report **report);

/* ---- names ---- */

/* The spelling, or NULL for a value that is none: "cp.async.bulk", ".shared::cta", "destination state space", ".b32",
 * "sm_90a", ".shared". Values are dense: to list all, count from 1 (slots: from 0) until the name is NULL. */
PTXC_API const char *ptxc_opcode_name(enum ptxc_opcode opcode);
PTXC_API const char *ptxc_qualifier_name(enum ptxc_qualifier qualifier);
PTXC_API const char *ptxc_slot_name(enum ptxc_slot slot);
PTXC_API const char *ptxc_type_name(enum ptxc_type type);
PTXC_API const char *ptxc_target_name(enum ptxc_target target);
PTXC_API const char *ptxc_space_name(enum ptxc_space space);

/* The way back, from the whole spelling; the NONE value for one that is none. */
PTXC_API enum ptxc_opcode ptxc_opcode_from_name(const char *name);
PTXC_API enum ptxc_qualifier ptxc_qualifier_from_name(const char *name);
PTXC_API enum ptxc_slot ptxc_slot_from_name(const char *name);
PTXC_API enum ptxc_type ptxc_type_from_name(const char *name);
PTXC_API enum ptxc_target ptxc_target_from_name(const char *name);
PTXC_API enum ptxc_space ptxc_space_from_name(const char *name);

/* The slot of a qualifier: a state space's is PTXC_SLOT_DESTINATION. */
PTXC_API enum ptxc_slot ptxc_qualifier_slot(enum ptxc_qualifier qualifier);

#ifdef __cplusplus
}
#endif

#endif
