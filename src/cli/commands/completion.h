/* ptxcheck completion: what completes the command line in a shell. */
#ifndef PTXC_CLI_COMPLETION_H
#define PTXC_CLI_COMPLETION_H

/* Prints the completions for the shell that the argument names. argv[0] is the name of the subcommand. Gives the exit
 * code. */
int command_completion(int argc, char **argv);

#endif
