/* What completes the command line in zsh. */
#ifndef PTXC_CLI_COMPLETION_ZSH_H
#define PTXC_CLI_COMPLETION_ZSH_H

/* Prints the script on standard output. */
void completion_print_zsh(void);

#endif
