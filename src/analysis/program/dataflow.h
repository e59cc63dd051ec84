/* Forward data flow with a lattice. It follows edges and knows nothing of guards. Out of memory is told by the arena of
 * the program, too.
 */
#ifndef PTXC_PROGRAM_DATAFLOW_H
#define PTXC_PROGRAM_DATAFLOW_H

#include "analysis/program/graph.h"

/* What a rule tracks. A state is `size` bytes, which are copied as they are: no pointers into itself. */
struct ptxc_lattice {
    size_t size;
    void *context; /* the first argument of each function */
    /* Fills the state in which the function begins; it is zero before. NULL: it stays so. */
    void (*entry)(void *context, void *state);
    /* Changes the state as the step does. `last` is the one pass at the end, in which it is final: report then. Before
     * that a step may be passed several times. */
    void (*transfer)(void *context, void *state, uint32_t step, bool last);
    /* Changes the state in which the block `to` begins by one that comes from the block `from`; whether it changed it.
     * Ends only if it cannot change a state for ever. Never called for the first state that comes to a block, which is
     * copied, so that a state that means "nothing comes here" is not needed. */
    bool (*meet)(void *context, void *into, const void *state, uint32_t from, uint32_t to);
    /* Changes the state that flows from the end of `from` to `to`, such as by what the guard of the branch says. NULL:
     * it flows as it is. */
    void (*edge)(void *context, void *state, uint32_t from, uint32_t to);
    /* Steps that only compute change no state: transfer is called for those that act (ptxc_step_acts), and for the last
     * step of the function. */
    bool acting;
};

/* Goes over the blocks in reverse postorder until no state changes, then once more over each block that can be reached,
 * in the same order, with `last`. False, and then no transfer had `last`: nothing is known, because it did not come to
 * an end within 64 passes, the states would take more than 32 MB, or there is no memory. */
bool ptxc_dataflow_run(const struct ptxc_graph *graph, const struct ptxc_lattice *lattice);

#endif
