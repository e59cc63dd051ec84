/* From the events of an execution to its picture. */
#ifndef PTXC_CLI_PIPELINE_LAYOUT_H
#define PTXC_CLI_PIPELINE_LAYOUT_H

#include "cli/commands/pipeline_picture.h"

/* Makes the picture of an execution; ends the program without memory. Free with picture_free. */
void picture_make(struct picture *picture, const struct ptxc_pipeline_kernel *kernel,
                  const struct ptxc_pipeline_event **events);

#endif
