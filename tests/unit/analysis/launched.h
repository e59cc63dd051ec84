/* Executes a kernel of a few lines with one launch configuration, for tests of the executor as a whole. */
#ifndef TEST_LAUNCHED_H
#define TEST_LAUNCHED_H

#include "analysis/automata/violations.h"

/* What is executed: 64 threads of each CTA unless `threads` says otherwise. The kernel begins with lane 0 of warp 0
 * where %p0 holds, and ends with `ret`. */
struct launched_row {
    const char *body;
    enum ptxc_violation_kind kind; /* of the one violation that is met; PTXC_VIOLATION_COUNT: none */
    const char *word;              /* the mnemonic of its step begins with this; NULL: any does */
    const char *stopped;           /* as in the machine */
    uint64_t number, other;        /* of the violation */
    uint32_t iteration;            /* likewise */
    uint32_t threads, ctas;        /* 0: 64, and 1 */
    bool impatient;
    const char *copy, *wait;         /* as `word`, of the other steps that the violation names; NULL: any */
    enum ptxc_violation_kind second; /* the kind of another violation after it; 0: there is none */
};

/* Fails where anything else comes of it. */
void launched_expect(const struct launched_row *row);

#endif
