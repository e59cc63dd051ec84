/* Which gates are open where: asked of every instruction, and answered by indices where they can. */
#ifndef PTXC_OPEN_H
#define PTXC_OPEN_H

#include "tables/gate.h"

/* Whether the gate is open. What the environment leaves open counts as what the gate needs. */
bool ptxc_gate_open(enum ptxc_gate gate, struct ptxc_environment environment);

/* Whether the gate is open, and the PTX version or the assembler that it asks for is not: for what an assembler refuses
 * from a release on, which is no mistake while an earlier one may be meant. */
bool ptxc_gate_open_surely(enum ptxc_gate gate, struct ptxc_environment environment);

/* Whether some version and target (within what the environment leaves open) opens every gate. */
bool ptxc_gates_open_somewhere(const uint8_t *gates, size_t count, struct ptxc_environment environment);

#endif
