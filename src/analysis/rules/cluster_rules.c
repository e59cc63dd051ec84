/* What is wrong with accesses to other CTAs of a cluster. All of it is asked of the ways between steps: something that
 * would make it right counts if it stands on any of them.
 */
#include "analysis/rules/rules.h"

#include "analysis/findings/participation.h"
#include "tables/tables.h"

/* What a step touches in another CTA; or, with `own`, in this one, through an address that says so. */
struct remote {
    struct ptxc_memory_range inner; /* what it is in the CTA that it lies in */
    ptxc_affine rank;
    bool own;     /* the rank is that of the CTA itself */
    bool reads;   /* at once, by a load or an atomic */
    bool writes;  /* at once, by a store or an atomic */
    bool barrier; /* it is an mbarrier */
};

/* Takes the address apart that mapa has made; false where it was not made so. */
static bool remote_of(const struct ptxc_flow *flow, const struct ptxc_memory_range *region, struct remote *remote) {
    struct ptxc_affines *all = ptxc_values_expressions(flow->values);
    const struct ptxc_linear linear = *ptxc_affine_get(all, region->address);
    for (uint32_t i = 0; i < linear.count; i++) {
        const struct ptxc_term term = *ptxc_affine_term_get(all, linear.parts[i].term);
        if (term.kind != PTXC_TERM_OPERATION || term.operation != PTXC_EXPR_MAPA || linear.parts[i].coefficient != 1)
            continue;
        const ptxc_affine rest = ptxc_affine_subtract(all, region->address, ptxc_affine_term(all, &term));
        const struct ptxc_term *rank = ptxc_affine_sole_term(all, term.b);
        *remote = (struct remote){.inner = *region, .rank = term.b};
        remote->inner.address = ptxc_affine_add(all, rest, term.a);
        remote->inner.space = PTXC_SPACE_SHARED;
        remote->inner.remote = false;
        remote->inner.symbol = ptxc_memory_range_symbol(all, remote->inner.address);
        remote->own = rank && rank->kind == PTXC_TERM_SPECIAL && ptxc_special_named(rank->a, "%cluster_ctarank");
        return remote->inner.address != 0;
    }
    return false;
}

/* What the step touches by an address that mapa has made; false where it does not. */
static bool remote_at(const struct ptxc_flow *flow, uint32_t step, struct remote *remote) {
    struct ptxc_memory_range region;
    const bool reads = ptxc_memory_range_read(flow->values, step, &region);
    if (reads && remote_of(flow, &region, remote)) {
        remote->reads = true;
        remote->writes = ptxc_memory_range_written(flow->values, step, &region);
        return true;
    }
    if (ptxc_memory_range_written(flow->values, step, &region) && remote_of(flow, &region, remote))
        return remote->writes = true;
    if (ptxc_memory_range_target(flow->values, step, &region) && remote_of(flow, &region, remote))
        return true;
    if (!(ptxc_flow_step(flow, step)->traits & PTXC_TRAIT_IN_CLUSTER) || /* else it must be local */
        !ptxc_memory_range_barrier(flow->values, step, &region) || !remote_of(flow, &region, remote))
        return false;
    return remote->barrier = true;
}

/* Whether the step is an arrival at the barrier of the cluster that orders nothing. */
static bool arrives_relaxed(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    return ptxc_step_action(here) == PTXC_ACT_CLUSTER_ARRIVE && (here->traits & PTXC_TRAIT_RELAXED);
}

/* Whether it is one that releases. */
static bool arrives_releasing(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    return ptxc_step_action(here) == PTXC_ACT_CLUSTER_ARRIVE && !(here->traits & PTXC_TRAIT_RELAXED);
}

/* Whether the step is a fence of memory. */
static bool fences(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    return ptxc_step_does(here, PTXC_ACT_FENCE) || ptxc_step_action(here) == PTXC_ACT_FENCE;
}

/* Whether the address is that of a variable of this CTA and a constant. */
static bool is_own_variable(const struct ptxc_flow *flow, const struct ptxc_memory_range *region) {
    const struct ptxc_linear *linear = ptxc_affine_get(ptxc_values_expressions(flow->values), region->address);
    return region->symbol && linear->count == 1;
}

