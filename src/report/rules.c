/* The rule rows as an array, and the public view of them. */
#include "report/rules.h"

#include <string.h>

#include "base/sized.h"

#define SYNTAX PTXC_CLASS_SYNTAX
#define LEGALITY PTXC_CLASS_LEGALITY
#define UNDEFINED PTXC_CLASS_UNDEFINED
#define NONSTANDARD PTXC_CLASS_NONSTANDARD
#define PORTABILITY PTXC_CLASS_PORTABILITY
#define ADVICE PTXC_CLASS_ADVICE
#define OFF PTXC_SEVERITY_OFF
#define NOTE PTXC_SEVERITY_NOTE
#define WARNING PTXC_SEVERITY_WARNING
#define ERROR PTXC_SEVERITY_ERROR
#define NO_FIX PTXC_FIX_NONE
#define SUGGEST PTXC_FIX_SHOWN
#define FIX PTXC_FIX_APPLIED

/* The constraint words of rules.def. */
#define ROLES(...)      \
    {                   \
        { __VA_ARGS__ } \
    }
#define VALUES(...) .values = {__VA_ARGS__}, .value_count = sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)
#define KIND(name) .kind = PTXC_CONSTRAINT_##name
#define STRUCTURE \
    { KIND(STRUCTURE) }
