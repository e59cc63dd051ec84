/* Structures that begin with a member `size_t size`, in which a caller says how much of the structure it was compiled
 * with. They may grow at their end: a caller and a library of different versions work on what both know.
 */
#ifndef PTXC_SIZED_H
#define PTXC_SIZED_H

#include <stdbool.h>
#include <stddef.h>

/* Whether `given` has a size that was set. One that is smaller than the member itself, such as 0, or far larger than
 * any version of a structure was never set: the memory was not initialised. */
bool ptxc_sized_is(const void *given);

/* Reads what a caller gives into `known`, of which this library knows `size` bytes: fields that the caller does not
 * know are zero, and the size is `size`. False where the caller's size was never set, or where it sets a field that
 * this library does not know. */
bool ptxc_sized_read(const void *given, void *known, size_t size);

/* Fills what a caller wants from `known`, of which this library knows `size` bytes, and not beyond the size that the
 * caller has set, which stays: fields that this library does not know become zero. False where the caller's size was
 * never set, and then nothing is written. */
bool ptxc_sized_write(void *given, const void *known, size_t size);

#endif
