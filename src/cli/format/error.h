/* Messages about the command itself, and the check that standard output could be written. */
#ifndef PTXC_CLI_TROUBLE_H
#define PTXC_CLI_TROUBLE_H

#include "cli/system/memory.h"
#include "cli/system/problem.h"
#include "ptxcheck/ptxcheck.h"

/* Nothing was found, something was found, the command could not do its job. */
enum { EXIT_CLEAN = 0, EXIT_FINDINGS = 1, EXIT_TROUBLE = 2 };

/* Prints "ptxcheck: …" on stderr, clean; gives EXIT_TROUBLE. */
int trouble(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Says what is wrong with the file of this name; gives EXIT_TROUBLE. */
int trouble_with(const char *name, struct problem problem);

/* Gives the words for a call of the library that could not do its job. */
const char *status_text(enum ptxc_status status);

/* Closes what was printed: EXIT_TROUBLE if standard output could not be written, else `code`. */
int finish(int code);

#endif
