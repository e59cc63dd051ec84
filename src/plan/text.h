/* The text of a plan: the module that does what it says. */
#ifndef PTXC_PLAN_TEXT_H
#define PTXC_PLAN_TEXT_H

#include "plan/kinds.h"

/* Writes the module; it keeps the contract of snprintf. The PTX version is that of the plan. */
size_t ptxc_plan_text(const struct ptxc_copy *copy, const struct ptxc_plan *plan, char *buffer, size_t size);

/* Writes the reason of a plan in words, likewise. */
size_t ptxc_plan_words(const struct ptxc_plan *plan, char *buffer, size_t size);

#endif
