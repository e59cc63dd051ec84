/* What one instruction alone says of an mbarrier: its count, its bytes, and whether its address may be used so (M05,
 * M09, M12).
 */
#include "analysis/mbarriers/rules.h"

#include "analysis/mbarriers/questions.h"
#include "analysis/values/parameters.h"

#include "tables/tables.h"

enum { MOST = (1 << 20) - 1 }; /* the mbarrier counts arrivals and bytes in 20 bits */

/* Looks at the count of an init or of an arrival. */
static void look_at_count(const struct ptxc_mbarriers *barriers, const struct ptxc_mbarrier_use_of *use) {
    struct ptxc_hazard hazard;
    int64_t count;
    if (!ptxc_flow_constant(barriers->flow, use->step, PTXC_NAME_COUNT, &count))
        return;
    if (count < 1 || count > MOST) {
        ptxc_hazard_begin(&hazard, barriers->flow, PTXC_RULE_COUNT_OUT_OF_RANGE, use->step,
                          "the count of an mbarrier must be at least 1 and at most %d, and this one is %lld", MOST,
                          (long long)count);
        ptxc_hazard_give(&hazard);
        return;
    }
    const int64_t expected = barriers->keys[use->key].expected;
    if (use->action == PTXC_ACT_INIT || expected <= 0 || count <= expected)
        return;
    ptxc_hazard_begin(&hazard, barriers->flow, PTXC_RULE_COUNT_OUT_OF_RANGE, use->step,
                      "an arrival must not count more than the mbarrier waits for, %lld, and this one counts %lld",
                      (long long)expected, (long long)count);
    ptxc_hazard_give(&hazard);
}

