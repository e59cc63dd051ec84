/* What --help prints. */
#ifndef PTXC_CLI_USAGE_H
#define PTXC_CLI_USAGE_H

#include <stdio.h>

/* Prints all subcommands, their options and the exit codes. */
void usage_print(FILE *stream);

#endif
