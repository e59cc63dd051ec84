/* The two halves of the extractor for C, C++ and CUDA: the macros that a file defines, and its asm statements. */
#ifndef PTXC_C_FAMILY_H
#define PTXC_C_FAMILY_H

#include "host/condition.h"
#include "host/extract.h"

/* ---- c_macro.c ---- */

enum { PTXC_MACRO_BUCKETS = 256 };

struct ptxc_macro {
    struct ptxc_macro *next; /* in the bucket */
    struct ptxc_host_token define;
};

struct ptxc_macros {
    struct ptxc_macro *buckets[PTXC_MACRO_BUCKETS];
};

void ptxc_macros_add(struct ptxc_macros *macros, struct ptxc_extraction *extraction, struct ptxc_host_token define);

/* Expands the macro that `name` names into literal text, if the file defines it once as nothing but literals and
 * stringized parameters. The lexer stands behind the name, and is left behind the arguments. False, and nothing done,
 * when it is no such macro. */
bool ptxc_macros_expand(const struct ptxc_macros *macros, struct ptxc_extraction *extraction,
                        struct ptxc_host_lexer *lexer, struct ptxc_host_token name, struct ptxc_builder *builder);

/* Whether every definition of the name in the file is nothing but literals, without parameters; some is. */
bool ptxc_macros_is_text(const struct ptxc_macros *macros, struct ptxc_extraction *extraction,
                         struct ptxc_host_token name);

/* ---- c_asm.c ---- */

/* Whether the word begins an asm statement: asm, __asm, __asm__. */
bool ptxc_asm_begins(const char *source, struct ptxc_host_token word);

/* Reads the statement that begins with `keyword` and adds one snippet for each way to choose between the branches of
 * the #if lines in it. Leaves the lexer and the conditions behind the statement, or where the next branch begins. */
void ptxc_asm_read(struct ptxc_extraction *extraction, const struct ptxc_macros *macros, struct ptxc_host_lexer *lexer,
                   struct ptxc_conditions *conditions, struct ptxc_host_token keyword);

#endif
