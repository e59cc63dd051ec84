/* What the assembler accepts and then crashes on while it generates code: crashes.def. */
#ifndef PTXC_CRASHES_H
#define PTXC_CRASHES_H

#include "legality/subject.h"

/* Returns the rows that fit the instruction, whose form was found, on some target and for some assembler; bit per row.
 */
uint64_t ptxc_crashes_of(const struct ptxc_instruction *instruction, const struct ptxc_match *match);

/* Whether the assembler that counts there crashes on what these rows fit. False where the target or the assembler is
 * not known. */
bool ptxc_crashes_there(uint64_t rows, struct ptxc_environment environment);

#endif
