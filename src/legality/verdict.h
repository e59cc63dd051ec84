/* The verdict: what the assembler says of an instruction. It takes three steps: match, availability, constraints. */
#ifndef PTXC_VERDICT_H
#define PTXC_VERDICT_H

#include "legality/subject.h"

struct ptxc_verdict {
    struct ptxc_match match;
    bool complete; /* the form is certain, and so are the roles of the operands */
    bool legal;    /* the assembler accepts it there */
};

/* Whether the instruction fits the form that was found, as far as it is known: its gates and its constraints
 * can be looked at. */
bool ptxc_verdict_fits(const struct ptxc_instruction *instruction, const struct ptxc_match *match);

/* Reaches the verdict. With a sink, what is wrong in this environment with an instruction that fits its form is
 * reported; with NULL nothing is. Why an instruction fits none is another question: see check.h. */
struct ptxc_verdict ptxc_verdict_find(const struct ptxc_instruction *instruction, struct ptxc_environment environment,
                                      const struct ptxc_sink *sink);

/* Whether the assembler accepts it there. */
bool ptxc_verdict_is_legal(const struct ptxc_instruction *instruction, struct ptxc_environment environment);

#endif
