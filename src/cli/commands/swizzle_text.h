/* ptxcheck swizzle: the layout of a box, and what accesses cost, as text. */
#ifndef PTXC_CLI_SWIZZLE_TEXT_H
#define PTXC_CLI_SWIZZLE_TEXT_H

#include "cli/commands/layout.h"

/* Prints the layout on standard output, and the banks that the access needs; without one (NULL), what each costs. */
void swizzle_print_text(const struct layout *layout, const struct access_row *access);

#endif
