/* ptxcheck pipeline, as a page that needs nothing but itself. */
#ifndef PTXC_CLI_PIPELINE_HTML_H
#define PTXC_CLI_PIPELINE_HTML_H

#include <stdio.h>

#include "cli/commands/pipeline_picture.h"
#include "cli/files/source.h"

/* Write the page: what comes first, a kernel of a source, which is number `index` of the page, and the end. What is
 * wrong with the stream is seen when it is closed. */
void pipeline_begin_html(FILE *stream);
void pipeline_write_html(FILE *stream, const struct picture *picture, const struct source *source, size_t index);
void pipeline_end_html(FILE *stream);

#endif
