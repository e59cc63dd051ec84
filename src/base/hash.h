/* The hash of what a source says: names, messages, places. It depends on a seed that who writes the source does not
 * know, so that nobody can make names that all fall into one bucket.
 */
#ifndef PTXC_HASH_H
#define PTXC_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Returns SipHash-1-3 of `length` bytes under the key that the seed stands for. */
uint64_t ptxc_hash(uint64_t seed, const void *bytes, size_t length);

#endif
