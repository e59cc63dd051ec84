/* What the instructions of the family do over time: effects.def. */
#ifndef PTXC_SEMANTICS_EFFECTS_H
#define PTXC_SEMANTICS_EFFECTS_H
#include "legality/subject.h"
#include "read/statement.h"

/* What an instruction does. `amount` and the others are the operands that effects.def names. */
enum ptxc_action {
    PTXC_ACT_NOTHING,    /* changes no memory and orders nothing */
    PTXC_ACT_PREFETCH,   /* brings `source` nearer */
    PTXC_ACT_COPY,       /* starts a copy: `source` is read and `target` is written later, until `completion` tells */
    PTXC_ACT_COMMIT,     /* closes the group of `completion` */
    PTXC_ACT_WAIT_GROUP, /* waits until at most `amount` groups of `completion` are pending */
    PTXC_ACT_WAIT_ALL,   /* commits, and waits for all */
    PTXC_ACT_ARRIVE_ON_COPIES,   /* `barrier` gets an arrival when the copies so far are complete */
    PTXC_ACT_INIT,               /* makes `barrier`, which waits for `amount` arrivals */
    PTXC_ACT_INVALIDATE,         /* ends the life of `barrier` */
    PTXC_ACT_EXPECT,             /* `barrier` waits for `amount` more bytes */
    PTXC_ACT_COMPLETE,           /* `barrier` has got `amount` of them */
    PTXC_ACT_ARRIVE,             /* `amount` arrivals, one without that operand */
    PTXC_ACT_ARRIVE_EXPECT,      /* one arrival, and `amount` more bytes */
    PTXC_ACT_ARRIVE_DROP,        /* as ARRIVE, and one arrival less from the next phase on */
    PTXC_ACT_ARRIVE_DROP_EXPECT, /* as ARRIVE_EXPECT, likewise */
    PTXC_ACT_TEST_WAIT,          /* its result: the phase that `amount` names is complete */
    PTXC_ACT_TRY_WAIT,           /* likewise, and it waits for some time */
    PTXC_ACT_FENCE_ASYNC,        /* orders the generic and the async proxy, in shared memory among others */
    PTXC_ACT_FENCE_ASYNC_OTHER,  /* orders them, and not in shared memory */
    PTXC_ACT_FENCE_TENSORMAP,    /* orders them with the tensormap proxy: a release, or an acquire of `target` */
    PTXC_ACT_FENCE_INIT,         /* releases the mbarriers that the thread has made */
    PTXC_ACT_FENCE_OTHER,        /* orders memory within a proxy */
    PTXC_ACT_CLUSTER_ARRIVE,
    PTXC_ACT_CLUSTER_WAIT,
    PTXC_ACT_MAP_ADDRESS, /* its result: `source` in the CTA of rank `amount` */
    PTXC_ACT_RANK_OF,     /* its result: the rank of the CTA that `source` lies in */
    PTXC_ACT_ELECT,       /* its result: true in one thread of the warp */
    PTXC_ACT_STORE,       /* writes `target` */
    PTXC_ACT_STORE_ASYNC, /* writes `target` later, which `barrier` counts in bytes */
    PTXC_ACT_REPLACE_MAP, /* changes the tensor map `target` */
    PTXC_ACT_PUBLISH_MAP, /* copies a tensor map from `source` to `target`, and releases it */
    PTXC_ACT_GRID_WAIT,
    PTXC_ACT_GRID_LAUNCH
};

/* What tells that a copy is complete, or which groups an instruction is about. */
enum ptxc_completion {
    PTXC_BY_NOTHING,
    PTXC_BY_GROUP,      /* those of cp.async */
    PTXC_BY_BULK_GROUP, /* those of bulk copies */
    PTXC_BY_BARRIER
};

/* A row of effects.def. */
struct ptxc_effect_row {
    enum ptxc_opcode opcode;
    enum ptxc_qualifier when; /* the row counts where the instruction has this qualifier; PTXC_Q_NONE: always. The first
                                 row that counts is taken */
    enum ptxc_action action;
    enum ptxc_completion completion;
    enum ptxc_operand_name target, source, barrier, amount;
    uint8_t results; /* how many leading operands it writes */
};
/* The row of a statement of the family; NULL where none counts. */
const struct ptxc_effect_row *ptxc_effect_of(const struct ptxc_statement *statement);

/* Whether some row is about the opcode; what others do says ordinary.def. */
bool ptxc_effect_has(enum ptxc_opcode opcode);

/* Whether a statement of the family has this qualifier. */
bool ptxc_statement_has(const struct ptxc_statement *statement, enum ptxc_qualifier qualifier);

#endif
