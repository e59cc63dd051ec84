/* The macros that the caller defines or undefines, as compilers take them with -D and -U. */
#ifndef PTXC_DEFINES_H
#define PTXC_DEFINES_H

#include "base/arena.h"
#include "host/common/token.h"

struct ptxc_defines {
    const struct ptxc_define *items;
    size_t count;
    bool *lost; /* by item: the source defines or undefines the name itself, so that no more is known of it */
};

/* What is known of a name. */
enum ptxc_defined {
    PTXC_DEFINED_UNKNOWN, /* nothing: it may be defined elsewhere */
    PTXC_DEFINED_NOT,     /* it is not defined, which counts as 0 in conditions */
    PTXC_DEFINED_NUMBER,  /* it is defined as a number */
    PTXC_DEFINED_OTHER    /* it is defined as something else */
};

/* Takes the definitions of the caller over; `made` is empty without memory. */
void ptxc_defines_make(struct ptxc_arena *arena, const struct ptxc_define *items, size_t count,
                       struct ptxc_defines *made);

/* Returns what is known of the name in the source; `value` is that of a number. `defines` may be NULL. */
enum ptxc_defined ptxc_defines_find(const struct ptxc_defines *defines, const char *source, struct ptxc_span name,
                                    uint32_t *value);

/* Notes that the source defines or undefines the name at `name`. */
void ptxc_defines_lose(const struct ptxc_defines *defines, const char *source, struct ptxc_span name);

/* Reads a number of C with any suffix, `true` or `false`; false where the token is none, or the number is too large. */
bool ptxc_host_number_read(const char *source, struct ptxc_host_token token, uint32_t *value);

#endif
