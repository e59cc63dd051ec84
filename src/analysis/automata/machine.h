/* The machine that the executor runs a kernel on: all warps of the CTAs of one cluster, with registers, shared memory,
 * groups, mbarriers and barriers. Time is that of happens-before: each warp has a clock, and knows of each other one
 * how far it has come (vector clocks; Flanagan and Freund, FastTrack, 2009). No figure here is in seconds.
 */
#ifndef PTXC_AUTOMATA_MACHINE_H
#define PTXC_AUTOMATA_MACHINE_H

#include "analysis/code/code.h"
#include "analysis/semantics/trace.h"

enum {
    PTXC_MOST_WARPS = 128,     /* of all CTAs together */
    PTXC_MOST_MBARRIERS = 320, /* mbarriers of all CTAs */
    PTXC_MOST_SPLITS = 16,     /* of one warp */
    PTXC_LAST_WAITS = 16,      /* of one warp, that are remembered */
    PTXC_NAMED_BARRIERS = 16,
    PTXC_CLOCKS = PTXC_MOST_WARPS + PTXC_MOST_MBARRIERS,
    PTXC_RANK_SHIFT = 24,    /* of a shared address: its upper bits are the rank of the CTA */
    PTXC_WARPS_OF_GROUP = 4, /* that execute a wgmma together */
    PTXC_GRANULE = 16,       /* bytes of shared memory whose accesses are kept together, */
    PTXC_WORD = 4,           /* and those of its words, which are told apart */
    PTXC_WORDS = PTXC_GRANULE / PTXC_WORD
};

/* Where a value comes from, beside the text: bits. */
enum {
    PTXC_FROM_PARAMETER = 1, /* what the caller gave, which the executor has chosen */
    PTXC_FROM_UNKNOWN = 2,   /* memory, a clock, an instruction that is not followed: the bits are of no account */
    PTXC_FROM_NOWHERE = 4    /* nothing was written to the register so far */
};

/* A register of a warp. */
struct ptxc_register {
    uint64_t one; /* what all lanes have, where they are alike */
    uint64_t *v;  /* else what each has; NULL: they have been alike so far */
    uint8_t from; /* bits PTXC_FROM_… */
    bool uniform; /* they are alike */
};

/* What somebody knows to have happened: clocks of warps, and of mbarriers how many phases are complete. `fenced` are
 * the clocks up to which the async proxy sees what warps wrote, or what cp.async did in phases; `own_fenced` those up
 * to which the warps that wrote have executed the fence themselves. */
struct ptxc_vector_clock {
    uint32_t clocks[PTXC_CLOCKS];
    uint32_t fenced[PTXC_CLOCKS];
    uint32_t own_fenced[PTXC_MOST_WARPS];
};

/* A fence between the proxies that a warp executed: the step, + 1, its clock then, and at the last barrier before. */
struct ptxc_last_fence {
    uint32_t step, clock, barrier;
};

enum ptxc_split_state {
    PTXC_SPLIT_RUNS,
    PTXC_SPLIT_AT_PHASE,   /* waits for phase `awaited` of mbarrier `at` */
    PTXC_SPLIT_AT_BARRIER, /* at named barrier `at` */
    PTXC_SPLIT_AT_CLUSTER, /* at the barrier of the cluster */
    PTXC_SPLIT_AT_WARP,    /* for other lanes of its warp */
    PTXC_SPLIT_YIELDS      /* for others, which may write what it is about to read */
};

/* Lanes of a warp that are at one place. */
struct ptxc_split {
    uint32_t op;
    uint32_t lanes; /* a bit each */
    enum ptxc_split_state state;
    uint32_t at, awaited;
    bool by_parity;
    bool gives_up;    /* the next wait ends without the phase, as one that takes too long does */
    uint64_t tried;   /* when that happened last: the machine's progress then, + 1 */
    uint64_t polled;  /* the same, but of what happens to mbarriers alone; */
    uint32_t polls;   /* how often it did since */
    uint64_t yielded; /* the same: when it let others go first */
    bool grouped;     /* it has come to where the warps of its warpgroup come together */
};

