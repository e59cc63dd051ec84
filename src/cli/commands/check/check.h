/* The check of files that other commands have found. */
#ifndef PTXC_CLI_CHECK_H
#define PTXC_CLI_CHECK_H

#include <stdbool.h>

#include "cli/commands/check/compiled.h"
#include "cli/options/arguments.h"

/* What a compiler is given or has made. */
struct products {
    struct arguments paths;    /* by which the files are opened */
    struct arguments names;    /* by which messages call them, and their configurations are found */
    bool once;                 /* all are made of one source: what was told of one is not told of another */
    struct compiled *compiled; /* one for each source */
    size_t compiled_count;
};

/* Checks the files, by options as command_check takes them, and returns the exit code, for which warnings do not count.
 */
int check_products(int argc, char **argv, const struct products *products);

#endif
