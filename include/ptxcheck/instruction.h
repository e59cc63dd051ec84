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
 * into the text that they came from, which must live as long as they are used.
 *
 * Threads: no function here has state beyond its arguments. Several threads may read one value; a value that is written
 * and a module are for one thread at a time.
 *
 * Whether a NULL may stand, which structures may grow, and which edition of the ISA has the sections: see ptxcheck.h.
 */
#ifndef PTXCHECK_INSTRUCTION_H
#define PTXCHECK_INSTRUCTION_H

#include "names.h"
#include "ptxcheck.h"
#include "value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the instruction ---- */

/* An instruction has room for so many parts, which is more than any form takes. */
enum {
    PTXC_MAX_QUALIFIERS = 24,
    PTXC_MAX_OPERANDS = 12,
    PTXC_MAX_VALUES = 40, /* are the values of all operands together */
    PTXC_MAX_ELEMENTS = 8 /* has the longest vector that an instruction here takes */
};

/* How an operand is written. */
enum ptxc_operand_shape {
    PTXC_OPERAND_SCALAR = 0,  /* a */
    PTXC_OPERAND_ADDRESS = 1, /* [a] */
    PTXC_OPERAND_VECTOR = 2,  /* {a, b} */
    PTXC_OPERAND_TENSOR = 3,  /* [a, {b, c}] */
    PTXC_OPERAND_PAIR = 4,    /* a|b */
    PTXC_OPERAND_LIST = 5     /* [a, b] or [a, b, {c, d}, …]: the braces are flags of the values */
};

/* An operand is a run of the values of its instruction. */
struct ptxc_operand {
    enum ptxc_operand_shape shape;
    uint8_t first;         /* is the index of its first value */
    uint8_t count;         /* is how many values it has */
    struct ptxc_span span; /* goes from its first bracket or brace to its last */
};

/* A qualifier, as an instruction has it. */
struct ptxc_qualifier_use {
    enum ptxc_qualifier id; /* is PTXC_Q_NONE for one that is not in the tables */
    enum ptxc_slot slot;    /* is what it fills; PTXC_SLOT_NONE for one that is not in the tables */
    struct ptxc_span span;
};

/* What is not known of an instruction: bits of `open`. In a source of another language a macro may stand there; in a
 * `damaged` instruction it was reported, and what should stand there is not known. */
enum {
    PTXC_OPEN_QUALIFIERS = 1, /* there may be other qualifiers */
    PTXC_OPEN_OPERANDS = 2    /* the operands may be others: a scalar of unknown kind without a name may be several */
};

/* An instruction. The spans are places in the text that it was parsed from. */
struct ptxc_instruction {
    enum ptxc_opcode opcode;
    struct ptxc_span span;        /* goes from the guard or the mnemonic to the last operand, without the ';' */
    struct ptxc_span opcode_span; /* is the mnemonic alone */
    uint8_t guarded;              /* is 1 where `guard` counts, else 0 (ISA 9.3) */
    uint8_t damaged;              /* is 1 where something in it is wrong as it is written, else 0. In a module that
                                   * is also a name that is not declared, or a guard that cannot be read */
    uint8_t incomplete;           /* is 1 where some of its text is not in here, else 0; then it cannot be printed */
    uint8_t open;                 /* has bits PTXC_OPEN_…; where it is not 0, it cannot be printed */
    uint8_t qualifier_count;      /* counts what is used of the arrays below */
    uint8_t operand_count;
    uint8_t value_count;
    struct ptxc_value guard;
    struct ptxc_qualifier_use qualifiers[PTXC_MAX_QUALIFIERS];
    struct ptxc_operand operands[PTXC_MAX_OPERANDS];
    struct ptxc_value values[PTXC_MAX_VALUES];
};

/* ---- build ---- */

/* Each of these checks nothing but its own arguments, so that an instruction can be built in any order; the check comes
 * when it is complete. None of them allocates. A call that fails leaves the instruction as it was. */

/* Makes *instruction one of this mnemonic, without qualifiers and operands. */
PTXC_API void ptxc_instruction_init(struct ptxc_instruction *instruction, enum ptxc_opcode opcode);

