/* What the reader and its helpers share: a token stream over the source, the symbols, and the report. */
#ifndef PTXC_PARSER_H
#define PTXC_PARSER_H

#include "ptxcheck/instruction.h"
#include "lexer.h"
#include "report.h"
#include "symbols.h"
#include "template.h"

struct ptxc_parser {
    struct ptxc_lexer lexer;
    struct ptxc_token token; /* the one not consumed yet */
    uint32_t last_end;       /* where the consumed text ends */
    struct ptxc_report *report;
    struct ptxc_symbols symbols;
    unsigned depth;                       /* of the expression being read */
    bool unknown;                         /* some operand of that expression is unknown text, and so is its value */
    bool module;                          /* the source has a header: every name must be declared */
    bool alone;                           /* the source is one instruction: it may end without a ';' */
    uint32_t looked_until;                /* how far the look for unknown text (holes.c) has come */
    bool looked_at_hole;                  /* and it has seen some since it last began */
    const struct ptxc_template *template; /* the source is the text of one; else NULL */
};

/* A constant expression's value. */
struct ptxc_constant {
    uint64_t bits;
    bool is_unsigned;
    enum ptxc_type real; /* PTXC_TYPE_F32 or _F64 for a floating-point constant, else PTXC_TYPE_NONE */
};

/* parser.c */
void ptxc_parser_advance(struct ptxc_parser *parser);
bool ptxc_parser_accept(struct ptxc_parser *parser, enum ptxc_token_kind kind);
bool ptxc_parser_expect(struct ptxc_parser *parser, enum ptxc_token_kind kind, const char *after);
/* Raises "expected …, found …" at the current token. Always returns false. */
bool ptxc_parser_fail(struct ptxc_parser *parser, const char *expected);
/* Whether the current token is on a later line than the consumed text. */
bool ptxc_parser_at_line_start(const struct ptxc_parser *parser);
bool ptxc_parser_is(const struct ptxc_parser *parser, const char *word);
const char *ptxc_parser_text(const struct ptxc_parser *parser, struct ptxc_span span);
struct ptxc_span ptxc_parser_span(struct ptxc_token token);
/* Everything from `start` to the end of the consumed text. */
struct ptxc_span ptxc_parser_since(const struct ptxc_parser *parser, uint32_t start);
/* Moves the token stream to `position`. */
void ptxc_parser_seek(struct ptxc_parser *parser, uint32_t position);

/* expression.c: a constant expression (ISA 4.5). False after a syntax error; an error of meaning is raised and the
 * value is then 0, with `*sound` false. Where `parser->unknown`, the value means nothing. */
bool ptxc_expression_parse(struct ptxc_parser *parser, struct ptxc_constant *constant, bool *sound);

/* Whether the token is an operator that stands between two operands of one. */
bool ptxc_operator_is(enum ptxc_token_kind kind);

/* The number of names of a range, which is no expression: an integer or WARP_SZ (measured on ptxas 13.0). */
bool ptxc_count_parse(struct ptxc_parser *parser, uint64_t *count);

/* operands.c: what a name means: false where it is not declared and no special register. */
bool ptxc_name_resolve(const struct ptxc_parser *parser, const char *name, uint32_t length, struct ptxc_value *value);

/* The width of an array's elements in bytes, which is what an index counts; 1 where the type is not known. */
uint32_t ptxc_element_size(const struct ptxc_value *value);

/* Findings that a name can have wherever it comes from. */
void ptxc_name_missing(struct ptxc_report *report, struct ptxc_span span, const char *name, uint32_t length);
void ptxc_component_misplaced(struct ptxc_report *report, struct ptxc_span span);
void ptxc_index_misplaced(struct ptxc_report *report, struct ptxc_span span);
/* Says so where the guard is no predicate. */
void ptxc_guard_check(struct ptxc_report *report, const struct ptxc_value *guard);

/* Fills the guard, or the operands up to what closes the instruction (not consumed). False after a syntax error. */
bool ptxc_guard_parse(struct ptxc_parser *parser, struct ptxc_instruction *instruction);
bool ptxc_operands_parse(struct ptxc_parser *parser, struct ptxc_instruction *instruction);
/* declarations.c: a variable declaration or a function header, at its first directive. False after a syntax error. */
bool ptxc_declaration_parse(struct ptxc_parser *parser);

struct ptxc_function {
    struct ptxc_span name;
    size_t outer; /* symbols that are known outside of it: its own name is, its parameters are not */
    bool body;    /* a '{' follows */
};
bool ptxc_function_parse(struct ptxc_parser *parser, struct ptxc_function *function);

#endif
