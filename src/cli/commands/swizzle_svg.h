/* ptxcheck swizzle --svg: the layout of a box, and the banks that an access needs, as a picture. */
#ifndef PTXC_CLI_SWIZZLE_SVG_H
#define PTXC_CLI_SWIZZLE_SVG_H

#include <stdio.h>

#include "cli/commands/layout.h"

/* Writes the picture; `access` may be NULL. What goes wrong with the stream is seen when it is closed. */
void swizzle_print_svg(const struct layout *layout, const struct access_row *access, FILE *stream);

#endif
