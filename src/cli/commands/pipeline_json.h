/* ptxcheck pipeline, as JSON: docs/json.md describes it. */
#ifndef PTXC_CLI_PIPELINE_JSON_H
#define PTXC_CLI_PIPELINE_JSON_H

#include <stdio.h>

#include "cli/commands/pipeline_picture.h"
#include "cli/files/source.h"

/* Writes the object of a kernel of the source; false where the stream fails. */
bool pipeline_write_json(FILE *stream, const struct picture *picture, const struct source *source);

#endif