/* Adds a qualifier to its slot; of two state spaces the first is the destination, the second the source, as in the
 * syntax lines of ISA 9.7.9.25. PTXC_BAD_ARGUMENT says that the slot is filled already, or the qualifier is none;
 * PTXC_TOO_LARGE that there is no room. */
PTXC_API enum ptxc_status ptxc_instruction_add(struct ptxc_instruction *instruction, enum ptxc_qualifier qualifier);

/* Puts a qualifier into a slot in place of what is there; PTXC_Q_NONE empties it. PTXC_BAD_ARGUMENT says that the
 * qualifier does not belong there, or that there is no such slot; PTXC_TOO_LARGE that there is no room. */
PTXC_API enum ptxc_status ptxc_instruction_set(struct ptxc_instruction *instruction, enum ptxc_slot slot,
                                               enum ptxc_qualifier qualifier);

/* Gives the qualifier in a slot, or PTXC_Q_NONE. */
PTXC_API enum ptxc_qualifier ptxc_instruction_get(const struct ptxc_instruction *instruction, enum ptxc_slot slot);

/* Guards the instruction with @predicate, or with @!predicate for ptxc_not(predicate) (ISA 9.3). */
PTXC_API void ptxc_instruction_guard(struct ptxc_instruction *instruction, struct ptxc_value predicate);

/* These append an operand, in the order in which operands are written: a, [a], {elements}, [tensor map, {coordinates}],
 * a|b. An array has `count` values, which are copied. PTXC_TOO_LARGE says that there is no room, PTXC_BAD_ARGUMENT that
 * there are no elements. */
PTXC_API enum ptxc_status ptxc_instruction_push(struct ptxc_instruction *instruction, struct ptxc_value value);
PTXC_API enum ptxc_status ptxc_instruction_push_address(struct ptxc_instruction *instruction, struct ptxc_value base);
PTXC_API enum ptxc_status ptxc_instruction_push_vector(struct ptxc_instruction *instruction,
                                                       const struct ptxc_value *elements, size_t count);
PTXC_API enum ptxc_status ptxc_instruction_push_tensor(struct ptxc_instruction *instruction, struct ptxc_value map,
                                                       const struct ptxc_value *coordinates, size_t count);
PTXC_API enum ptxc_status ptxc_instruction_push_pair(struct ptxc_instruction *instruction, struct ptxc_value first,
                                                     struct ptxc_value second);

/* ---- parse, print, compare ---- */

/* Reads one instruction from `length` bytes, with or without its ';', blanks and comments around it. Names that are no
 * special registers are PTXC_VALUE_UNKNOWN without a symbol, and point into `text`; %0 and $0 are names too.
 * PTXC_UNREADABLE says that the text is no instruction of the family; then *instruction must not be used. What can be
 * read may still be wrong: where it is `damaged` the report says so, of a qualifier that is not in the tables too, and
 * the rest ptxc_instruction_check says. `report` may be NULL where it is not wanted; else *report
 * says with PTXC_OK and with PTXC_UNREADABLE what is wrong and where in `text`, the caller frees it, and it is NULL
 * with PTXC_OUT_OF_MEMORY, PTXC_BAD_ARGUMENT and PTXC_TOO_LARGE (2^31 bytes or more). Memory comes from malloc, and all
 * but the report's is freed when the function returns. Any number of threads may call it. */
PTXC_API enum ptxc_status ptxc_instruction_parse(const char *text, size_t length, struct ptxc_instruction *instruction,
                                                 struct ptxc_report **report);

/* Does the same with options, of which the allocator counts, and for the report classes, overrides and limit. `options`
 * may be NULL; PTXC_BAD_ARGUMENT is for options that the library does not know, too. */
PTXC_API enum ptxc_status ptxc_instruction_parse_with(const char *text, size_t length,
                                                      const struct ptxc_options *options,
                                                      struct ptxc_instruction *instruction,
                                                      struct ptxc_report **report);

