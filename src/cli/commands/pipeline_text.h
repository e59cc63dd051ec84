/* ptxcheck pipeline, as text. */
#ifndef PTXC_CLI_PIPELINE_TEXT_H
#define PTXC_CLI_PIPELINE_TEXT_H

#include "cli/commands/pipeline_picture.h"
#include "cli/files/source.h"

/* Prints the picture of a kernel of the source. */
void pipeline_print_text(const struct picture *picture, const struct source *source, bool color);

#endif
