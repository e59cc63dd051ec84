/* Where a subcommand writes what it prints: standard output, or a file that is there whole or not at all. */
#ifndef PTXC_CLI_DESTINATION_H
#define PTXC_CLI_DESTINATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cli/system/problem.h"
#include "cli/system/source.h"

struct destination {
    FILE *stream;
    char *path; /* of the file that is to be replaced; NULL: the stream writes where it should */
};

/* Opens the file of this name; NULL or "-": standard output. A file that exists keeps its content until
 * destination_close. */
struct problem destination_open(struct destination *destination, const char *name);

/* Closes the stream. With `keep`, the file has the new content if all of it could be written; without, or where there
 * is a problem, it is as it was. Standard output stays open. */
struct problem destination_close(struct destination *destination, bool keep);

/* Whether the file of this name is the one at the path, which would be lost. Either may be NULL: it is not. */
bool destination_is(const char *name, const char *path);

/* Replaces the content of the file, which must still be that of `before`, by `length` bytes, all or none. */
struct problem file_replace(const char *name, const struct source *before, const char *text, size_t length);

#endif
