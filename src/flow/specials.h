/* Special registers as values. */
#ifndef PTXC_FLOW_SPECIALS_H
#define PTXC_FLOW_SPECIALS_H

#include "flow/expression.h"
#include "flow/graph.h"
#include "ptxcheck/instruction.h"

/* What the special register of an operand holds. 0: it changes while the function runs, so that it is a result of the
 * step that reads it; or there is no memory. */
ptxc_expression ptxc_special_value(struct ptxc_expressions *all, const struct ptxc_value *value);

#endif
