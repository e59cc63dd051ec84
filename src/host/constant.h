/* Constants of C: the value of an expression of literals. */
#ifndef PTXC_CONSTANT_H
#define PTXC_CONSTANT_H

#include <stdbool.h>

#include "ptxcheck/ptxcheck.h"

/* Evaluates the integer expression at `span`. False where it is not made of small literals and operators alone: names,
 * casts and sizeof are not known here. */
bool ptxc_constant_evaluate(const char *source, struct ptxc_span span, int64_t *value);

#endif
