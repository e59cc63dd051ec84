/* Prints diagnostics as text, with the source line and what points into it. */
#ifndef PTXC_CLI_RENDER_H
#define PTXC_CLI_RENDER_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/files/source.h"
#include "cli/output/lines.h"
#include "ptxcheck/ptxcheck.h"

struct renderer {
    FILE *stream;
    bool color;
    const struct source *source;
    struct lines lines;
    size_t end; /* of the line that was printed last */
};

/* Makes a renderer for the diagnostics of one source, on standard output. */
struct renderer renderer_of(const struct source *source, bool color);

/* Prints the diagnostic as one of this severity. Fastest in source order. */
void render_diagnostic(struct renderer *renderer, const struct ptxc_diagnostic *diagnostic,
                       enum ptxc_severity severity);

#endif
