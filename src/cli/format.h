/* ptxcheck fmt in parts: rewriting a source in memory (format.c), showing what changed (diff.c), replacing the file
 * (replace.c).
 */
#ifndef PTXC_FORMAT_H
#define PTXC_FORMAT_H

#include "cli.h"

/* A piece of a text that may be longer than a source. */
struct piece {
    size_t offset;
    size_t length;
};

/* One instruction whose text changed. */
struct change {
    struct piece before; /* in the source */
    struct piece after;  /* in the result */
};

/* One instruction that was left as it is. */
struct remark {
    struct piece span;  /* in the source */
    size_t place;       /* of what the reason is about, in the span */
    const char *reason; /* a constant; NULL: the report of the source has it */
    bool error;         /* false: it is sound, and merely left alone */
};

/* A source with its instructions rewritten; changes and remarks are in source order. Free with formatted_free. */
struct formatted {
    char *text;
    size_t length, capacity;
    struct change *changes;
    size_t change_count, change_capacity;
    struct remark *remarks;
    size_t remark_count, remark_capacity;
};

/* format.c: false after a message on stderr where nothing could be made. What was left alone is said there too, and
 * `*sound` becomes false where that was for an error. */
bool source_format(const struct source *source, struct formatted *formatted, bool *sound);
void formatted_free(struct formatted *formatted);

/* diff.c: a unified diff on standard output; false without memory. */
bool diff_print(const struct source *source, const struct formatted *formatted);

/* replace.c: puts `length` bytes in place of a file's content, all or none. */
struct problem file_replace(const char *name, const char *text, size_t length);

#endif
