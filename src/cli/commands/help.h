/* ptxcheck help: what the commands do. */
#ifndef PTXC_CLI_HELP_H
#define PTXC_CLI_HELP_H

/* Prints the help or the manual page of one command, or of all. argv[0] is the name of the subcommand. Gives the exit
 * code. */
int command_help(int argc, char **argv);

#endif
