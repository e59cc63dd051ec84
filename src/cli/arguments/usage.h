/* What --help prints. */
#ifndef PTXC_CLI_USAGE_H
#define PTXC_CLI_USAGE_H

#include <stdio.h>

#include "cli/arguments/table.h"

/* Prints the commands, and the options of the one that is the default. */
void usage_print(FILE *stream);

/* Prints what one command does, its options and its exit status. */
void usage_print_command(FILE *stream, const struct command_row *command);

#endif
