/* What the rules about hazards share: the analysis of one function, and findings with the path that leads to them. */
#ifndef PTXC_FINDINGS_HAZARD_H
#define PTXC_FINDINGS_HAZARD_H

#include "analysis/values/threads.h"
#include "analysis/values/memory_range.h"
#include "report/sink.h"

struct ptxc_report;

/* How many threads of `all` satisfy a condition, as participation.c has counted them; a row with 0 of all is none. */
struct ptxc_thread_count {
    struct ptxc_condition condition;
    uint32_t all, count;
};
struct ptxc_thread_counts {
    struct ptxc_thread_count rows[8];
    uint32_t next;
    uint64_t visited; /* steps that ptxc_participation_all may have visited so far */
};

/* The analysis of one function. */
struct ptxc_flow {
    struct ptxc_program *program;
    const struct ptxc_graph *graph;
    struct ptxc_values *values;
    struct ptxc_conditions *conditions;
    const struct ptxc_sink *sink;
    bool *reported;  /* an error or a warning was given to the sink */
    bool *explained; /* who starts a copy, or where it goes, is wrong, and executions would show what comes of it */
    struct ptxc_kernel *kernel;       /* what is executed of it */
    const struct ptxc_report *report; /* of assumptions; NULL: there are none */
    struct ptxc_environment environment;
    bool whole;       /* nothing that matters happens outside: it is a kernel, not a function that others call */
    uint32_t threads; /* of a CTA, for certain; 0: not known */
    uint32_t at_most; /* threads of a CTA; 0: not known */
    struct ptxc_thread_counts *counts;
    uint32_t cluster; /* CTAs of a cluster, for certain; 0: not known */
    bool *certain;    /* of each step: a finding that is certain is about it */
};

enum { PTXC_HAZARD_STEPS = 8 };

/* A finding of a rule at a step. Its message is printed as printf does; notes are added in the order of time. */
struct ptxc_hazard {
    const struct ptxc_flow *flow;
    struct ptxc_finding finding;
    uint32_t steps[PTXC_HAZARD_STEPS]; /* that it is about: where it goes wrong, and its notes */
    uint32_t step_count;
};
void ptxc_hazard_begin(struct ptxc_hazard *hazard, const struct ptxc_flow *flow, enum ptxc_rule_id rule, uint32_t step,
                       const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Adds "… here" at a step; nothing where it is PTXC_NO_STEP. */
void ptxc_hazard_note(struct ptxc_hazard *hazard, uint32_t step, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds what would fix it, which has no place. */
void ptxc_hazard_advice(struct ptxc_hazard *hazard, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds what was chosen for the execution in which it was found, if anything was; integer parameters are named
 * if they were `parameter`, which is not 0, and those that bound no inner loop `outer`, if that is not 0. */
void ptxc_hazard_launch(struct ptxc_hazard *hazard, uint32_t parameter, uint32_t outer);
/* Adds an edit that may be meant: `text`, printed as printf does, in place of `span`. */
void ptxc_hazard_fix(struct ptxc_hazard *hazard, struct ptxc_span span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void ptxc_hazard_give(struct ptxc_hazard *hazard);

/* Says that the analysis stops at a place, and why. */
void ptxc_flow_incomplete(const struct ptxc_flow *flow, struct ptxc_span span, const char *why);

/* Short for questions that every rule asks. */
static inline const struct ptxc_step *ptxc_flow_step(const struct ptxc_flow *flow, uint32_t step) {
    return &flow->program->steps[step];
}
static inline const struct ptxc_condition *ptxc_flow_condition(const struct ptxc_flow *flow, uint32_t step) {
    return ptxc_condition_of(flow->conditions, step);
}
/* Whether the step can be reached and its guard is not false for certain. */
static inline bool ptxc_flow_runs(const struct ptxc_flow *flow, uint32_t step) {
    return !ptxc_flow_condition(flow, step)->never;
}
/* Whether some way leads from just after one step to another one. */
static inline bool ptxc_flow_leads(const struct ptxc_flow *flow, uint32_t from, uint32_t to) {
    return ptxc_graph_leads(flow->graph, from, to);
}
struct ptxc_threads ptxc_flow_threads(const struct ptxc_flow *flow, uint32_t step);
/* The constant that the operand of this name holds at the step; false where there is none or it is not known. */
bool ptxc_flow_constant(const struct ptxc_flow *flow, uint32_t step, enum ptxc_operand_name name, int64_t *constant);
/* Whether the function has a step of this action, for whose mbarrier `barrier` may be; NULL: any. */
bool ptxc_flow_has(const struct ptxc_flow *flow, enum ptxc_action action, const struct ptxc_memory_range *barrier);
/* Whether the step is a barrier of the whole CTA, as far as is known, or of threads that may be it. */
bool ptxc_flow_is_barrier(const struct ptxc_flow *flow, uint32_t step);
/* Returns the first or the last of them between two steps that no way goes around, or PTXC_NO_STEP. */
uint32_t ptxc_hazard_barrier_between(const struct ptxc_flow *flow, uint32_t from, uint32_t to, bool last);
enum ptxc_overlap ptxc_flow_overlap(const struct ptxc_flow *flow, const struct ptxc_memory_range *a,
                                    const struct ptxc_memory_range *b);

#endif
