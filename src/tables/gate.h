/* Gates: which PTX versions, targets and assemblers have a form, a qualifier or a value. The facts are in
 * availability.def, targets.def and versions.def.
 */
#ifndef PTXC_GATE_H
#define PTXC_GATE_H

#include "tables/assembler.h"

/* Whether the row of a gate is open, its alternative aside. Where the target is open, one of those that it can be is
 * enough. */
bool ptxc_gate_row_open(const struct ptxc_gate_row *row, struct ptxc_environment environment);

/* Whether `implied` opens wherever the gate does, told row by row. */
bool ptxc_gate_implies(enum ptxc_gate gate, enum ptxc_gate implied);

/* Where the row of a gate is open, its alternative aside: in which versions as this assembler (0: none is named) judges
 * them, bit per version from the first one on, and on which targets, bit per ptxc_target. */
uint64_t ptxc_gate_versions(enum ptxc_gate gate, uint32_t assembler);
ptxc_wide ptxc_gate_targets(enum ptxc_gate gate);

/* In which versions a module may name the target, for this assembler (0: none is named), bit per version from the first
 * one on; none where nobody measured the target. */
uint64_t ptxc_target_versions(enum ptxc_target target, uint32_t assembler);

/* "PTX 8.6 and sm_100 or higher", as snprintf. */
size_t ptxc_gate_describe(enum ptxc_gate gate, char *buffer, size_t size);

/* The version released after this one (the first one after 0), or 0 after the newest. */
uint32_t ptxc_next_ptx(uint32_t ptx);

/* Whether this version was ever released, as far as the tables know. */
bool ptxc_version_exists(uint32_t ptx);

/* The PTX version that `.version major.minor` stands for, or 0 where it stands for none. */
uint32_t ptxc_version_written(int32_t major, int32_t minor);

/* Whether an assembler whose verdicts are recorded knows this version (0: any). */
bool ptxc_version_measured(uint32_t ptx);

/* Whether verdicts of an assembler are recorded for this target (PTXC_TARGET_NONE: any). */
bool ptxc_target_measured(enum ptxc_target target);

#endif
