/* The comments of one text while they are read: what those who read their words (allow.h, assume.h) know of them. */
#ifndef PTXC_COMMENT_H
#define PTXC_COMMENT_H

#include "report/report.h"

/* The comments of one text on their way into a report. */
struct ptxc_comments {
    struct ptxc_report *report;
    const char *text;
    uint32_t length;
    const struct ptxc_view *view; /* where the text stands in the source; NULL: it is the source */
    uint32_t function;            /* where the braces around the comment begin in the text; UINT32_MAX: nowhere */
    bool in_run;                  /* the last comment stood alone on its lines */
    uint32_t run_end;             /* where it ended */
    size_t run_first;             /* the first item of the comments that stand alone, one below another, with it */
};

#endif
