/* Findings as gcc and clang print them, a line each, for editors and build tools that know these. */
#ifndef PTXC_CLI_FORMAT_GCC_H
#define PTXC_CLI_FORMAT_GCC_H

#include "cli/output/output.h"

extern const struct output_format format_gcc;

#endif
