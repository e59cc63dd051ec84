/* Copies and their tensor maps: see rules.h. The bytes of a box are compared with those that an mbarrier expects
 * by the rules about phases, and with the room at the destination by those about addresses.
 */
#include "analysis/rules/rules.h"

#include "analysis/findings/boxes.h"
#include "ptxcheck/swizzle.h"
#include "tensormap/fields.h"

#define VALUE(n) (UINT32_C(1) << (n))

static const struct {
    enum ptxc_qualifier operation;
    uint32_t types; /* bit per data type */
} reductions[] = {
#define TENSOR_REDUCTION(qualifier, types) {qualifier, types},
#include "load_modes.def"
};

/* A copy and its map. */
struct pair {
    const struct ptxc_flow *flow;
    uint32_t step;
    const struct ptxc_tensormap *map;
    const struct ptxc_load_mode_row *mode;
};

/* The name of the map in messages. */
#define NAME "'%s'"

/* Returns the row of an enumerator that the map has, or NULL where that is not known. */
static const struct ptxc_tensormap_value_row *row_of(const struct pair *pair, int field) {
    return ptxc_tensormap_known(pair->map, field, 0)
               ? ptxc_tensormap_value(field, (uint32_t)ptxc_tensormap_bits(pair->map, field, 0))
               : NULL;
}

/* The dimension that the instruction names must be the rank of the map. */
static bool check_rank(const struct pair *pair) {
    const enum ptxc_qualifier dim = ptxc_step_qualifier(ptxc_flow_step(pair->flow, pair->step), PTXC_SLOT_DIM);
    struct ptxc_hazard hazard;
    if (!ptxc_tensormap_known(pair->map, PTXC_TENSORMAP_RANK, 0) || !ptxc_qualifiers[dim].number ||
        ptxc_qualifiers[dim].number == pair->map->rank)
        return true;
    ptxc_hazard_begin(&hazard, pair->flow, PTXC_RULE_TENSOR_RANK, pair->step,
                      "%s must be the rank of the tensor map " NAME ", which has %u dimensions",
                      ptxc_qualifiers[dim].spelling, pair->map->name, (unsigned)pair->map->rank);
    ptxc_hazard_give(&hazard);
    return false;
}

/* The load mode must be that for which the map was encoded. */
static bool check_mode(const struct pair *pair) {
    static const char *const meant[] = {[PTXC_TENSORMAP_TILED] = ".tile",
                                        [PTXC_TENSORMAP_IM2COL] = ".im2col or .im2col_no_offs",
                                        [PTXC_TENSORMAP_IM2COL_WIDE] = ".im2col::w or .im2col::w::128"};
    const struct ptxc_load_mode_row *mode = pair->mode;
    const struct ptxc_tensormap_value_row *wide = row_of(pair, PTXC_TENSORMAP_MODE);
    const bool other = mode->modes && wide && !(mode->modes >> wide->value & 1);
    struct ptxc_hazard hazard;
    if (pair->map->kind == mode->kind && !other)
        return true;
    ptxc_hazard_begin(&hazard, pair->flow, PTXC_RULE_TENSOR_MODE, pair->step,
                      "the load mode must be that of the tensor map " NAME ", which %s encodes for %s%s%s",
                      pair->map->name, ptxc_tensormap_functions[pair->map->kind],
                      other && pair->map->kind == mode->kind ? "mode " : meant[pair->map->kind],
                      other && pair->map->kind == mode->kind ? wide->name : "",
                      mode->qualifier == PTXC_Q_NONE ? "; none is written, which means .tile" : "");
    ptxc_hazard_give(&hazard);
    return false;
}

/* The innermost coordinate must be a multiple of 16 bytes, but in an interleaved layout, as measured. Where there can
 * be no such layout, an odd one is said to be wrong whatever the map is. */
static void check_coordinate(const struct pair *pair) {
    const struct ptxc_step *here = ptxc_flow_step(pair->flow, pair->step);
    const struct ptxc_operand *operand = ptxc_step_operand(here, PTXC_NAME_TENSOR_MAP);
    enum { NOT_INTERLEAVED = 2 }; /* dimensions of a tensor that cannot be */
    const struct ptxc_tensormap_value_row *type = row_of(pair, PTXC_TENSORMAP_DATA_TYPE);
    const struct ptxc_tensormap_value_row *layout = row_of(pair, PTXC_TENSORMAP_INTERLEAVE);
    int64_t coordinate;
    struct ptxc_hazard hazard;
    if (!type || !layout || layout->value != 0 || !operand || operand->count < 2 ||
        !ptxc_affine_is_constant(
            ptxc_values_expressions(pair->flow->values),
            ptxc_values_of(pair->flow->values, pair->step, &here->statement->values[operand->first + 1]),
            &coordinate) ||
        (coordinate % 2 != 0 && operand->count <= 1 + NOT_INTERLEAVED) || coordinate * type->measure % 128 == 0)
        return;
    ptxc_hazard_begin(&hazard, pair->flow, PTXC_RULE_INNER_COORDINATE_16B, pair->step,
                      "the innermost coordinate must be a multiple of 16 bytes, and %lld elements of " NAME
                      " are %lld bytes",
                      (long long)coordinate, pair->map->name, (long long)coordinate * type->measure / 8);
    hazard.finding.span = here->statement->values[operand->first + 1].span;
    ptxc_hazard_give(&hazard);
}

/* The shared address of the copy should be a multiple of what the pattern of the swizzle repeats after. Only a variable
 * and a constant tell how an address lies. */
