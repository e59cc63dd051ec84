/* What an instruction makes of its operands, as an expression: constants are computed, sums stay linear, and of the
 * rest two computations of one thing are one. Where values come from is not known here.
 */
#ifndef PTXC_VALUES_ARITHMETIC_H
#define PTXC_VALUES_ARITHMETIC_H

#include "analysis/values/computation.h"

/* Returns the value of the result, or 0: nothing is known of it but that the step makes it. */
ptxc_affine ptxc_arithmetic_compute(const struct ptxc_computation *computation);

/* Returns the value of a COMPARE: an EQ or an LT, a constant on its right side, or not of one; joined with a third
 * input where the mnemonic says so. 0: it is not known. */
ptxc_affine ptxc_comparison_compute(const struct ptxc_computation *computation);

/* The comparison that a mnemonic names, or NULL. */
struct ptxc_comparison_row {
    const char *word;
    enum ptxc_comparison comparison;
    bool is_unsigned; /* whatever the type */
};
const struct ptxc_comparison_row *ptxc_comparison_find(const char *word, size_t length);

/* Returns the value of an operation from ADD to REMAINDER, or BIT_FIELD; of floating-point numbers nothing is computed.
 * 0: it is not known. */
ptxc_affine ptxc_integers_compute(const struct ptxc_computation *computation);

/* Computes an operation on two constants of so many bits; false where it has no result, or is none of these. */
bool ptxc_integers_fold(unsigned operation, unsigned width, bool is_signed, int64_t a, int64_t b, int64_t *result);

/* Returns the value of a MOVE, CONVERT, TO_GENERIC, FROM_GENERIC or SHUFFLE; 0: it is not known. A generic address is
 * the operation TO_GENERIC on the address in the space that its detail is, plus what is added to it. */
ptxc_affine ptxc_moves_compute(const struct ptxc_computation *computation);

/* Returns the address that is the first input in the CTA whose rank is the second. */
ptxc_affine ptxc_moves_map(const struct ptxc_computation *computation);

#endif
