/* A walk through the statements of a source: its state, which the reader and its parts share. */
#ifndef PTXC_MODULE_H
#define PTXC_MODULE_H

#include "read/parser.h"
#include "tables/gate.h"

struct ptxc_scope {
    uint32_t symbols;          /* the newest one that is visible outside */
    uint32_t opening;          /* offset of its '{' */
    struct ptxc_span function; /* the name of the function around it */
};

struct ptxc_module {
    struct ptxc_parser parser;
    struct ptxc_environment environment; /* what to check against; zero until the header or the options say */
    uint32_t option_ptx;                 /* as the options say, instead of the header */
    enum ptxc_target option_target;
    uint32_t position; /* of the next statement */
    bool ended;
    bool has_version, has_target;
    struct ptxc_span version_span;
    struct ptxc_scope *scopes; /* outermost first */
    size_t depth, scope_capacity;
    bool outside_raised; /* an instruction outside of every function was reported */
    bool found;          /* `instruction` is new */
    struct ptxc_instruction instruction;
};

#endif