/* Writes the instruction in canonical PTX, guard and ';' included: qualifiers in the order of the ISA's syntax lines,
 * constants in decimal (the least one in hexadecimal), one blank after each comma. It keeps the contract
 * of snprintf. Equal instructions give equal text, and the text gives back an equal instruction where the names are
 * identifiers (ISA 4.4). It gives 0 where no text does: there is no mnemonic, a qualifier is not in the tables, makes
 * the mnemonic another one or stands in the second slot of its kind while the first is empty, or a value has what PTX
 * cannot write in its place, such as a register as an index or an offset in a vector. To replace a parsed instruction,
 * put all but the closing ';' where its `span` was. */
PTXC_API size_t ptxc_instruction_emit(const struct ptxc_instruction *instruction, char *buffer, size_t size);

/* Says whether two instructions are the same, 1 or 0: mnemonic, guard, qualifiers by slot, operands by shape, name and
 * value. What a name stands for, its type and its place do not count. An instruction with a qualifier that is not in
 * the tables, or with counts that go beyond its arrays, equals none. */
PTXC_API int ptxc_instruction_equal(const struct ptxc_instruction *a, const struct ptxc_instruction *b);

/* ---- check and ask ---- */

/* A walk through a module: see ptxc_module_open. */
struct ptxc_module;

/* Checks one instruction for the target and version of the options; what they leave open is as the module says. Either
 * may be NULL. With PTXC_OK the caller frees `*report`; with anything else it is NULL.
 *
 * The instruction that a walk gave last, byte for byte as it was, is checked where it stands: the spans are places in
 * the source, and ptxc_report_text is NULL. These reports and that of ptxc_module_close have together the findings of
 * ptxc_check, each once.
 *
 * Of any other instruction the canonical text is checked, and spans are places in ptxc_report_text. In a module, names
 * of PTXC_VALUE_UNKNOWN are looked up where the walk stands; the instruction stays as it is. What the report of the
 * walk says of a name, such as that it is not declared, is not said again of an instruction that was made from the one
 * that the walk gave last. PTXC_UNREADABLE says that it has no text (ptxc_instruction_emit), PTXC_BAD_ARGUMENT is for
 * the options or a NULL, PTXC_OUT_OF_MEMORY. */
PTXC_API enum ptxc_status ptxc_instruction_check(const struct ptxc_instruction *instruction,
                                                 const struct ptxc_options *options, const struct ptxc_module *module,
                                                 struct ptxc_report **report);

/* Gives the form that the instruction has, an index below ptxc_form_count(), which it gives where it fits none. */
PTXC_API size_t ptxc_instruction_form(const struct ptxc_instruction *instruction);

/* Says whether form `index` takes the `count` qualifiers together, on a target (PTXC_TARGET_NONE: on any) and in a PTX
 * version, major * 100 + minor (0: in any): 1 or 0. Qualifiers of one kind, such as state spaces, are those of the form
 * in this order. What the assembler ignores on an instruction is no qualifier of its form. */
PTXC_API int ptxc_form_takes(size_t index, const enum ptxc_qualifier *qualifiers, size_t count, enum ptxc_target target,
                             uint32_t ptx);

/* Writes form `index` as a syntax line in which the `count` qualifiers stand in their places, and what is optional and
 * not written is left out: "cp.async.cg.shared.global [dst], [src], cp-size". It keeps the contract of snprintf, and
 * gives 0 where the form does not take them together. */
PTXC_API size_t ptxc_form_signature(size_t index, const enum ptxc_qualifier *qualifiers, size_t count, char *buffer,
                                    size_t size);

/* What an operand of a form takes. */
struct ptxc_parameter {
    uint64_t types;     /* has a bit (1 << ptxc_type) for each type of a register, in its brackets if it has any */
    uint32_t spaces;    /* has a bit (1 << ptxc_space) for each space of a variable */
    uint32_t alignment; /* in bytes; 0: none, or another operand says it */
};

/* Gives what operand `operand` of such a line is called, a constant, and writes what may stand there, as snprintf does:
 * "an address in brackets; in .shared; aligned to 16 bytes". *parameter has the same as numbers; `parameter` may be
 * NULL. It gives NULL, and writes "", where there are fewer. */
