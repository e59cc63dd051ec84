/* Makes fixes until there are none: see fixes.h. */
#include "fixes.h"

#include <stdlib.h>

#include "target.h"

enum { PASSES = 40 };

/* Collects the certain fixes of a report, and frees it. */
static void collect(struct ptxc_edits *edits, struct ptxc_report *report, const char *source, size_t size) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    for (size_t i = 0; i < ptxc_report_count(report); i++)
        if (ptxc_rule_from_id(ptxc_report_get(report, i)->rule, &rule) && rule.fix == PTXC_FIX_APPLIED &&
            ptxc_edits_fix(edits, ptxc_report_get(report, i)) == PTXC_BAD_ARGUMENT)
            target_broken("a fix is not in the source", source, size);
    ptxc_report_free(report);
}

void fixes_end(const char *path, const char *text, size_t size) {
    char *now = target_copy((const uint8_t *)text, size);
    for (int pass = 0, more = 1; more; pass++) {
        struct ptxc_report *report;
        struct ptxc_edits *edits;
        const enum ptxc_status status =
            path ? ptxc_check_host(path, now, size, NULL, &report) : ptxc_check(now, size, NULL, &report);
        if (status != PTXC_OK || ptxc_edits_make(now, size, NULL, &edits) != PTXC_OK)
            abort();
        collect(edits, report, now, size);
        more = ptxc_edits_count(edits) > 0;
        if (pass == PASSES)
            target_broken("fixing does not end", now, size);
        char *next = target_apply(edits, &size);
        free(now);
        now = next;
    }
    free(now);
}
