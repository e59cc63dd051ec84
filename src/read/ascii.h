/* Whether a source is ASCII, as PTX must be. */
#ifndef PTXC_READ_ASCII_H
#define PTXC_READ_ASCII_H

#include "report/report.h"

/* Reports the first byte that is not ASCII, or is 0: there ptxas refuses a file. */
void ptxc_ascii_check(struct ptxc_report *report, const char *source, uint32_t length);

#endif
