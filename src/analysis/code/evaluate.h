/* What lanes compute: a function of bits, lane by lane. */
#ifndef PTXC_CODE_EVALUATE_H
#define PTXC_CODE_EVALUATE_H

#include "analysis/code/code.h"

enum { PTXC_MOST_OPERANDS = 5 };

/* What an op reads in all lanes; operands that it does not have are 0. */
struct ptxc_operands {
    uint32_t count;
    uint64_t v[PTXC_MOST_OPERANDS][PTXC_LANES];
};

/* Returns the results of an op in all lanes, as a register of op->result_width bits keeps them: the bits above are 0.
 * Of a comparison those of its first result. Gives a bit for each lane in which no bit of the result is known. The
 * operands are cut to the widths that the op reads. */
uint32_t ptxc_evaluate(const struct ptxc_op *op, struct ptxc_operands *operands, uint64_t result[PTXC_LANES]);

/* The same for one lane, of which `count` operands are given. Returns whether the result is known. */
bool ptxc_evaluate_once(const struct ptxc_op *op, uint64_t v[PTXC_MOST_OPERANDS], uint32_t count, uint64_t *result);

/* Returns a response of clusterlaunchcontrol.try_cancel as the executor makes it, in its lower half (its bits are
 * nobody's business, ISA 9.7.13.17): whether a cluster was canceled, and the index of its first CTA. */
static inline uint64_t ptxc_response(bool canceled, const uint32_t ctaid[3]) {
    return (uint64_t)canceled << 63 | (uint64_t)ctaid[2] << 42 | (uint64_t)ctaid[1] << 21 | ctaid[0];
}
static inline bool ptxc_response_canceled(uint64_t response) {
    return response >> 63;
}
static inline uint32_t ptxc_response_ctaid(uint64_t response, uint32_t dimension) {
    return dimension < 3 ? (uint32_t)(response >> 21 * dimension & 0x1fffff) : 0;
}

/* The second result of a comparison, q of p|q: the comparison reversed, and joined as the first one is. The
 * operands are those that ptxc_evaluate has cut. */
void ptxc_evaluate_other(const struct ptxc_op *op, const struct ptxc_operands *operands, uint64_t result[PTXC_LANES]);

/* Returns the bits of a value below `width`. */
static inline uint64_t ptxc_low_bits(uint64_t value, unsigned width) {
    return width >= 64 ? value : value & ((UINT64_C(1) << width) - 1);
}

#endif
