/* ptxcheck check: what is found in files and directories; ptxcheck tensormap, which reports in the same way. */
#ifndef PTXC_CLI_CHECK_H
#define PTXC_CLI_CHECK_H

#include "cli/arguments/table.h"

/* Does what the command is asked for, COMMAND_CHECK or COMMAND_TENSORMAP; gives the exit code. */
int check_run(enum command_id command, int argc, char **argv);

/* Checks the files, prints what is found and then one summary line. argv[0] is the name of the subcommand. Gives the
 * exit code. */
int command_check(int argc, char **argv);

#endif
