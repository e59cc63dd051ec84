/* The macros that a file of C, C++ or CUDA defines. */
#ifndef PTXC_C_MACRO_H
#define PTXC_C_MACRO_H

#include "host/c/condition.h"
#include "host/common/extraction.h"

struct ptxc_macro_name;

/* One definition. */
struct ptxc_macro {
    struct ptxc_macro_name *name;
    struct ptxc_macro *before;   /* the definition of the name before this one, or NULL */
    struct ptxc_macro *followed; /* the one before it that makes asm statements, or NULL */
    struct ptxc_host_token define;
    struct ptxc_facts facts;   /* what holds where it is defined */
    size_t depth;              /* how many #if are open there */
    uint32_t branch, branches; /* the innermost of them, and how many branches have begun so far */
    uint32_t number;           /* it is so many-th of its name */
    bool closed;               /* its asm statements are the same whatever its arguments are */
};

/* All definitions of one name. */
struct ptxc_macro_name {
    struct ptxc_span span; /* in the file */
    uint64_t hash;
    struct ptxc_macro *last;     /* the last definition */
    struct ptxc_macro *followed; /* the last that makes asm statements, or NULL */
    uint32_t count;              /* of the definitions */
    uint32_t undefined;          /* so many of them are in front of an #undef */
    uint32_t judged;             /* of so many it is known whether they are text */
    bool text;                   /* those are all */
};

struct ptxc_macros {
    const char *source; /* the file, in which the definitions stand */
    uint32_t length;
    uint64_t seed;                  /* of the hash */
    struct ptxc_macro_name **names; /* a hash table with open addresses */
    size_t count, capacity;
    size_t followed_count; /* how many definitions make asm statements */
};

/* Notes a #define at a place with these conditions; NULL without memory. */
struct ptxc_macro *ptxc_macros_add(struct ptxc_macros *macros, struct ptxc_extraction *extraction,
                                   const struct ptxc_host_conditions *conditions, struct ptxc_host_token define);

/* Notes an #undef: no earlier definition of the name is used any more, for which of them it meets is not known. */
void ptxc_macros_undefine(const struct ptxc_macros *macros, const struct ptxc_extraction *extraction,
                          struct ptxc_span name);

/* Notes that the macro makes asm statements, so that its uses are followed. */
void ptxc_macros_follow(struct ptxc_macros *macros, struct ptxc_macro *macro);

/* Returns the definition of the name, which stands in the source of the extraction; NULL where the file has none or
 * several: which of those holds is not known. */
const struct ptxc_macro *ptxc_macros_find(const struct ptxc_macros *macros, const struct ptxc_extraction *extraction,
                                          struct ptxc_span name);

/* Returns the latest definition of the name that makes asm statements and that holds in some compilation of a place
 * with these conditions, before `last`, or NULL. Those that do not hold cost budget. */
const struct ptxc_macro *ptxc_macros_followed(const struct ptxc_macros *macros, struct ptxc_extraction *extraction,
                                              const struct ptxc_host_conditions *conditions, struct ptxc_span name,
                                              const struct ptxc_macro *last);

/* Whether the file has a definition of the name so far, even if an #undef followed. */
bool ptxc_macros_has(const struct ptxc_macros *macros, const struct ptxc_extraction *extraction, struct ptxc_span name);

/* Returns a lexer that stands in front of the body of a definition. */
struct ptxc_host_lexer ptxc_macro_body(const struct ptxc_macros *macros, const struct ptxc_macro *macro);

bool ptxc_macro_has_parameters(const struct ptxc_macro *macro);

/* Whether the file defines the name, and every definition of it has no parameters and is one literal. */
bool ptxc_macros_is_text(const struct ptxc_macros *macros, const struct ptxc_extraction *extraction,
                         struct ptxc_host_token name);

#endif
