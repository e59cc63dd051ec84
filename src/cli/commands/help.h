/* ptxcheck help: the usage. */
#ifndef PTXC_CLI_HELP_H
#define PTXC_CLI_HELP_H

/* Prints the usage. argv[0] is the name of the subcommand. Gives the exit code. */
int command_help(int argc, char **argv);

#endif
