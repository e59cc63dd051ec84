/* A file in memory, whole. */
#ifndef PTXC_CLI_SOURCE_H
#define PTXC_CLI_SOURCE_H

#include <stddef.h>

#include "cli/files/problem.h"

struct source {
    const char *name; /* in messages */
    char *text;
    size_t length;
};

/* Reads a file, or standard input for "-". Free with source_free, whatever came of it. */
struct problem source_load(struct source *source, const char *path);

/* Decides whether there is text in what was read. */
struct problem source_judge(const struct source *source);

void source_free(struct source *source);

/* Gives the name of a file in messages. */
const char *source_name(const char *path);

#endif
