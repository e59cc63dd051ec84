/* Reads the values of --assume: what the author knows and the text does not say. */
#ifndef PTXC_CLI_ASSUMPTIONS_H
#define PTXC_CLI_ASSUMPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/arguments/given.h"
#include "ptxcheck/ptxcheck.h"

enum { MAX_ASSUMPTIONS = 64 };

/* One item for each name. */
struct assumption_list {
    struct ptxc_assumption items[MAX_ASSUMPTIONS];
    struct given origins[MAX_ASSUMPTIONS]; /* who has said so */
    size_t count;
};

/* Adds NAME=VALUE, which is cut in two and must live as long as the list; of two for one name the last counts. False
 * after a message on stderr. */
bool assumption_add(struct assumption_list *list, const struct given *given, char *text);

/* Adds the items of another list; false where they are too many. */
bool assumption_join(struct assumption_list *list, const struct assumption_list *other);

#endif
