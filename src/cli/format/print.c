/* What the library prints, in memory of its own: see print.h. */
#include "cli/format/print.h"

#include <stdlib.h>

#include "cli/format/error.h"
#include "ptxcheck/render.h"

char *instruction_text(const struct ptxc_instruction *instruction) {
    size_t length = ptxc_instruction_emit(instruction, NULL, 0);
    char *text = length ? memory_sure(malloc(length + 1)) : NULL;
    if (length)
        ptxc_instruction_emit(instruction, text, length + 1);
    return text;
}

void print_diagnostic(FILE *stream, const struct ptxc_report *report, const struct ptxc_diagnostic *diagnostic,
                      enum ptxc_severity severity, const char *name, struct ptxc_lines *lines, uint32_t flags) {
    char text[4096]; /* room for all but the longest */
    size_t length = ptxc_report_render(report, diagnostic, severity, name, lines, flags, text, sizeof(text));
    if (length < sizeof(text)) {
        fwrite(text, 1, length, stream);
        return;
    }
    char *longer = memory_sure(malloc(length + 1));
    ptxc_report_render(report, diagnostic, severity, name, lines, flags, longer, length + 1);
    fwrite(longer, 1, length, stream);
    free(longer);
}
