/* The macros that a file of C, C++ or CUDA defines. */
#ifndef PTXC_C_MACRO_H
#define PTXC_C_MACRO_H

#include "host/extraction.h"

enum { PTXC_MACRO_BUCKETS = 256 };

struct ptxc_macro {
    struct ptxc_macro *next; /* in the bucket */
    struct ptxc_host_token define;
};

struct ptxc_macros {
    struct ptxc_macro *buckets[PTXC_MACRO_BUCKETS];
};

/* Notes a #define. */
void ptxc_macros_add(struct ptxc_macros *macros, struct ptxc_extraction *extraction, struct ptxc_host_token define);

/* Expands the macro that `name` names into literal text, if the file defines it once as nothing but literals and
 * stringized parameters. The lexer stands after the name, and is left after the arguments. False, and nothing done,
 * when it is no such macro. */
bool ptxc_macros_expand(const struct ptxc_macros *macros, struct ptxc_extraction *extraction,
                        struct ptxc_host_lexer *lexer, struct ptxc_host_token name, struct ptxc_builder *builder);

/* Whether the file defines the name, and every definition of it has no parameters and is one literal. */
bool ptxc_macros_is_text(const struct ptxc_macros *macros, struct ptxc_extraction *extraction,
                         struct ptxc_host_token name);

#endif
