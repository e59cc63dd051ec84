/* Special registers as values. */
#ifndef PTXC_VALUES_SPECIALS_H
#define PTXC_VALUES_SPECIALS_H

#include "analysis/values/affine.h"
#include "analysis/program/graph.h"
#include "ptxcheck/instruction.h"

/* What the special register of an operand holds. 0: it changes while the function runs, so that it is a result of the
 * step that reads it; or there is no memory. */
ptxc_affine ptxc_special_value(struct ptxc_affines *all, const struct ptxc_value *value);

#endif
