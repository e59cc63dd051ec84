/* Prints what holds for a file, as a configuration that says the same. */
#ifndef PTXC_CLI_SHOW_H
#define PTXC_CLI_SHOW_H

#include "cli/config/find.h"

/* Prints each key with the value that holds for a file, or for those in a directory, and as a comment who has set it;
 * gives the exit code. */
int config_show(struct finder *finder, const char *path);

#endif
