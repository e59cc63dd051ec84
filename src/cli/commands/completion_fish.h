/* What completes the command line in fish. */
#ifndef PTXC_CLI_COMPLETION_FISH_H
#define PTXC_CLI_COMPLETION_FISH_H

/* Prints the script on standard output. */
void completion_print_fish(void);

#endif
