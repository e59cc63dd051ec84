/* The fixes that `ptxcheck check --fix` applies, and an editor that asks for all. */
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
};

/* What a source is fixed by. */
struct fix_request {
    const char *path; /* says what language it is in, NULL for PTX */
    const struct ptxc_options *options;
    /* marks the findings of a report that are known, and whose lines stay as they are; NULL: none is */
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

/* Frees what was made, and leaves `source` without text. */
void fix_result_free(struct fix_result *result, struct source *source);

#endif
