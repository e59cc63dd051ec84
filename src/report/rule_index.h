/* An index over the rules of rules.def: which of them an instruction can break, told by the roles of its operands, what
 * they are, and its qualifiers. src/index/make.c writes it; the test tables-index holds it against the rows.
 */
#ifndef PTXC_RULE_INDEX_H
#define PTXC_RULE_INDEX_H

#include "report/rules.h"

/* The rules that are evaluated for an instruction have a bit each, in the order of the table. */
enum { PTXC_EVALUATED_MOST = 256 };
struct ptxc_evaluated {
    uint64_t words[PTXC_EVALUATED_MOST / 64];
};
extern const uint16_t ptxc_evaluated_rules[PTXC_EVALUATED_MOST]; /* ptxc_rule_id by bit */
extern const struct ptxc_evaluated ptxc_evaluated_legality;      /* those of the class legality */
extern const struct ptxc_evaluated ptxc_evaluated_always;        /* those that any instruction can break */

/* Those that an operand of a role can break, by what it has in it. */
struct ptxc_role_rules {
    struct ptxc_evaluated any;       /* whatever it has */
    struct ptxc_evaluated constants; /* if it has a constant */
    struct ptxc_evaluated variables; /* if it has a variable */
    struct ptxc_evaluated registers; /* if it has a register */
};
extern const struct ptxc_role_rules ptxc_role_rules[PTXC_ROLE_COUNT];

/* Those that an instruction with the qualifier can break. */
extern const struct ptxc_evaluated ptxc_qualifier_rules[PTXC_Q_COUNT];

#endif
