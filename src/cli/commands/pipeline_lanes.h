/* The lanes of a picture. */
#ifndef PTXC_CLI_PIPELINE_LANES_H
#define PTXC_CLI_PIPELINE_LANES_H

#include "cli/commands/pipeline_picture.h"

/* Finds the lanes: those that start copies first, since the others follow from them. */
void lanes_find(struct picture *picture);

#endif
