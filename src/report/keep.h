/* What a report keeps of its findings and in which order it hands them out. With a limit it keeps the first ones in
 * source order, counts the others, and takes no more memory however many there are.
 */
#ifndef PTXC_KEEP_H
#define PTXC_KEEP_H

#include "report/report.h"

/* To be called between statements, when nobody holds words of a finding under construction. Gives back the words that
 * became no finding, and lets go of findings beyond the limit. */
void ptxc_report_settle(struct ptxc_report *report);

/* A statement of the host language begins at this place. Only findings of one statement can be equal. */
void ptxc_report_statement(struct ptxc_report *report, uint32_t place);

/* Puts the findings from here on on trial. */
void ptxc_report_try(struct ptxc_report *report);

/* Ends the trial: keeps its findings, or drops all of them. */
void ptxc_report_decide(struct ptxc_report *report, bool keep);

/* Makes room for so many findings in an empty report. */
void ptxc_report_expect(struct ptxc_report *report, size_t count);

/* Adds copies of the findings `first` up to `end` of another report that lacks none, in the order in which they were
 * raised. There must be room for them. */
void ptxc_report_copy(struct ptxc_report *report, const struct ptxc_report *from, size_t first, size_t end);

/* Keeps the first of equal findings, which become sorted by content; returns how many are kept. */
size_t ptxc_report_unique(const struct ptxc_diagnostic **sorted, size_t count);

/* Sorts the findings and hands the report to the caller, or frees it and gives NULL where memory ran out. */
enum ptxc_status ptxc_report_close(struct ptxc_report *made, struct ptxc_report **report);

#endif
