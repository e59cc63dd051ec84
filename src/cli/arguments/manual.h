/* The manual pages of the command, as roff. */
#ifndef PTXC_CLI_MANUAL_H
#define PTXC_CLI_MANUAL_H

#include <stdio.h>

#include "cli/arguments/table.h"

/* Prints ptxcheck(1): what the commands do. */
void manual_print(FILE *stream);

/* Prints the page of one command, such as ptxcheck-check(1). */
void manual_print_command(FILE *stream, const struct command_row *command);

#endif
