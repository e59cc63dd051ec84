/* Texts, diagnostics as the library renders them, and instructions as it emits them. */
#ifndef PTXC_CLI_PRINT_H
#define PTXC_CLI_PRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cli/system/source.h"
#include "ptxcheck/instruction.h"
#include "ptxcheck/render.h"

/* Prints a text that somebody else chose as ptxc_text_clean writes it, with '?' for each byte that a terminal would
 * take for a command. */
void print_clean(FILE *stream, const char *text, size_t length);

/* Where the lines of a text end. */
struct wrap {
    int indent;         /* columns before each line but the first */
    int start;          /* columns of the first line that are taken already */
    int width;          /* columns of a line; 0: no limit */
    const char *before; /* outside of brackets a line may also end before these characters, and after a '|' anywhere;
                         * NULL: at blanks alone */
};

/* Prints one paragraph of text. What is too long without a place to end has a line of its own. */
void wrap_print(FILE *stream, const char *text, size_t length, struct wrap wrap);

/* Prints the diagnostic of the text of `lines`, as ptxc_report_render gives it; the report may be NULL. Ends the
 * program without memory. */
void print_diagnostic(FILE *stream, const struct ptxc_report *report, const struct ptxc_diagnostic *diagnostic,
                      enum ptxc_severity severity, const char *name, struct ptxc_lines *lines, uint32_t flags);

/* Prints the diagnostics of a report of a source, with their severities. */
void print_report(FILE *stream, const struct ptxc_report *report, const struct source *source, bool color);

/* Returns the canonical text of the instruction, to be freed; NULL where the instruction cannot be written. Ends the
 * program without memory. */
char *instruction_text(const struct ptxc_instruction *instruction);

#endif
