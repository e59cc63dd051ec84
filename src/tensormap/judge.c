/* The verdict about a tensor map: see judge.h. There is one evaluator for each kind of constraint; it returns whether
 * the constraint holds, and reports what does not to the sink. */
#include "tensormap/judge.h"

#include "tables/open.h"
#include "tensormap/quantities.h"

/* One rule that is held against a map. */
struct trial {
    const struct ptxc_map *map;
    const struct ptxc_sink *sink; /* NULL: only the answer is wanted */
    enum ptxc_rule_id rule;
    const struct ptxc_constraint *constraint;
    struct ptxc_span *multiple; /* what was found to be no multiple of something, last */
};

/* Whether a field has one of these values; false where it is not known. */
static bool is_among(const struct ptxc_map *map, int field, uint32_t values) {
    if (!ptxc_tensormap_known(&map->value, field, 0))
        return false;
    const uint64_t bits = ptxc_tensormap_bits(&map->value, field, 0);
    return bits < 32 && (values >> bits & 1);
}

/* Whether the constraint is about this map. A target that nobody named is that of the device whose driver was
 * asked. */
static bool applies(const struct ptxc_map_condition *when, const struct ptxc_map *map) {
    const enum ptxc_target usual = map->any_target ? PTXC_TARGET_NONE : PTXC_TARGET_SM_90;
    const struct ptxc_environment environment = {.target = map->target ? map->target : usual};
    for (size_t i = 0; i < PTXC_COUNT(when->fields) && when->fields[i] != PTXC_TENSORMAP_KIND; i++)
        if (!is_among(map, when->fields[i], when->values[i]))
            return false;
    return (when->kinds >> map->value.kind & 1) && ptxc_gate_open(when->gate, environment) != when->closed;
}

/* Returns the place of what made the rule apply: a field of its condition, or else where the map names its target. */
static struct ptxc_span cause_of(const struct trial *trial) {
    const struct ptxc_map_condition *when = &trial->constraint->when;
    const bool without = trial->constraint->kind == PTXC_CONSTRAINT_MAP_WITHOUT;
    const int field = when->fields[without ? 1 : 0];
    if (field != PTXC_TENSORMAP_KIND)
        return trial->map->places[field].whole;
    return when->gate ? trial->map->declared : (struct ptxc_span){0, 0};
}

/* Reports that the rule is broken at this place, if anyone wants to know. `detail` follows the summary; returns false.
 */
static bool report(const struct trial *trial, struct ptxc_span place, const char *detail) {
    struct ptxc_finding finding = {.rule = trial->rule, .span = place, .cause = cause_of(trial)};
    if (!trial->sink || !ptxc_sink_wants(trial->sink, trial->rule))
        return false;
    finding.message = ptxc_arena_format(trial->sink->arena, "%s%s", ptxc_rules[trial->rule].summary, detail);
    ptxc_sink_give(trial->sink, &finding);
    return false;
}

#define REPORT(trial, place, ...) \
    ((trial)->sink ? report((trial), (place), ptxc_arena_format((trial)->sink->arena, __VA_ARGS__)) : false)

/* Reports an amount that breaks the rule: which it is, and its value. */
static bool report_amount(const struct trial *trial, const struct ptxc_tensormap_amount *amount) {
    const struct ptxc_span place = ptxc_tensormap_amount_place(trial->map, amount);
    const struct ptxc_tensormap_field_row *row = &ptxc_tensormap_fields[amount->field];
    const bool large = row->type == PTXC_MAP_U64 && amount->bits > INT64_MAX;
    if (amount->computed)
        return REPORT(trial, place, "; it is %lld", (long long)amount->value);
    if (amount->field == PTXC_TENSORMAP_ADDRESS && amount->bits == 0)
        return report(trial, place, "");
    if (amount->field == PTXC_TENSORMAP_ADDRESS)
        return REPORT(trial, place, ", not 0x%llx", (unsigned long long)amount->bits);
    if (row->count == PTXC_MAP_ONE)
        return REPORT(trial, place, ", not %lld", (long long)amount->value);
    if (large)
        return REPORT(trial, place, "; %s[%zu] is %llu", row->name, amount->index, (unsigned long long)amount->bits);
    return REPORT(trial, place, "; %s[%zu] is %lld", row->name, amount->index, (long long)amount->value);
}

