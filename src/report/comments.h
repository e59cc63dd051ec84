/* The comments of a PTX text, for those who look for words in them. */
#ifndef PTXC_COMMENTS_H
#define PTXC_COMMENTS_H

#include "report/allow.h"

/* Hands over every comment of the PTX text at `text`, which stands in the source of the report as `view` says. */
void ptxc_comments_of_ptx(struct ptxc_report *report, const char *text, uint32_t length, const struct ptxc_view *view);

#endif
