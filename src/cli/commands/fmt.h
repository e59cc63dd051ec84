/* ptxcheck fmt: files with their instructions in canonical form. */
#ifndef PTXC_CLI_FMT_H
#define PTXC_CLI_FMT_H

/* Rewrites the files, or says where they would change. argv[0] is the name of the subcommand. Gives the exit code. */
int command_fmt(int argc, char **argv);

#endif