/* Groups of one kind that a warp's lanes have committed. */
struct ptxc_async_groups {
    uint32_t commits[PTXC_LANES];
    uint32_t open[PTXC_LANES]; /* groups that may be pending: those since the last wait, and what it left */
    uint32_t *pending;         /* copies that are not known to be complete */
    size_t pending_count, pending_capacity;
    uint32_t waiters; /* lanes that have ever waited for one */
};

/* What a wait for an mbarrier brought. */
enum ptxc_wait_news {
    PTXC_WAIT_NEWS,
    PTXC_WAIT_STALE, /* nothing new */
    PTXC_WAIT_FRESH  /* it was for the phase before the first */
};

enum { PTXC_GROUPS_ASYNC, PTXC_GROUPS_BULK, PTXC_GROUPS_TENSOR, PTXC_GROUP_KINDS };

/* A wait for a parity that a warp has passed. */
struct ptxc_passed_wait {
    uint32_t step, iteration, barrier;
    uint32_t phase; /* that was under way */
};

/* A wait for an mbarrier that was passed. */
struct ptxc_last_pass {
    uint32_t step;            /* + 1; 0: there was none */
    uint32_t barrier, phases; /* how many of it were over then */
    uint32_t count;           /* which one of the warp it is */
};

struct ptxc_warp {
    uint16_t cta, index; /* of the warp in its CTA */
    uint32_t number;     /* of all */
    struct ptxc_register *registers;
    struct ptxc_split splits[PTXC_MOST_SPLITS];
    uint32_t split_count;
    uint32_t alive; /* lanes that have not ended */
    struct ptxc_vector_clock clock;
    struct ptxc_async_groups groups[PTXC_GROUP_KINDS];
    uint32_t *iterations; /* of each loop: which one it is in, from 1 */
    uint8_t *local;       /* memory of its lanes, one after the other, once something was stored there */
    uint32_t reads;       /* the last step that has read shared memory since a copy was started, + 1 */
    uint64_t cluster_phase;
    uint32_t syncs;                            /* how often its lanes have synchronized */
    uint32_t waited;                           /* that count when a lane waited for a group last, + 1 */
    uint32_t waited_by;                        /* the step that did, + 1 */
    uint32_t written, write_step;              /* lanes that have written shared memory since; the last step that did */
    struct ptxc_last_fence fence, other_fence; /* its last ones, of shared memory and of other state spaces */
    uint32_t fences[PTXC_LANES];               /* of each lane: the clock at its last fence of shared memory */
    uint32_t barrier;                          /* the clock at its last barrier of the CTA */
    uint32_t accessed; /* the clock when it accessed shared memory first through the generic proxy; 0: never */
    uint32_t passed[PTXC_MOST_WARPS]; /* clocks of warps that mbarriers have told it of */
    uint32_t *consumed;               /* of each mbarrier: the phase of the last copy that it has read, + 1 */
    uint32_t *rounds;                 /* of each mbarrier: how often it has arrived there */
    uint32_t cluster_lanes;  /* that have arrived in the phase of the barrier of the cluster that is under way */
    uint32_t group_arrivals; /* how often it came to where the warps of its warpgroup come together */
    uint32_t *products; /* its wgmmas in order: the first copy of each, so that those of four warps can be matched */
    size_t product_count, product_capacity;
    uint32_t *arrive_steps; /* of each mbarrier: the last step by which it did, + 1 */
    uint64_t *arrived_at;   /* of each mbarrier: in which step of the machine last */
    uint8_t *last_waits;    /* of each mbarrier: what its last wait there brought, as enum ptxc_wait_news */
    struct ptxc_passed_wait waits[PTXC_LAST_WAITS]; /* the last ones, since it did what others may wait for */
    uint32_t wait_count;
    struct ptxc_last_pass gate; /* the last one of all */
    bool takes_part;            /* that was an instruction of the family */
    uint32_t *unmet;       /* of each mbarrier: its last wait, + 1, whose result was false, and none was true since */
    uint32_t relaxed_wait; /* its last wait that acquired nothing, + 1, until something orders what follows; */
    struct ptxc_vector_clock relaxed;       /* and what it would have acquired */
    uint32_t group_wait, group_wait_copies; /* its last wait for bulk groups, + 1, and how many copies there were */
    uint32_t *finished; /* of each mbarrier: the last phase that completes after the tensor core has read for it, + 1 */
};

