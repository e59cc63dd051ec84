/* A machine for tests of automata: warps that execute a program of a few words (steps.h), of which each step is an op.
 */
#ifndef TEST_STAGE_H
#define TEST_STAGE_H

#include "analysis/automata/violations.h"
#include "steps.h"

enum { STAGE_STEPS = 16, STAGE_INPUTS = 4 };

struct stage {
    struct steps steps;
    struct ptxc_code code;
    struct ptxc_op ops[STAGE_STEPS];
    struct ptxc_input inputs[STAGE_STEPS * STAGE_INPUTS];
    uint32_t first_op[STAGE_STEPS + 1], priority[STAGE_STEPS];
    struct ptxc_launch launch;
    struct ptxc_violations violations;
    struct ptxc_machine machine;
};

/* Makes the machine of so many threads of each of so many CTAs. Register 0 is the guard of all guarded steps. */
void stage_make(struct stage *stage, const char *text, uint32_t threads, uint32_t ctas);
void stage_free(struct stage *stage);

/* Gives an op so many constants as inputs. */
void stage_inputs(struct stage *stage, uint32_t step, uint32_t count, const int64_t *constants);

/* Gives register 0 of a warp a value in each lane: a bit each. */
void stage_guard(struct stage *stage, uint32_t warp, uint32_t lanes);

/* How many violations of this kind were met; of any kind with PTXC_VIOLATION_COUNT. */
uint32_t stage_met(const struct stage *stage, enum ptxc_violation_kind kind);

#endif
