/* Declarations and function headers (ISA 5.4, 5.4.4, 11.2) on their way into the symbol table. */
#ifndef PTXC_DECLARATIONS_H
#define PTXC_DECLARATIONS_H

#include "syntax/parser.h"

/* A variable declaration, at its first directive. False after a syntax error. `newer`: any word may be a type, since
 * the PTX version is one after the tables. */
bool ptxc_declaration_parse(struct ptxc_parser *parser, bool newer);

struct ptxc_function {
    struct ptxc_span name;
    uint32_t outer; /* the newest symbol visible outside of it: its own name is among these, its parameters are not */
    bool body;      /* a '{' follows */
    bool entry;     /* .entry, else .func */
    uint32_t required_threads[3], maximum_threads[3], cluster[3]; /* as in struct ptxc_body */
    uint32_t first_result, result_count;                          /* ids of symbols, one after another */
    uint32_t first_parameter, parameter_count;
};

/* The same for a function header. */
bool ptxc_function_parse(struct ptxc_parser *parser, bool newer, struct ptxc_function *function);

#endif
