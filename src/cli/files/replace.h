/* Replaces the content of a file. */
#ifndef PTXC_CLI_REPLACE_H
#define PTXC_CLI_REPLACE_H

#include <stddef.h>

#include "cli/files/problem.h"
#include "cli/files/source.h"

/* Replaces the content of the file, which must still be that of `before`, by `length` bytes, all or none. */
struct problem file_replace(const char *name, const struct source *before, const char *text, size_t length);

#endif
