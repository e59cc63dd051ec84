/* Addresses that cannot be right, each by the expression that it is: see rules.h. */
#include "analysis/rules/rules.h"

#include "analysis/findings/boxes.h"

/* Whether the address is that of a variable and a constant; then they are given. */
static const struct ptxc_symbol *variable_of(const struct ptxc_flow *flow, const struct ptxc_memory_range *region,
                                             int64_t *offset) {
    const struct ptxc_linear *linear = ptxc_affine_get(ptxc_values_expressions(flow->values), region->address);
    if (!region->symbol || linear->count != 1 ||
        ptxc_affine_term_get(ptxc_values_expressions(flow->values), linear->parts[0].term)->kind != PTXC_TERM_SYMBOL)
        return NULL;
    *offset = linear->constant;
    return ptxc_symbols_get(flow->program->symbols, region->symbol);
}

/* Reports a piece that goes beyond the variable that it begins in. */
static void check_range(const struct ptxc_flow *flow, uint32_t step, const struct ptxc_memory_range *region,
                        const char *what) {
    int64_t offset;
    const struct ptxc_symbol *symbol = variable_of(flow, region, &offset);
    const uint32_t size = region->size ? region->size : 1;
    if (!symbol || symbol->kind != PTXC_SYMBOL_VARIABLE || symbol->external || !symbol->size ||
        (offset >= 0 && (uint64_t)offset + size <= symbol->size))
        return;
    struct ptxc_violation violation = ptxc_violation_at(PTXC_VIOLATION_BEYOND_VARIABLE, step, PTXC_NO_STEP);
    violation.name = ptxc_arena_format(flow->sink->arena, "%s goes from byte %lld to %lld of '%.*s', which has %llu",
                                       what, (long long)offset, (long long)offset + size, (int)symbol->length,
                                       symbol->name, (unsigned long long)symbol->size);
    ptxc_violation_report(flow, &violation);
    *flow->explained |= *flow->reported;
}

/* Reports a generic address where one in .shared is asked for. */
static bool check_generic(const struct ptxc_flow *flow, uint32_t index, enum ptxc_operand_name name,
                          enum ptxc_slot slot) {
    const struct ptxc_step *step = ptxc_flow_step(flow, index);
    const struct ptxc_value *value = ptxc_step_value(step, name);
    struct ptxc_hazard hazard;
    if (!value || value->kind != PTXC_VALUE_REGISTER || ptxc_step_space(step, slot) != PTXC_SPACE_SHARED ||
        !ptxc_affine_operation(ptxc_values_expressions(flow->values), ptxc_values_of(flow->values, index, value),
                               PTXC_DO_TO_GENERIC))
        return false;
    ptxc_hazard_begin(&hazard, flow, PTXC_RULE_GENERIC_ADDRESS_IN_SHARED_OP, index,
                      "an address in .shared must stand here, and this one is generic: cvta has made it so");
    ptxc_hazard_advice(&hazard, "cvta.to.shared makes it an address in .shared again");
    ptxc_hazard_give(&hazard);
    return true;
}

