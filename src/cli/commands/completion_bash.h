/* What completes the command line in bash. */
#ifndef PTXC_CLI_COMPLETION_BASH_H
#define PTXC_CLI_COMPLETION_BASH_H

/* Prints the script on standard output. */
void completion_print_bash(void);

#endif
