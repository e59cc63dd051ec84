/* A text that edits have changed, and where. */
#ifndef PTXC_CLI_CHANGED_H
#define PTXC_CLI_CHANGED_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/system/source.h"
#include "ptxcheck/edit.h"

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

/* The text after all edits; `edits` lead from the first text to it. */
struct changed {
    char *text; /* closed by a NUL; NULL: nothing has changed yet */
    size_t length;
    struct edit *edits;
    size_t count;
};

/* Makes the edits, which are of the text as it is now: of the first one, or of what earlier edits made of it. Free with
 * changed_free. */
void changed_apply(struct changed *changed, const struct ptxc_edits *edits);

/* Writes the new text into the file, all or nothing; false after a message on stderr. */
bool changed_write(const struct changed *changed, const struct source *source);

/* Prints the difference on standard output. */
void changed_show(const struct changed *changed, const struct source *source);

void changed_free(struct changed *changed);

#endif
