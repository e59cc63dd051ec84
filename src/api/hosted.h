/* A walk through the instructions in a source of another language, snippet after snippet. */
#ifndef PTXC_HOSTED_H
#define PTXC_HOSTED_H

#include "host/common/template.h"
#include "host/host.h"
#include "syntax/reader.h"

struct ptxc_hosted {
    struct ptxc_snippet_list list;
    size_t next;                        /* the snippet to read next */
    const struct ptxc_snippet *snippet; /* that is being read, or NULL */
    struct ptxc_template template;
    struct ptxc_asm_text asm_text;
    struct ptxc_view view;
    struct ptxc_options options;
    uint32_t classes;    /* that were asked for */
    size_t instructions; /* that the report had in front of the snippet */
};

/* Finds the snippets of the source, through which the walk of the module then goes; false without memory. */
bool ptxc_hosted_begin(struct ptxc_module *module, enum ptxc_host host, const char *source, uint32_t length,
                       const struct ptxc_options *options);

/* Walks to the next instruction and makes its spans places in the source; false at the end, or without memory. */
bool ptxc_hosted_next(struct ptxc_module *module, struct ptxc_instruction *instruction);

#endif
