/* The files that a module was compiled from, as its .file directives name them. Each is looked for and read once, where
 * something is found in it.
 */
#ifndef PTXC_CLI_ORIGINS_H
#define PTXC_CLI_ORIGINS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/system/source.h"
#include "ptxcheck/ptxcheck.h"

/* A file that was looked for. */
struct origin {
    bool sought;
    char *name;           /* in messages */
    struct source source; /* without a text where it cannot be read, or is no source */
};

struct origins {
    const char *module;   /* the name of its file; NULL: it has none */
    struct origin *items; /* by number */
    size_t count;
};

/* Gives the location the name and the text of its file: `find` of ptxc_sources, whose `user` are origins. A path that
 * is not absolute is one from here, or else from the directory of the module. Only regular files are read whose
 * extension is that of a language that ptxcheck knows, and none that is large: the module names them, and not the
 * user. What cannot be read keeps the name that it has. */
void origins_find(void *user, size_t number, struct ptxc_location *location);

void origins_free(struct origins *origins);

#endif
