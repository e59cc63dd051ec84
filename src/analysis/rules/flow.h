/* The check for hazards: what assembles, and then races, hangs or traps. One function at a time. */
#ifndef PTXC_RULES_FLOW_H
#define PTXC_RULES_FLOW_H

#include "base/symbols.h"
#include "analysis/program/fingerprint.h"
#include "syntax/statement.h"
#include "report/sink.h"
#include "tables/gate.h"

struct ptxc_report;
struct ptxc_flow;

struct ptxc_flow_input {
    const char *source;
    const struct ptxc_body *body;
    const struct ptxc_symbols *symbols;
    struct ptxc_environment environment;
    struct ptxc_arena *arena; /* for the analysis; the caller resets it afterwards */
    const struct ptxc_sink *sink;
    const struct ptxc_library *library; /* the functions that it may call; NULL: none is known */
    bool waits;                         /* functions that it calls may still come into the library */
    /* the kernels in which nothing was found before, to which this one may be added; NULL: each is analysed */
    struct ptxc_verified *verified;
    struct ptxc_arena *verified_arena; /* of `verified` */
    uint64_t threads, cluster;         /* of a CTA, of a cluster, as the caller assumes; 0: as the function says */
    /* where the caller's assumptions about boxes are asked for; NULL: there are none */
    const struct ptxc_report *report;
    /* becomes what was executed of a kernel with instructions of the family, whose words last as long as `arena`; its
       name stays NULL where it is none; NULL: nobody wants to know */
    struct ptxc_kernel *kernel;
    /* looks at the analysis once the rules have; NULL: nobody does */
    void (*also)(void *context, const struct ptxc_flow *flow);
    void *context; /* its first argument */
};

/* Looks for hazards in a function and reports them. Where not all of the function is known, it says nothing but that.
 * False, and nothing was done: it calls a function that is not in the library, and others may still come into it. */
bool ptxc_flow_check(const struct ptxc_flow_input *input);

#endif
