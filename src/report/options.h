/* The options of the library's calls, as their callers give them. */
#ifndef PTXC_OPTIONS_H
#define PTXC_OPTIONS_H

#include "ptxcheck/ptxcheck.h"
#include "report/report.h"

/* The options that were given, the rest zero; PTXC_BAD_ARGUMENT where the library does not know one. */
enum ptxc_status ptxc_options_read(const struct ptxc_options *options, struct ptxc_options *given);

/* What a call with options begins with: reads them, and makes an empty report with them. PTXC_BAD_ARGUMENT also where
 * the text is NULL and its length is not 0, PTXC_TOO_LARGE where places in it are no spans. */
enum ptxc_status ptxc_options_begin(const char *text, size_t length, const struct ptxc_options *options,
                                    struct ptxc_options *given, struct ptxc_report **report);

#endif
