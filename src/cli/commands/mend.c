/* The fixes that `ptxcheck check --fix` applies: see mend.h. */
#include "cli/commands/mend.h"

#include <stdlib.h>

#include "cli/output/output.h"
#include "ptxcheck/edit.h"
#include "ptxcheck/render.h"

enum { PASSES = 16 }; /* no known source needs more than four */

/* The lines that stay as they are, because the baseline knows a finding by their text; in source order. */
struct kept_lines {
    struct ptxc_span *items;
    size_t count;
};

/* Decides whether the edits of a finding leave these lines as they are. */
static bool spares(const struct kept_lines *lines, const struct ptxc_diagnostic *diagnostic) {
    for (size_t i = 0; i < diagnostic->fix_count; i++) {
        const struct ptxc_span edit = diagnostic->fixes[i].span;
        size_t low = 0, high = lines->count; /* the first line that does not end before the edit */
        while (low < high) {
            const size_t middle = low + (high - low) / 2;
            if (lines->items[middle].offset + lines->items[middle].length < edit.offset)
                low = middle + 1;
            else
                high = middle;
        }
        if (low < lines->count && lines->items[low].offset <= edit.offset + edit.length)
            return false;
    }
    return true;
}

/* Finds the lines of the findings that the baseline knows; false without memory. */
static bool find_kept(const struct mending *mending, const struct source *source, const struct ptxc_report *report,
                      struct kept_lines *lines) {
    const size_t count = ptxc_report_count(report);
    struct baseline_view view;
    struct ptxc_lines map;
    ptxc_lines_init(&map, source->text, source->length);
    baseline_look(&view, mending->baseline, mending->name);
    lines->items = view.count > 0 ? calloc(count + 1, sizeof(*lines->items)) : NULL;
    for (size_t i = 0; lines->items && i < count; i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        if (!baseline_find(&view, source, diagnostic))
            continue;
        ptxc_lines_seek(&map, diagnostic->span.offset);
        if (lines->count == 0 || lines->items[lines->count - 1].offset != map.start)
            lines->items[lines->count++] = (struct ptxc_span){(uint32_t)map.start, (uint32_t)(map.end - map.start)};
    }
    const bool done = view.count == 0 || lines->items;
    baseline_leave(&view);
    return done;
}

/* Collects the fixes of a report, each finding's all or none: one that overlaps another waits for the next pass. Counts
 * the findings in *fixed. */
static enum ptxc_status collect(const struct ptxc_report *report, const struct kept_lines *lines,
                                struct ptxc_edits *edits, size_t *fixed) {
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        const bool wanted = output_is_mendable(diagnostic) && spares(lines, diagnostic);
        const enum ptxc_status status = wanted ? ptxc_edits_fix(edits, diagnostic) : PTXC_OVERLAP;
        if (status == PTXC_OUT_OF_MEMORY)
            return status;
        *fixed += status == PTXC_OK;
    }
    return PTXC_OK;
}

/* Applies the fixes of the report; *fixed becomes how many findings they mend. */
static enum ptxc_status apply(const struct mending *mending, struct mended *mended, struct source *source,
                              const struct ptxc_report *report, size_t *fixed) {
    struct kept_lines lines = {NULL, 0};
    struct ptxc_edits *edits;
    enum ptxc_status status = ptxc_edits_make(source->text, source->length, NULL, &edits);
    *fixed = 0;
    if (status == PTXC_OK && !find_kept(mending, source, report, &lines))
        status = PTXC_OUT_OF_MEMORY;
    if (status == PTXC_OK)
        status = collect(report, &lines, edits, fixed);
    free(lines.items);
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

enum ptxc_status mend_source(const struct mending *mending, struct mended *mended, struct source *source) {
    struct ptxc_options all = *mending->options;
    enum ptxc_status status = PTXC_OK;
    size_t fixed = 1;
    all.limit = 0; /* a finding that is not printed is mended, too */
    for (int pass = 0; pass < PASSES && fixed > 0 && status == PTXC_OK; pass++) {
        struct ptxc_report *report;
        status = mend_check(mending->path, source, &all, &report);
        if (status == PTXC_OK)
            status = apply(mending, mended, source, report, &fixed);
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