PTXC_API const char *ptxc_form_parameter(size_t index, const enum ptxc_qualifier *qualifiers, size_t count,
                                         size_t operand, struct ptxc_parameter *parameter, char *buffer, size_t size);

/* Gives what operand `index` is for in the form of the instruction, a constant, as syntax lines name it: "size",
 * "tensorMap". It gives NULL where the instruction fits no form or has no such operand. */
PTXC_API const char *ptxc_instruction_operand_name(const struct ptxc_instruction *instruction, size_t index);

/* Writes what the instruction does over time, in words that follow its mnemonic as their subject: "starts a copy from
 * src to dst, and a group of cp.async tells when it is complete". It calls operands as ptxc_instruction_operand_name
 * does. It keeps the contract of snprintf, and gives 0 where the instruction does no more than to compute. */
PTXC_API size_t ptxc_instruction_effect(const struct ptxc_instruction *instruction, char *buffer, size_t size);

/* No version of the tables has more targets. */
enum { PTXC_MAX_TARGETS = 128 };

/* A requirement says where an instruction is legal. PTX versions are major * 100 + minor. The caller sets the size:
 *
 *     struct ptxc_requirement requirement = {.size = sizeof(requirement)};
 */
struct ptxc_requirement {
    size_t size;                        /* is sizeof(struct ptxc_requirement) */
    uint32_t ptx;                       /* is the least PTX version of all; 0: it is legal nowhere */
    uint16_t first[PTXC_MAX_TARGETS];   /* has by ptxc_target its least PTX version; 0: it is not legal there, or
                                         * the target is unmeasured (ptxc_target_assembler) */
    uint16_t last[PTXC_MAX_TARGETS];    /* has the newest one that the tables know, likewise */
    uint16_t crashes[PTXC_MAX_TARGETS]; /* has the least one for which the assembler crashes on it when it generates
                                         * code; 0: none is known */
};

/* Fills *requirement, as far as its `size` goes, with where the instruction is legal, for every PTX version and target
 * of the tables. All is zero where the instruction has no form or is damaged. Names play no part, but for those of
 * special registers: instructions that differ in nothing else have the same answer. Where `size` was not set, nothing
 * is written. It takes a few microseconds and no memory. */
PTXC_API void ptxc_instruction_requirement(const struct ptxc_instruction *instruction,
                                           struct ptxc_requirement *requirement);

/* Does the same for one assembler (ptxc_assembler), major * 100 + minor: 1206 for ptxas 12.6. All is zero where the
 * library has no verdicts of it; 0 stands for the one that ptxcheck follows for each PTX version. */
PTXC_API void ptxc_instruction_requirement_by(const struct ptxc_instruction *instruction, uint32_t assembler,
                                              struct ptxc_requirement *requirement);

/* Which part of an instruction a reason is. */
enum ptxc_reason_kind {
    PTXC_REASON_FORM = 0,      /* is the form itself */
    PTXC_REASON_QUALIFIER = 1, /* is qualifier `index` */
    PTXC_REASON_OPERAND = 2,   /* is that operand `index` is there */
    PTXC_REASON_REDUCTION = 3, /* is the reduction of this type; `index` is the qualifier that names the operation */
    PTXC_REASON_VALUE = 4,     /* is the value of operand `index` */
    PTXC_REASON_SPECIAL = 5    /* is a special register: value `index`, or the guard where that is PTXC_MAX_VALUES */
};

/* A reason is a part of an instruction that asks something of the PTX version and the target. */
struct ptxc_reason {
    enum ptxc_reason_kind kind;
    uint8_t index;  /* is that of a qualifier, operand or value, by `kind` */
    uint8_t gate;   /* is for the functions below */
    uint8_t barred; /* is 1 where the part is legal only while the gate is closed, else 0 */
};

/* No instruction has more reasons. */
enum { PTXC_MAX_REASONS = 2 + PTXC_MAX_QUALIFIERS + 3 * PTXC_MAX_OPERANDS + PTXC_MAX_VALUES };

/* Writes what raises the requirement of an instruction: the form first, then qualifiers, operands and values in their
 * order. It writes at most `capacity` reasons and gives how many there are; `reasons` may be NULL. It gives 0 where the
 * instruction fits no form. */
