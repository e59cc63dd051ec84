/* A source rewritten in memory, for `ptxcheck fmt`. */
#ifndef PTXC_CLI_FORMAT_H
#define PTXC_CLI_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/files/source.h"
#include "cli/output/diff.h"
#include "ptxcheck/ptxcheck.h"

/* One instruction that was left as it is. */
struct remark {
    struct piece span;          /* in the source */
    size_t place;               /* of what the reason is about, in the span */
    const char *reason;         /* a constant, or of `report`; NULL: the report of the source has it */
    bool error;                 /* false: nothing is wrong with it */
    struct ptxc_report *report; /* has the reason, or NULL */
};

/* A source with its instructions rewritten; edits and remarks are in source order. Free with formatted_free. */
struct formatted {
    char *text;
    size_t length, capacity;
    struct edit *edits; /* one for each instruction whose text changed */
    size_t edit_count, edit_capacity;
    struct remark *remarks;
    size_t remark_count, remark_capacity;
};

/* Rewrites the source; false after a message on stderr where nothing could be made. What was left alone is said there
 * too, and `*sound` becomes false where that was for an error. */
bool source_format(const struct source *source, struct formatted *formatted, bool *sound);
void formatted_free(struct formatted *formatted);

#endif
