/* The runs of one function, and what they have shown. */
#ifndef PTXC_EXECUTION_RUNS_H
#define PTXC_EXECUTION_RUNS_H

#include "analysis/automata/violations.h"
#include "analysis/execution/executions.h"
#include "analysis/findings/hazard.h"

enum {
    PTXC_MOST_RUNS = 12,
    PTXC_FEW_STEPS = 10000,     /* of a run that is made to find something out */
    PTXC_STEPS_OF_RUNS = 150000 /* of all runs together, with one CTA */
};

/* All runs over one function. */
struct ptxc_executor {
    const struct ptxc_flow *flow;
    const struct ptxc_code *code;
    struct ptxc_arena *scratch; /* for one run */
    uint64_t steps;             /* of a run, at most; 0: as many as usual */
    uint64_t spent;             /* steps of all runs so far */
    struct ptxc_violations findings;
    struct ptxc_runs runs;
    uint64_t *ran;   /* of each step: in which runs it was executed; NULL: nobody wants to know */
    uint32_t *boxes; /* likewise: the bytes of a copy with a tensor map, as far as they are assumed */
    struct ptxc_worst_addresses *worst; /* likewise: the addresses that are aligned worst */
    bool *useful;                       /* likewise: it has waited for groups, and not in vain */
    uint8_t *swizzles;                  /* likewise: of its tensor map; NULL: nobody wants to know */
    bool *alike;                        /* likewise: all CTAs come there, or none */
    uint32_t best;                      /* steps of the family that all runs together came to */
    uint32_t first;                     /* the first step that the executor is for, */
    uint32_t loop;                      /* the loop around it, if any, */
    uint32_t rounds;                    /* and how many rounds were made in it at most */
    bool loops;                         /* some loop copies */
    bool ended;                         /* some run came to its end */
    bool limited;                       /* the last run had more of something than is followed */
    bool beyond;                        /* the last run named a CTA that the cluster has not */
    const char *stopped;                /* why the last run did not */
    struct ptxc_executions executions;
    uint32_t most_scale; /* of a run that may come to its end */
    uint32_t good;       /* runs in which all loops of copies turned */
    uint32_t scales[PTXC_MOST_RUNS], reached[PTXC_MOST_RUNS];
    uint64_t took[PTXC_MOST_RUNS]; /* steps of the run */
    bool iterated[PTXC_MOST_RUNS]; /* no loop of copies ended before its second round */
    uint64_t complete;             /* runs that came to their end, or to where nothing is defined any more, */
    uint64_t patient;              /* those in which waits wait, */
    uint64_t fitting;              /* and those that used shared memory as real threads would */
    uint32_t count;
};
/* Returns how many steps runs may have, where those of one CTA may have so many. */
uint64_t ptxc_run_steps(const struct ptxc_launch *launch, uint64_t of_one);

/* Runs one launch configuration; the memory of the run before is taken again. False without memory. */
bool ptxc_run(struct ptxc_executor *executor, const struct ptxc_launch *launch);

/* Runs a launch configuration apart from the others; false where it is not like a real one. It may end
 * with the first violation that counts. */
bool ptxc_run_apart(struct ptxc_executor *executor, struct ptxc_executor *other, const struct ptxc_launch *launch,
                    uint64_t steps, bool to_first);

#endif
