/* The rows of a picture. */
#ifndef PTXC_CLI_PIPELINE_ROWS_H
#define PTXC_CLI_PIPELINE_ROWS_H

#include "cli/commands/pipeline_picture.h"

/* Gives each cell its row, the first that it can have, and finds the copies in flight and the arrows. */
void rows_assign(struct picture *picture);

#endif
