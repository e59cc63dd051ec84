/* The comments that allow findings: `ptxcheck: allow(rule, rule) reason` for a line, `allow-file` for the whole source.
 * Who knows the language of a text hands its comments over, in their order; what they allow becomes items of the
 * report, and what is wrong with them a finding. What the items do to findings is in suppression.h.
 */
#ifndef PTXC_ALLOW_H
#define PTXC_ALLOW_H

#include "report/report.h"

/* Begins with a text of the source that is under check. */
struct ptxc_comments ptxc_allow_begin(struct ptxc_report *report, const char *text, uint32_t length,
                                      const struct ptxc_view *view);

/* Takes the comment that stands in the text at this place, signs that open and close it included. */
void ptxc_allow_take(struct ptxc_comments *comments, struct ptxc_span comment);

/* Ends the text: what the last comments allow is known then. */
void ptxc_allow_end(struct ptxc_comments *comments);

/* The bytes of the word that begins such comments. */
enum { PTXC_COMMENT_SIGN = 9 };

/* Whether that word stands anywhere in the text. It is cheap. */
bool ptxc_allow_mentioned(const char *text, uint32_t length);

#endif
