/* What a function is given: what loads of parameters read, and what special registers hold; and which other loads give
 * all threads the same.
 */
#ifndef PTXC_VALUES_PARAMETERS_H
#define PTXC_VALUES_PARAMETERS_H

#include "analysis/program/graph.h"
#include "analysis/values/affine.h"
#include "ptxcheck/instruction.h"

/* Whether the symbol is a formal parameter of the function. */
bool ptxc_parameter_is(const struct ptxc_body *body, uint32_t symbol);

/* Returns the address from which a step loads, if it loads from parameters, or NULL. */
const struct ptxc_value *ptxc_parameter_address(const struct ptxc_program *program, uint32_t step);

/* Returns the address from which a step loads, if what it loads depends on the address alone, or NULL: memory that all
 * threads of a CTA have in common, and no word that lets them read it while others write. Threads that load different
 * values from one address there would race with whoever writes it (ISA 8.7). */
const struct ptxc_value *ptxc_common_address(const struct ptxc_program *program, uint32_t step);

/* Returns the value that result `result` of a load has where its address is `address`; 0: it is no formal parameter. */
ptxc_affine ptxc_parameter_read(const struct ptxc_program *program, struct ptxc_affines *all, uint32_t step,
                                uint32_t result, ptxc_affine address);

/* A value that a step stores. */
struct ptxc_stored {
    uint32_t step;
    const struct ptxc_value *value;
};

/* Whether result `result` of a load from a variable in .param is what a step stored there last, on the one way to it.
 */
bool ptxc_parameter_stored(const struct ptxc_graph *graph, uint32_t step, uint32_t result, struct ptxc_stored *stored);

/* Returns what the special register of an operand holds. 0: it changes while the function runs, so that it is a result
 * of the step that reads it; or there is no memory. */
ptxc_affine ptxc_special_value(struct ptxc_affines *all, const struct ptxc_value *value);

#endif
