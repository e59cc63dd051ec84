/* The fixes that `ptxcheck check --fix` applies: see mend.h. */
#include "cli/commands/mend.h"

#include <stdlib.h>

#include "cli/output/output.h"
#include "ptxcheck/edit.h"

enum { PASSES = 16 }; /* no known source needs more than four */

/* Collects the fixes of a report, each finding's all or none: one that overlaps another waits for the next pass. Counts
 * the findings in *fixed. */
static enum ptxc_status collect(const struct ptxc_report *report, struct ptxc_edits *edits, size_t *fixed) {
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        const enum ptxc_status status =
            output_is_mendable(diagnostic) ? ptxc_edits_fix(edits, diagnostic) : PTXC_OVERLAP;
        if (status == PTXC_OUT_OF_MEMORY)
            return status;
        *fixed += status == PTXC_OK;
    }
    return PTXC_OK;
}

/* Applies the fixes of the report; *fixed becomes how many findings they mend. */
static enum ptxc_status apply(struct mended *mended, struct source *source, const struct ptxc_report *report,
                              size_t *fixed) {
    struct ptxc_edits *edits;
    enum ptxc_status status = ptxc_edits_make(source->text, source->length, NULL, &edits);
    *fixed = 0;
    if (status == PTXC_OK)
        status = collect(report, edits, fixed);
    if (status == PTXC_OK && *fixed > 0 && !changed_apply(&mended->changed, edits))
        status = PTXC_OUT_OF_MEMORY;
    ptxc_edits_free(edits);
    if (status != PTXC_OK || *fixed == 0)
        return status;
    if (!mended->before.text)
        mended->before = *source;
    source->text = mended->changed.text;
    source->length = mended->changed.length;
    mended->fixed += *fixed;
    return PTXC_OK;
}

enum ptxc_status mend_check(const char *path, const struct source *source, const struct ptxc_options *options,
                            struct ptxc_report **report) {
    return path ? ptxc_check_host(path, source->text, source->length, options, report)
                : ptxc_check(source->text, source->length, options, report);
}

enum ptxc_status mend_source(struct mended *mended, const char *path, struct source *source,
                             const struct ptxc_options *options) {
    struct ptxc_options all = *options;
    enum ptxc_status status = PTXC_OK;
    size_t fixed = 1;
    all.limit = 0; /* a finding that is not printed is mended, too */
    for (int pass = 0; pass < PASSES && fixed > 0 && status == PTXC_OK; pass++) {
        struct ptxc_report *report;
        status = mend_check(path, source, &all, &report);
        if (status == PTXC_OK)
            status = apply(mended, source, report, &fixed);
        ptxc_report_free(report);
    }
    return status;
}

void mended_free(struct mended *mended, struct source *source) {
    if (!mended->before.text)
        return;
    source_free(&mended->before);
    changed_free(&mended->changed);
    source->text = NULL; /* it was that of the edits */
}
