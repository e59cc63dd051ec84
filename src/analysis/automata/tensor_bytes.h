/* Bytes that copies with tensor maps bring, where the maps are not known: each phase of an mbarrier is an equation, and
 * two of them may contradict each other.
 */
#ifndef PTXC_AUTOMATA_TENSOR_BYTES_H
#define PTXC_AUTOMATA_TENSOR_BYTES_H

#include "analysis/automata/machine.h"

/* A copy whose bytes are not known completes in the phase that is under way. */
void ptxc_tensor_bytes_add(struct ptxc_mbarrier *barrier, uint64_t map);

/* The phase is complete: adds a violation where other phases expect other bytes for the same copies, or no fewer for
 * fewer copies. */
void ptxc_tensor_bytes_check(struct ptxc_machine *machine, const struct ptxc_mbarrier *barrier);

#endif
