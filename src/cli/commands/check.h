/* The check of files that other commands have found. */
#ifndef PTXC_CLI_CHECK_H
#define PTXC_CLI_CHECK_H

#include <stdbool.h>

#include "cli/arguments/words.h"

/* Checks what a compiler is given or has made, by options as command_check takes them, and gives the exit code, for
 * which warnings do not count. Each file has a path, by which it is opened, and a name, by which its configuration is
 * found. With `once` all are made of one source, and what was told of one is not told of another. */
int check_products(int argc, char **argv, const struct words *paths, const struct words *names, bool once);

#endif
