/* Accesses to other CTAs of a cluster: see cluster.h. */
#include "analysis/findings/cluster.h"

#include "analysis/values/parameters.h"
#include "tables/tables.h"

bool ptxc_remote_of(const struct ptxc_flow *flow, const struct ptxc_memory_range *region, struct ptxc_remote *remote) {
    struct ptxc_affines *all = ptxc_values_expressions(flow->values);
    const struct ptxc_linear linear = *ptxc_affine_get(all, region->address);
    for (uint32_t i = 0; i < linear.count; i++) {
        const struct ptxc_term term = *ptxc_affine_term_get(all, linear.parts[i].term);
        if (term.kind != PTXC_TERM_OPERATION || term.operation != PTXC_EXPR_MAPA || linear.parts[i].coefficient != 1)
            continue;
        const ptxc_affine rest = ptxc_affine_subtract(all, region->address, ptxc_affine_term(all, &term));
        const struct ptxc_term *rank = ptxc_affine_sole_term(all, term.b);
        *remote = (struct ptxc_remote){.inner = *region, .rank = term.b};
        remote->inner.address = ptxc_affine_add(all, rest, term.a);
        remote->inner.space = PTXC_SPACE_SHARED;
        remote->inner.remote = false;
        remote->inner.symbol = ptxc_memory_range_symbol(flow->values, remote->inner.address);
        remote->own = rank && rank->kind == PTXC_TERM_SPECIAL && ptxc_special_named(rank->a, "%cluster_ctarank");
        return remote->inner.address != 0;
    }
    return false;
}

bool ptxc_remote_at(const struct ptxc_flow *flow, uint32_t step, struct ptxc_remote *remote) {
    struct ptxc_memory_range region;
    const bool reads = ptxc_memory_range_read(flow->values, flow->program, step, &region);
    if (reads && ptxc_remote_of(flow, &region, remote)) {
        remote->reads = true;
        remote->writes = ptxc_memory_range_written(flow->values, flow->program, step, &region);
        return true;
    }
    if (ptxc_memory_range_written(flow->values, flow->program, step, &region) && ptxc_remote_of(flow, &region, remote))
        return remote->writes = true;
    if (ptxc_memory_range_target(flow->values, flow->program, step, &region) && ptxc_remote_of(flow, &region, remote))
        return true;
    if (!(ptxc_flow_step(flow, step)->traits & PTXC_TRAIT_IN_CLUSTER) || /* else it must be local */
        !ptxc_memory_range_barrier(flow->values, flow->program, step, &region) ||
        !ptxc_remote_of(flow, &region, remote))
        return false;
    return remote->barrier = true;
}

bool ptxc_cluster_arrives_relaxed(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    return ptxc_step_action(here) == PTXC_ACT_CLUSTER_ARRIVE && (here->traits & PTXC_TRAIT_RELAXED);
}

bool ptxc_cluster_arrives_releasing(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    return ptxc_step_action(here) == PTXC_ACT_CLUSTER_ARRIVE && !(here->traits & PTXC_TRAIT_RELAXED);
}

bool ptxc_cluster_fences(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    return ptxc_step_does(here, PTXC_ACT_FENCE) || ptxc_step_action(here) == PTXC_ACT_FENCE;
}

/* Whether a special register has the same value in the same thread of all CTAs. */
static bool is_same_in_all(uint32_t special) {
    static const char *const names[] = {"%tid",     "%ntid",   "%laneid",          "%warpid",
                                        "%nwarpid", "%nctaid", "%cluster_nctarank"};
    for (size_t i = 0; i < PTXC_COUNT(names); i++)
        if (ptxc_special_named(special, names[i]))
            return true;
    return false;
}

static bool may_differ(const struct ptxc_flow *flow, ptxc_affine expression, unsigned depth);

/* Whether the term is what all CTAs load from one address of memory that they have in common: not of .shared. */
static bool is_loaded_alike(const struct ptxc_flow *flow, const struct ptxc_term *term, unsigned depth) {
    if (term->kind != PTXC_TERM_RESULT || term->variance != PTXC_UNIFORM || depth == 0)
        return false;
    const struct ptxc_value *address = ptxc_common_address(flow->program, term->a);
    const struct ptxc_span word = flow->program->steps[term->a].statement->word;
    return address && ptxc_word_space(flow->program->source + word.offset, word.length) != PTXC_SPACE_SHARED &&
           !may_differ(flow, ptxc_values_of(flow->values, term->a, address), depth - 1);
}

/* Whether the expression may be another in CTAs of another rank: all but what is known to be none. */
static bool may_differ(const struct ptxc_flow *flow, ptxc_affine expression, unsigned depth) {
    const struct ptxc_affines *all = ptxc_values_expressions(flow->values);
    const struct ptxc_linear *linear = ptxc_affine_get(all, expression);
    for (uint32_t i = 0; i < linear->count; i++) {
        const struct ptxc_term *term = ptxc_affine_term_get(all, linear->parts[i].term);
        const bool elected = term->kind == PTXC_TERM_RESULT && term->a < flow->program->count &&
                             ptxc_step_action(ptxc_flow_step(flow, term->a)) == PTXC_ACT_ELECT;
        if (term->kind == PTXC_TERM_SYMBOL || (term->kind == PTXC_TERM_PARAMETER && flow->whole) || elected ||
            is_loaded_alike(flow, term, depth) || (term->kind == PTXC_TERM_SPECIAL && is_same_in_all(term->a)))
            continue;
        if (term->kind != PTXC_TERM_OPERATION || depth == 0 || (term->a && may_differ(flow, term->a, depth - 1)) ||
            (term->b && may_differ(flow, term->b, depth - 1)) || (term->c && may_differ(flow, term->c, depth - 1)))
            return true;
    }
    return false;
}

bool ptxc_cluster_runs_alike(const struct ptxc_flow *flow, uint32_t step) {
    enum { DEEPEST = 5 };
    const struct ptxc_condition condition = ptxc_flow_condition(flow, step);
    for (uint8_t i = 0; i < condition.count; i++)
        if (may_differ(flow, condition.atoms[i].predicate, DEEPEST))
            return false;
    return !condition.more;
}