/* Reports a copy to shared memory of the cluster whose destination, or whose mbarrier, is in the CTA itself. */
static void look_at_copy(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    struct ptxc_memory_range target, source, barrier;
    struct remote remote;
    struct ptxc_hazard hazard;
    if (ptxc_step_action(here) != PTXC_ACT_COPY || here->event->completion != PTXC_BY_BARRIER ||
        ptxc_step_qualifier(here, PTXC_SLOT_REDUCTION) != PTXC_Q_NONE || !(here->traits & PTXC_TRAIT_IN_CLUSTER) ||
        !ptxc_memory_range_source(flow->values, step, &source) || source.space != PTXC_SPACE_SHARED ||
        !ptxc_memory_range_target(flow->values, step, &target) ||
        !ptxc_memory_range_barrier(flow->values, step, &barrier))
        return;
    const bool own_target = is_own_variable(flow, &target) || (remote_of(flow, &target, &remote) && remote.own);
    if (!own_target && !is_own_variable(flow, &barrier))
        return;
    ptxc_hazard_begin(&hazard, flow, PTXC_RULE_DSMEM_COPY_TO_SELF, step,
                      own_target ? "the destination of a copy to .shared::cluster must be in another CTA, and this one "
                                   "is in the CTA itself"
                                 : "the mbarrier of a copy to another CTA must be in that CTA, and this one is in the "
                                   "CTA itself");
    ptxc_hazard_advice(&hazard, "mapa gives the address in another CTA");
    ptxc_hazard_give(&hazard);
}

/* Whether the step touches memory of another CTA, or may. */
static bool goes_out(const struct ptxc_flow *flow, uint32_t step) {
    struct remote remote;
    const bool is_access = ptxc_step_action(ptxc_flow_step(flow, step)) != PTXC_ACT_MAP_ADDRESS;
    return is_access && ptxc_flow_runs(flow, step) && remote_at(flow, step, &remote) && !remote.own;
}

/* Whether the step may wait for threads of other CTAs. */
static bool may_wait(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    switch (ptxc_step_action(here)) {
    case PTXC_ACT_CLUSTER_WAIT:
    case PTXC_ACT_TRY_WAIT:
    case PTXC_ACT_TEST_WAIT:
    case PTXC_ACT_GRID_WAIT: return true;
    default: break;
    }
    return ptxc_step_does(here, PTXC_ACT_ATOMIC) ||
           (ptxc_step_does(here, PTXC_ACT_LOAD) && (here->traits & PTXC_TRAITS_STRONG));
}

/* Whether threads of the cluster may meet, or a thread may wait for another CTA, after the step. */
static bool is_followed(const struct ptxc_flow *flow, uint32_t step) {
    for (uint32_t i = 0; i < flow->program->count; i++)
        if ((may_wait(flow, i) && (ptxc_flow_leads(flow, step, i) || !ptxc_flow_leads(flow, i, step))) ||
            (ptxc_step_action(ptxc_flow_step(flow, i)) == PTXC_ACT_CLUSTER_ARRIVE && ptxc_flow_leads(flow, step, i)))
            return true;
    return false;
}

/* Reports that a CTA may end while others use its memory. That is certain where the kernel has no barrier of the
 * cluster at all; else the other CTA may know by other means. */
static void look_at_end(const struct ptxc_flow *flow, uint32_t last, bool has_barrier) {
    struct ptxc_hazard hazard;
    const bool followed = is_followed(flow, last);
    if (has_barrier && followed)
        return;
    const struct ptxc_violation violation = ptxc_violation_at(PTXC_VIOLATION_PEER_ENDED, last, PTXC_NO_STEP);
    ptxc_violation_begin(&hazard, flow, &violation);
    hazard.finding.level = followed ? PTXC_POSSIBLE : has_barrier ? PTXC_LIKELY : PTXC_CERTAIN;
    ptxc_hazard_give(&hazard);
}

/* Reports the first access to another CTA where nothing before it says that the other one has begun. A copy goes with
 * an mbarrier, by which it may be known. */
static void look_at_begin(const struct ptxc_flow *flow, uint32_t first) {
    if (ptxc_step_action(ptxc_flow_step(flow, first)) == PTXC_ACT_COPY)
        return;
    for (uint32_t i = 0; i < flow->program->count; i++)
        if (may_wait(flow, i) && ptxc_flow_leads(flow, i, first))
            return;
    const struct ptxc_violation violation = ptxc_violation_at(PTXC_VIOLATION_PEER_ABSENT, first, PTXC_NO_STEP);
    ptxc_violation_report(flow, &violation);
}

