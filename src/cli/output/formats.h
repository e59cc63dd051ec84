/* The formats of `ptxcheck check`, by name. */
#ifndef PTXC_CLI_FORMATS_H
#define PTXC_CLI_FORMATS_H

#include "cli/output/output.h"

/* Gives the format of this name; NULL where there is none. */
const struct output_format *format_find(const char *name);

/* Gives format `index`, the default first; NULL after the last. */
const struct output_format *format_get(size_t index);

#endif
