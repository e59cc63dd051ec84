/* The runs of one function, and what they have shown. */
#ifndef PTXC_EXECUTION_RUNS_H
#define PTXC_EXECUTION_RUNS_H

#include "analysis/automata/iterations.h"
#include "analysis/automata/violations.h"
#include "analysis/findings/hazard.h"

enum {
    PTXC_MOST_RUNS = 16,
    PTXC_FEW_STEPS = 10000,     /* of a run that is made to find something out */
    PTXC_STEPS_OF_RUNS = 150000 /* of all runs together, with one CTA */
};

/* What is reported of the executions of a kernel: struct ptxc_kernel. */
struct ptxc_executions {
    struct ptxc_kernel *kernel; /* NULL: nobody wants to know */
    uint64_t furthest;          /* how far the one came that it reports, to be compared; 0: there is none */
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
    bool scaled;                        /* some run has read a parameter that the scale gives */
    bool coarse;                        /* with a small scale loops do not turn */
    bool slow;                          /* even with a small scale a run takes too long */
    bool limited;                       /* the last run had more of something than is followed */
    bool beyond;                        /* the last run named a CTA that the cluster has not */
    const char *stopped;                /* why the last run did not */
    struct ptxc_executions executions;
    uint32_t most_scale;               /* of a run that may come to its end */
    uint32_t good;                     /* runs in which all loops of copies turned */
    struct ptxc_iterations iterations; /* of the last run */
    uint32_t slots;                    /* of its largest ring; 0: it did not come to its end */
    uint32_t scales[PTXC_MOST_RUNS], reached[PTXC_MOST_RUNS];
    uint64_t took[PTXC_MOST_RUNS]; /* steps of the run */
    bool iterated[PTXC_MOST_RUNS]; /* no loop of copies ended before its second round */
    uint32_t shown_by;             /* what goes wrong was shown by a run apart from these alone, with this scale, */
    uint64_t shown_after;          /* and after so many steps; 0: by others */
    uint64_t long_ones;            /* runs that took too long, */
    uint64_t deadlocked;           /* those in which no thread could go on, */
    uint64_t wrong;                /* those in which something but a plain race was met, and */
    uint64_t complete;             /* those that came to their end, or to where nothing is defined any more, */
    uint64_t patient;              /* those in which waits wait, */
    uint64_t fitting;              /* and those that used shared memory as real threads would */
    uint32_t count;
};
/* Returns how many steps runs may have, where those of one CTA may have so many. */
uint64_t ptxc_run_steps(const struct ptxc_launch *launch, uint64_t of_one);

/* Runs one launch configuration; the memory of the run before is taken again. False without memory. */
bool ptxc_run(struct ptxc_executor *executor, const struct ptxc_launch *launch);

/* Runs a launch configuration apart from the others; false where it is not like a real one. It may end
 * with the first violation that counts. The list of what it finds goes with the next run: there are many. */
bool ptxc_run_apart(struct ptxc_executor *executor, struct ptxc_executor *other, const struct ptxc_launch *launch,
                    uint64_t steps, bool to_first);

/* Returns how many steps of the family some run came to. */
uint32_t ptxc_runs_reached(const struct ptxc_executor *executor);

/* Chooses which runs count: those that come to most of the steps to which all runs together came, and where there is
 * none, as each gets stuck on its way, of those to which one came. */
void ptxc_runs_choose(struct ptxc_executor *executor);

/* Begins with none, and notes in the kernel who gives its threads and its cluster, for which this was chosen. */
struct ptxc_executions ptxc_executions_begin(const struct ptxc_flow *flow, enum ptxc_cluster_choice cluster,
                                             struct ptxc_kernel *kernel);

/* Counts an execution that is over, and reports it if it came further than those before. */
void ptxc_executions_add(struct ptxc_executions *executions, const struct ptxc_machine *machine);

/* Runs a launch configuration in which the loops do not turn, and while a step is left to which no run came, such that
 * loops leave a rest: until they turn, and then one in which there is a rest of tiles of 64 or 128. What goes wrong
 * where no other run came is taken over. */
void ptxc_trials_rests(struct ptxc_executor *executor, const struct ptxc_launch *chosen);

/* Whether there is a number of threads with which nothing goes wrong. */
bool ptxc_trials_threads_do(struct ptxc_executor *executor, const struct ptxc_launch *launch);

/* Returns who says how many CTAs a cluster has, once clusters of other shapes were tried: if there is one with which
 * nothing goes wrong, it is as it was. */
enum ptxc_cluster_choice ptxc_trials_cluster(struct ptxc_executor *executor, const struct ptxc_launch *launch);

#endif
