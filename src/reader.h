/* A walk through the statements of a source: what the reader and its parts share. */
#ifndef PTXC_READER_H
#define PTXC_READER_H

#include "check.h"
#include "parser.h"

struct ptxc_scope {
    size_t symbols;            /* how many there were outside */
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
    bool outside_raised; /* that an instruction stands outside of every function */
    bool found;          /* `instruction` is new */
    struct ptxc_instruction instruction;
};

/* reader.c: a walk through `source`, in the arena of the report; NULL without memory. */
struct ptxc_module *ptxc_module_begin(const char *source, uint32_t length, const struct ptxc_options *options,
                                      struct ptxc_report *report);

/* The same, in a module that has done its work. */
void ptxc_module_restart(struct ptxc_module *module, const char *source, uint32_t length,
                         const struct ptxc_options *options, struct ptxc_report *report);

/* Reads one instruction that is the whole of `text`; false where it is none. */
bool ptxc_module_read_one(const char *text, uint32_t length, struct ptxc_report *report,
                          struct ptxc_instruction *instruction);

/* header.c: the directive at the current token. False after a syntax error. */
bool ptxc_header_version(struct ptxc_module *module);
bool ptxc_header_target(struct ptxc_module *module);
/* Says what the header lacks, at the end of the source. */
void ptxc_header_check(const struct ptxc_module *module);
/* The target of this name as `.target` takes it. */
enum ptxc_target ptxc_header_find_target(const char *text, uint32_t length);

/* instruction_read.c: the instruction of the family at `position`, its guard (if any) at `start`, into
 * `module->instruction`; gives the place behind it. */
uint32_t ptxc_instruction_read(struct ptxc_module *module, uint32_t start, uint32_t position, enum ptxc_opcode opcode);
/* Its qualifiers and operands, at the current token, up to what should be the ';'. False after a syntax error. */
bool ptxc_instruction_read_rest(struct ptxc_parser *parser, struct ptxc_instruction *instruction);
/* Says `message` where the module has a header and no function is open. */
void ptxc_outside_check(struct ptxc_module *module, struct ptxc_span span, const char *message);
/* Whether the mnemonic here, which is none of the family, was meant as one; then it is said. */
bool ptxc_mnemonic_check(struct ptxc_parser *parser, uint32_t position);
/* Behind the statement at `start`, of which what lies before `position` is known to be part. */
uint32_t ptxc_pass_statement(const struct ptxc_module *module, uint32_t start, uint32_t position);
/* After a mistake in the statement at `start`: the next place where one may begin. */
uint32_t ptxc_recover(const struct ptxc_module *module, uint32_t start);

#endif
