/* Maps that are put together field by field: see rules.h. What two replacements of one map say together is held
 * against the rules of tensor maps; of a field that is replaced twice, or by what is not known, nothing is reported. A
 * rule about one number alone speaks for itself elsewhere (map_fields.def).
 */
#include "analysis/rules/rules.h"

#include <string.h>

#include "analysis/findings/boxes.h"
#include "analysis/findings/participation.h"
#include "tensormap/judge.h"

enum {
    MOST = 128,         /* replacements that belong together */
    STRIDES_SINCE = 805 /* before this PTX version a stride was written without its last four bits */
};

static const struct {
    enum ptxc_qualifier qualifier;
    enum ptxc_tensormap_field field;
    int64_t less, most;
} fields[] = {
#define REPLACED_FIELD(qualifier, field, less, most) {qualifier, field, less, most},
#include "replaced_fields.def"
};

static const uint8_t types[] = {
#define REPLACED_TYPE(value, type) [value] = type,
#include "replaced_fields.def"
};

/* A map under construction. */
struct map_making {
    const struct ptxc_flow *flow;
    enum ptxc_opcode opcode;
    struct ptxc_memory_range region;
    struct ptxc_condition condition;
    struct ptxc_map map;
    uint8_t seen[PTXC_TENSORMAP_MAX_FIELDS]; /* bit per number that was replaced */
};

/* The map that a step replaces something of; false where it does not, or it is not known. */
static bool replaced(const struct ptxc_flow *flow, uint32_t step, struct ptxc_memory_range *region) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    return ptxc_step_action(here) == PTXC_ACT_REPLACE_MAP && ptxc_flow_runs(flow, step) &&
           ptxc_memory_range_map(flow->values, step, here->event->target, region) && region->address;
}

/* Returns the place of the new value. */
static struct ptxc_span place_of(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    const struct ptxc_value *value = ptxc_step_value(here, here->event->amount);
    return value ? value->span : ptxc_step_span(flow->program, step);
}

/* Takes what a step replaces. */
static void take(struct map_making *making, uint32_t step) {
    const struct ptxc_flow *flow = making->flow;
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    size_t row = 0;
    int64_t index = 0, value = 0;
    while (row < PTXC_COUNT(fields) && fields[row].qualifier != ptxc_step_qualifier(here, PTXC_SLOT_FIELD))
        row++;
    if (row == PTXC_COUNT(fields))
        return;
    const int field = (int)fields[row].field;
    const bool known = ptxc_flow_constant(flow, step, here->event->amount, &value) && value >= 0 &&
                       (fields[row].most == 0 || value <= fields[row].most);
    ptxc_flow_constant(flow, step, PTXC_NAME_ORD, &index);
    if (index < 0 || index >= PTXC_TENSORMAP_MAX_RANK)
        return;
    const uint8_t bit = (uint8_t)(1u << index);
    const bool odd = field == PTXC_TENSORMAP_STRIDES && flow->environment.ptx < STRIDES_SINCE;
    const bool again = making->seen[field] & bit;
    making->seen[field] |= bit;
    making->map.value.unknown[field] |= bit;
    if (!known || again || odd)
        return;
    value = field == PTXC_TENSORMAP_DATA_TYPE ? types[value] : value + fields[row].less;
    ptxc_tensormap_set_number(&making->map.value, field, (size_t)index, (uint64_t)value);
    making->map.value.unknown[field] &= (uint8_t)~bit;
    making->map.places[field].numbers[index] = making->map.places[field].whole = place_of(flow, step);
}

/* Whether a rule looks at no more than one number of a field, of which another rule speaks. */
static bool is_plain(enum ptxc_rule_id rule) {
    const struct ptxc_constraint *constraint = &ptxc_rules[rule].constraint;
    const bool single = constraint->kind == PTXC_CONSTRAINT_MAP_IN_RANGE ||
                        constraint->kind == PTXC_CONSTRAINT_MAP_MULTIPLE_OF ||
                        constraint->kind == PTXC_CONSTRAINT_MAP_ENUMERATED;
    return single && constraint->quantity < PTXC_TENSORMAP_MAX_FIELDS &&
           constraint->when.fields[0] == PTXC_TENSORMAP_KIND;
}

static bool wants(const void *taker, enum ptxc_rule_id rule) {
    const struct map_making *making = taker;
    return ptxc_rules[rule].rule_class == PTXC_CLASS_LEGALITY && !is_plain(rule) &&
           ptxc_sink_wants(making->flow->sink, PTXC_RULE_REPLACED_MAP);
}

/* Takes a finding about the map. */
static void give(void *taker, const struct ptxc_finding *finding) {
    const struct map_making *making = taker;
    struct ptxc_finding reported = *finding;
    reported.rule = PTXC_RULE_REPLACED_MAP;
    reported.opcode = making->opcode;
    reported.level = ptxc_rules[reported.rule].level;
    ptxc_finding_note(&reported,
                      ptxc_arena_format(making->flow->sink->arena, "cuTensorMapEncodeTiled refuses such a map [%s]",
                                        ptxc_rules[finding->rule].id),
                      (struct ptxc_span){0, 0});
    ptxc_sink_give(making->flow->sink, &reported);
}

/* Puts together what the function replaces of the map of a step, under the same conditions, and judges it. `done` has
 * the steps that were looked at. */
static void judge(const struct ptxc_flow *flow, uint32_t first, bool *done) {
    struct map_making making = {.flow = flow,
                                .opcode = ptxc_flow_step(flow, first)->statement->opcode,
                                .condition = *ptxc_flow_condition(flow, first)};
    struct ptxc_memory_range region;
    uint32_t count = 0;
    if (!replaced(flow, first, &making.region))
        return;
    making.map.value = (struct ptxc_tensormap){.size = sizeof(making.map.value), .kind = PTXC_TENSORMAP_TILED};
    making.map.target = flow->environment.target;
    making.map.any_target = true;
    memset(making.map.value.unknown, UINT8_MAX, sizeof(making.map.value.unknown));
    making.map.value.rank =
        PTXC_TENSORMAP_MAX_RANK; /* a rank that is not known could be any: numbers are, one by one */
    making.map.value.unknown[PTXC_TENSORMAP_RANK] = 0;
    making.map.places[PTXC_TENSORMAP_KIND].whole = ptxc_step_span(flow->program, first);
    for (uint32_t i = first; i < flow->program->count; i++) {
        const struct ptxc_condition *condition = ptxc_flow_condition(flow, i);
        if (!replaced(flow, i, &region) || region.address != making.region.address)
            continue;
        done[i] = true;
        if (!ptxc_condition_implies(condition, &making.condition) ||
            !ptxc_condition_implies(&making.condition, condition) || ++count > MOST)
            return;
        take(&making, i);
    }
    const struct ptxc_sink sink = {
        .arena = flow->sink->arena, .source = flow->sink->source, .taker = &making, .wants = wants, .take = give};
    ptxc_tensormap_judge(&making.map, &sink);
}

void ptxc_replaced_maps_check(const struct ptxc_flow *flow) {
    bool *done = NULL;
    for (uint32_t i = 0; i < flow->program->count; i++) {
        if (ptxc_step_action(ptxc_flow_step(flow, i)) != PTXC_ACT_REPLACE_MAP)
            continue;
        if (!done)
            done = ptxc_arena_alloc(flow->program->arena, flow->program->count * sizeof(*done));
        if (!done)
            return;
        if (!done[i])
            judge(flow, i, done);
    }
}
