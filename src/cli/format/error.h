/* Messages about the command itself, how far a run has come, and the check that standard output could be written. */
#ifndef PTXC_CLI_ERROR_H
#define PTXC_CLI_ERROR_H

#include "cli/system/memory.h"
#include "cli/system/problem.h"
#include "ptxcheck/ptxcheck.h"

/* Nothing was found, something was found, the command could not do its job. */
enum { EXIT_CLEAN = 0, EXIT_FINDINGS = 1, EXIT_ERROR = 2 };

/* Prints "ptxcheck: …" on stderr, clean; returns EXIT_ERROR. */
int report_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Reports what is wrong with the file of this name; returns EXIT_ERROR. */
int report_problem(const char *name, struct problem problem);

/* Shows on the terminal of stderr how far a run has come, ten times a second at most; the line stays the last one until
 * progress_hide takes it away, as it has to before anything else is written. `*shown`: when it was, 0 while there is no
 * line. */
void progress_show(long long *shown, size_t done, size_t total);
void progress_hide(long long *shown);

/* Returns the words for a call of the library that could not do its job. */
const char *status_text(enum ptxc_status status);

/* Closes what was printed: EXIT_ERROR if standard output could not be written, else `code`. */
int finish(int code);

#endif
