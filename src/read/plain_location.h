/* Places in the source of a compiler, of which a body has more lines than of anything else where they are asked for. */
#ifndef PTXC_PLAIN_LOCATION_H
#define PTXC_PLAIN_LOCATION_H

#include "read/module.h"

/* Gives where the next statement begins after the .loc at `position`: numbers follow it, perhaps with what it was
 * inlined from. 0 where the directive is another one, or is written in another way. */
uint32_t ptxc_plain_location(struct ptxc_module *module, uint32_t position);

#endif
