/* What allow comments (allow.h) do to a report: they take findings out of it, and those that do not are a finding. */
#ifndef PTXC_SUPPRESSION_H
#define PTXC_SUPPRESSION_H

#include "report/report.h"

/* Says which source the comments stand in. Without this, or where the caller of the library does not ask for them, or
 * the source has none, no comment needs to be looked for: gives whether one does. */
bool ptxc_suppression_begin(struct ptxc_report *report, const char *source, uint32_t length);

/* Forgets to what findings belonged that were dropped. */
void ptxc_suppression_trim(struct ptxc_report *report);

/* Says to what the findings from `first` on belong, as far as it is not known yet. */
void ptxc_suppression_owner(struct ptxc_report *report, size_t first, struct ptxc_owner owner);

/* Sorts the comments that are there, for the question below. */
void ptxc_suppression_sort(struct ptxc_report *report);

/* Whether one of those allows a finding of the rule at `offset`, for a stage that counts such findings and
 * reports them together. The comment is used then. False where the rule is not wanted. */
bool ptxc_suppression_allows(struct ptxc_report *report, enum ptxc_rule_id rule, uint32_t offset,
                             struct ptxc_owner owner);

/* Takes out what is allowed, and reports comments that allowed nothing. To be called once, when all findings and all
 * comments are there. */
void ptxc_suppression_apply(struct ptxc_report *report);

/* Takes out of a report, whose own comments were applied, what is allowed elsewhere, and counts it. */
void ptxc_suppression_take(struct ptxc_report *report,
                           bool (*allows)(void *user, const struct ptxc_diagnostic *diagnostic), void *user);

#endif
