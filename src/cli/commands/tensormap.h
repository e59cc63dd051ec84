/* ptxcheck tensormap: what the driver refuses in tensor maps. */
#ifndef PTXC_CLI_TENSORMAP_H
#define PTXC_CLI_TENSORMAP_H

/* Checks the files, prints what is found and then one summary line. argv[0] is the name of the subcommand. Gives the
 * exit code. */
int command_tensormap(int argc, char **argv);

#endif
