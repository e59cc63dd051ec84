/* What of a picture is left out. */
#ifndef PTXC_CLI_PIPELINE_HIDE_H
#define PTXC_CLI_PIPELINE_HIDE_H

#include "cli/commands/pipeline_picture.h"

/* Decides which rows are left out: of a long loop all between the second turn of the ring and the last iteration, but
 * what goes wrong. */
void rows_hide(struct picture *picture);

/* Gives how often the loop around the rows from `from` to `to` turns in them, about: how often the most frequent
 * instruction of a lane runs there. */
size_t rows_turns(const struct picture *picture, size_t from, size_t to);

#endif
