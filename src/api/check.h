/* A check of a whole source that somebody watches, and what it is made of. */
#ifndef PTXC_API_CHECK_H
#define PTXC_API_CHECK_H

#include "ptxcheck/ptxcheck.h"
#include "syntax/module.h"

struct ptxc_watch {
    const struct ptxc_watcher *watcher; /* NULL: nobody */
    bool apart; /* set by the check: the watcher saw all of it, nothing in the source has a say in the findings of other
                 * functions than the one that it stands in, and no hazard was looked for in two of them together */
};

/* As ptxc_check, with a `report` that is not NULL. */
enum ptxc_status ptxc_check_watched(const char *source, size_t length, const struct ptxc_options *options,
                                    struct ptxc_watch *watch, struct ptxc_report **report);

/* Checks the instructions of a module, as far as its walk goes. Gives whether no hazard was looked for in two functions
 * together. */
bool ptxc_check_walk(struct ptxc_module *module);

#endif
