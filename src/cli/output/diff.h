/* Prints how a text and its rewritten form differ. */
#ifndef PTXC_CLI_DIFF_H
#define PTXC_CLI_DIFF_H

#include <stdbool.h>
#include <stddef.h>

/* A piece of a text that may be longer than a source. */
struct piece {
    size_t offset;
    size_t length;
};

/* A piece of a text, and the piece of the result that replaces it. */
struct edit {
    struct piece before; /* in the text */
    struct piece after;  /* in the result */
};

struct comparison {
    const char *name; /* of the file */
    const char *text;
    size_t length; /* of the text */
    const char *result;
    const struct edit *edits; /* all that differs, in the order of the text */
    size_t edit_count;
};

/* Prints a unified diff on standard output; false without memory. */
bool diff_print(const struct comparison *comparison);

#endif
