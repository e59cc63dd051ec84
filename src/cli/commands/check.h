/* ptxcheck check: what is found in files and directories. */
#ifndef PTXC_CLI_CHECK_H
#define PTXC_CLI_CHECK_H

/* Checks the files, prints what is found and then one summary line. argv[0] is the name of the subcommand. Gives the
 * exit code. */
int command_check(int argc, char **argv);

#endif
