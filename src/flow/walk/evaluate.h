/* What one lane computes: a function of bits. */
#ifndef PTXC_WALK_EVALUATE_H
#define PTXC_WALK_EVALUATE_H

#include "flow/walk/code.h"

enum { PTXC_MOST_OPERANDS = 5 };

/* The result of an op on these operands, as a register of op->result_width bits keeps it: the bits above are 0. Of a
 * comparison that of its first result. False: no bit of it is known. */
bool ptxc_evaluate(const struct ptxc_op *op, const uint64_t operands[PTXC_MOST_OPERANDS], uint32_t count,
                   uint64_t *result);

/* The second result of a comparison, q of p|q: the comparison turned around, and joined as the first one is. */
uint64_t ptxc_evaluate_other(const struct ptxc_op *op, const uint64_t operands[PTXC_MOST_OPERANDS], uint32_t count);

/* The bits of a value below `width`. */
static inline uint64_t ptxc_low_bits(uint64_t value, unsigned width) {
    return width >= 64 ? value : value & ((UINT64_C(1) << width) - 1);
}

#endif
