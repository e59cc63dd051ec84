/* The options of the library's calls, as their callers give them. */
#ifndef PTXC_OPTIONS_H
#define PTXC_OPTIONS_H

#include "ptxcheck/ptxcheck.h"

/* The options that were given, the rest zero; PTXC_BAD_ARGUMENT where the library does not know one. */
enum ptxc_status ptxc_options_read(const struct ptxc_options *options, struct ptxc_options *given);

#endif
