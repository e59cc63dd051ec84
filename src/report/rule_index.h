/* An index over the rules of rules.def: which of them an instruction can break, told by the roles of its operands, what
 * they are, and its qualifiers. src/index/make.c writes it; the test tables-index holds it against the rows.
 */
#ifndef PTXC_RULE_INDEX_H
#define PTXC_RULE_INDEX_H

#include "report/rules.h"

/* The rules that are evaluated for an instruction have a bit each, in the order of the table. */
enum { PTXC_EVALUATED_MOST = 64 };
extern const uint8_t ptxc_evaluated[PTXC_EVALUATED_MOST]; /* ptxc_rule_id by bit */
extern const uint64_t ptxc_evaluated_legality;            /* those of the class legality */
extern const uint64_t ptxc_evaluated_always;              /* those that any instruction can break */

/* Those that an operand of a role can break, by what it has in it. */
struct ptxc_role_rules {
    uint64_t any;       /* whatever it has */
    uint64_t constants; /* if it has a constant */
    uint64_t variables; /* if it has a variable */
    uint64_t registers; /* if it has a register */
};
extern const struct ptxc_role_rules ptxc_role_rules[PTXC_ROLE_COUNT];

/* Those that an instruction with the qualifier can break. */
extern const uint64_t ptxc_qualifier_rules[PTXC_Q_COUNT];

#endif
