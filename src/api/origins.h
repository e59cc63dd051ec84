/* The sources that a module was compiled from: which findings stand where in them, and what comments there allow. */
#ifndef PTXC_API_ORIGINS_H
#define PTXC_API_ORIGINS_H

#include "report/report.h"

/* Says where the findings of a module stand in its sources, if the caller knows them, and takes out what comments there
 * allow. The comments of the module itself were applied. Returns whether findings beyond the limit, which are counted
 * alone, may be allowed, too: the check is to be done again without a limit. */
bool ptxc_origins_apply(struct ptxc_report *report, const char *text, uint32_t length,
                        const struct ptxc_options *options);

#endif