/* Whether the number was reported as no multiple of a smaller one, so that nothing is reported of larger ones. */
static bool is_reported(const struct trial *trial, const struct ptxc_tensormap_amount *amount) {
    const struct ptxc_span place = ptxc_tensormap_amount_place(trial->map, amount);
    const bool multiple = trial->constraint->kind == PTXC_CONSTRAINT_MAP_MULTIPLE_OF;
    const bool reported = multiple && place.length && trial->multiple->offset == place.offset;
    if (multiple && trial->sink)
        *trial->multiple = place;
    return reported;
}

/* IN_RANGE and MULTIPLE_OF look at each amount, and report the first that breaks them. */
static bool check_amounts(const struct trial *trial) {
    const struct ptxc_constraint *constraint = trial->constraint;
    const size_t count = constraint->first ? 1 : ptxc_tensormap_amounts(trial->map, constraint->quantity);
    for (size_t i = 0; i < count; i++) {
        const struct ptxc_tensormap_amount amount = ptxc_tensormap_amount(trial->map, constraint->quantity, i);
        const int64_t *values = constraint->values;
        const bool holds = constraint->kind == PTXC_CONSTRAINT_MAP_MULTIPLE_OF
                               ? amount.bits % (uint64_t)values[0] == 0
                               : amount.value >= values[0] && amount.value <= values[1];
        if (amount.known && !holds)
            return is_reported(trial, &amount) ? false : report_amount(trial, &amount);
    }
    return true;
}

/* ENUMERATED finds each number that is no enumerator of its field. */
static bool check_enumerators(const struct trial *trial) {
    bool holds = true;
    for (int i = 0; i < PTXC_MAP_FIELD_COUNT; i++) {
        const struct ptxc_tensormap_amount amount = ptxc_tensormap_amount(trial->map, i, 0);
        if (ptxc_tensormap_fields[i].type != PTXC_MAP_ENUMERATOR || !amount.known ||
            ptxc_tensormap_value(i, (uint32_t)amount.bits))
            continue;
        holds = REPORT(trial, ptxc_tensormap_field_place(trial->map, i), "; %s is %lld", ptxc_tensormap_fields[i].name,
                       (long long)amount.value);
    }
    return holds;
}

/* IN_SPAN compares the innermost bytes with those that the swizzle reaches over. */
static bool check_span(const struct trial *trial) {
    const struct ptxc_tensormap *value = &trial->map->value;
    const bool known = ptxc_tensormap_known(value, PTXC_TENSORMAP_SWIZZLE, 0);
    const struct ptxc_tensormap_value_row *swizzle =
        known ? ptxc_tensormap_value(PTXC_TENSORMAP_SWIZZLE, value->swizzle) : NULL;
    const struct ptxc_tensormap_amount amount = ptxc_tensormap_amount(trial->map, PTXC_TENSORMAP_INNER_BYTES, 0);
    if (!swizzle || swizzle->measure == 0 || !amount.known || amount.value <= swizzle->measure)
        return true;
    return REPORT(trial, ptxc_tensormap_amount_place(trial->map, &amount), ", %u with %s%s; it is %lld",
                  (unsigned)swizzle->measure, ptxc_tensormap_fields[PTXC_TENSORMAP_SWIZZLE].prefix, swizzle->name,
                  (long long)amount.value);
}

/* The corners, by kind: lower, then upper. */
static const uint8_t corners[][2] = {
    [PTXC_TENSORMAP_IM2COL] = {PTXC_TENSORMAP_LOWER, PTXC_TENSORMAP_UPPER},
    [PTXC_TENSORMAP_IM2COL_WIDE] = {PTXC_TENSORMAP_LOWER_WIDTH, PTXC_TENSORMAP_UPPER_WIDTH},
};