/* What a copy completes on, and whether it has. */
enum ptxc_copy_end {
    PTXC_COPY_PENDING,
    PTXC_COPY_WAITED,   /* its warp has waited: known from clock `clock` of its warp on */
    PTXC_COPY_SIGNALLED /* it is complete when phase `phase` of mbarrier `barrier` is */
};

/* A copy, or another access of shared memory that goes on after its instruction: one by one instruction of one warp. */
struct ptxc_async_copy {
    uint32_t step, warp, lanes;
    uint32_t iteration;
    uint32_t address; /* in shared memory: the first, of its lowest lane */
    uint32_t group;   /* how many commits of its lowest lane came before it */
    enum ptxc_completion completion;
    bool reads;                       /* shared memory is the source */
    bool multiplies;                  /* the tensor core reads it */
    uint32_t product;                 /* for which wgmma of its warp, from 1; 0: for none */
    bool doubtful;                    /* its address was not certain */
    enum ptxc_copy_end end, read_end; /* read_end: of its source, which .read waits for */
    uint32_t clock, read_clock;
    uint32_t start_clock;       /* of its warp when it was started */
    struct ptxc_last_pass gate; /* of its warp then */
    uint32_t syncs;             /* of its warp when it was waited for */
    uint32_t commit;            /* the step that committed it, + 1 */
    uint32_t other_commit;      /* one for groups of the other kind that came after it and holds nothing, + 1 */
    uint32_t foreign_wait;      /* a wait for groups of its kind by a thread that has not started it, + 1 */
    uint32_t barrier, phase;    /* index of the mbarrier, or PTXC_MOST_MBARRIERS */
    uint32_t bytes;             /* that the mbarrier counts; 0: not known (a tensor map) */
    uint64_t source;            /* the address that its lowest lane copies from; 0: not known, or a tensor map */
    uint64_t map;               /* a number for its tensor map; 0: it has none, or it is not known */
    uint32_t arrivals;          /* it is no copy: so many arrivals that come once what is under way is complete */
    uint32_t left_by;           /* the last step that waited and left it pending, + 1 */
    uint32_t left_clock;        /* of its warp then */
    uint32_t leave;             /* how many groups that wait could have left pending with it done; UINT32_MAX: none */
    uint32_t event;             /* of the trace */
};

enum { PTXC_MAPS_OF_PHASE = 4, PTXC_EXPECTS_OF_PHASE = 4, PTXC_MOST_PHASES = 32 };

/* What a step expects in a phase. */
struct ptxc_expected_bytes {
    uint32_t step;
    uint64_t bytes;
};

/* The copies of a phase that bring bytes which are not known: so many with each tensor map. */
struct ptxc_phase_bytes {
    uint64_t maps[PTXC_MAPS_OF_PHASE];
    uint32_t copies[PTXC_MAPS_OF_PHASE], last[PTXC_MAPS_OF_PHASE], count; /* last: the step of the last one */
    bool vague;           /* it is not known which copies they are, or what is expected */
    int64_t expected;     /* for all of them together */
    uint32_t expect_step; /* the last step that expects some of it, */
    uint32_t warp;        /* and its warp */
    struct ptxc_expected_bytes expects[PTXC_EXPECTS_OF_PHASE]; /* the first steps that expect some */
    uint32_t expect_count;                                     /* and how many they are */
    uint32_t arrive_step; /* the last step that arrives in it, where the phase is over, + 1 */
};