PTXC_API size_t ptxc_instruction_reasons(const struct ptxc_instruction *instruction, struct ptxc_reason *reasons,
                                         size_t capacity);

/* Gives the place of the part of the instruction that the reason is; none (0, 0) where it has no such part or either is
 * NULL. Any number of threads may call it. */
PTXC_API struct ptxc_span ptxc_reason_span(const struct ptxc_instruction *instruction,
                                           const struct ptxc_reason *reason);

/* Writes what the part needs: "PTX 8.6 and sm_100 or higher". It keeps the contract of snprintf. */
PTXC_API size_t ptxc_reason_needs(const struct ptxc_reason *reason, char *buffer, size_t size);

/* Says whether this part is legal, 1 or 0, with a PTX version (major * 100 + minor; 0: any) on a target
 * (PTXC_TARGET_NONE: any). */
PTXC_API int ptxc_reason_allows(const struct ptxc_reason *reason, uint32_t ptx, enum ptxc_target target);

/* Makes *reduced the instruction without the optional qualifier in a slot and without what goes with that qualifier:
 * its operands, and the qualifiers that stand only beside it. PTXC_BAD_ARGUMENT says that the slot is empty or cannot
 * be emptied; then *reduced is undefined. `instruction` and `reduced` must differ. */
PTXC_API enum ptxc_status ptxc_instruction_without(const struct ptxc_instruction *instruction, enum ptxc_slot slot,
                                                   struct ptxc_instruction *reduced);

/* Makes *replaced the instruction with the qualifier in a slot replaced by number `index`, from 0, of those that mean
 * the same to whoever asks for less: ".shared::cluster" for a destination ".shared::cta". *why says why, a constant;
 * `why` may be NULL. PTXC_BAD_ARGUMENT says that there are fewer; then *replaced is undefined. `instruction` and
 * `replaced` must differ. */
PTXC_API enum ptxc_status ptxc_instruction_replace(const struct ptxc_instruction *instruction, enum ptxc_slot slot,
                                                   size_t index, struct ptxc_instruction *replaced, const char **why);

/* No slot has more choices. */
enum { PTXC_MAX_CHOICES = 64 };

/* Writes what could stand in a slot beside the other qualifiers of the instruction, complete or not, in some form of it
 * that the target and version of the options have; what stands in the slot now does not count. `options` may be NULL,
 * for any target and version. It writes at most `capacity` qualifiers and gives how many there are; `choices` may be
 * NULL. It gives 0 for options that the library does not know. */
PTXC_API size_t ptxc_instruction_choices(const struct ptxc_instruction *instruction, enum ptxc_slot slot,
                                         const struct ptxc_options *options, enum ptxc_qualifier *choices,
                                         size_t capacity);

/* ---- modules ---- */

/* What a snippet is: a part of a source of another language that holds PTX. */
enum ptxc_snippet_place {
    PTXC_SNIPPET_NOWHERE = 0,      /* the source is PTX */
    PTXC_SNIPPET_IS_STATEMENT = 1, /* an asm statement, or a template with its constraints */
    PTXC_SNIPPET_IS_STRING = 2     /* a string, of which it is not known what becomes of it */
};

/* A place is where a walk stands. The caller sets the size:
 *
 *     struct ptxc_place place = {.size = sizeof(place)};
 */
struct ptxc_place {
    size_t size;                          /* is sizeof(struct ptxc_place) */
    uint32_t ptx;                         /* is major * 100 + minor, as the options say or as declared; 0: neither */
    enum ptxc_target target;              /* is the target, likewise; PTXC_TARGET_NONE: neither */
    struct ptxc_span function;            /* is the name of the function around it, or none */
    uint32_t depth;                       /* counts the scopes around it: 1 in the body of a function, 0 outside */
    enum ptxc_snippet_place snippet_kind; /* is what it stands in, in a source of another language */
    struct ptxc_span snippet;             /* is that statement or string, or none */
};

/* An operand of an asm statement, %0 and so on, as the statement gives it. Strings are closed by a NUL and live as long
 * as the walk; a byte 1 in them stands for text that is not known. The caller sets the size. */
