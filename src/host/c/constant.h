/* Constants of C: the value of an expression of literals, and of names that the file defines as such. */
#ifndef PTXC_CONSTANT_H
#define PTXC_CONSTANT_H

#include "host/c/macros.h"

/* What it costs to follow a name: names may double with each definition. */
enum { PTXC_CONSTANT_COST = 64 };

/* Where names are looked up. */
struct ptxc_constant_names {
    const struct ptxc_macros *macros;
    struct ptxc_extraction *extraction;
    const struct ptxc_host_conditions *conditions; /* of the place of the expression */
};

/* Evaluates the integer expression at `span`. False where it is not made of small literals, operators and macros of the
 * file that have a value alone: other names, casts and sizeof are not known here. `names` may be NULL. */
bool ptxc_constant_evaluate(const char *source, struct ptxc_span span, const struct ptxc_constant_names *names,
                            int64_t *value);

#endif