struct ptxc_mbarrier {
    uint16_t cta;
    uint32_t address;
    uint32_t count;        /* arrivals of a phase */
    int64_t pending;       /* that are still to come */
    int64_t bytes;         /* that are still to come */
    bool wild;             /* copies whose bytes are not known have ended in this phase: any sum may be right */
    uint32_t wildcards;    /* copies of this phase whose bytes are not known, and that are under way */
    uint32_t first, phase; /* the number of its first phase, and of the one that is not complete; an mbarrier that is
                              made anew goes on counting */
    uint32_t init_step, init_warp, init_clock;
    uint32_t init_lanes, init_syncs;              /* and how often its warp had synchronized */
    uint32_t wait_step;                           /* the last one that was passed, + 1 */
    uint32_t expect_step, arrive_step, copy_step; /* the last ones in it, + 1 */
    uint64_t expected;                            /* bytes of this phase so far */
    uint64_t arrived;                             /* arrivals of all phases */
    uint32_t plain, plain_step; /* arrivals of it for copies of cp.async without .noinc; the last step, + 1 */
    uint32_t split_phase;       /* the phase under way when the last instruction that arrives began */
    uint32_t split;             /* a step of which one execution gave arrivals to two phases, + 1 */
    bool over;                  /* more arrived in a phase than it counts, while bytes were missing */
    uint32_t waited,
        waits;         /* the phase that was under way when somebody passed a wait last; how many such there were */
    uint32_t unwaited; /* phases of arrivals alone that were over before anyone had waited for the one before */
    bool alive;        /* it was made, and not invalidated since */
    bool asked;        /* somebody has waited for it, whatever the result was */
    bool written;      /* something else was written over it */
    bool last_bare;    /* the last arrival of a thread ended a phase, and announced no bytes */
    uint32_t init_lane, last_warp, last_lane, last_syncs; /* whose arrival it was, and `syncs` then */
    uint32_t inval_step, inval_warp;                      /* the last mbarrier.inval, + 1, and whose it was */
    struct ptxc_phase_bytes tensors;                      /* of the phase under way */
    struct ptxc_vector_clock arriving, complete;          /* what is known with this phase, and with those before; */
    const struct ptxc_violation *dispute; /* and what is wrong once somebody uses it; NULL: nothing. Last */
};

/* A named barrier of a CTA. */
struct ptxc_cta_barrier {
    uint32_t expected, arrived;
    struct ptxc_vector_clock clock;
};

/* The last write of a word through the generic proxy, by an access that is over at once. */
struct ptxc_word_write {
    uint32_t clock;           /* of its warp; 0: there was none */
    uint32_t step, iteration; /* the iteration of the loop around the step, or 0 */
    uint32_t value;
    uint16_t warp;
    uint8_t bytes; /* that it wrote, and no copy since: a bit each */
    bool weak;     /* by the memory model: nobody may be about to access it */
    bool known;    /* its value */
    bool joint;    /* other warps write there without any order, and may write the same */
};

/* The last read of a granule or a word by a warp: its clock, or 0, and where it was, as above. */
struct ptxc_last_read {
    uint32_t clock, step, iteration;
};

/* A granule of shared memory. */
struct ptxc_granule {
    uint32_t in;          /* the last copy that writes it, + 1 */
    uint32_t out;         /* the last one that reads it, + 1, */
    uint32_t other_out;   /* and the last one of another warpgroup before that */
    uint32_t write_clock; /* the last generic write: the clock of its warp; 0: none */
    uint32_t write_step;
    uint32_t read_step, read_clock; /* the same of the last generic read */
    uint16_t read_warp, write_warp;
    uint8_t in_words, write_words; /* of its four words, which */
    uint8_t in_lanes[4]; /* of each word: the lane that has started the copy which writes it; PTXC_LANES: several */
    uint8_t write_lane;  /* as the lane of a piece */
    bool several;        /* other warps than the one of the last generic read have read it */
    bool sent;           /* some copy reads it, now or earlier */
    bool refilled;       /* a copy has written it after another one */
    uint8_t torn_words;  /* some read of these was of a part, or orders others: no weak read of a word */
    struct ptxc_last_read *readers;      /* of each warp, of all of it; NULL: none */
    struct ptxc_last_read *word_readers; /* of each warp, of its words one after the other; NULL: none */
    struct ptxc_word_write *writes;      /* of its words; NULL: none while races were sought */
};

/* Whether the value of a byte of memory is kept. */
enum { PTXC_BYTE_UNKNOWN, PTXC_BYTE_KNOWN, PTXC_BYTE_CHOSEN /* comes from a parameter */ };

struct ptxc_cta {
    uint32_t cleared; /* bytes of shared memory that have been cleared: nothing is there of those after them */
    struct ptxc_granule *granules;
    uint8_t *bytes, *known;
    struct ptxc_cta_barrier barriers[PTXC_NAMED_BARRIERS];
    uint32_t live_threads;
};

/* A piece of the shared memory of a CTA. */
struct ptxc_shared_range {
    uint32_t cta, address, bytes;
    uint8_t lane; /* the one that accesses it, + 1; 0: several, or it does not matter which */
};

