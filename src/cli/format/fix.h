/* The fixes that `ptxcheck check --fix` applies, and an editor that asks for all; the comments that --add-allow writes,
 * and an editor that asks for one. */
#ifndef PTXC_CLI_FIX_H
#define PTXC_CLI_FIX_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/format/changed.h"
#include "cli/system/source.h"
#include "ptxcheck/ptxcheck.h"

/* What became of a source. */
struct fix_result {
    struct source before;   /* the source as it was read; its text is NULL where nothing was fixed */
    struct changed changed; /* what was made of it, whose text is that of the source then */
    size_t count;           /* counts the findings that were fixed */
    size_t added;           /* counts the comments that were added */
};

/* What a source is fixed by. */
struct fix_request {
    const char *path; /* says what language it is in, NULL for PTX */
    const struct ptxc_options *options;
    /* marks the findings of a report that are known, and to which nothing is done; NULL: none is */
    void (*know)(const void *user, const struct source *source, const struct ptxc_report *report, bool *known);
    const void *user; /* its first argument */
};

/* Checks a source. `path` says what language it is in, NULL for PTX. */
enum ptxc_status source_check(const char *path, const struct source *source, const struct ptxc_options *options,
                              struct ptxc_report **report);

/* Checks a source and applies the fixes that are certain, and goes on until there are none, as one mistake may hide
 * another. An instruction that would still be refused stays as it is. Then `source` has the new text. What the check
 * does not report stays as it is, and so does the line of a finding that is known. */
enum ptxc_status fix_source(const struct fix_request *request, struct fix_result *result, struct source *source);

/* What a comment is looked for in. */
struct allow_request {
    const char *path; /* says what language it is in, NULL for PTX */
    const struct source *source;
    const struct ptxc_options *options;
    const struct ptxc_report *report; /* of the source */
    const char *reason;               /* stands in the comment */
    bool trusted;                     /* the first comment is taken without a try: in PTX it can break nothing */
};

/* A comment with its line end, if it is a line of its own. */
struct allow_comment {
    size_t place; /* before which it is inserted */
    char *text;   /* to be freed */
};

/* Finds a comment that allows findings of these rules, "cp-size, cp-size-cg", at a place, or with `whole` everywhere in
 * the source; false where no place for one is found. */
bool allow_find(const struct allow_request *request, const char *rules, size_t offset, bool whole,
                struct allow_comment *comment);

/* Checks a source and adds comments that allow what is found, but for what is known and for comments that allow
 * nothing. Then `source` has the new text. */
enum ptxc_status allow_source(const struct fix_request *request, const char *reason, struct fix_result *result,
                              struct source *source);

/* Frees what was made, and leaves `source` without text. */
void fix_result_free(struct fix_result *result, struct source *source);

#endif
