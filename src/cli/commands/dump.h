/* ptxcheck dump: the instructions of files as JSON. */
#ifndef PTXC_CLI_DUMP_H
#define PTXC_CLI_DUMP_H

/* Writes one JSON document for all files. argv[0] is the name of the subcommand. Gives the exit code. */
int command_dump(int argc, char **argv);

#endif