/* Reports a tensor map whose address cannot be that of one. */
static void check_map(const struct ptxc_flow *flow, uint32_t index) {
    const struct ptxc_value *value = ptxc_step_value(ptxc_flow_step(flow, index), PTXC_NAME_TENSOR_MAP);
    const struct ptxc_affines *all = ptxc_values_expressions(flow->values);
    struct ptxc_hazard hazard;
    if (!value || value->kind != PTXC_VALUE_REGISTER)
        return;
    const struct ptxc_term *generic =
        ptxc_affine_operation(all, ptxc_values_of(flow->values, index, value), PTXC_DO_TO_GENERIC);
    if (!generic)
        return;
    const struct ptxc_linear *inner = ptxc_affine_get(all, generic->a);
    const bool local = generic->detail == PTXC_SPACE_LOCAL || generic->detail == PTXC_SPACE_SHARED;
    const struct ptxc_term *base = inner && inner->count == 1 ? ptxc_affine_term_get(all, inner->parts[0].term) : NULL;
    const struct ptxc_symbol *symbol =
        base && base->kind == PTXC_TERM_SYMBOL ? ptxc_symbols_get(flow->program->symbols, base->a) : NULL;
    const bool short_of = symbol && symbol->size && symbol->size < (uint64_t)inner->constant + 128;
    const bool odd = symbol && symbol->alignment && (symbol->alignment < 64 || inner->constant % 64);
    if (!local && !short_of && !odd)
        return;
    ptxc_hazard_begin(&hazard, flow, PTXC_RULE_TENSORMAP_OPERAND, index, "a tensor map must %s",
                      local ? "lie in .param, .const or .global, and this one is in local or shared memory"
                      : odd ? "begin at a multiple of 64 bytes, and its variable does not"
                            : "have 128 bytes, and its variable has fewer");
    ptxc_hazard_give(&hazard);
}

/* Reports bits of a multicast mask, an operand of the step, beyond the CTAs of the cluster. */
static void check_mask(const struct ptxc_flow *flow, uint32_t step, enum ptxc_operand_name name) {
    struct ptxc_hazard hazard;
    int64_t mask;
    if (!flow->cluster || flow->cluster >= 16 || !ptxc_flow_constant(flow, step, name, &mask) ||
        ((uint64_t)mask & 0xffff) >> flow->cluster == 0)
        return;
    ptxc_hazard_begin(&hazard, flow, PTXC_RULE_MULTICAST_MASK, step,
                      "a multicast mask must have bits only for the %u CTAs of the cluster, but is 0x%llx",
                      flow->cluster, (unsigned long long)mask & 0xffff);
    ptxc_hazard_give(&hazard);
    *flow->explained |= *flow->reported;
}

/* Returns the piece of a copy its size, where that is told by its tensor map. */
static const struct ptxc_memory_range *sized(const struct ptxc_flow *flow, uint32_t step,
                                             struct ptxc_memory_range *region) {
    if (!region->size)
        region->size = ptxc_flow_box(flow, step);
    return region;
}

/* Looks at the addresses of one step of the family. */
static void check_step(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_event *event = ptxc_flow_step(flow, step)->event;
    struct ptxc_memory_range region;
    const bool copies = event->completion != PTXC_BY_NOTHING;
    if (check_generic(flow, step, event->barrier, PTXC_SLOT_DESTINATION) ||
        (copies && (check_generic(flow, step, event->target, PTXC_SLOT_DESTINATION) ||
                    check_generic(flow, step, event->source, PTXC_SLOT_SOURCE))))
        return;
    if (ptxc_memory_range_barrier(flow->values, step, &region))
        check_range(flow, step, &region, "an mbarrier");
    if (event->action == PTXC_ACT_COPY && ptxc_memory_range_target(flow->values, step, &region))
        check_range(flow, step, sized(flow, step, &region), "what a copy writes");
    if (event->action == PTXC_ACT_COPY && ptxc_memory_range_source(flow->values, step, &region))
        check_range(flow, step, sized(flow, step, &region), "what a copy reads");
    check_map(flow, step);
    check_mask(flow, step, PTXC_NAME_CTA_MASK);
}

void ptxc_addresses_check(const struct ptxc_flow *flow) {
    for (uint32_t i = 0; i < flow->program->count; i++) {
        const struct ptxc_step *here = ptxc_flow_step(flow, i);
        const bool commits = ptxc_step_does(here, PTXC_ACT_TENSOR_ARRIVE);
        if (!ptxc_program_is_async(flow->program, i) || !ptxc_flow_runs(flow, i))
            continue;
        if (commits)
            check_mask(flow, i, here->event->amount);
        else
            check_step(flow, i);
    }
}
