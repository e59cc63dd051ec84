/* ptxcheck: the descriptors of matrices in shared memory that wgmma and tcgen05 take. Take one apart, put one together,
 * and check one:
 *
 *     struct ptxc_descriptor matrix = {.kind = PTXC_DESCRIPTOR_WGMMA, .start = 1024, .stride = 1024};
 *     uint64_t value;
 *     matrix.swizzle = PTXC_SWIZZLE_128B;
 *     ptxc_descriptor_encode(&matrix, &value);
 *
 * Threads: these functions have no state; any number of threads may call them. NULL, reports and the contract of
 * functions that write a text are as in ptxcheck.h.
 */
#ifndef PTXCHECK_DESCRIPTOR_H
#define PTXCHECK_DESCRIPTOR_H

#include <stddef.h>
#include <stdint.h>

#include "names.h"
#include "ptxcheck.h"
#include "swizzle.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A descriptor in parts. Addresses and offsets are in bytes, multiples of 16 below 2^18. It is frozen until the soname
 * changes. */
struct ptxc_descriptor {
    enum ptxc_descriptor_kind kind;
    uint32_t start;    /* is the shared address of the matrix */
    uint32_t leading;  /* is the leading dimension byte offset; with `absolute` the address of the second part */
    uint32_t stride;   /* is the stride dimension byte offset */
    uint32_t base;     /* is the matrix base offset, from 0 to 7 */
    uint32_t absolute; /* is 1 where `leading` is an address, which only tcgen05 has */
    enum ptxc_swizzle swizzle; /* is the swizzling mode, PTXC_SWIZZLE_UNKNOWN where the number is that of none */
    uint32_t code;             /* is that number; ptxc_descriptor_encode looks at it only where the mode is unknown */
    uint64_t other; /* has the bits that are in no field and are not as the ISA wants them: 0 in a sound descriptor */
};

/* Says which kind of descriptor a number is: one for tcgen05 has 0b001 in bits 46 to 48, one for wgmma has zeros there.
 * It gives PTXC_DESCRIPTOR_NONE for other bits. */
PTXC_API enum ptxc_descriptor_kind ptxc_descriptor_guess(uint64_t value);

/* Takes a number apart. PTXC_BAD_ARGUMENT says that there is no such kind, or a NULL; any number can be taken apart,
 * and ptxc_descriptor_encode makes it again. */
PTXC_API enum ptxc_status ptxc_descriptor_decode(uint64_t value, enum ptxc_descriptor_kind kind,
                                                 struct ptxc_descriptor *descriptor);

/* Puts a number together. PTXC_BAD_ARGUMENT says that there is no such kind, that a part has no room in its field or is
 * no multiple of 16 bytes, that the kind has not the swizzle or no `absolute`, or a NULL. */
PTXC_API enum ptxc_status ptxc_descriptor_encode(const struct ptxc_descriptor *descriptor, uint64_t *value);

/* Checks a number as a descriptor of this kind: the rules whose ids begin with "descriptor-". `map` is the swizzle of
 * the tensor map that fills the matrix, PTXC_SWIZZLE_UNKNOWN where that is not known. The spans of the report are
 * places in the number as 18 hexadecimal characters, 0x and all its digits, which ptxc_report_text gives. Of the
 * options the classes, overrides, limit and the allocator count; `options` may be NULL. With PTXC_OK the caller frees
 * `*report` with ptxc_report_free; with anything else it is NULL: PTXC_OUT_OF_MEMORY, PTXC_BAD_ARGUMENT for the
 * options, a kind or a swizzle that is none, or a NULL. */
PTXC_API enum ptxc_status ptxc_descriptor_check(uint64_t value, enum ptxc_descriptor_kind kind, enum ptxc_swizzle map,
                                                const struct ptxc_options *options, struct ptxc_report **report);

/* A field of a descriptor in words. All strings are constants, closed by a NUL. The caller sets the size:
 *
 *     struct ptxc_descriptor_field field = {.size = sizeof(field)};
 */
struct ptxc_descriptor_field {
    size_t size;       /* is sizeof(struct ptxc_descriptor_field) */
    const char *name;  /* is what the command calls it: "stride" */
    const char *words; /* is what messages call it: "the stride dimension byte offset" */
    uint32_t low;      /* is its lowest bit */
    uint32_t bits;     /* is how many it has */
    uint32_t scale;    /* is 16 where it counts multiples of 16 bytes, 1 where it is a number */
};

/* Fills *field with field `index` of this kind of descriptor, from the lowest bits on, as far as its `size` goes, and
 * gives 1. Where there is none, or `size` was not set, it leaves *field untouched and gives 0. */
PTXC_API int ptxc_descriptor_field_get(enum ptxc_descriptor_kind kind, size_t index,
                                       struct ptxc_descriptor_field *field);

/* Gives the name of a kind, a constant: "wgmma"; NULL for what is none. */
PTXC_API const char *ptxc_descriptor_name(enum ptxc_descriptor_kind kind);

/* Gives the section of the ISA that describes this kind, a constant: "9.7.16.4.1"; NULL for what is none. */
PTXC_API const char *ptxc_descriptor_section(enum ptxc_descriptor_kind kind);

/* Gives the kind of this name, which is closed by a NUL; PTXC_DESCRIPTOR_NONE where there is none. */
PTXC_API enum ptxc_descriptor_kind ptxc_descriptor_from_name(const char *name);

#ifdef __cplusplus
}
#endif

#endif
