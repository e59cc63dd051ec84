/* Constant expressions (ISA 4.5). */
#ifndef PTXC_EXPRESSION_H
#define PTXC_EXPRESSION_H

#include "syntax/parser.h"

/* A constant expression's value. */
struct ptxc_constant {
    uint64_t bits;
    bool is_unsigned;
    enum ptxc_type real; /* PTXC_TYPE_F32 or _F64 for a floating-point constant, else PTXC_TYPE_NONE */
};

/* Reads one at the current token. False after a syntax error; an error of meaning is raised and the value is then 0,
 * with `*sound` false. Where `parser->unknown`, the value means nothing. */
bool ptxc_expression_parse(struct ptxc_parser *parser, struct ptxc_constant *constant, bool *sound);

/* Reads one into `value`, with its type and span. It is PTXC_VALUE_UNKNOWN where part of it is unknown text or an error
 * of meaning was raised, so that no constraint looks at a value that nobody wrote. */
bool ptxc_expression_value(struct ptxc_parser *parser, struct ptxc_value *value, bool *sound);

/* A number of a directive or a declaration, which is no expression: an integer or a named constant (measured on ptxas
 * 13.0). `expected` is what a message calls it. */
bool ptxc_count_parse(struct ptxc_parser *parser, const char *expected, uint64_t *count);

#endif
