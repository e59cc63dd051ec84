/* Arrays that grow. */
#ifndef PTXC_CLI_RESERVE_H
#define PTXC_CLI_RESERVE_H

#include <stdbool.h>
#include <stddef.h>

/* Makes room for `wanted` items of `size` bytes in `*items`, at least doubling it; false, with nothing changed, without
 * memory. */
bool reserve(void **items, size_t *capacity, size_t wanted, size_t size);

#endif
