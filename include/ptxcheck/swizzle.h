/* ptxcheck: where the bytes of a tensor copy lie in shared memory, and which banks an access there needs.
 *
 *     uint32_t pitch = ptxc_swizzle_pitch(PTXC_SWIZZLE_128B, inner);
 *     uint32_t at = ptxc_swizzle_offset(PTXC_SWIZZLE_128B, box + row * pitch + byte);
 *
 * A swizzle moves pieces of 16 bytes and more within a line of 128 bytes. Which piece goes where follows the bits of
 * the shared address, and not the place in the box: a box that begins at a multiple of 128 bytes, and at no multiple of
 * ptxc_swizzle_repeat, has the pattern from its middle on (ISA 5.5.7; measured on an H100, every byte of boxes of all
 * element and inner sizes, at eight addresses, copied to shared memory and from there).
 *
 * Threads: these are pure functions; any number of threads may call them. NULL: as in ptxcheck.h.
 */
#ifndef PTXCHECK_SWIZZLE_H
#define PTXCHECK_SWIZZLE_H

#include <stddef.h>
#include <stdint.h>

#include "names.h"
#include "ptxcheck.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Gives the address at which a byte lies that would lie at `address` if no pieces were moved, both in bytes in the
 * window of .shared::cta (ISA 5.1.8): the destination of the copy, or its source there, then row after row, each as far
 * from the one before as ptxc_swizzle_pitch says. For a copy to shared memory that is where the byte is written, for
 * one from there where it is read. It takes back what it does: the byte that lies at `address` belongs to the place
 * that this gives for it. For what is no mode it gives `address`. */
PTXC_API uint32_t ptxc_swizzle_offset(enum ptxc_swizzle swizzle, uint32_t address);

/* Gives how far apart rows lie, in bytes, whose inner dimension has `inner` bytes: without a swizzle these, with one
 * all that the inner dimension could have. Shorter rows leave gaps, which a copy does not write and an mbarrier does
 * not count (measured for the modes that ptxc_swizzle_measured names; the ISA does not say it). For what is no mode it
 * gives `inner`. */
PTXC_API uint32_t ptxc_swizzle_pitch(enum ptxc_swizzle swizzle, uint32_t inner);

/* Gives how many bytes the inner dimension of a box may have at most with this mode: 32, 64, 96 or 128; 0 for any size,
 * and for what is no mode. */
PTXC_API uint32_t ptxc_swizzle_span(enum ptxc_swizzle swizzle);

/* Gives the bytes after which the pattern begins anew, from 256 to 1024: at a multiple of them a box has it from its
 * start. It gives 16 without a swizzle, 0 for what is no mode. */
PTXC_API uint32_t ptxc_swizzle_repeat(enum ptxc_swizzle swizzle);

/* Gives the bytes that stay side by side and in order: 8, 16, 32 or 64; 128 without a swizzle, 0 for what is no mode.
 */
PTXC_API uint32_t ptxc_swizzle_atom(enum ptxc_swizzle swizzle);

/* Decides whether what these functions say of the mode was measured on a GPU (1), or is what the ISA states (0). */
PTXC_API int ptxc_swizzle_measured(enum ptxc_swizzle swizzle);

/* Gives the name of a mode, a constant: "128B_ATOM_32B", as in CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B. It gives NULL for
 * what is none. */
PTXC_API const char *ptxc_swizzle_name(enum ptxc_swizzle swizzle);

/* Gives the mode of this name, which is closed by a NUL: "128B"; PTXC_SWIZZLE_UNKNOWN where there is none. */
PTXC_API enum ptxc_swizzle ptxc_swizzle_from_name(const char *name);

/* Shared memory has so many banks, each of which gives four bytes in one pass; the address of these four bytes, divided
 * by four, modulo the number of banks, says which bank has them. */
enum { PTXC_BANKS = 32 };

/* Gives how many passes over the banks the access of a warp needs, in which each of `count` lanes, at most 32, reads or
 * writes `width` bytes: 1, 2, 4, 8 or 16, at a shared address in bytes that is a multiple of them. Lanes that access
 * the same four bytes share them. Lanes of up to 4 bytes go together; of 8 bytes, 16 lanes do, and of 16 bytes 8 lanes,
 * one group after the other. In a group the bank with most different words takes a pass for each. ldmatrix and stmatrix
 * are accesses of 16 bytes by each lane that gives the address of a row.
 *
 * `words` may be NULL; it becomes how many different words there are in each bank, added up over the groups. For
 * another width, more lanes or a NULL it gives 0.
 *
 * The numbers are those of the time that such accesses take on an H100, with one exception: loads of 8 or 16 bytes in
 * which each lane shares its address with the lane beside it, or with the second next, may take half as many. */
PTXC_API uint32_t ptxc_bank_passes(const uint32_t *addresses, size_t count, uint32_t width, uint32_t words[PTXC_BANKS]);

#ifdef __cplusplus
}
#endif

#endif