static void check_alignment(const struct pair *pair) {
    const struct ptxc_flow *flow = pair->flow;
    const struct ptxc_tensormap_value_row *swizzle = row_of(pair, PTXC_TENSORMAP_SWIZZLE);
    const struct ptxc_affines *all = ptxc_values_expressions(flow->values);
    struct ptxc_memory_range region;
    struct ptxc_hazard hazard;
    if (!swizzle || swizzle->value == 0 ||
        (!ptxc_memory_range_target(flow->values, pair->step, &region) &&
         !ptxc_memory_range_source(flow->values, pair->step, &region)))
        return;
    const struct ptxc_linear *linear = ptxc_affine_get(all, region.address);
    const struct ptxc_symbol *symbol = ptxc_symbols_get(flow->program->symbols, region.symbol);
    if (!symbol || symbol->external || !linear || linear->count != 1)
        return;
    const uint32_t offset = ptxc_alignment_of(linear->constant);
    const uint32_t known = symbol->alignment && symbol->alignment < offset ? symbol->alignment : offset;
    const uint32_t repeat = ptxc_swizzle_repeat((enum ptxc_swizzle)swizzle->value);
    if (known >= repeat)
        return;
    ptxc_hazard_begin(&hazard, flow, PTXC_RULE_SWIZZLE_ALIGNMENT, pair->step,
                      "the shared address should be a multiple of %u with the swizzle %s of " NAME
                      ", and is one of %u for certain",
                      (unsigned)repeat, swizzle->name, pair->map->name, (unsigned)known);
    ptxc_hazard_advice(&hazard, "'%.*s' is declared .align %u, and the address is %lld bytes from its start",
                       (int)symbol->length, symbol->name, (unsigned)symbol->alignment, (long long)linear->constant);
    ptxc_hazard_give(&hazard);
}

/* A reduction must be one that there is for the elements of the tensor. */
static void check_reduction(const struct pair *pair) {
    const enum ptxc_qualifier operation =
        ptxc_step_qualifier(ptxc_flow_step(pair->flow, pair->step), PTXC_SLOT_REDUCTION);
    const struct ptxc_tensormap_value_row *type = row_of(pair, PTXC_TENSORMAP_DATA_TYPE);
    struct ptxc_hazard hazard;
    for (size_t i = 0; i < PTXC_COUNT(reductions) && type; i++) {
        if (reductions[i].operation != operation || reductions[i].types >> type->value & 1)
            continue;
        ptxc_hazard_begin(&hazard, pair->flow, PTXC_RULE_TENSOR_REDUCTION, pair->step,
                          "%s must be defined for the elements of the tensor map " NAME ", which are %s",
                          ptxc_qualifiers[operation].spelling, pair->map->name, type->name);
        ptxc_hazard_give(&hazard);
    }
}

/* What writes to a tensor in im2col mode must have corners of 0. */
static void check_corners(const struct pair *pair) {
    static const int corners[] = {PTXC_TENSORMAP_LOWER, PTXC_TENSORMAP_UPPER};
    struct ptxc_hazard hazard;
    for (size_t c = 0; c < PTXC_COUNT(corners) && pair->mode->zero; c++)
        for (size_t i = 0; i < ptxc_tensormap_count(pair->map, corners[c]); i++) {
            const int64_t offset = ptxc_tensormap_number(pair->map, corners[c], i);
            if (!ptxc_tensormap_known(pair->map, corners[c], i) || offset == 0)
                continue;
            ptxc_hazard_begin(
                &hazard, pair->flow, PTXC_RULE_TENSOR_CORNERS, pair->step,
                "a copy to a tensor in im2col mode must have a box of pixels whose corners are all 0, and "
                "%s[%zu] of " NAME " is %lld",
                ptxc_tensormap_fields[corners[c]].name, i, pair->map->name, (long long)offset);
            ptxc_hazard_give(&hazard);
            return;
        }
}

/* A gather or a scatter takes its rows one by one: the box has one. */
static void check_rows(const struct pair *pair) {
    struct ptxc_hazard hazard;
    if (pair->mode->rows <= 1 || !ptxc_tensormap_known(pair->map, PTXC_TENSORMAP_BOX, 1) || pair->map->box_dim[1] == 1)
        return;
    ptxc_hazard_begin(&hazard, pair->flow, PTXC_RULE_TENSOR_ROWS, pair->step,
                      "%s must have a tensor map whose box has one row, and that of " NAME " has %u",
                      ptxc_qualifiers[pair->mode->qualifier].spelling, pair->map->name,
                      (unsigned)pair->map->box_dim[1]);
    ptxc_hazard_give(&hazard);
}

/* Looks at one step. What has another rank or mode than its map is not held against it further. */
static void check_step(const struct ptxc_flow *flow, uint32_t step) {
    const struct pair pair = {flow, step, ptxc_flow_map(flow, step), ptxc_flow_load_mode(flow, step)};
    if (!pair.map || !check_mode(&pair) || !check_rank(&pair))
        return;
    check_coordinate(&pair);
    check_alignment(&pair);
    check_reduction(&pair);
    check_corners(&pair);
    check_rows(&pair);
}

void ptxc_tensors_check(const struct ptxc_flow *flow) {
    for (uint32_t i = 0; i < flow->program->count; i++)
        if (ptxc_step_value(ptxc_flow_step(flow, i), PTXC_NAME_TENSOR_MAP) &&
            ptxc_step_qualifier(ptxc_flow_step(flow, i), PTXC_SLOT_DIM) != PTXC_Q_NONE && ptxc_flow_runs(flow, i))
            check_step(flow, i);
}
