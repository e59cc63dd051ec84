/* ptxcheck plan: the asynchronous copies that move data from one place to another, as PTX. */
#ifndef PTXC_CLI_PLAN_H
#define PTXC_CLI_PLAN_H

/* Plans the copy in the file, and prints the module or the plan. argv[0] is the name of the subcommand. Gives the exit
 * code. */
int command_plan(int argc, char **argv);

#endif
