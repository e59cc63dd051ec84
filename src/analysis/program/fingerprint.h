/* Bodies that are equal but for their names: of many kernels that a template or a loop of macros made, one is analysed.
 */
#ifndef PTXC_PROGRAM_FINGERPRINT_H
#define PTXC_PROGRAM_FINGERPRINT_H

#include "analysis/program/library.h"
#include "ptxcheck/ptxcheck.h"
#include "report/counts.h"

/* What two programs have in common if no analysis can tell them apart. */
struct ptxc_fingerprint {
    uint64_t words[2]; /* of two hashes */
};

/* The kernels in which nothing was found, by fingerprint. */
struct ptxc_verified {
    struct ptxc_verified_kernel *kernels;
    size_t count, capacity;
    struct ptxc_counts places; /* of each by the first word of its fingerprint: its index + 1 */
};

/* Makes the fingerprint of a program whose calls are not inlined yet, under what its caller assumes of threads and
 * cluster. False: it has none, since memory is short or not all of it is known. */
bool ptxc_fingerprint_make(struct ptxc_program *program, const struct ptxc_library *library, uint64_t threads,
                           uint64_t cluster, struct ptxc_fingerprint *fingerprint);

/* Returns what was executed of a kernel with this fingerprint, or NULL where none was added. */
const struct ptxc_kernel *ptxc_verified_find(const struct ptxc_verified *verified,
                                             const struct ptxc_fingerprint *fingerprint);

/* Adds a kernel that is not there yet, in the arena; up to a large number of them. */
void ptxc_verified_add(struct ptxc_verified *verified, struct ptxc_arena *arena,
                       const struct ptxc_fingerprint *fingerprint, const struct ptxc_kernel *kernel);

#endif
