/* The statements of a function body, every one of them: what analysis/ stands on. The reader makes them only where a
 * module asks for bodies (module.h), and only of functions that hold an instruction of the family.
 */
#ifndef PTXC_STATEMENT_H
#define PTXC_STATEMENT_H

#include "ptxcheck/instruction.h"
#include "base/arena.h"

enum ptxc_statement_kind {
    PTXC_STATEMENT_LABEL,   /* name: */
    PTXC_STATEMENT_FAMILY,  /* an instruction of the family, read as any other */
    PTXC_STATEMENT_ORDINARY /* any other instruction */
};

/* A statement. Names in its values are resolved as those of the family: registers and variables have their id and
 * number; what is not declared (a label as the target of a branch) is PTXC_VALUE_UNKNOWN with its name. */
struct ptxc_statement {
    enum ptxc_statement_kind kind;
    struct ptxc_span span;   /* from the guard to the last operand, without the ';' */
    struct ptxc_span word;   /* the mnemonic with its qualifiers, "ld.shared.u32"; of a label its name */
    enum ptxc_opcode opcode; /* of the family, else PTXC_OP_NONE */
    uint32_t scope;          /* the innermost { } around it: an index of the body's scopes */
    bool guarded;
    bool open;               /* some of it could not be read: nothing is certain of what it does */
    struct ptxc_value guard; /* PTXC_FLAG_NOT for @!p */
    uint8_t operand_count, qualifier_count;
    uint16_t value_count;
    const struct ptxc_operand *operands;         /* as written; "(a, b)" of a call is a PTXC_OPERAND_VECTOR */
    const struct ptxc_value *values;             /* of all operands together */
    const struct ptxc_qualifier_use *qualifiers; /* of the family alone */
};

/* A function body. All of it lives until the next item is read. Text without functions, such as that of an asm
 * statement, is one body without a name. */
struct ptxc_body {
    struct ptxc_span name;
    bool entry;                   /* .entry, else .func */
    bool broken;                  /* a syntax error or unknown text in it: statements may be missing */
    bool wrong;                   /* an instruction in it has an error */
    bool cut;                     /* it has more statements than these */
    uint32_t required_threads[3]; /* .reqntid, 0: none (missing dimensions are 1) */
    uint32_t maximum_threads[3];  /* .maxntid, likewise */
    uint32_t cluster[3];          /* .reqnctapercluster, likewise */
    const uint32_t *parameters;   /* ids of the formal parameters' symbols, in order */
    const uint32_t *results;      /* and of the return parameters */
    size_t parameter_count, result_count;
    struct ptxc_statement *statements;
    size_t count, capacity;
    const uint32_t *scopes; /* scope i lies in scope scopes[i]; 0 is the body itself */
    size_t scope_count;
};

struct ptxc_parser;

/* Reads the ordinary statement between these places: one that begins with its guard or its mnemonic. The names mean
 * what they do now to the parser, which is left as it is; nothing is ever reported. The operands stand in the arena. */
void ptxc_statement_read(const struct ptxc_parser *parser, uint32_t position, uint32_t end, struct ptxc_arena *arena,
                         struct ptxc_statement *statement);

/* Where the mnemonic that begins at `position` ends, with the qualifiers that touch it. */
uint32_t ptxc_statement_word_end(const char *source, uint32_t length, uint32_t position);

#endif
