/* Puts new content in place of a file's. */
#ifndef PTXC_CLI_REPLACE_H
#define PTXC_CLI_REPLACE_H

#include <stddef.h>

#include "cli/files/problem.h"

/* Puts `length` bytes in place of the file's content, all or none. */
struct problem file_replace(const char *name, const char *text, size_t length);

#endif
