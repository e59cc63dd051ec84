/* Preprocessor lines: what they are, and what they name. */
#ifndef PTXC_DIRECTIVE_H
#define PTXC_DIRECTIVE_H

#include <stdbool.h>

#include "ptxcheck/ptxcheck.h"

enum ptxc_directive {
    PTXC_DIRECTIVE_OTHER,
    PTXC_DIRECTIVE_IF,   /* #if, #ifdef, #ifndef */
    PTXC_DIRECTIVE_ELIF, /* #elif, #elifdef, #elifndef */
    PTXC_DIRECTIVE_ELSE,
    PTXC_DIRECTIVE_ENDIF
};

/* Returns what the preprocessor line at `span` is. */
enum ptxc_directive ptxc_directive_find(const char *source, struct ptxc_span span);

/* Returns the name of the directive: "ifdef" in "#  ifdef X". */
struct ptxc_span ptxc_directive_name(const char *source, struct ptxc_span span);

/* Returns the macro that an #undef names; of any other line a length of 0. */
struct ptxc_span ptxc_directive_undefines(const char *source, struct ptxc_span line);

/* Whether the span holds this word. */
bool ptxc_host_span_is(const char *source, struct ptxc_span span, const char *word);

#endif
