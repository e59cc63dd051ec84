/* Random instructions, built through the API. */
#ifndef TEST_GROW_H
#define TEST_GROW_H

#include <stdint.h>

#include "ptxcheck/instruction.h"

struct growth {
    uint64_t state; /* of the random numbers */
    int wild;       /* also what cannot be printed or is not declared: unknown names, odd flags */
    const struct ptxc_options *options;
};

/* Gives the next random number below `bound`. */
unsigned grow_below(struct growth *growth, unsigned bound);

/* Gives the declarations of every name that an instruction can have, as a module with <version>, <target> and <the
 * case>; to be freed. */
char *grow_module(void);

/* Makes *instruction one of a random form, with qualifiers and operands that mostly suit it. */
void grow_instruction(struct growth *growth, struct ptxc_instruction *instruction);

#endif
