/* Two reports of one source that say the same. */
#ifndef PTXC_TEST_SAME_H
#define PTXC_TEST_SAME_H

#include "ptxcheck/ptxcheck.h"

/* Fails unless a check that counts no asm statements, of options that are otherwise these, gives what the report has.
 */
void assert_uncounted_same(const char *path, const char *source, size_t length, const struct ptxc_options *options,
                           const struct ptxc_report *report);

#endif
