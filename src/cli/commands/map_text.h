/* ptxcheck tensormap --picture: what copies with a tensor map take, as text. */
#ifndef PTXC_CLI_MAP_TEXT_H
#define PTXC_CLI_MAP_TEXT_H

#include <stdio.h>

#include "cli/commands/map_view.h"

/* Prints the picture. What goes wrong with the stream is seen when it is closed. */
void map_print_text(const struct map_view *view, FILE *stream);

#endif
