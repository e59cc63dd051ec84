/* The order in which the qualifiers of an instruction are printed. */
#ifndef PTXC_ORDER_H
#define PTXC_ORDER_H

#include "ptxcheck/instruction.h"

/* Lists the qualifiers, by index, as they are printed. The instruction can be written (writable.h). */
void ptxc_order_qualifiers(const struct ptxc_instruction *instruction, uint8_t order[PTXC_MAX_QUALIFIERS]);

#endif
