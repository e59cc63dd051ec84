/* The macros around a place that compile one of their arguments, by the target, as NV_IF_TARGET does, and what they say
 * about the target there. They say it as #if lines do.
 */
#ifndef PTXC_SELECTION_H
#define PTXC_SELECTION_H

#include "host/c/macros.h"

enum { PTXC_MAX_SELECTIONS = 8, PTXC_SELECTION_ARGUMENTS = 34 };

/* One argument. */
struct ptxc_selection_argument {
    struct ptxc_span span;
    struct ptxc_facts facts; /* what holds where it is compiled, the selections around this one included */
    bool open;               /* its condition is not known, or another that comes first */
};

/* One use of such a macro. */
struct ptxc_selection {
    struct ptxc_selection_argument arguments[PTXC_SELECTION_ARGUMENTS];
    size_t count;
};

struct ptxc_selections {
    struct ptxc_selection open[PTXC_MAX_SELECTIONS];
    size_t depth;
    struct ptxc_facts around; /* what holds outside of them */
};

/* Enters the use that begins with the word, the name of a macro that selects, if it is one: the file or the caller may
 * define the name otherwise. The lexer stands after the word. Uses that nest too deep are not entered. */
void ptxc_selections_enter(struct ptxc_selections *selections, const struct ptxc_macros *macros,
                           struct ptxc_extraction *extraction, struct ptxc_host_lexer lexer,
                           struct ptxc_host_token word);

/* Leaves the uses that end before this place of the source; returns what the others say about the target here, and in
 * `open` whether what is compiled here depends on a condition that is not known. */
struct ptxc_facts ptxc_selections_move(struct ptxc_selections *selections, uint32_t position, bool *open);

#endif
