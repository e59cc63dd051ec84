/* The mbarriers of a function: which instructions name which, and which of them may be one and the same. The rules
 * about mbarriers (M01 to M21, G11) stand on it, each idea in a file of its own.
 */
#ifndef PTXC_MBARRIERS_MBARRIERS_H
#define PTXC_MBARRIERS_MBARRIERS_H

#include "analysis/findings/violation.h"

#define PTXC_NO_KEY UINT32_MAX

/* Actions as bits of a set. Those that name an mbarrier stand in events.def before bit 31. */
#define PTXC_ACTION_BIT(action) ((uint32_t)1 << (action))
enum {
    PTXC_ACTS_WAIT = PTXC_ACTION_BIT(PTXC_ACT_TEST_WAIT) | PTXC_ACTION_BIT(PTXC_ACT_TRY_WAIT),
    PTXC_ACTS_EXPECT = PTXC_ACTION_BIT(PTXC_ACT_EXPECT) | PTXC_ACTION_BIT(PTXC_ACT_ARRIVE_EXPECT) |
                       PTXC_ACTION_BIT(PTXC_ACT_ARRIVE_DROP_EXPECT),
    PTXC_ACTS_ARRIVE = PTXC_ACTION_BIT(PTXC_ACT_ARRIVE) | PTXC_ACTION_BIT(PTXC_ACT_ARRIVE_EXPECT) |
                       PTXC_ACTION_BIT(PTXC_ACT_ARRIVE_DROP) | PTXC_ACTION_BIT(PTXC_ACT_ARRIVE_DROP_EXPECT) |
                       PTXC_ACTION_BIT(PTXC_ACT_ARRIVE_ON_COPIES),
    PTXC_ACTS_BRING =
        PTXC_ACTION_BIT(PTXC_ACT_COPY) | PTXC_ACTION_BIT(PTXC_ACT_COMPLETE) | PTXC_ACTION_BIT(PTXC_ACT_STORE_ASYNC),
    PTXC_ACTS_LIFE = PTXC_ACTION_BIT(PTXC_ACT_INIT) | PTXC_ACTION_BIT(PTXC_ACT_INVALIDATE)
};

/* An address that the function gives an mbarrier by. */
struct ptxc_mbarrier_key {
    struct ptxc_memory_range place;
    bool fixed;       /* the address is one and the same, at all times and for all threads of the CTA */
    uint32_t actions; /* a bit for each ptxc_action that is done to it */
    int64_t
        expected; /* the count that every init gives it which may be one of it; 0: not known, or not one and the same */
};

/* A step that names an mbarrier. */
struct ptxc_mbarrier_use_of {
    uint32_t step, key;
    enum ptxc_action action;
    struct ptxc_condition condition;
    struct ptxc_threads threads;
    bool ignored; /* of a wait: nothing depends on its result */
    bool said;    /* of a wait: that was reported */
    bool retried; /* of a wait: a loop stands around it that does nothing but wait */
};

/* A copy that an mbarrier is told of. */
struct ptxc_load {
    uint32_t step, use;
    bool has_target;
    struct ptxc_memory_range target; /* in the shared memory of this CTA */
    bool said;                       /* something was reported of it */
};

/* What the threads come to that have waited for an mbarrier. */
struct ptxc_spread {
    bool waited;  /* there are some */
    bool barrier; /* a barrier of the CTA, or of the cluster */
    bool warp;    /* one of the warp */
    bool *told;   /* of each key: something that tells its mbarrier */
};

struct ptxc_mbarriers {
    const struct ptxc_flow *flow;
    struct ptxc_mbarrier_use_of *uses; /* in the order of steps; those that never run are left out */
    uint32_t count;
    uint32_t *use_of; /* of each step: 1 + its use, or 0 */
    struct ptxc_mbarrier_key *keys;
    uint32_t key_count;
    uint8_t *relations; /* ptxc_overlap at one time in the lower four bits, at any time above; key by key */
    struct ptxc_load *loads;
    uint32_t load_count;
    struct ptxc_spread *spreads; /* of each key with copies; see ptxc_mbarriers_spread */
    bool crowded;                /* other CTAs may arrive, copy or expect, too */
};

/* Collects what a function does with mbarriers; false where there is nothing to look at: it does nothing with them but
 * name them to copies, or there is no memory. */
bool ptxc_mbarriers_make(struct ptxc_mbarriers *barriers, const struct ptxc_flow *flow);

/* Whether two keys mean the same mbarrier: in one thread at one time; in any threads at any times. */
enum ptxc_overlap ptxc_mbarriers_now(const struct ptxc_mbarriers *barriers, uint32_t a, uint32_t b);
enum ptxc_overlap ptxc_mbarriers_ever(const struct ptxc_mbarriers *barriers, uint32_t a, uint32_t b);

#endif