/* Adds a piece that begins where another one ends. Returns whether it does. */
static inline bool ptxc_piece_join(struct ptxc_shared_range *piece, const struct ptxc_shared_range *next) {
    if (piece->bytes == 0 || piece->cta != next->cta || piece->address + piece->bytes != next->address)
        return false;
    piece->bytes += next->bytes;
    piece->lane = piece->lane == next->lane ? piece->lane : 0;
    return true;
}

/* An access of shared memory that an instruction makes at once. */
struct ptxc_shared_access {
    uint32_t step, iteration; /* of the innermost loop around the step, or 0 */
    bool weak;                /* by the memory model: it orders nothing, and races with what is not ordered (ISA 8.7) */
    bool known;               /* memory has the value that was written, as far as it says so */
};

/* A launch configuration: a choice of what the text leaves open. */
struct ptxc_launch {
    uint32_t threads[3], grid[3], cluster[3]; /* of a CTA, of the grid, CTAs of a cluster */
    uint32_t scale;                           /* what an integer parameter is, */
    uint32_t outer;                           /* and one that bounds no inner loop of copies; 0: the same */
    uint32_t seed;
    bool impatient; /* a wait that need not block does not */
    bool sparse;    /* pointers that may be null are */
};

/* Returns the CTAs of a cluster. */
static inline uint32_t ptxc_launch_ctas(const struct ptxc_launch *launch) {
    return launch->cluster[0] * launch->cluster[1] * launch->cluster[2];
}

/* Who says how many CTAs a cluster has. */
enum ptxc_cluster_choice {
    PTXC_CLUSTER_GIVEN,  /* the text or the caller, or the kernel asks for no others */
    PTXC_CLUSTER_ANY,    /* nobody, and something goes wrong in clusters of all shapes that can be meant */
    PTXC_CLUSTER_MANY,   /* nobody, and something does in those of them that can be followed, at least three */
    PTXC_CLUSTER_ALONE,  /* nobody, and with one CTA a short run comes to its end, or to its bound */
    PTXC_CLUSTER_CHOSEN, /* nobody: it is the most usual shape with which one does, so that hardly anything is sure */
    PTXC_CLUSTER_DEADLOCKED, /* nobody: it is the one with which one comes furthest, but to its end with none */
    PTXC_CLUSTER_UNKNOWN     /* nobody, and no shape can be meant */
};

/* The last time that a warp reached into another CTA: the step, + 1, and its clock then. */
struct ptxc_remote_access {
    uint32_t step, clock;
};

/* Addresses in shared memory that the operands of a step had: of all the one that is aligned worst; 0: none is known.
 */
struct ptxc_worst_addresses {
    uint32_t target, source;
};

struct ptxc_violations;
struct ptxc_tensor_memory;

