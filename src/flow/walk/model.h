/* Choices of what the text leaves open, and the machine that stands for one. */
#ifndef PTXC_WALK_MODEL_H
#define PTXC_WALK_MODEL_H

#include "flow/hazard.h"
#include "flow/walk/machine.h"
#include "flow/walk/mistakes.h"

enum { PTXC_MOST_STEPS = 50000 }; /* of one run, unless somebody says less */

/* Prepares a machine for a run of the model; false without memory, or where it is too large. */
bool ptxc_model_start(struct ptxc_machine *machine, const struct ptxc_code *code, const struct ptxc_model *model,
                      struct ptxc_arena *arena);

/* How many steps of the family a run has come to. */
uint32_t ptxc_model_came(const struct ptxc_machine *machine);

#endif
