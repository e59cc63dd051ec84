/* A file in memory, whole. */
#ifndef PTXC_CLI_SOURCE_H
#define PTXC_CLI_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/system/problem.h"

struct source {
    const char *name; /* in messages */
    char *text;
    size_t length;
    bool mapped; /* the text is the file itself, and is not written to */
    /* of a text that is mapped: */
    int file;
    size_t released; /* its pages up to here were given back */
    size_t scanned;  /* so many bytes were looked at for a 0 */
    bool binary;     /* and there was one among them */
};

/* Who chose a file. What the user names may be a pipe and is waited for; what was found in a directory is a regular
 * file, of which no more is read than its size. No device and no terminal is opened. */
enum source_origin { SOURCE_NAMED, SOURCE_FOUND };

/* Opens a file that may be read; the caller closes it. */
struct problem source_open(const char *path, enum source_origin origin, int *file);

/* Reads a file, or standard input for "-". Free with source_free, whatever came of it. With `mapped`, a large file is
 * not copied, and its pages come into memory as they are looked at: nobody may write to the text, and where the file is
 * cut short meanwhile, zeros stand for what is missing, and source_whole says so. */
struct problem source_take(struct source *source, const char *path, enum source_origin origin, bool mapped);

/* Reads a file that was named, into memory. */
struct problem source_load(struct source *source, const char *path);

/* Decides whether there is text in what was read. */
struct problem source_validate(const struct source *source);

/* The same for a mapped text of PTX, which the library tells of itself (`ahead` of ptxc_options, with the source as its
 * user) as it goes through it: what was looked at is given back. */
void source_ahead(void *user, size_t offset, size_t length);
struct problem source_validated(struct source *source);

/* Decides whether the text is still what the file had when it was opened; nothing is wrong where it is closed. */
struct problem source_whole(const struct source *source);

/* Closes the file of a text, which stays. */
void source_close(struct source *source);

void source_free(struct source *source);

/* Returns the name of a file in messages. */
const char *source_name(const char *path);

#endif
