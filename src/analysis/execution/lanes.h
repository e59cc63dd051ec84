/* Computing in all lanes of a warp: arithmetic, and what lanes exchange. */
#ifndef PTXC_EXECUTION_LANES_H
#define PTXC_EXECUTION_LANES_H

#include "analysis/automata/machine.h"

/* Computes the results of an op that has no other effect, in these lanes. */
void ptxc_lanes_compute(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes);

/* Those of an op that reads other lanes: shuffle, vote, elect. */
void ptxc_lanes_exchange(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                         uint32_t lanes);

/* Whether somebody reads result `index` of an op. */
static inline bool ptxc_lanes_want(const struct ptxc_machine *machine, const struct ptxc_op *op, uint32_t index) {
    return index < op->result_count && machine->code->results[op->first_result + index] != PTXC_NO_REGISTER;
}

/* Sets result `index` of an op: a value in one lane, one in each of `lanes`, or the same in all of them. */
void ptxc_lanes_set(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t index,
                    uint32_t lane, uint64_t value, uint8_t from);
void ptxc_lanes_set_each(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t index,
                         uint32_t lanes, const uint64_t values[PTXC_LANES], uint8_t from);
void ptxc_lanes_set_all(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t index,
                        uint32_t lanes, uint64_t value, uint8_t from);

/* Returns the lanes in which the predicate holds. */
uint32_t ptxc_lanes_where(const struct ptxc_warp *warp, const struct ptxc_input *predicate, uint32_t lanes);

/* Returns a number of which nothing is known but that the same two give it again. */
uint64_t ptxc_lanes_mix(uint64_t a, uint64_t b);

#endif