struct ptxc_asm_argument {
    size_t size;            /* is sizeof(struct ptxc_asm_argument) */
    const char *constraint; /* has its modifiers: "=r" */
    const char *name;       /* is the name in its brackets, or NULL */
    struct ptxc_span span;  /* is the expression without its parentheses, or none */
};

/* Starts a walk through the instructions of the family in `length` bytes of PTX, which must live as long as the walk.
 * Of the options, which may be NULL, target, version, classes, overrides and allocator count. With PTXC_OK the caller
 * ends the walk with ptxc_module_close; with anything else *module is NULL, as in ptxc_check. A walk is for one thread
 * at a time, and different walks have nothing to do with each other. */
PTXC_API enum ptxc_status ptxc_module_open(const char *source, size_t length, const struct ptxc_options *options,
                                           struct ptxc_module **module);

/* Starts a walk through the instructions in `length` bytes of another language, which must live as long as the walk: in
 * asm statements and strings, one after another. The extension of `path`, which is closed by a NUL, says which language
 * it is; no file is opened, and a path of no such language is a PTXC_BAD_ARGUMENT. Spans of instructions are places in
 * the source, and operands of a statement have names such as %0. ptxc_module_place says what an instruction stands in,
 * ptxc_module_operand what its statement has, and ptxc_module_hidden what of it is not known. The rest is as with
 * ptxc_module_open. */
PTXC_API enum ptxc_status ptxc_module_open_host(const char *path, const char *source, size_t length,
                                                const struct ptxc_options *options, struct ptxc_module **module);

/* Fills *argument, as far as its `size` goes, with operand `index` of the statement in which the instruction given last
 * stands, and gives 1; gives 0 where it has no such operand, or `size` was not set. */
PTXC_API int ptxc_module_operand(const struct ptxc_module *module, size_t index, struct ptxc_asm_argument *argument);

/* Makes *hidden the place of part `index` of the instruction given last that the source does not say, and gives 1;
 * gives 0 where it has no such part. Parts are the {n} of an f-string, a macro of another file, an operand that may
 * become any text, and an operand in a qualifier whose value is not known: %5 of .cta_group::%5, which is read as 1. */
PTXC_API int ptxc_module_hidden(const struct ptxc_module *module, size_t index, struct ptxc_span *hidden);

/* Makes *instruction the next one and gives 1; gives 0 after the last one, or without memory. One that cannot be read
 * is passed over, and the report of ptxc_module_close says why. What is wrong with one that can be read says
 * ptxc_instruction_check, with this module and before the next call. */
PTXC_API int ptxc_module_next(struct ptxc_module *module, struct ptxc_instruction *instruction);

/* Fills *place, as far as its `size` goes, with where the instruction given last stands. Where there is no module all
 * is zero. Spans are places in the source. Where `size` was not set, nothing is written. */
PTXC_API void ptxc_module_place(const struct ptxc_module *module, struct ptxc_place *place);

/* Makes *value what a name of `length` bytes means there, with kind, type, space, alignment, symbol and number, and
 * gives 1; gives 0 where it is not declared and is no special register. A name of an inner scope hides one of an outer
 * scope, and cannot be found after the end of its scope. The name of *value is `name`. */
PTXC_API int ptxc_module_find(const struct ptxc_module *module, const char *name, size_t length,
                              struct ptxc_value *value);

/* Makes *value the declaration that has this id, the `symbol` of a value, with kind, type, space, alignment and name,
 * and gives 1; gives 0, and leaves *value untouched, where no declaration has it. An id is good until the walk ends,
 * also after the scope of its declaration: two %r1 of two scopes have two ids. The name of a range, which %r<16>
 * declares (ISA 5.4.6), is its stem, %r; which register of it is meant is the `number` of a value. */
PTXC_API int ptxc_module_symbol(const struct ptxc_module *module, uint32_t symbol, struct ptxc_value *value);

/* Ends the walk and frees it. `module` may be NULL. `report` may be NULL where it is not wanted; else *report has what
 * was wrong with the text and the header, as far as the walk went, and the caller frees it. PTXC_OUT_OF_MEMORY says
 * that the walk ended for want of memory; then *report is NULL, as it is where there was no walk. */
