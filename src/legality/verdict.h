/* The verdict: what the assembler says of an instruction. It takes three steps: match, availability, constraints. */
#ifndef PTXC_VERDICT_H
#define PTXC_VERDICT_H

#include "legality/subject.h"

struct ptxc_verdict {
    struct ptxc_match match;
    bool complete; /* the form is certain, and so are the roles of the operands */
    bool legal;    /* the assembler accepts it there */
};

/* Reaches the verdict. With a sink, everything that is wrong with the instruction in this environment is reported; with
 * NULL nothing is. */
struct ptxc_verdict ptxc_verdict_reach(const struct ptxc_instruction *instruction, struct ptxc_environment environment,
                                       const struct ptxc_sink *sink);

/* Decides whether the assembler accepts it there. */
bool ptxc_is_legal(const struct ptxc_instruction *instruction, struct ptxc_environment environment);

#endif
