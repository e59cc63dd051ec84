/* The file that an argument names, for a subcommand that goes through its files one by one. */
#ifndef PTXC_CLI_READ_H
#define PTXC_CLI_READ_H

#include <stdbool.h>

#include "cli/system/source.h"

/* Loads and judges a file; false after a message on stderr. Free with source_free. */
bool source_read(struct source *source, const char *path);

/* Does the same, and decides the language as language_of does; a file of which it cannot be told is refused. Standard
 * input goes by the name `standard`, or by none where that is NULL. */
bool source_read_language(struct source *source, const char *path, const char *standard, const char **host);

/* Does the same for a command that reads PTX modules alone: refuses a file that is in another language,
 * with advice after the message. */
bool source_read_module(struct source *source, const char *path, const char *standard, const char *command,
                        const char *advice);

#endif