PTXC_API enum ptxc_status ptxc_module_close(struct ptxc_module *module, struct ptxc_report **report);

/* ---- names ---- */

/* These give the spelling, a constant: "cp.async.bulk", ".shared::cta", "cache hint", ".b32", "sm_90a", ".shared". The
 * name of a slot is that of its enumerator, PTXC_SLOT_CACHE_HINT, in small letters and with blanks. They give NULL for
 * a value that is none. Values are dense: to list all, count from 1, slots from 0, until the name is NULL. */
PTXC_API const char *ptxc_opcode_name(enum ptxc_opcode opcode);
PTXC_API const char *ptxc_qualifier_name(enum ptxc_qualifier qualifier);
PTXC_API const char *ptxc_slot_name(enum ptxc_slot slot);
PTXC_API const char *ptxc_type_name(enum ptxc_type type);
PTXC_API const char *ptxc_target_name(enum ptxc_target target);
PTXC_API const char *ptxc_space_name(enum ptxc_space space);

/* Gives the assembler whose recorded verdicts are followed on a target, a constant such as "ptxas 13.0". It gives NULL
 * where none was asked: then nothing is known to be legal there, and what ptxcheck says of it is taken from older
 * targets. */
PTXC_API const char *ptxc_target_assembler(enum ptxc_target target);

/* Gives how many bytes a value of this type takes in memory (ISA 5.2): 2 for .bf16. It gives 0 for .pred, and for what
 * is not stored as a number, such as .texref. */
PTXC_API uint32_t ptxc_type_size(enum ptxc_type type);

/* These lead back from the whole spelling, closed by a NUL. They give the NONE value for a spelling that is none. */
PTXC_API enum ptxc_opcode ptxc_opcode_from_name(const char *name);
PTXC_API enum ptxc_qualifier ptxc_qualifier_from_name(const char *name);
PTXC_API enum ptxc_slot ptxc_slot_from_name(const char *name);
PTXC_API enum ptxc_type ptxc_type_from_name(const char *name);
PTXC_API enum ptxc_target ptxc_target_from_name(const char *name);
PTXC_API enum ptxc_space ptxc_space_from_name(const char *name);

/* Writes the spelling of special register `index` (ISA 10), as snprintf does: "%tid.x", each component counts, or
 * "%envreg3". It gives 0 from their count on. ptxc_special_needs writes what it needs, "PTX 7.8 and sm_90 or higher",
 * and gives 0 where that is nothing; ptxc_special_type gives its type. */
PTXC_API size_t ptxc_special_name(size_t index, char *buffer, size_t size);
PTXC_API size_t ptxc_special_needs(size_t index, char *buffer, size_t size);
PTXC_API enum ptxc_type ptxc_special_type(size_t index);

/* Where a statement may begin with a directive: bits. */
enum {
    PTXC_OUTSIDE_FUNCTIONS = 1,
    PTXC_INSIDE_FUNCTIONS = 2,
    PTXC_INSIDE_STATEMENTS = 4 /* it begins none, and stands within one, or before the body of a function */
};

/* Gives the spelling of directive `index` (ISA 4.3.1), a constant: ".entry"; those that declare in a state space are
 * among them. It gives NULL from their count on. *places has the bits above; it may be NULL. */
PTXC_API const char *ptxc_directive_spelling(size_t index, uint32_t *places);

/* Gives word `index` that mnemonics begin with, to the first '.', a constant: "add", "cp", "wgmma" (measured on ptxas
 * 12.0 to 13.5). It gives NULL from their count on. */
PTXC_API const char *ptxc_mnemonic_word(size_t index);

/* Gives the slot of a qualifier; that of a state space is PTXC_SLOT_DESTINATION, though it can fill PTXC_SLOT_SOURCE,
 * too. It gives PTXC_SLOT_NONE for a qualifier that is none. */
PTXC_API enum ptxc_slot ptxc_qualifier_slot(enum ptxc_qualifier qualifier);

#ifdef __cplusplus
}
#endif

#endif
