/* The rules that look at values and qualifiers of an instruction whose form is known and whose operands fit. */
#ifndef PTXC_CONSTRAINTS_H
#define PTXC_CONSTRAINTS_H

#include "legality/subject.h"
#include "report/rule_index.h"

/* Whether every rule of legality holds. With a sink, what the rules that it wants find is said. */
bool ptxc_constraints_check(const struct ptxc_subject *subject);

/* Whether one rule holds. */
bool ptxc_constraints_hold(const struct ptxc_subject *subject, enum ptxc_rule_id rule);

/* Reports what these rules find, which the sink wants, and decides nothing. */
void ptxc_constraints_report(const struct ptxc_subject *subject, const enum ptxc_rule_id *rules, size_t count);

/* Returns the rules that the instruction can break, for what is in it: bits as in report/rule_index.h. */
struct ptxc_evaluated ptxc_constraints_concerning(const struct ptxc_instruction *instruction,
                                                  const struct ptxc_match *match);

#endif
