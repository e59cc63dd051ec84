/* Findings that were told of another file: a mistake in a source is in its PTX for each architecture, too. */
#ifndef PTXC_CLI_REPEATS_H
#define PTXC_CLI_REPEATS_H

#include <stdbool.h>
#include <stddef.h>

#include "ptxcheck/ptxcheck.h"

/* Fill with zeros; free with repeats_free. */
struct repeats {
    struct repeat *items; /* one for each rule and message */
    size_t count;
};

/* Begins a file. */
void repeats_begin(struct repeats *repeats);

/* Whether an earlier file had as many findings of the same rule and message as this one up to here. Ends the program
 * without memory. */
bool repeats_know(struct repeats *repeats, const struct ptxc_diagnostic *diagnostic);

void repeats_free(struct repeats *repeats);

#endif
