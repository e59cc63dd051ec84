/* Numbers for mnemonics with their qualifiers, so that an operation can say which instruction it is. */
#ifndef PTXC_VALUES_MNEMONICS_H
#define PTXC_VALUES_MNEMONICS_H

#include "base/arena.h"

#include <stdint.h>

struct ptxc_mnemonics;

/* NULL without memory. */
struct ptxc_mnemonics *ptxc_mnemonics_make(struct ptxc_arena *arena);

/* The number of this text, from PTXC_FIRST_NAME on (computation.h), the same each time; 0 without memory, and where
 * there are too many. The text must live as long as the arena. */
uint16_t ptxc_mnemonics_number(struct ptxc_mnemonics *all, const char *text, uint32_t length);

#endif