/* Looks at the first and the last access to other CTAs. Without any barrier of the cluster both are wrong, and one
 * finding is enough. */
static void look_at_life(const struct ptxc_flow *flow) {
    uint32_t first = PTXC_NO_STEP, last = PTXC_NO_STEP;
    if (!flow->whole || flow->cluster <= 1)
        return;
    for (uint32_t i = 0; i < flow->program->count; i++) {
        if (!goes_out(flow, i))
            continue;
        first = first == PTXC_NO_STEP ? i : first;
        last = i;
    }
    if (first == PTXC_NO_STEP)
        return;
    const bool has_barrier =
        ptxc_flow_has(flow, PTXC_ACT_CLUSTER_ARRIVE, NULL) || ptxc_flow_has(flow, PTXC_ACT_CLUSTER_WAIT, NULL);
    look_at_end(flow, last, has_barrier);
    if (has_barrier)
        look_at_begin(flow, first);
}

/* Whether some step for which `cures` holds may come between two steps. */
static bool is_cured(const struct ptxc_flow *flow, uint32_t from, uint32_t to,
                     bool (*cures)(const struct ptxc_flow *flow, uint32_t from, uint32_t step)) {
    for (uint32_t i = 0; i < flow->program->count; i++)
        if (cures(flow, from, i) && ptxc_flow_leads(flow, from, i) && ptxc_flow_leads(flow, i, to))
            return true;
    return false;
}

/* Whether the step fences the mbarriers that its thread has made, which may be the one that has run the step `from`. */
static bool fences_init(const struct ptxc_flow *flow, uint32_t from, uint32_t step) {
    const struct ptxc_condition *own = ptxc_flow_condition(flow, from), *its = ptxc_flow_condition(flow, step);
    return ptxc_step_action(ptxc_flow_step(flow, step)) == PTXC_ACT_FENCE_INIT &&
           !ptxc_condition_excludes(flow->conditions, own, its);
}

/* Whether the step publishes, for other CTAs, what the thread has done that has run the step `from`. */
static bool publishes(const struct ptxc_flow *flow, uint32_t from, uint32_t step) {
    if (arrives_releasing(flow, step) || fences(flow, step))
        return true;
    const struct ptxc_condition *own = ptxc_flow_condition(flow, from), *its = ptxc_flow_condition(flow, step);
    const struct ptxc_threads by = ptxc_condition_threads(flow->conditions, own);
    const struct ptxc_threads fenced = ptxc_condition_threads(flow->conditions, its);
    if (by.elected && !fenced.elected && fenced.kind != PTXC_THREADS_ALL && fenced.kind != PTXC_THREADS_WARPS)
        return false; /* the elected lane may be another one than those that fence */
    return fences_init(flow, from, step);
}

/* Whether threads of another CTA use the mbarrier at the step, as far as is known. */
static enum ptxc_overlap used_by_remote_ctas(const struct ptxc_flow *flow, uint32_t step,
                                             const struct ptxc_memory_range *made) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    struct ptxc_memory_range region;
    struct remote remote;
    if (!ptxc_memory_range_barrier(flow->values, step, &region))
        return PTXC_PIECES_APART;
    if (remote_of(flow, &region, &remote))
        return remote.own ? PTXC_PIECES_APART : ptxc_flow_overlap(flow, &remote.inner, made);
    if (ptxc_step_action(here) == PTXC_ACT_ARRIVE && (here->traits & PTXC_TRAIT_IN_CLUSTER) &&
        !is_own_variable(flow, &region))
        return PTXC_PIECES_UNKNOWN;
    if (!ptxc_step_operand(here, PTXC_NAME_CTA_MASK))
        return PTXC_PIECES_APART;
    return ptxc_flow_overlap(flow, &region, made);
}

