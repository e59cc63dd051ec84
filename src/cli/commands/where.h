/* ptxcheck where: where an instruction is legal. */
#ifndef PTXC_CLI_WHERE_H
#define PTXC_CLI_WHERE_H

/* Answers for one instruction, as text or as JSON. argv[0] is the name of the subcommand. Gives the exit code. */
int command_where(int argc, char **argv);

#endif
