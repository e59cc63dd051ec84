/* What a walk through a module carries from one function to the next, but for the names: a function that is walked
 * through again alone, with the same before it, is read as in a walk through all of the module, and where it leaves the
 * same after it, so is what follows.
 */
#ifndef PTXC_SYNTAX_CARRIED_H
#define PTXC_SYNTAX_CARRIED_H

#include "syntax/module.h"

struct ptxc_carried {
    struct ptxc_environment environment;
    struct ptxc_header header;
    struct ptxc_span version_span;
    bool has_version, has_target;
    bool names_known; /* undeclared names are reported */
    bool outside_raised, debug_raised;
};

/* What the walk carries here, where nothing is open. */
struct ptxc_carried ptxc_carried_get(const struct ptxc_module *module);

/* Makes a walk that begins carry this. */
void ptxc_carried_apply(const struct ptxc_carried *carried, struct ptxc_module *module);

bool ptxc_carried_same(const struct ptxc_carried *a, const struct ptxc_carried *b);

/* Where the text ends that it says something of: an offset in the source. */
uint32_t ptxc_carried_end(const struct ptxc_carried *carried);

#endif
