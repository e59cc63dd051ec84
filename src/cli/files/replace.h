/* Replaces the content of a file. */
#ifndef PTXC_CLI_REPLACE_H
#define PTXC_CLI_REPLACE_H

#include <stddef.h>

#include "cli/files/problem.h"

/* Replaces the content of the file by `length` bytes, all or none. */
struct problem file_replace(const char *name, const char *text, size_t length);

#endif