/* Reports an mbarrier that other CTAs use after a barrier of the cluster that has not published its init. */
static bool look_at_init(const struct ptxc_flow *flow, uint32_t init, uint32_t arrive) {
    struct ptxc_memory_range made;
    struct ptxc_hazard hazard;
    if (!ptxc_memory_range_barrier(flow->values, init, &made) || !ptxc_flow_leads(flow, init, arrive) ||
        is_cured(flow, init, arrive, publishes))
        return false;
    for (uint32_t i = 0; i < flow->program->count; i++) {
        const enum ptxc_overlap overlap = used_by_remote_ctas(flow, i, &made);
        if (overlap == PTXC_PIECES_APART || !ptxc_flow_runs(flow, i) || !ptxc_flow_leads(flow, arrive, i) ||
            is_cured(flow, arrive, i, publishes))
            continue;
        ptxc_hazard_begin(&hazard, flow, PTXC_RULE_MBARRIER_INIT_FENCE_CLUSTER, arrive,
                          "fence.mbarrier_init must stand between the init of an mbarrier that other CTAs use and a "
                          "relaxed arrival at the barrier of the cluster, in the thread of the init");
        ptxc_hazard_note(&hazard, init, "the mbarrier is made here");
        ptxc_hazard_note(&hazard, i, "it is used here, from another CTA");
        ptxc_hazard_advice(&hazard, "fence.mbarrier_init.release.cluster after the init, or an arrival without "
                                    ".relaxed");
        if (flow->cluster <= 1 || overlap != PTXC_PIECES_OVERLAP || is_cured(flow, init, arrive, fences_init))
            hazard.finding.level = PTXC_LIKELY;
        ptxc_hazard_give(&hazard);
        return true;
    }
    return false;
}

/* Whether the step orders what was written for those who come after it, in whatever way. */
static bool orders(const struct ptxc_flow *flow, uint32_t from, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    (void)from;
    switch (ptxc_step_action(here)) {
    case PTXC_ACT_ARRIVE:
    case PTXC_ACT_ARRIVE_EXPECT:
    case PTXC_ACT_ARRIVE_DROP:
    case PTXC_ACT_ARRIVE_DROP_EXPECT:
    case PTXC_ACT_TRY_WAIT:
    case PTXC_ACT_TEST_WAIT: return true;
    default: break;
    }
    return arrives_releasing(flow, step) || fences(flow, step) || ptxc_step_does(here, PTXC_ACT_ATOMIC) ||
           ptxc_step_does(here, PTXC_ACT_REDUCE);
}

/* A write of shared memory that threads of another CTA may read. */
struct data {
    uint32_t step;
    bool out;                        /* it goes to another CTA; else it is to be read from there */
    struct ptxc_memory_range region; /* in the CTA that it lies in */
};

/* Whether a thread reads at the step what was written, in the other CTA. */
static bool is_read(const struct ptxc_flow *flow, const struct data *data, uint32_t step) {
    struct ptxc_memory_range region, first, second;
    struct remote remote;
    if (!ptxc_memory_range_read(flow->values, step, &region) || !ptxc_flow_runs(flow, step))
        return false;
    const bool goes = remote_of(flow, &region, &remote);
    if (goes == data->out || (goes && remote.own) || (!goes && region.remote))
        return false;
    if (goes)
        region = remote.inner;
    if (region.space != PTXC_SPACE_SHARED)
        return false;
    const enum ptxc_overlap plain = ptxc_flow_overlap(flow, &region, &data->region);
    if (plain != PTXC_PIECES_UNKNOWN)
        return plain == PTXC_PIECES_OVERLAP;
    return ptxc_memory_range_of_thread(flow->values, &region, 0, &first) &&
           ptxc_memory_range_of_thread(flow->values, &data->region, 0, &second) &&
           ptxc_flow_overlap(flow, &first, &second) == PTXC_PIECES_OVERLAP;
}

/* Takes a write whose address stays the same in its loop. */
static bool take_write(const struct ptxc_flow *flow, uint32_t step, struct data *data) {
    struct ptxc_memory_range region;
    struct remote remote;
    const uint32_t loop = flow->graph->blocks[ptxc_graph_block_of(flow->graph, step)].loop;
    if (!ptxc_flow_runs(flow, step) || !ptxc_memory_range_written(flow->values, step, &region))
        return false;
    *data = (struct data){.step = step, .out = remote_of(flow, &region, &remote), .region = region};
    if (data->out && remote.own)
        return false;
    if (data->out)
        data->region = remote.inner;
    return data->region.space == PTXC_SPACE_SHARED && !data->region.remote &&
           (loop == PTXC_NO_BLOCK || !ptxc_values_change_in(flow->values, data->region.address, loop));
}

/* Returns a step at which what was written is read, after a barrier of the cluster that the relaxed arrival is for; or
 * PTXC_NO_STEP. */