struct ptxc_machine {
    const struct ptxc_code *code;
    struct ptxc_arena *arena;
    const struct ptxc_launch *launch;
    struct ptxc_violations *findings;
    struct ptxc_tracer *tracer; /* NULL: nobody wants a trace */
    struct ptxc_warp *warps;
    uint32_t warp_count, warps_of_cta;
    struct ptxc_cta *ctas;
    uint32_t cta_count;
    struct ptxc_mbarrier *mbarriers;
    uint32_t mbarrier_count;
    uint32_t lowest_mbarrier, highest_mbarrier; /* of their addresses */
    struct ptxc_phase_bytes *phases;            /* that brought bytes which are not known, each kind once */
    uint32_t phase_count;
    struct ptxc_async_copy *copies;
    size_t copy_count, copy_capacity;
    uint32_t *under_way; /* copies that complete on mbarriers, in the order of their starts */
    size_t under_way_first, under_way_count, under_way_capacity;
    struct ptxc_remote_access *reaches; /* of each warp into each CTA */
    struct ptxc_cta_barrier cluster;    /* its barrier */
    uint64_t cluster_phase;
    struct ptxc_tensor_memory *tensor;   /* NULL: nothing has had to do with it so far */
    struct ptxc_vector_clock everywhere; /* what fences and atomics have made known */
    uint64_t progress;                   /* goes up whenever something happens that others can see */
    uint64_t signals;                    /* goes up whenever something happens to an mbarrier */
    uint64_t steps, most_steps;
    uint64_t lanes;      /* that have each made an mbarrier or started a copy of its own */
    uint32_t requests;   /* of clusterlaunchcontrol.try_cancel, so far */
    uint32_t *visits;    /* of each op: branches on what is not known */
    bool *guessed;       /* of each loop: what is not known decided whether it goes on */
    uint32_t *longest;   /* of each loop: how many rounds a warp made in it at most */
    uint8_t *ran;        /* of each op: somebody came there */
    const char *stopped; /* why it ended before its time, or NULL */
    bool limited;        /* there are more mbarriers than are followed */
    bool implausible;    /* it came to a trap, or could not go on as real threads would */
    bool beyond;         /* it named a CTA that the cluster has not */
    bool unsure;         /* a branch hung on what is not known */
    bool blind;          /* an instruction of the family did, that is not one of several ways to go */
    bool forced;         /* a branch was decided against its predicate */
    bool deadlocked;     /* no thread can go on */
    bool broken;         /* what comes next is not defined, since a rule of mbarriers is violated */
    bool scaled;         /* a parameter that the scale of the launch gives was read */
    bool counted;        /* a count in memory was read that it gives */
    bool starved;        /* shared memory was read to which nothing had been written */
    bool loose;          /* how many threads there are is not known, where a store went, or which barrier is meant */
    bool vague;          /* it is not known where all writes to shared memory went, or how far */
    bool out_of_memory;
    struct ptxc_worst_addresses *worst; /* of each step; NULL: nobody wants to know */
    bool *useful;          /* of each step: it has waited for groups, and not in vain; NULL: nobody wants to know */
    const uint32_t *boxes; /* of each step: the bytes of a copy with a tensor map, 0: not known */
    const bool *alike; /* of each step that names an mbarrier: all CTAs come there, or none; NULL: it is not known */
    const uint8_t *swizzles; /* of each step: the swizzle of its tensor map, + 1, 0: not known; NULL: of none is it */
};

/* Returns how much was done, in steps: one takes as long as the work of some lanes where each has its own. */
static inline uint64_t ptxc_machine_work(const struct ptxc_machine *machine) {
    enum { LANES_OF_STEP = 8 };
    return machine->steps + machine->lanes / LANES_OF_STEP;
}

/* Returns the bits of a register or constant in one lane. */
static inline uint64_t ptxc_input_lane(const struct ptxc_warp *warp, const struct ptxc_input *input, uint32_t lane) {
    if (input->reg == PTXC_NO_REGISTER)
        return (uint64_t)input->constant + (input->own ? (uint64_t)warp->cta << PTXC_RANK_SHIFT : 0);
    const struct ptxc_register *from = &warp->registers[input->reg];
    return (from->uniform ? from->one : from->v[lane]) + (uint64_t)input->constant;
}

/* Returns where its value comes from: bits PTXC_FROM_…. */
static inline uint8_t ptxc_input_from(const struct ptxc_warp *warp, const struct ptxc_input *input) {
    return input->reg == PTXC_NO_REGISTER ? 0 : warp->registers[input->reg].from;
}

static inline const struct ptxc_input *ptxc_op_input(const struct ptxc_machine *machine, const struct ptxc_op *op,
                                                     uint32_t index) {
    return &machine->code->inputs[op->first_input + index];
}

static inline const struct ptxc_step *ptxc_op_step(const struct ptxc_machine *machine, const struct ptxc_op *op) {
    return &machine->code->program->steps[op->step];
}

/* Whether bytes are missing in the phase. What copies bring whose bytes are not known is missing where bytes are
 * expected: without that nothing holds the phase for them. */
static inline bool ptxc_mbarrier_lacks_bytes(const struct ptxc_mbarrier *barrier) {
    return (barrier->bytes != 0 && !barrier->wild) || (barrier->wildcards > 0 && barrier->expected > 0);
}

/* Returns the step that is kept + 1, or PTXC_NO_STEP where 0 says that there is none. */
static inline uint32_t ptxc_kept_step(uint32_t kept) {
    return kept ? kept - 1 : PTXC_NO_STEP;
}

/* Returns the lowest of some lanes, which are not none, and how many they are. */
static inline uint32_t ptxc_lowest(uint32_t lanes) {
    return (uint32_t)__builtin_ctz(lanes);
}
static inline uint32_t ptxc_count_lanes(uint32_t lanes) {
    return (uint32_t)__builtin_popcount(lanes);
}

#endif