/* Looks at the bytes that a phase is told to wait for. */
static void look_at_bytes(const struct ptxc_mbarriers *barriers, const struct ptxc_mbarrier_use_of *use) {
    struct ptxc_hazard hazard;
    int64_t bytes;
    if (!ptxc_flow_constant(barriers->flow, use->step, PTXC_NAME_TX_COUNT, &bytes) || (bytes >= 0 && bytes <= MOST))
        return;
    ptxc_hazard_begin(&hazard, barriers->flow, PTXC_RULE_EXPECT_RANGE, use->step,
                      "the bytes that an mbarrier expects must be at least 0 and at most %d, and these are %lld", MOST,
                      (long long)bytes);
    ptxc_hazard_advice(&hazard, "a phase can be told of more bytes in several pieces only as far as copies complete "
                                "between them");
    ptxc_hazard_give(&hazard);
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

/* The `mapa` that an address is made by, or NULL. */
static const struct ptxc_term *mapped(const struct ptxc_affines *all, ptxc_affine address, unsigned depth) {
    const struct ptxc_linear *linear = ptxc_affine_get(all, address);
    for (uint32_t i = 0; i < linear->count; i++) {
        const struct ptxc_term *term = ptxc_affine_term_get(all, linear->parts[i].term);
        if (term->kind != PTXC_TERM_OPERATION)
            continue;
        if (term->operation == PTXC_EXPR_MAPA)
            return term;
        if (term->operation == PTXC_DO_TO_GENERIC && depth > 0)
            return mapped(all, term->a, depth - 1);
    }
    return NULL;
}

/* Whether the expression is the rank of the CTA with some bits turned over, or another one by a constant: never its
 * own.
 */
static bool is_turned_rank(const struct ptxc_affines *all, ptxc_affine rank) {
    const struct ptxc_linear *linear = ptxc_affine_get(all, rank);
    const struct ptxc_term *term = linear->count == 1 && linear->parts[0].coefficient == 1
                                       ? ptxc_affine_term_get(all, linear->parts[0].term)
                                       : NULL;
    int64_t bits;
    if (!term)
        return false;
    if (term->kind == PTXC_TERM_SPECIAL)
        return ptxc_special_named(term->a, "%cluster_ctarank") && linear->constant != 0;
    if (term->kind != PTXC_TERM_OPERATION || term->operation != PTXC_DO_XOR || linear->constant != 0)
        return false;
    const bool first = ptxc_affine_is_constant(all, term->a, &bits);
    if (!first && !ptxc_affine_is_constant(all, term->b, &bits))
        return false;
    term = ptxc_affine_sole_term(all, first ? term->b : term->a);
    return bits != 0 && term && term->kind == PTXC_TERM_SPECIAL && ptxc_special_named(term->a, "%cluster_ctarank");
}

/* Whether a CTA of this rank is another one than that which runs the use: one that is made of its own, or a constant,
 * where the use does not depend on the rank. A function alone does not say which CTAs call it. */
static bool is_other(const struct ptxc_mbarriers *barriers, const struct ptxc_mbarrier_use_of *use, ptxc_affine rank) {
    const struct ptxc_affines *all = ptxc_values_expressions(barriers->flow->values);
    int64_t constant;
    if (is_turned_rank(all, rank))
        return true;
    if (!barriers->flow->whole || !ptxc_affine_is_constant(all, rank, &constant))
        return false;
    for (uint8_t i = 0; i < use->condition.count; i++)
        if (may_differ(barriers->flow, use->condition.atoms[i].predicate, 5))
            return false;
    return !use->condition.more;
}

/* Whether the use is of an instruction that only the CTA in which the mbarrier lies may run; `in_form`: in this
 * form alone. */
static bool is_local(const struct ptxc_flow *flow, const struct ptxc_mbarrier_use_of *use, bool *in_form) {
    const struct ptxc_step *here = ptxc_flow_step(flow, use->step);
    const uint32_t action = PTXC_ACTION_BIT(use->action);
    *in_form = (action & PTXC_ACTS_ARRIVE) && (ptxc_step_has(flow->program, here, PTXC_Q_SHARED) ||
                                               ptxc_step_has(flow->program, here, PTXC_Q_SHARED_CTA));
    return *in_form || (action & (PTXC_ACTS_WAIT | PTXC_ACTS_LIFE));
}

/* Looks whether an instruction for an mbarrier of this CTA gets the address of one in another. Of several with one
 * address one is reported, and rather the wait in a loop than a look before it. */
static void look_at_remote(const struct ptxc_mbarriers *barriers, uint32_t key) {
    const struct ptxc_flow *flow = barriers->flow;
    const struct ptxc_term *map = mapped(ptxc_values_expressions(flow->values), barriers->keys[key].place.address, 2);
    const struct ptxc_mbarrier_use_of *found = NULL;
    struct ptxc_hazard hazard;
    bool in_form = false, its;
    for (uint32_t i = 0; i < barriers->count && map && flow->cluster != 1; i++) {
        const struct ptxc_mbarrier_use_of *use = &barriers->uses[i];
        if (use->key != key || (found && (found->retried || !use->retried)) || !is_local(flow, use, &its) ||
            !is_other(barriers, use, map->b))
            continue;
        found = use;
        in_form = its;
    }
    if (!found)
        return;
    ptxc_hazard_begin(&hazard, flow, PTXC_RULE_LOCAL_OP_ON_REMOTE_ADDRESS, found->step,
                      in_form
                          ? "an arrival on the mbarrier of another CTA must be one of .shared::cluster"
                          : "only the CTA that an mbarrier lies in may make it and wait for it, and this one lies in "
                            "another CTA");
    ptxc_hazard_advice(&hazard, "the address comes from mapa, and means the mbarrier of the CTA with that rank");
    ptxc_hazard_give(&hazard);
}

void ptxc_mbarriers_check_keys(struct ptxc_mbarriers *barriers) {
    for (uint32_t i = 0; i < barriers->count; i++) {
        look_at_count(barriers, &barriers->uses[i]);
        if (PTXC_ACTION_BIT(barriers->uses[i].action) & PTXC_ACTS_EXPECT)
            look_at_bytes(barriers, &barriers->uses[i]);
    }
    for (uint32_t i = 0; i < barriers->key_count; i++)
        look_at_remote(barriers, i);
}
