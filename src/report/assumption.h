/* What can be assumed: the rows of assumptions.def. */
#ifndef PTXC_ASSUMPTION_H
#define PTXC_ASSUMPTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"

/* Says what is wrong with an assumption; nothing where it can be one. */
void ptxc_assumption_judge(const char *name, uint32_t length, uint64_t value, struct ptxc_buffer *why);

/* Whether the name of a tensor map can have this character. */
bool ptxc_assumption_has(char c);

#endif
