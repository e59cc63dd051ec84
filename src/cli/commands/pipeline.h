/* ptxcheck pipeline: what kernels do with their copies, over time. */
#ifndef PTXC_CLI_PIPELINE_H
#define PTXC_CLI_PIPELINE_H

/* Shows the kernels of files, as text, as JSON or as a page. argv[0] is the name of the subcommand. Gives the exit
 * code. */
int command_pipeline(int argc, char **argv);

#endif
