/* Literals that a language joins to one string, by standing side by side or with operators. */
#ifndef PTXC_CONCATENATION_H
#define PTXC_CONCATENATION_H

#include "host/common/snippet.h"
#include "host/common/token.h"

/* How a language joins its strings and uses them for asm. */
struct ptxc_string_language {
    ptxc_host_next *next;
    const char *operators;  /* that join strings and expressions: "+" or "<", which stands for << */
    bool words_join;        /* a name between two literals is a macro */
    bool formats;           /* "..." % x and "...".format(x) */
    bool prints;            /* a conversion of printf in a literal is filled elsewhere */
    bool lone_is_remark;    /* a string that is a whole statement is documentation */
    bool takes_constraints; /* a string followed by a constraint list is an asm template */
    bool accumulates;       /* name += "..." adds to what was assigned to the name before */
};

/* A concatenation of literals. It is read twice: once to find its end, once to decode it. */
struct ptxc_host_group {
    const struct ptxc_string_language *language;
    struct ptxc_host_lexer lexer;   /* stands after the last literal */
    struct ptxc_host_token literal; /* the last literal */
    struct ptxc_span gap;           /* the expression before it, or length 0 */
};

/* Moves to the next literal of the concatenation; false, and nothing moved, when there is none. */
bool ptxc_host_group_next(struct ptxc_host_group *group);

/* Returns how the group that ends here is formatted, in a language that can: "..." % x, "...".format(x). */
enum ptxc_interpolation ptxc_host_group_formatting(const struct ptxc_host_group *group);

/* Decodes the literals up to `end`; `formatting` is the interpolation of those that have none of their own. */
void ptxc_host_group_decode(struct ptxc_builder *builder, struct ptxc_host_group group, uint32_t end,
                            enum ptxc_interpolation formatting);

#endif
