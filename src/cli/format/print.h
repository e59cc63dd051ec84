/* Diagnostics as the library renders them, and instructions as it emits them. */
#ifndef PTXC_CLI_PRINT_H
#define PTXC_CLI_PRINT_H

#include <stdio.h>

#include "ptxcheck/instruction.h"
#include "ptxcheck/render.h"

/* Prints the diagnostic of the text of `lines`, as ptxc_report_render gives it; the report may be NULL. Ends the
 * program without memory. */
void print_diagnostic(FILE *stream, const struct ptxc_report *report, const struct ptxc_diagnostic *diagnostic,
                      enum ptxc_severity severity, const char *name, struct ptxc_lines *lines, uint32_t flags);

/* Returns the canonical text of the instruction, to be freed; NULL where the instruction cannot be written. Ends the
 * program without memory. */
char *instruction_text(const struct ptxc_instruction *instruction);

#endif
