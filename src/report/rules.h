/* The rows of rules.def: the id, severity, constraint and words of each rule. */
#ifndef PTXC_RULES_H
#define PTXC_RULES_H

#include "ptxcheck/ptxcheck.h"
#include "ptxcheck/tensormap.h"
#include "tables/tables.h"

enum ptxc_rule_id {
#define RULE(enumerator, id, rule_class, severity, fix, section, constraint, summary, why, wrong, right) enumerator,
#define HAZARD(enumerator, id, catalogue, reports, level, severity, fix, section, summary, why, wrong, right) \
    enumerator,
#include "rules.def"
    PTXC_RULE_COUNT
};

enum ptxc_constraint_kind {
    PTXC_CONSTRAINT_STRUCTURE,
    PTXC_CONSTRAINT_VALUE_IN,
    PTXC_CONSTRAINT_MULTIPLE_OF,
    PTXC_CONSTRAINT_IN_RANGE,
    PTXC_CONSTRAINT_NOT_IN_RANGE,
    PTXC_CONSTRAINT_UP_TO,
    PTXC_CONSTRAINT_UNIT_FRACTION,
    PTXC_CONSTRAINT_NOT_BESIDE,
    PTXC_CONSTRAINT_VALUE_FROM,
    PTXC_CONSTRAINT_ELEMENT_IN_RANGE,
    PTXC_CONSTRAINT_ELEMENT_MULTIPLE_OF,
    PTXC_CONSTRAINT_REDUCTION_TYPE,
    PTXC_CONSTRAINT_REQUIRES,
    PTXC_CONSTRAINT_ALIGNED,
    PTXC_CONSTRAINT_ALIGNED_SYMBOL,
    PTXC_CONSTRAINT_UNBRACKETED,
    PTXC_CONSTRAINT_ADDRESS_WIDTH,
    PTXC_CONSTRAINT_MIXED_VECTOR,
    PTXC_CONSTRAINT_IGNORED_QUALIFIER,
    PTXC_CONSTRAINT_UNDOCUMENTED_FORM,
    PTXC_CONSTRAINT_ASSEMBLER_CRASH,
    PTXC_CONSTRAINT_SLOW_OUTSIDE,
    PTXC_CONSTRAINT_CANONICAL_ORDER,
    PTXC_CONSTRAINT_FLOW,
    PTXC_CONSTRAINT_MAP_IN_RANGE,
    PTXC_CONSTRAINT_MAP_MULTIPLE_OF,
    PTXC_CONSTRAINT_MAP_ENUMERATED,
    PTXC_CONSTRAINT_MAP_WITHOUT,
    PTXC_CONSTRAINT_MAP_IN_SPAN,
    PTXC_CONSTRAINT_MAP_IN_CORNER_LIMIT,
    PTXC_CONSTRAINT_MAP_AREA,
    PTXC_CONSTRAINT_MAP_APART
};

/* What a constraint of a tensor map looks at, where it is none of its fields (ptxc_tensormap_field). */
enum ptxc_map_quantity {
    PTXC_TENSORMAP_INNER = PTXC_TENSORMAP_MAX_FIELDS,
    PTXC_TENSORMAP_INNER_BYTES,
    PTXC_TENSORMAP_BOX_BYTES,
    PTXC_TENSORMAP_COPIED_BYTES
};

/* Of which tensor maps a constraint holds: tensormap_rules.def. */
struct ptxc_map_condition {
    uint8_t kinds;     /* bit per ptxc_tensormap_kind */
    uint8_t fields[2]; /* that have one of the values; PTXC_TENSORMAP_KIND: none */
    uint32_t values[2];
    enum ptxc_gate gate;
    bool closed; /* the gate must be */
};

enum { PTXC_ELEMENT_ALL = -1 };

/* The operands that a constraint looks at, by role; closed by PTXC_ROLE_NONE. */
struct ptxc_role_list {
    uint8_t roles[16];
};

/* Whether the role is in the list. */
bool ptxc_rule_has_role(const struct ptxc_role_list *list, uint8_t role);

struct ptxc_constraint {
    enum ptxc_constraint_kind kind;
    struct ptxc_role_list roles;
    enum ptxc_gate gate;          /* the constraint holds while this gate is open */
    bool low_32_bits;             /* of the value alone */
    int element;                  /* index, or PTXC_ELEMENT_ALL */
    struct ptxc_role_list bounds; /* roles of the operand that bounds this one */
    bool prohibits;               /* the summary says what must not be */
    bool caused;                  /* `because` is set */
    enum ptxc_slot because;       /* the qualifier in this slot is why the rule applies */
    int64_t values[5];            /* the set, the divisor and the most elements, the two bounds, or qualifiers */
    uint8_t value_count;          /* of `values`; VALUE_FROM: low, high, gate */
    uint8_t quantity;             /* of a tensor map: a field, or ptxc_map_quantity */
    bool first;                   /* of a list, the first number alone */
    struct ptxc_map_condition when;
};

struct ptxc_rule_row {
    const char *id;
    enum ptxc_class rule_class;
    enum ptxc_severity severity;
    enum ptxc_fix_use fix;
    const char *section;
    struct ptxc_constraint constraint;
    const char *summary;
    const char *why;
    const char *wrong;
    const char *right;
    const char *catalogue; /* of a hazard its number in the catalogue, else "" */
    uint32_t reports;      /* public reports of such a bug that were collected */
    enum ptxc_level level; /* how sure its findings are at best */
};

extern const struct ptxc_rule_row ptxc_rules[PTXC_RULE_COUNT];

/* Their severities alone, ptxc_severity: where a report begins. */
extern const unsigned char ptxc_rule_severities[PTXC_RULE_COUNT];

/* The rule of this id, or PTXC_RULE_COUNT. */
enum ptxc_rule_id ptxc_rule_find(const char *id);

#endif
