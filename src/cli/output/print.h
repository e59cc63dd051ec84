/* Prints diagnostics as the library renders them. */
#ifndef PTXC_CLI_PRINT_H
#define PTXC_CLI_PRINT_H

#include <stdio.h>

#include "ptxcheck/render.h"

/* Prints the diagnostic of the text of `lines`, as ptxc_diagnostic_render gives it. Ends the program without memory. */
void print_diagnostic(FILE *stream, const struct ptxc_diagnostic *diagnostic, enum ptxc_severity severity,
                      const char *name, struct ptxc_lines *lines, uint32_t flags);

#endif
