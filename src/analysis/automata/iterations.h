/* The iterations of loops that warps are in. */
#ifndef PTXC_AUTOMATA_ITERATIONS_H
#define PTXC_AUTOMATA_ITERATIONS_H

#include "analysis/automata/machine.h"

/* Returns the iteration of the innermost loop around a step in which the warp is, from 1; 0: it is in no loop. Around a
 * wait for a phase those do not count in which nothing is done but wait. */
uint32_t ptxc_iteration_of(const struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step);

/* A step in an iteration of the innermost loop around it, or in 0. */
struct ptxc_step_iteration {
    uint32_t step, iteration;
};

/* Whether one comes before another as the text has them: in an earlier iteration of their loop, or further up in the
 * same. Which of two that nothing orders is executed first is chance. */
bool ptxc_iteration_stands_before(const struct ptxc_machine *machine, struct ptxc_step_iteration a,
                                  struct ptxc_step_iteration b);

/* The warp goes from one block to another, or from one through those after it in the text, up to another. */
void ptxc_iterations_follow(const struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t from, uint32_t to);
void ptxc_iterations_pass(const struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t from, uint32_t to);

/* The split goes on with the op after the one it is at, which may be in another block. */
void ptxc_split_advance(const struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_split *split);

/* Whether a step is in a loop whose number of rounds depended on what is not known. */
bool ptxc_iterations_are_guessed(const struct ptxc_machine *machine, uint32_t step);

/* How often loops of copies iterated, of those that were entered, in the warp that stayed in them longest; 0: none was
 * entered. */
struct ptxc_iterations {
    uint32_t least, most; /* the one that iterated least, and the one that did most */
    uint32_t around;      /* the loop around one of them that iterated least */
};
struct ptxc_iterations ptxc_iterations_count(const struct ptxc_machine *machine);

#endif
