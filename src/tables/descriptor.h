/* The rows of descriptors.def that are not public: the bits that the ISA gives a value. */
#ifndef PTXC_DESCRIPTOR_H
#define PTXC_DESCRIPTOR_H

#include <stdbool.h>

#include "ptxcheck/descriptor.h"

/* Bits of a descriptor that always hold this number. */
struct ptxc_descriptor_fixed {
    enum ptxc_descriptor_kind kind;
    uint32_t low, bits;
    uint64_t number;
};

/* Returns `bits` ones from bit `low` on; less than 64. */
uint64_t ptxc_descriptor_mask(uint32_t low, uint32_t bits);

/* Fills *fixed with row `index` of this kind; false after the last. */
bool ptxc_descriptor_fixed_get(enum ptxc_descriptor_kind kind, size_t index, struct ptxc_descriptor_fixed *fixed);

/* Finds the field of this name; false where the kind has none. */
bool ptxc_descriptor_field_find(enum ptxc_descriptor_kind kind, const char *name, struct ptxc_descriptor_field *field);

#endif
