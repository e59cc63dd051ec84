/* Replaces the content of a file. */
#ifndef PTXC_CLI_REPLACE_H
#define PTXC_CLI_REPLACE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>

#include "cli/system/problem.h"
#include "cli/system/source.h"

/* Replaces the content of the file, which must still be that of `before`, by `length` bytes, all or none. */
struct problem file_replace(const char *name, const struct source *before, const char *text, size_t length);

struct beside {
    FILE *stream; /* to write the new content */
    char *name;
    sigset_t signals; /* the mask of the thread before */
};

/* Makes an empty file beside the path, which is no link; false with errno. Signals that end the program wait from then
 * on until the file is moved or gone. */
bool beside_open(struct beside *beside, const char *path);

/* Closes the file and moves it over the path with the owner and the mode of `old`, or those of a new file where that is
 * NULL. False with errno where not all of it could be written; then the path is as it was, and the file is gone. */
bool beside_move(struct beside *beside, const char *path, const struct stat *old);

/* Closes the file and removes it; errno stays. Returns false. */
bool beside_drop(struct beside *beside);

/* Makes a file without a name where one beside the path would be, to be written and read: it is gone when it is closed,
 * however the program ends. NULL with errno. */
FILE *beside_unnamed(const char *path);

#endif
