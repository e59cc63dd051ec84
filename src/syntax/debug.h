/* Debug information, of which nothing is asked: it is passed over. Each function gives the place after it. */
#ifndef PTXC_SYNTAX_DEBUG_H
#define PTXC_SYNTAX_DEBUG_H

#include "syntax/module.h"

/* Passes over a .section, the current token, with its braces, which hold debug data and no statements. */
uint32_t ptxc_debug_section(struct ptxc_module *module);

/* Passes over a .loc, the current token, which has no ';': integers, strings and commas follow, and names after a
 * comma. */
uint32_t ptxc_debug_location(struct ptxc_module *module);

/* Passes over the line at `position`, which begins with "@@", as PTX 1 had them outside of functions. */
uint32_t ptxc_debug_data(struct ptxc_module *module, uint32_t position);

#endif