static uint32_t reader_of(const struct ptxc_flow *flow, const struct data *data, uint32_t arrive) {
    for (uint32_t i = 0; i < flow->program->count; i++) {
        if (!is_read(flow, data, i) || !ptxc_flow_leads(flow, arrive, i) || is_cured(flow, arrive, i, orders))
            continue;
        for (uint32_t k = 0; k < flow->program->count; k++)
            if (ptxc_step_action(ptxc_flow_step(flow, k)) == PTXC_ACT_CLUSTER_WAIT &&
                ptxc_flow_leads(flow, arrive, k) && ptxc_flow_leads(flow, k, i))
                return i;
    }
    return PTXC_NO_STEP;
}

/* Reports a relaxed arrival after a write that another CTA reads after the barrier. */
static bool look_at_data(const struct ptxc_flow *flow, uint32_t step, uint32_t arrive) {
    struct data data;
    struct ptxc_hazard hazard;
    if (!take_write(flow, step, &data) || !ptxc_flow_leads(flow, step, arrive))
        return false;
    const uint32_t reader = reader_of(flow, &data, arrive);
    if (reader == PTXC_NO_STEP || is_cured(flow, step, arrive, orders))
        return false;
    ptxc_hazard_begin(&hazard, flow, PTXC_RULE_RELAXED_CLUSTER_BARRIER_PUBLISHES_DATA, arrive,
                      "an arrival at the barrier of the cluster must release what another CTA reads after it, and this "
                      "one is .relaxed");
    ptxc_hazard_note(&hazard, step, data.out ? "the other CTA's memory is written here" : "it is written here");
    ptxc_hazard_note(&hazard, reader, data.out ? "the other CTA reads it here" : "another CTA reads it here");
    ptxc_hazard_advice(&hazard, "barrier.cluster.arrive without .relaxed releases");
    ptxc_hazard_give(&hazard);
    return true;
}

/* Looks at what comes before a relaxed arrival. */
static void look_at_relaxed(const struct ptxc_flow *flow, uint32_t arrive) {
    bool init_reported = false, data_reported = false;
    for (uint32_t i = 0; i < flow->program->count; i++) {
        const struct ptxc_step *step = ptxc_flow_step(flow, i);
        if (ptxc_step_action(step) == PTXC_ACT_INIT && !init_reported && ptxc_flow_runs(flow, i))
            init_reported = look_at_init(flow, i, arrive);
        else if (ptxc_step_does(step, PTXC_ACT_STORE) && !data_reported)
            data_reported = look_at_data(flow, i, arrive);
    }
}

static bool releases_cluster(const struct ptxc_flow *flow, uint32_t from, uint32_t step) {
    (void)from;
    return arrives_releasing(flow, step) || fences(flow, step);
}

/* Reports an arrival in another CTA that does not publish there what was written there before. */
static void look_at_scope(const struct ptxc_flow *flow, uint32_t arrive) {
    const struct ptxc_step *here = ptxc_flow_step(flow, arrive);
    struct remote remote;
    struct ptxc_hazard hazard;
    if ((ptxc_step_action(here) != PTXC_ACT_ARRIVE && ptxc_step_action(here) != PTXC_ACT_ARRIVE_EXPECT) ||
        (here->traits & (PTXC_TRAIT_CLUSTER_SCOPE | PTXC_TRAIT_RELAXED)) || !ptxc_flow_runs(flow, arrive) ||
        !remote_at(flow, arrive, &remote) || remote.own)
        return;
    for (uint32_t i = 0; i < flow->program->count; i++) {
        if (!ptxc_step_does(ptxc_flow_step(flow, i), PTXC_ACT_STORE) || !ptxc_flow_runs(flow, i) ||
            !remote_at(flow, i, &remote) || remote.own || !ptxc_flow_leads(flow, i, arrive) ||
            is_cured(flow, i, arrive, releases_cluster))
            continue;
        ptxc_hazard_begin(&hazard, flow, PTXC_RULE_REMOTE_SYNC_CTA_SCOPE, arrive,
                          "an arrival in another CTA should be .release.cluster where it publishes what was written "
                          "there, and its default is .release.cta");
        ptxc_hazard_note(&hazard, i, "the other CTA's memory is written here");
        ptxc_hazard_give(&hazard);
        return;
    }
}

void ptxc_clusters_check(const struct ptxc_flow *flow) {
    look_at_life(flow);
    for (uint32_t i = 0; i < flow->program->count; i++) {
        if (!ptxc_flow_runs(flow, i))
            continue;
        look_at_copy(flow, i);
        look_at_scope(flow, i);
        if (arrives_relaxed(flow, i) && flow->cluster != 1)
            look_at_relaxed(flow, i);
    }
}
