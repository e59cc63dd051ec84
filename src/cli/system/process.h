/* Programs that this one runs: found, started, waited for, or put in its own place. One at a time, and while this one
 * has a single thread. */
#ifndef PTXC_CLI_PROCESS_H
#define PTXC_CLI_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

/* Finds a tool of CUDA: on PATH, in $CUDA_HOME/bin or in /usr/local/cuda/bin. This program itself is passed over,
 * whatever link leads to it. The path is to be freed; NULL where there is none. */
char *process_find(const char *name);

/* Whether the file is this program itself. */
bool process_is_self(const char *path);

/* Has signals that end programs wait for process_release: the process that runs gets them at once. Ignored ones stay
 * ignored. */
void process_guard(void);

/* Lets signals end this program again; one that came since process_guard does so now. */
void process_release(void);

/* Whether a signal came since process_guard. */
bool process_is_ending(void);

/* Runs `work` in a process of its own, and gives its exit status, or minus the number of the signal that ended it.
 * PROCESS_NONE with errno where none can be made. Under process_guard signals reach it, too. */
enum { PROCESS_NONE = -1000 };
int process_run(int (*work)(void *user), void *user);

/* Puts the program of argv[0], looked for on PATH, in the place of this one. Returns 127 or 126, as shells do, with
 * errno where that cannot be done. */
int process_become(char **argv);

/* Runs the program of argv[0] and returns what it writes on standard output, closed by a NUL, to be freed; NULL where
 * there is no such program or its exit status is not 0. */
char *process_ask(char **argv, size_t *length);

/* Ends this program as another one has ended, whose status process_run has given. */
int process_end_as(int status);

#endif