/* IN_CORNER_LIMIT looks at each offset of both corners. */
static bool check_corners(const struct trial *trial) {
    const struct ptxc_tensormap *value = &trial->map->value;
    int64_t low, high;
    if (!ptxc_tensormap_known(value, PTXC_TENSORMAP_RANK, 0) || !ptxc_tensormap_corner_limit(value->rank, &low, &high))
        return true;
    for (size_t c = 0; c < 2; c++)
        for (size_t i = 0; i < ptxc_tensormap_count(value, corners[value->kind][c]); i++) {
            const struct ptxc_tensormap_amount amount = ptxc_tensormap_amount(trial->map, corners[value->kind][c], i);
            if (amount.known && (amount.value < low || amount.value > high))
                return REPORT(trial, ptxc_tensormap_amount_place(trial->map, &amount),
                              ", %lld to %lld with %u dimensions; %lld is not", (long long)low, (long long)high,
                              (unsigned)value->rank, (long long)amount.value);
        }
    return true;
}

/* Gives an offset of a corner; those of im2colWide are 0 but along W. False where it is not known. */
static bool offset_of(const struct trial *trial, size_t corner, size_t index, int64_t *offset) {
    const struct ptxc_tensormap *value = &trial->map->value;
    const int field = corners[value->kind][corner];
    const bool implied = value->kind == PTXC_TENSORMAP_IM2COL_WIDE && index > 0;
    *offset = 0;
    if (!implied && !ptxc_tensormap_known(value, field, index))
        return false;
    if (!implied)
        *offset = ptxc_tensormap_number(value, field, index);
    return true;
}

/* Returns the low 32 bits as a signed number, which is what the driver adds with. */
static int64_t low_32(uint64_t bits) {
    const uint32_t low = (uint32_t)bits;
    return low <= INT32_MAX ? (int64_t)low : (int64_t)low - (INT64_C(1) << 32);
}

/* AREA compares, along W, H and D, the end of the box with its beginning. */
static bool check_area(const struct trial *trial) {
    static const char *const names[] = {"W", "H", "D"};
    const struct ptxc_tensormap *value = &trial->map->value;
    const size_t count = ptxc_tensormap_known(value, PTXC_TENSORMAP_RANK, 0) && value->rank <= PTXC_TENSORMAP_MAX_RANK
                             ? ptxc_tensormap_wanted(PTXC_TENSORMAP_LOWER, value->rank)
                             : 0;
    if (!ptxc_tensormap_known(value, PTXC_TENSORMAP_INTERLEAVE, 0))
        return true;
    for (size_t i = 0; i < count && i < PTXC_COUNT(names); i++) {
        const size_t dimension = value->interleave == 0 ? i + 1 : i;
        int64_t lower = 0, upper = 0;
        if (!offset_of(trial, 0, i, &lower) || !offset_of(trial, 1, i, &upper) ||
            !ptxc_tensormap_known(value, PTXC_TENSORMAP_DIM, dimension))
            continue;
        const uint64_t extent = value->global_dim[dimension];
        if (low_32(extent + (uint64_t)upper) > lower)
            continue;
        const struct ptxc_tensormap_amount amount = ptxc_tensormap_amount(trial->map, corners[value->kind][1], i);
        return REPORT(trial, ptxc_tensormap_amount_place(trial->map, &amount),
                      "; along %s %llu %c %lld is not above %lld%s", names[i], (unsigned long long)extent,
                      upper < 0 ? '-' : '+', (long long)(upper < 0 ? -upper : upper), (long long)lower,
                      extent > INT32_MAX ? " in 32 bits" : "");
    }
    return true;
}

/* Gives what a dimension takes, as cuda.h computes strides: bytes of a row, or rows times their stride. False where
 * that is not known. */
