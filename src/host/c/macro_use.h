/* One use of a macro of the file: its arguments, and what it becomes. */
#ifndef PTXC_MACRO_USE_H
#define PTXC_MACRO_USE_H

#include "host/c/macros.h"

enum { PTXC_MACRO_PARAMETERS = 32 };

/* The parameters of a definition and the arguments that they get. */
struct ptxc_macro_use {
    const struct ptxc_macros *macros;
    const struct ptxc_macro *macro;
    struct ptxc_extraction *extraction; /* in whose source the use stands */
    struct ptxc_span span;              /* from the name to the closing parenthesis */
    struct ptxc_span parameters[PTXC_MACRO_PARAMETERS];
    struct ptxc_span arguments[PTXC_MACRO_PARAMETERS];
    size_t parameter_count, argument_count;
    bool open_words; /* words in the arguments may be macros or parameters, which are replaced before they are text */
};

/* Reads the arguments of a use of the macro. The lexer stands after the name, and is left after the use. False where
 * it is no use of this definition, or has too many arguments. */
bool ptxc_macro_use_read(struct ptxc_macro_use *use, const struct ptxc_macros *macros, const struct ptxc_macro *macro,
                         struct ptxc_extraction *extraction, struct ptxc_host_lexer *lexer,
                         struct ptxc_host_token name);

/* Adds the source that the use becomes, with a map to the file. False where it is not known. */
bool ptxc_macro_use_expand(const struct ptxc_macro_use *use, struct ptxc_builder *builder);

/* Expands the macro that `name` names into literal text, if the file defines it once as nothing but literals and
 * stringized parameters. The lexer stands after the name, and is left after the arguments. False, and nothing done,
 * when it is no such macro. */
bool ptxc_macros_expand(const struct ptxc_macros *macros, struct ptxc_extraction *extraction,
                        struct ptxc_host_lexer *lexer, struct ptxc_host_token name, struct ptxc_builder *builder);

#endif
