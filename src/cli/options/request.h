/* What subcommands ask for that go through their files one by one: their options, and the files. */
#ifndef PTXC_CLI_REQUEST_H
#define PTXC_CLI_REQUEST_H

#include <stdbool.h>

#include "cli/options/profile.h"
#include "cli/system/source.h"

/* The values of options that several subcommands have. */
struct request {
    struct ptxc_options options; /* of the library */
    struct define_list defines;
    struct assumption_list assumptions;
    const char *standard; /* the name that standard input goes by; NULL: none */
    const char *output;   /* the file to write; NULL: none */
    bool json;
    enum color color;
};

/* Reads the options of the command; those that it has alone are for `own`, which is false after a message on stderr, or
 * NULL. False after a message on stderr. */
bool request_read(struct request *request, enum command_id command, int argc, char **argv,
                  bool (*own)(void *user, enum option_id option, char *value), void *user);

/* Whether there are arguments, which name files; false after a message on stderr. */
bool request_has_file(int count);

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
