/* The exit codes of the command. */
#ifndef PTXC_CLI_EXIT_H
#define PTXC_CLI_EXIT_H

/* Nothing was found, something was found, the command could not do its job. */
enum { EXIT_CLEAN = 0, EXIT_FINDINGS = 1, EXIT_TROUBLE = 2 };

#endif
