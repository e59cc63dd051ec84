/* ptxcheck swizzle: where a tensor copy puts the bytes of a box, and what accesses to it cost. */
#ifndef PTXC_CLI_SWIZZLE_H
#define PTXC_CLI_SWIZZLE_H

/* Prints the layout that the options ask for, or writes a picture of it. argv[0] is the name of the subcommand. Gives
 * the exit code. */
int command_swizzle(int argc, char **argv);

#endif
