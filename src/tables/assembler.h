/* The assemblers whose verdicts are recorded: what each knows, and which is followed. The facts are in versions.def and
 * targets.def. A release is a number, major * 100 + minor: 1206 is ptxas 12.6.
 */
#ifndef PTXC_ASSEMBLER_H
#define PTXC_ASSEMBLER_H

#include "tables/tables.h"

/* What the code is checked for. */
struct ptxc_environment {
    uint32_t ptx;             /* major * 100 + minor; 0: any version */
    enum ptxc_target target;  /* PTXC_TARGET_NONE: any target */
    ptxc_wide among;          /* where the target is open: bit per ptxc_target that it can be; 0: any */
    bool newer;               /* the source declares a PTX version after the tables */
    uint32_t assembler;       /* the one that the caller names; 0: none */
    struct ptxc_gates *asked; /* gets the gates that are asked about; NULL: nobody wants to know */
};

/* Whether what is judged in the one is judged alike in the other. */
static inline bool ptxc_environment_same(const struct ptxc_environment *a, const struct ptxc_environment *b) {
    return a->ptx == b->ptx && a->target == b->target && a->among == b->among && a->newer == b->newer &&
           a->assembler == b->assembler;
}

/* Whether verdicts of this release are recorded. */
bool ptxc_assembler_measured(uint32_t assembler);

/* The assembler whose verdicts are followed: the one that is named, else the oldest, from the one on that versions.def
 * says, that knows the PTX version. 0 where no version is known either: then it is as open as the version. */
uint32_t ptxc_assembler_followed(struct ptxc_environment environment);

/* The oldest assembler that is followed where none is named. */
uint32_t ptxc_assembler_oldest_followed(void);

/* The newest PTX version that some recorded assembler knows. */
uint32_t ptxc_assembler_newest_ptx(void);

/* Whether the assembler knows the PTX version. One that nobody named (0) knows all. */
bool ptxc_assembler_knows(uint32_t assembler, uint32_t ptx);

/* The first PTX version with which the assembler (0: none is named) takes the target; 0: it does not know it. */
uint32_t ptxc_target_first(enum ptxc_target target, uint32_t assembler);

/* Whether a module for this version may name this target. */
bool ptxc_header_valid(struct ptxc_environment environment);

#endif
