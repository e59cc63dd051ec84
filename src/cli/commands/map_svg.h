/* ptxcheck tensormap --svg: what copies with a tensor map take, as a picture. */
#ifndef PTXC_CLI_MAP_SVG_H
#define PTXC_CLI_MAP_SVG_H

#include <stdio.h>

#include "cli/commands/map_view.h"

/* Writes the picture. What goes wrong with the stream is seen when it is closed. */
void map_print_svg(const struct map_view *view, FILE *stream);

#endif
