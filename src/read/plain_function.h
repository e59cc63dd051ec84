/* Passing over a whole function of which nothing is to be said: see plain.h. */
#ifndef PTXC_PLAIN_FUNCTION_H
#define PTXC_PLAIN_FUNCTION_H

#include "read/module.h"

/* Gives the place after the function whose first directive stands at `position`, outside of every other; 0 where it is
 * to be read. Its name is declared. */
uint32_t ptxc_plain_function(struct ptxc_module *module, uint32_t position);

#endif