static bool bytes_below(const struct ptxc_tensormap *value, size_t dimension, uint64_t *bytes) {
    const struct ptxc_tensormap_value_row *type = ptxc_tensormap_value(PTXC_TENSORMAP_DATA_TYPE, value->data_type);
    const uint64_t extent = value->global_dim[dimension];
    const uint64_t step = dimension > 0 ? value->global_strides[dimension - 1] : type ? type->measure : 0;
    const uint64_t all = step && extent > UINT64_MAX / step ? UINT64_MAX : step * extent;
    *bytes = dimension > 0 ? all : (all + 7) / 8;
    return ptxc_tensormap_known(value, PTXC_TENSORMAP_DIM, dimension) &&
           (dimension > 0 ? ptxc_tensormap_known(value, PTXC_TENSORMAP_STRIDES, dimension - 1)
                          : type && ptxc_tensormap_known(value, PTXC_TENSORMAP_DATA_TYPE, 0));
}

/* APART compares each stride with what the dimension below it takes. That of a dimension of 1 is never used, and an
 * interleaved layout has its dimensions in another order. */
static bool check_strides(const struct trial *trial) {
    const struct ptxc_tensormap *value = &trial->map->value;
    const bool plain = is_among(trial->map, PTXC_TENSORMAP_INTERLEAVE, PTXC_BIT(0));
    for (size_t i = 0; plain && i < ptxc_tensormap_count(value, PTXC_TENSORMAP_STRIDES); i++) {
        uint64_t least;
        const bool used = ptxc_tensormap_known(value, PTXC_TENSORMAP_DIM, i + 1) && value->global_dim[i + 1] > 1;
        const struct ptxc_tensormap_amount stride = ptxc_tensormap_amount(trial->map, PTXC_TENSORMAP_STRIDES, i);
        if (used && stride.known && bytes_below(value, i, &least) && stride.bits < least)
            return REPORT(trial, ptxc_tensormap_amount_place(trial->map, &stride),
                          "; globalStrides[%zu] is %llu, and %s %llu", i, (unsigned long long)stride.bits,
                          i == 0 ? "a row takes" : "what is below it takes", (unsigned long long)least);
    }
    return true;
}

/* Runs the evaluator of the constraint. */
static bool holds(const struct trial *trial) {
    switch (trial->constraint->kind) {
    case PTXC_CONSTRAINT_MAP_IN_RANGE:
    case PTXC_CONSTRAINT_MAP_MULTIPLE_OF: return check_amounts(trial);
    case PTXC_CONSTRAINT_MAP_ENUMERATED: return check_enumerators(trial);
    case PTXC_CONSTRAINT_MAP_WITHOUT:
        return report(trial, ptxc_tensormap_field_place(trial->map, trial->constraint->when.fields[0]), "");
    case PTXC_CONSTRAINT_MAP_IN_SPAN: return check_span(trial);
    case PTXC_CONSTRAINT_MAP_IN_CORNER_LIMIT: return check_corners(trial);
    case PTXC_CONSTRAINT_MAP_AREA: return check_area(trial);
    case PTXC_CONSTRAINT_MAP_APART: return check_strides(trial);
    default: return true; /* it is about instructions */
    }
}

/* Holds the rules of legality against the map, or the others; returns whether all of them hold. */
static bool judge(const struct ptxc_map *map, const struct ptxc_sink *sink, bool legality) {
    struct ptxc_span multiple = {UINT32_MAX, 0};
    bool good = true;
    for (int i = 0; i < PTXC_RULE_COUNT; i++) {
        const enum ptxc_rule_id rule = (enum ptxc_rule_id)i;
        const struct trial trial = {map, ptxc_sink_wants(sink, rule) ? sink : NULL, rule, &ptxc_rules[i].constraint,
                                    &multiple};
        const bool asked = legality || trial.sink; /* the verdict depends on those of legality */
        if (asked && (ptxc_rules[i].rule_class == PTXC_CLASS_LEGALITY) == legality &&
            trial.constraint->kind >= PTXC_CONSTRAINT_MAP_IN_RANGE && applies(&trial.constraint->when, map))
            good &= holds(&trial);
    }
    return good;
}

bool ptxc_tensormap_judge(const struct ptxc_map *map, const struct ptxc_sink *sink) {
    if (!judge(map, sink, true))
        return false;
    judge(map, sink, false);
    return true;
}