#define VALUE_IN_BECAUSE(slot, on, ...) \
    { KIND(VALUE_IN), .roles = on, .caused = true, .because = PTXC_SLOT_##slot, VALUES(__VA_ARGS__) }
#define VALUE_IN(on, ...) \
    { KIND(VALUE_IN), .roles = on, VALUES(__VA_ARGS__) }
#define VALUE_IN_32(on, ...) \
    { KIND(VALUE_IN), .roles = on, .low_32_bits = true, VALUES(__VA_ARGS__) }
#define VALUE_IN_FROM(from, on, ...) \
    { KIND(VALUE_IN), .roles = on, .gate = (from), VALUES(__VA_ARGS__) }
#define MULTIPLE_OF(on, n) \
    { KIND(MULTIPLE_OF), .roles = on, VALUES(n) }
#define IN_RANGE(on, low, high) \
    { KIND(IN_RANGE), .roles = on, VALUES(low, high) }
#define IN_RANGE_32(on, low, high) \
    { KIND(IN_RANGE), .roles = on, .low_32_bits = true, VALUES(low, high) }
#define IN_RANGE_FROM(from, on, low, high) \
    { KIND(IN_RANGE), .roles = on, .gate = (from), VALUES(low, high) }
#define IN_RANGE_32_FROM(from, on, low, high) \
    { KIND(IN_RANGE), .roles = on, .gate = (from), .low_32_bits = true, VALUES(low, high) }
#define NOT_NEGATIVE_32(on)                                                      \
    {                                                                            \
        KIND(NOT_IN_RANGE), .roles = on, .low_32_bits = true, .prohibits = true, \
                            VALUES(INT32_MAX + INT64_C(1), UINT32_MAX)           \
    }
#define NOT_IN_RANGE(on, low, high) \
    { KIND(NOT_IN_RANGE), .roles = on, VALUES(low, high) }
#define NOT_IN_RANGE_32(on, low, high) \
    { KIND(NOT_IN_RANGE), .roles = on, .low_32_bits = true, VALUES(low, high) }
#define UP_TO(on, others) \
    { KIND(UP_TO), .roles = on, .bounds = others }
#define UP_TO_32(on, others) \
    { KIND(UP_TO), .roles = on, .bounds = others, .low_32_bits = true }
#define NOT_BESIDE(on, width, others, other_width) \
    { KIND(NOT_BESIDE), .roles = on, .bounds = others, VALUES(width, other_width) }
#define UNIT_FRACTION(on) \
    { KIND(UNIT_FRACTION), .roles = on }
#define VALUE_FROM(on, low, high, gate) \
    { KIND(VALUE_FROM), .roles = on, VALUES(low, high, gate) }
#define ELEMENT_IN_RANGE(on, index, low, high) \
    { KIND(ELEMENT_IN_RANGE), .roles = on, .element = (index), VALUES(low, high) }
#define ELEMENT_MULTIPLE_OF(on, index, n, most) \
    { KIND(ELEMENT_MULTIPLE_OF), .roles = on, .element = (index), VALUES(n, most) }
#define ELEMENTS_NOT_BELOW(on, low) \
    { KIND(ELEMENT_IN_RANGE), .roles = on, .element = PTXC_ELEMENT_ALL, .prohibits = true, VALUES(low, INT64_MAX) }
#define REDUCTION_TYPE \
    { KIND(REDUCTION_TYPE) }
#define REQUIRES(slot, qualifier, ...) \
    { KIND(REQUIRES), .caused = true, .because = PTXC_SLOT_##slot, VALUES(qualifier, __VA_ARGS__) }
#define ALIGNED(on, ...) \
    { KIND(ALIGNED), .roles = on, VALUES(__VA_ARGS__) }
#define ALIGNED_SYMBOL(on, ...) \
    { KIND(ALIGNED_SYMBOL), .roles = on, VALUES(__VA_ARGS__) }
#define UNBRACKETED \
    { KIND(UNBRACKETED) }
#define ADDRESS_WIDTH \
    { KIND(ADDRESS_WIDTH) }
#define MIXED_VECTOR(on) \
    { KIND(MIXED_VECTOR), .roles = on }
#define ASSEMBLER_CRASH \
    { KIND(ASSEMBLER_CRASH) }
#define UNDOCUMENTED_FORM \
    { KIND(UNDOCUMENTED_FORM) }
#define IGNORED_QUALIFIER \
    { KIND(IGNORED_QUALIFIER) }
#define FLOW \
    { KIND(FLOW) }
#define SLOW_OUTSIDE(qualifier, gate) \
    { KIND(SLOW_OUTSIDE), VALUES(qualifier, gate) }
#define CANONICAL_ORDER \
    { KIND(CANONICAL_ORDER) }

/* Those of tensormap_rules.def. */
#define TILED (1 << PTXC_TENSORMAP_TILED)
#define IM2COL (1 << PTXC_TENSORMAP_IM2COL)
#define WIDE (1 << PTXC_TENSORMAP_IM2COL_WIDE)
#define EVERY (TILED | IM2COL | WIDE)
#define VALUE(n) (UINT32_C(1) << (n))
#define INTEGERS UINT32_C(0x003f) /* the data types from UINT8 to INT64 */
#define PACKED UINT32_C(0xe000)   /* those of 4 and 6 bits */
#define GAPPED UINT32_C(0xc000)   /* those with gaps in shared memory */
#define ALWAYS .when.values = {0}
#define WHERE(field, set) .when.fields = {PTXC_TENSORMAP_##field}, .when.values = {set}
#define WHERE_BOTH(field, set, other, others) \
    .when.fields = {PTXC_TENSORMAP_##field, PTXC_TENSORMAP_##other}, .when.values = {set, others}
#define FROM(name) , .when.gate = (name)
#define UNTIL(name) , .when.gate = (name), .when.closed = true
#define MAP_IN_RANGE(on, what, where, low, high) \
    { KIND(MAP_IN_RANGE), .when.kinds = (on), .quantity = PTXC_TENSORMAP_##what, where, VALUES(low, high) }
#define MAP_FIRST_IN_RANGE(on, what, where, low, high)                                                   \
    {                                                                                                    \
        KIND(MAP_IN_RANGE), .when.kinds = (on), .quantity = PTXC_TENSORMAP_##what, where, .first = true, \
                            VALUES(low, high)                                                            \
    }
#define MAP_MULTIPLE_OF(on, what, where, n) \
    { KIND(MAP_MULTIPLE_OF), .when.kinds = (on), .quantity = PTXC_TENSORMAP_##what, where, VALUES(n) }
#define MAP_FIRST_MULTIPLE_OF(on, what, where, n) \
    { KIND(MAP_MULTIPLE_OF), .when.kinds = (on), .quantity = PTXC_TENSORMAP_##what, where, .first = true, VALUES(n) }
#define MAP_ENUMERATED \
    { KIND(MAP_ENUMERATED), .when.kinds = EVERY }
#define MAP_WITHOUT(on, where) \
    { KIND(MAP_WITHOUT), .when.kinds = (on), where }
#define MAP_IN_SPAN(on, where) \
    { KIND(MAP_IN_SPAN), .when.kinds = (on), .quantity = PTXC_TENSORMAP_INNER_BYTES, where }
#define MAP_IN_CORNER_LIMIT(on) \
    { KIND(MAP_IN_CORNER_LIMIT), .when.kinds = (on) }
#define MAP_AREA(on) \
    { KIND(MAP_AREA), .when.kinds = (on) }
#define MAP_APART(on) \
    { KIND(MAP_APART), .when.kinds = (on) }

const struct ptxc_rule_row ptxc_rules[PTXC_RULE_COUNT] = {
#define RULE(enumerator, id, rule_class, severity, fix, section, constraint, summary, why, wrong, right) \
    [enumerator] = {id,  rule_class, severity, fix, section, constraint,  summary,                       \
                    why, wrong,      right,    "",  0,       PTXC_CERTAIN},
#define HAZARD(enumerator, id, catalogue, reports, level, severity, fix, section, summary, why, wrong, right) \
    [enumerator] = {id,    PTXC_CLASS_HAZARD, severity, fix,         section, FLOW, summary, why, wrong,      \
                    right, catalogue,         reports,  PTXC_##level},
#include "rules.def"
};

const unsigned char ptxc_rule_severities[PTXC_RULE_COUNT] = {
#define RULE(enumerator, id, rule_class, severity, fix, section, constraint, summary, why, wrong, right) \
    [enumerator] = severity,
#define HAZARD(enumerator, id, catalogue, reports, level, severity, fix, section, summary, why, wrong, right) \
    [enumerator] = severity,
#include "rules.def"
};

bool ptxc_rule_has_role(const struct ptxc_role_list *list, uint8_t role) {
    for (size_t i = 0; i < PTXC_COUNT(list->roles) && list->roles[i]; i++)
        if (list->roles[i] == role)
            return true;
    return false;
}

enum ptxc_rule_id ptxc_rule_find(const char *id) {
    for (int i = 0; i < PTXC_RULE_COUNT; i++)
        if (id && strcmp(ptxc_rules[i].id, id) == 0)
            return (enum ptxc_rule_id)i;
    return PTXC_RULE_COUNT;
}

size_t ptxc_rule_count(void) {
    return PTXC_RULE_COUNT;
}

static const bool unnecessary[PTXC_RULE_COUNT] = {
#define UNNECESSARY(rule) [rule] = true,
#include "rule_tags.def"
};

int ptxc_rule_get(size_t index, struct ptxc_rule *rule) {
    if (index >= PTXC_RULE_COUNT || !rule)
        return 0;
    const struct ptxc_rule_row *row = &ptxc_rules[index];
    struct ptxc_rule known;
    memset(&known, 0, sizeof(known)); /* the bytes after its last member, too */
    known.id = row->id;
    known.rule_class = row->rule_class;
    known.severity = row->severity;
    known.section = row->section;
    known.summary = row->summary;
    known.why = row->why;
    known.wrong = row->wrong;
    known.right = row->right;
    known.fix = row->fix;
    known.catalogue = row->catalogue;
    known.reports = row->reports;
    known.level = row->level;
    known.unnecessary = unnecessary[index];
    return ptxc_sized_write(rule, &known, sizeof(known));
}

int ptxc_rule_from_id(const char *id, struct ptxc_rule *rule) {
    return ptxc_rule_get(ptxc_rule_find(id), rule);
}

const char *ptxc_class_name(enum ptxc_class rule_class) {
    static const char *const names[] = {"syntax",      "legality", "undefined", "nonstandard",
                                        "portability", "advice",   "hazard"};
    return (size_t)rule_class < PTXC_COUNT(names) ? names[rule_class] : NULL;
}

const char *ptxc_severity_name(enum ptxc_severity severity) {
    static const char *const names[] = {"off", "note", "warning", "error"};
    return (size_t)severity < PTXC_COUNT(names) ? names[severity] : NULL;
}

const char *ptxc_level_name(enum ptxc_level level) {
    static const char *const names[] = {"certain", "likely", "possible"};
    return (size_t)level < PTXC_COUNT(names) ? names[level] : NULL;
}
