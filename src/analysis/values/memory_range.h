/* Pieces of memory that steps read and write, and whether two of them have bytes in common. */
#ifndef PTXC_VALUES_MEMORY_RANGE_H
#define PTXC_VALUES_MEMORY_RANGE_H

#include "analysis/values/values.h"

struct ptxc_memory_range {
    ptxc_affine address;   /* 0: there is none, or it is not known */
    uint32_t size;         /* bytes; 0: not known */
    uint32_t least;        /* so many bytes it has at least */
    enum ptxc_space space; /* PTXC_SPACE_SHARED, PTXC_SPACE_GLOBAL …; PTXC_SPACE_NONE: not known */
    bool remote;           /* in the shared memory of another CTA of the cluster, or it may be */
    uint32_t symbol;       /* of the one variable that the address is of, or 0 */
    bool made;             /* it was asked for, and is worked out once */
};

enum ptxc_overlap {
    PTXC_PIECES_APART,   /* no byte in common, for certain */
    PTXC_PIECES_OVERLAP, /* some bytes in common, for certain */
    PTXC_PIECES_UNKNOWN
};

/* What a step of the family names. */
enum ptxc_named_place { PTXC_PLACE_SOURCE, PTXC_PLACE_TARGET, PTXC_PLACE_BARRIER, PTXC_PLACE_STORED, PTXC_PLACES };

/* What the step reads or writes at once, by ordinary loads and stores; false where it does not. */
bool ptxc_memory_range_read(struct ptxc_values *values, uint32_t step, struct ptxc_memory_range *region);
bool ptxc_memory_range_written(struct ptxc_values *values, uint32_t step, struct ptxc_memory_range *region);

/* What a copy that the step starts reads or writes later. A tensor map is no such place: false. */
bool ptxc_memory_range_source(struct ptxc_values *values, uint32_t step, struct ptxc_memory_range *region);
bool ptxc_memory_range_target(struct ptxc_values *values, uint32_t step, struct ptxc_memory_range *region);

/* The mbarrier of the step, 8 bytes; false where it has none. */
bool ptxc_memory_range_barrier(struct ptxc_values *values, uint32_t step, struct ptxc_memory_range *region);

/* The tensor map that the operand of this name is the address of; false where the step has no such operand. */
enum { PTXC_MAP_BYTES = 128 };
bool ptxc_memory_range_map(struct ptxc_values *values, uint32_t step, enum ptxc_operand_name name,
                           struct ptxc_memory_range *region);

/* Returns the greatest power of two, up to 1024, of which the number is a multiple. */
static inline uint32_t ptxc_alignment_of(int64_t number) {
    const uint64_t bits = (uint64_t)number | 1024;
    return (uint32_t)(bits & (0 - bits));
}

/* Returns the one variable that the address is of, or 0: no terms of it are variables, or several. */
uint32_t ptxc_memory_range_symbol(const struct ptxc_affines *all, ptxc_affine address);

/* Replaces the generic address of something by its address in the space that it lies in, which is given then; what is
 * added to it stays. Another address stays as it is. */
ptxc_affine ptxc_address_in_space(struct ptxc_values *values, ptxc_affine address, enum ptxc_space *space);

/* How two pieces lie to each other, as one thread sees them at one time. */
enum ptxc_overlap ptxc_memory_ranges_overlap(const struct ptxc_values *values, const struct ptxc_memory_range *a,
                                             const struct ptxc_memory_range *b);

/* The same piece as the thread has it whose %tid.x is `thread` and whose other indices are 0, with what is uniform left
 * in it; false where that is not known. */
bool ptxc_memory_range_of_thread(struct ptxc_values *values, const struct ptxc_memory_range *region, int64_t thread,
                                 struct ptxc_memory_range *its);

#endif
