/* What ptxcheck ptxas and ptxcheck launch share: they stand before a compiler, check what it is given or makes, and
 * never keep it from its work, unless errors are to. */
#ifndef PTXC_CLI_WRAPPER_H
#define PTXC_CLI_WRAPPER_H

#include <stdbool.h>

#include "cli/commands/check/products.h"
#include "cli/options/arguments.h"
#include "cli/options/values.h"

/* Fill with zeros; free with wrapper_free. */
struct wrapper {
    struct arguments options; /* of `check`; the first is its name */
    struct products products;
};

/* Counts how many such commands have called each other. False after a message on stderr where they go round in a
 * circle; `*inside`: one of them checks already what is compiled here. */
bool wrapper_enter(bool *inside);

/* Tells those that are called from here on that this one checks. */
void wrapper_mark(void);

/* Returns what PTXCHECK_MODE asks for, or else the configuration that holds for a file of this name. Where that cannot
 * be read, nothing is to be checked, and stderr says so. */
enum compile_mode wrapper_mode(const char *name);

/* Begins to collect what is to be checked. */
void wrapper_open(struct wrapper *wrapper);

/* Adds a file. */
void wrapper_add(struct wrapper *wrapper, const char *path, const char *name);

/* Asks the assembler or compiler of this path for its release, whose verdicts shall hold, as far as they are known. */
void wrapper_ask_release(struct wrapper *wrapper, const char *path);

/* Checks the files, and returns an exit code, for which warnings do not count. */
int wrapper_check(const struct wrapper *wrapper);

/* Does all of that in a process of its own, which may end as it likes, with what is printed on stderr: runs `check`,
 * and gives whether it has given EXIT_FINDINGS. To be called under process_guard. */
bool wrapper_run(int (*check)(void *user), void *user);

void wrapper_free(struct wrapper *wrapper);

#endif
