/* Two reports, compared in all that a program can see of them. */
#ifndef TEST_SAME_H
#define TEST_SAME_H

#include "ptxcheck/ptxcheck.h"

/* Gives NULL where they are the same, else what differs, which holds until the next call. */
const char *same_reports(const struct ptxc_report *expected, const struct ptxc_report *got);

#endif
