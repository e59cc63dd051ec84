/* Violations that the runs of the executor meet: collected, each once, and reported at the end. */
#ifndef PTXC_AUTOMATA_VIOLATIONS_H
#define PTXC_AUTOMATA_VIOLATIONS_H

#include "analysis/findings/violation.h"
#include "analysis/automata/machine.h"

/* Violations of all runs over one function. */
struct ptxc_recorded_violation {
    struct ptxc_violation violation; /* as it was met first */
    uint64_t runs;                   /* a bit for each run in which it was met */
    uint32_t parameter;              /* what integer parameters were then; 0: none was read */
    uint32_t outer;                  /* what those were that bound no inner loop; 0: the same */
    bool uniform;                    /* it is known which threads come to its steps */
};
struct ptxc_violations {
    struct ptxc_arena *arena;
    struct ptxc_arena *passing; /* of the list, where that goes sooner than the names in it; NULL: the same */
    struct ptxc_recorded_violation *list;
    size_t count, capacity;
    size_t last;                   /* the one that was met last */
    uint32_t run;                  /* the one that is under way, from 0 */
    const struct ptxc_flow *until; /* the run ends with the first violation to whose steps it is known which threads
                                      come; NULL: it goes on */
    bool cut;                      /* it has ended so */
    /* of each step, what some run has shown; NULL: nobody wants to know */
    bool *orders;        /* it is a fence, and there was something to order between the proxies */
    uint32_t *overtaken; /* it is a copy, and may overtake this step, + 1, which reads what it overwrites */
};

/* Which runs count, as bits. */
struct ptxc_runs {
    uint64_t good;      /* those that are like real ones: no loop ends before it has begun */
    uint64_t ended;     /* those in which all threads came to their end */
    uint64_t plausible; /* those that come to no trap */
    uint64_t sound;     /* those in which no branch hung on what is not known */
    uint64_t blind;     /* those in which it is not known who executes an instruction of the family */
    uint64_t hung;    /* those in which no thread can go on before they come far, with larger numbers than all others */
    uint64_t shorter; /* those that come to their end, and not as far as others */
    uint64_t cut;     /* those that take too long */
    bool stuck;       /* they come to no more, as each gets stuck: what else goes wrong in them may not on other ways */
    bool partial;     /* not all was tried, as it takes too long: what goes wrong is likely at most */
    bool few;         /* there were not many, so that one counts as much as two of many */
    enum ptxc_cluster_choice cluster;
    bool explained; /* no loop copies, and another rule says what goes wrong */
    bool shaped;    /* the text gives the threads in each dimension */
    bool threads;   /* there is no number of threads with which nothing goes wrong */
};

/* Whether it is known which threads come to the steps of a violation. */
bool ptxc_violation_is_uniform(const struct ptxc_flow *flow, const struct ptxc_violation *violation);

/* Adds a violation; the same kind at the same steps counts once. */
void ptxc_violation_add(struct ptxc_machine *machine, const struct ptxc_violation *violation);

/* Returns the name of a place in shared memory, as PTX names it, "full+8"; NULL: it lies in no variable. */
const char *ptxc_violation_place_name(const struct ptxc_machine *machine, uint32_t address);

/* Says in a violation for which mbarrier a thread has waited before it started a copy, and has not since, where it has
 * waited for others before the copies between that one and `end`. */
void ptxc_violation_name_gate(const struct ptxc_machine *machine, size_t copy, size_t end,
                              struct ptxc_violation *violation);

/* Says in a violation about the bytes of the phase under way what is expected in it and copied; `other`: another phase
 * that contradicts it, or NULL. */
void ptxc_violation_add_bytes(struct ptxc_machine *machine, uint32_t barrier, const struct ptxc_phase_bytes *other,
                              struct ptxc_violation *violation);

/* The execution is over: says in which slots of rings what was met in it is. */
void ptxc_violations_close(struct ptxc_machine *machine);

/* Adds a violation of other runs; false without memory. */
bool ptxc_violations_append(struct ptxc_violations *findings, const struct ptxc_recorded_violation *found);

/* Returns a violation that is met at a step of a warp; `copy`: the copy that it is about, or NULL. */
struct ptxc_violation ptxc_violation_about(const struct ptxc_machine *machine, enum ptxc_violation_kind kind,
                                           const struct ptxc_warp *warp, uint32_t step,
                                           const struct ptxc_async_copy *copy);

/* Says of waits that were in vain in all runs that they are, where what they leave pending is read. `useful` is whether
 * a step has ever waited otherwise. */
void ptxc_violations_find_vain(struct ptxc_violations *findings, const bool *useful);

/* Whether anything but plain races was met in a run; whether anything that depends on when threads come, as a fence
 * that is missing does not; whether one of this kind was met. */
bool ptxc_violations_any(const struct ptxc_violations *findings, uint32_t run);
bool ptxc_violations_any_by_time(const struct ptxc_violations *findings, uint32_t run);
bool ptxc_violations_have(const struct ptxc_violations *findings, enum ptxc_violation_kind kind, uint32_t run);

/* Whether something was met in none of these runs, as bits. */
bool ptxc_violations_any_elsewhere(const struct ptxc_violations *findings, uint64_t runs);

/* Whether something would be reported, if it goes wrong with any number of threads; `ran` as below. */
bool ptxc_violations_any_to_report(const struct ptxc_violations *findings, struct ptxc_runs runs, const uint64_t *ran);

/* Whether something would be surer if it goes wrong in clusters of all shapes. */
bool ptxc_violations_depend_on_cluster(const struct ptxc_violations *findings, struct ptxc_runs runs,
                                       const uint64_t *ran);

/* Reports to the sink of the analysis what is certain, or likely, by the runs that count. `ran` are bits for each step:
 * the runs that came there. */
void ptxc_violations_report(const struct ptxc_violations *findings, const struct ptxc_flow *flow, struct ptxc_runs runs,
                            const uint64_t *ran);

#endif
