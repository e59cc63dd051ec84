/* ptxcheck descriptor: the fields of descriptors of matrices in shared memory, and what is wrong with them. */
#ifndef PTXC_CLI_DESCRIPTOR_H
#define PTXC_CLI_DESCRIPTOR_H

/* Prints the descriptors that the arguments name, or the one that they describe. argv[0] is the name of the subcommand.
 * Gives the exit code. */
int command_descriptor(int argc, char **argv);

#endif
