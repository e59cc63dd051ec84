/* The cells of a picture. */
#ifndef PTXC_CLI_PIPELINE_CELLS_H
#define PTXC_CLI_PIPELINE_CELLS_H

#include "cli/commands/pipeline_picture.h"

/* Makes the cells of all lanes, in the order of the events that begin them; they have no rows yet. */
void cells_find(struct picture *picture);

#endif
