/* The file that an argument names, for a subcommand that goes through its files one by one. */
#ifndef PTXC_CLI_READ_H
#define PTXC_CLI_READ_H

#include <stdbool.h>

#include "cli/files/source.h"

/* Loads and judges a file; false after a message on stderr. Free with source_free. */
bool source_read(struct source *source, const char *path);

/* Does the same for a command that reads PTX modules alone: refuses a file whose extension is that of another language.
 */
bool source_read_module(struct source *source, const char *path, const char *command);

#endif
